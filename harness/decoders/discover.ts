/**
 * Decoders, found by listing their folders.
 *
 * @module
 */

import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { remembered } from "../../datasets/dataset.ts";
import { type Found, modulesIn, moduleUrls } from "../../datasets/modules.ts";
import type { Decoder, Description } from "../../decoders/contract.ts";
import { describeAll } from "./describe.ts";
import { type FoundDecoder, loadDecoder, type Loaded, NO_DEFAULT } from "./load_decoder.ts";

/** The folders of decoders by the name of their problem. */
export const DECODERS = {
  sequence: new URL("../../decoders/", import.meta.url),
  parsing: new URL("../../decoders/parsing/", import.meta.url),
} as const;
/** A kind of problem that decoders are for. */
export type DecoderProblem = keyof typeof DECODERS;

const described = new Map<DecoderProblem, Promise<FoundDecoder<Description>[]>>();

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

/** The modules of a folder, by file name, but for those that are broken. */
export async function workingModules<T>(folder: URL): Promise<Found<T>[]> {
  return await modulesIn<T>(folder, warn);
}

/** What all decoders are, by file name; their code runs in isolates. They are asked once. */
export async function describeDecoders(
  problem: DecoderProblem = "sequence",
): Promise<FoundDecoder<Description>[]> {
  const describeIn = async (folder: URL) => {
    const urls = await moduleUrls(folder);
    return workingDecoders(urls, await describeAll(urls));
  };
  return await remembered(described, problem, () => describeIn(DECODERS[problem]));
}

/**
 * All decoders with the URLs of their modules, by file name. Their code runs in this process: this
 * is for who decodes in it, and trusts them.
 */
export async function findDecoders<D extends Description = Decoder>(
  problem: DecoderProblem = "sequence",
): Promise<FoundDecoder<D>[]> {
  const urls = await moduleUrls(DECODERS[problem]);
  const loaded: Loaded<D>[] = [];
  for (const url of urls) loaded.push(await loadDecoder<D>(url));
  return workingDecoders(urls, loaded);
}

/** All decoders of label sequences, by file name, loaded into this process. */
export async function listDecoders(): Promise<Decoder[]> {
  return (await findDecoders()).map(({ value }) => value);
}

/** Those that are decoders, each of a name of its own. */
function workingDecoders<D extends Description>(
  urls: readonly string[],
  loaded: readonly Loaded<D>[],
): FoundDecoder<D>[] {
  const found: FoundDecoder<D>[] = [];
  loaded.forEach((one, i) => {
    if (typeof one !== "string") found.push(one);
    else if (one !== NO_DEFAULT) warn(urls[i]!, one);
  });
  const byName = Map.groupBy(found, ({ value }) => value.name);
  return found.filter((one) => {
    const { name } = one.value;
    const [first, second] = byName.get(name)!;
    if (second === undefined || isFileOf(name, one.url)) return true;
    const other = byName.get(name)!.find(({ url }) => isFileOf(name, url)) ??
      (one === first ? second : first!);
    warn(one.url, `its name "${name}" is that of ${fileURLToPath(other.url)}`);
    return false;
  });
}

/** Whether a decoder's name is that of its file. */
function isFileOf(name: string, url: string): boolean {
  return basename(url) === `${name.replaceAll("-", "_")}.ts`;
}
