/**
 * What there is to run: decoders, datasets and suites, found by listing their folders.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import type { Decoder } from "../../decoders/contract.ts";
import { type Found, modulesIn } from "../../datasets/modules.ts";
import { openPack } from "../../datasets/packs/pack_file.ts";
import { type Family, syntheticName, syntheticTask } from "../../datasets/synthetic_task.ts";
import type { Task } from "../../datasets/task.ts";
import type { Suite } from "./suite.ts";
import { given, unknownName, UsageError } from "../terminal/usage_error.ts";

/** Transitions of more labels than this would take over 2 GiB. */
const MAX_LABELS = 16_384;
const PACK = /\.safetensors(\.gz)?$/;
/** The folder of the decoders. */
export const DECODERS = new URL("../../decoders/", import.meta.url);
const FAMILIES = new URL("../../datasets/synthetic/", import.meta.url);
const SUITES = new URL("../suites/", import.meta.url);
const REAL = new URL("../../datasets/real/", import.meta.url);

/** Why modules could not be loaded, by URL; each has been said on standard error. */
const broken = new Map<string, string>();

/** The modules that could not be loaded so far, with the reasons. */
export function brokenModules(): string[] {
  return [...broken].map(([url, reason]) => `${fileURLToPath(url)}: ${reason}`);
}

/** Names what is broken and leaves it out, so that the rest can be used. */
function warn(url: string, reason: string): void {
  if (!broken.has(url)) console.error(`warning: Cannot load ${fileURLToPath(url)}: ${reason}`);
  broken.set(url, reason);
}

/** All decoders with the URLs of their modules, by file name. */
export async function findDecoders(): Promise<Found<Decoder>[]> {
  const found = await modulesIn<Decoder>(DECODERS, warn);
  return found.filter(({ url, value }) => {
    const defect = decoderDefect(value);
    if (defect !== "") warn(url, defect);
    return defect === "";
  });
}

/** What keeps a default export from being a decoder; empty if nothing does. */
export function decoderDefect(value: Partial<Decoder> | undefined): string {
  const lacks = typeof value?.name !== "string"
    ? "name"
    : typeof value.prepare !== "function"
    ? "prepare"
    : typeof value.options !== "object"
    ? "options"
    : "";
  return lacks === "" ? "" : `its default export is no decoder: it has no ${lacks}`;
}

/** All decoders, by file name. */
export async function listDecoders(): Promise<Decoder[]> {
  return (await findDecoders()).map(({ value }) => value);
}

/** All synthetic families, by file name. */
export async function listFamilies(): Promise<Family[]> {
  const found = await modulesIn<Family>(FAMILIES, warn);
  return found.map(({ value }) => value);
}

/** Names of the packs that come with Trellis, with their files. */
async function realPacks(): Promise<Map<string, string>> {
  const packs = new Map<string, string>();
  for await (const { name } of Deno.readDir(REAL)) {
    if (PACK.test(name)) packs.set(name.replace(PACK, ""), fileURLToPath(new URL(name, REAL)));
  }
  return new Map([...packs].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Names of the packs that come with Trellis. */
export async function listRealDatasets(): Promise<string[]> {
  return [...(await realPacks()).keys()];
}

/** All suites, by file name. */
export async function listSuites(): Promise<Suite[]> {
  const found = await modulesIn<Suite>(SUITES, warn);
  return found.map(({ value }) => value);
}

/** A task and the family it belongs to: `real`, or a synthetic family's name with its settings. */
export interface Dataset {
  readonly family: string;
  readonly task: Task;
}

/** A dataset that exists, by the name in its rows. */
export interface ResolvedDataset {
  readonly name: string;
  /** Makes it; a synthetic task has that many sentences. */
  readonly open: (sentences: number, seed: number) => Promise<Dataset>;
}

/**
 * Finds a dataset by its name: a pack that comes with Trellis, the path of a pack, or
 * `synthetic-<family>-<L>`, which may set its dial and the length of all its sentences:
 * `synthetic-strong-319{dial=2,length=50}`. A pack at a path is opened, and so checked, at once.
 *
 * @throws UsageError for an unknown name, with the nearest known one, and for a malformed pack
 */
export async function resolveDataset(name: string): Promise<ResolvedDataset> {
  if (PACK.test(name)) {
    const task = await given(openPack(name));
    return { name: task.name, open: () => Promise.resolve({ family: "real", task }) };
  }
  const synthetic = /^synthetic-([^{]+)-(\d+)(?:\{([^{}]*)\})?$/.exec(name);
  if (synthetic !== null) {
    const [, familyName, labels, settings = ""] = synthetic;
    return resolveSynthetic(name, familyName!, Number(labels), settings);
  }
  const packs = await realPacks();
  const path = packs.get(name);
  if (path === undefined) {
    const families = (await listFamilies()).map((family) => `synthetic-${family.name}-319`);
    throw unknownName("dataset", name, [...packs.keys(), ...families]);
  }
  return { name, open: async () => ({ family: "real", task: await openPack(path) }) };
}

async function resolveSynthetic(
  name: string,
  familyName: string,
  labelCount: number,
  settings: string,
): Promise<ResolvedDataset> {
  const families = await listFamilies();
  const family = families.find((family) => family.name === familyName);
  if (family === undefined) {
    throw unknownName("synthetic family", familyName, families.map(({ name }) => name));
  }
  if (labelCount < 1 || labelCount > MAX_LABELS) {
    throw new UsageError(`Cannot make ${name}: labels go from 1 to ${MAX_LABELS}`);
  }
  const options = parseSettings(settings, name);
  const familyWithSettings = settings === "" ? family.name : `${family.name}{${settings}}`;
  return {
    name: syntheticName(family, { labelCount, ...options }),
    open: (sentences, seed) =>
      Promise.resolve({
        family: familyWithSettings,
        task: syntheticTask(family, { labelCount, sentences, seed, ...options }),
      }),
  };
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
