/**
 * What there is to run: decoders, datasets and suites, found by listing their folders.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import type { Decoder } from "../decoders/contract.ts";
import { type Found, modulesIn } from "../datasets/modules.ts";
import { openPack } from "../datasets/pack.ts";
import { type Family, syntheticTask } from "../datasets/synthetic_task.ts";
import type { Task } from "../datasets/task.ts";
import type { Suite } from "./suite.ts";
import { given, unknownName, UsageError } from "./usage_error.ts";

const PACK = /\.safetensors(\.gz)?$/;
const REAL = new URL("../datasets/real/", import.meta.url);

/** All decoders with the URLs of their modules, by file name. */
export async function findDecoders(): Promise<Found<Decoder>[]> {
  return await modulesIn<Decoder>(new URL("../decoders/", import.meta.url));
}

/** All decoders, by file name. */
export async function listDecoders(): Promise<Decoder[]> {
  return (await findDecoders()).map(({ value }) => value);
}

/** All synthetic families, by file name. */
export async function listFamilies(): Promise<Family[]> {
  const found = await modulesIn<Family>(new URL("../datasets/synthetic/", import.meta.url));
  return found.map(({ value }) => value);
}

/** Names of the packs that come with Trellis. */
export async function listRealDatasets(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(REAL)) {
    if (PACK.test(name)) names.push(name.replace(PACK, ""));
  }
  return names.sort();
}

/** All suites, by file name. */
export async function listSuites(): Promise<Suite[]> {
  const found = await modulesIn<Suite>(new URL("./suites/", import.meta.url));
  return found.map(({ value }) => value);
}

/** A task and the family it belongs to: `real`, or a synthetic family's name. */
export interface Dataset {
  readonly family: string;
  readonly task: Task;
}

/**
 * Opens a dataset by its name: a pack that comes with Trellis, the path of a pack, or
 * `synthetic-<family>-<L>`, which may set its dial and the length of all its sentences:
 * `synthetic-strong-319{dial=2,length=50}`.
 *
 * @param sentences how many sentences a synthetic task has
 * @throws UsageError for an unknown name, with the nearest known one
 */
export async function openDataset(
  name: string,
  sentences: number,
  seed: number,
): Promise<Dataset> {
  if (PACK.test(name)) return { family: "real", task: await given(openPack(name)) };
  const synthetic = /^synthetic-([^{]+)-(\d+)(?:\{([^{}]*)\})?$/.exec(name);
  if (synthetic !== null) {
    const [, familyName, labels, settings = ""] = synthetic;
    const families = await listFamilies();
    const family = families.find((family) => family.name === familyName);
    if (family === undefined) {
      throw unknownName("synthetic family", familyName!, families.map(({ name }) => name));
    }
    const labelCount = Number(labels);
    if (labelCount < 1) throw new UsageError(`Cannot make a dataset without labels: ${name}`);
    const options = parseSettings(settings, name);
    const task = syntheticTask(family, { labelCount, sentences, seed, ...options });
    return { family: settings === "" ? family.name : `${family.name}{${settings}}`, task };
  }
  const real = await listRealDatasets();
  if (!real.includes(name)) {
    const families = await listFamilies();
    throw unknownName("dataset", name, [
      ...real,
      ...families.map((family) => `synthetic-${family.name}-319`),
    ]);
  }
  const path = fileURLToPath(new URL(`${name}.safetensors.gz`, REAL));
  return { family: "real", task: await openPack(path) };
}

/** `dial=X` and `length=T`, separated by commas. */
function parseSettings(settings: string, name: string): { dial?: number; length?: number } {
  const options: { dial?: number; length?: number } = {};
  for (const setting of settings.split(",").filter((part) => part !== "")) {
    const [key, text] = setting.split("=");
    const value = Number(text);
    if (key !== "dial" && key !== "length") throw unknownName("setting", key!, ["dial", "length"]);
    if (text === undefined || text === "" || !Number.isFinite(value)) {
      throw new UsageError(`Cannot read the setting "${setting}" of ${name}: it takes a number`);
    }
    if (key === "length" && !(Number.isInteger(value) && value > 0)) {
      throw new UsageError(`Cannot make sentences of ${value} positions: ${name}`);
    }
    options[key] = value;
  }
  return options;
}
