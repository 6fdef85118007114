/**
 * What rows are of: the role of a cell, and its key. Two rows with the same key measure the same
 * thing.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { MODULE_PATH } from "../../datasets/modules.ts";
import { readPlainFile, readPlainText } from "../../datasets/plain_file.ts";
import type { Options } from "../../decoders/contract.ts";
import { commandOf, programFiles } from "../isolate/command.ts";

/** Dense Viterbi: the baseline of label sequences, in papers and charts. */
export const BASELINE = "viterbi";

/**
 * What a cell is there for: `baseline` is what all others are compared with, `control` the baseline
 * once more, which shows how far two measurements of one thing differ, `rival` any other.
 */
export type Role = "baseline" | "control" | "rival";

/** Version of `Row`; a change of it makes all old keys stale. */
export const SCHEMA = 5;

/** Hexadecimal digits of a key. */
const KEY_DIGITS = 16;
/** Those of a sample's hash. */
const SAMPLE_DIGITS = 8;

/** What a cell measures. */
export interface Measured {
  /** Content hash of the lattices. */
  readonly pack: string;
  /** Hash of the indices of the sentences decoded, see `sampleHash`. */
  readonly sample: string;
  /** Variant name, or `control`. */
  readonly decoder: string;
  /** Hash of the decoder's sources. */
  readonly sources: string;
  readonly options: Options;
  readonly k: number;
}

/** Hashes of the sources of decoders, see `sourceHash`, by the names of their cells. */
export type Sources = ReadonlyMap<string, string>;

/** Hash of the indices that some sentences have in their dataset, in order. */
export function sampleHash(indices: readonly number[]): string {
  return createHash("sha256").update(indices.join()).digest("hex").slice(0, SAMPLE_DIGITS);
}

/** Hash of the schema, the lattices, the decoder with its sources and options, and k. */
export function rowKey({ pack, sample, decoder, sources, options, k }: Measured): string {
  const sorted = Object.entries(options).sort(([a], [b]) => a < b ? -1 : 1);
  const identity = JSON.stringify([SCHEMA, pack, sample, decoder, sources, sorted, k]);
  return createHash("sha256").update(identity).digest("hex").slice(0, KEY_DIGITS);
}

/** `from "../plan/x.ts"`, `import "../plan/x.ts"` and `import("../plan/x.ts")`. */
const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;
/** What a module starts in a process or a thread: `new URL("./cell.ts", import.meta.url)`. */
const STARTED = /\bnew URL\(\s*["'](\.{1,2}\/[^"'\n]+\.ts)["'],\s*import\.meta\.url/g;
/** Rooms of the project, whose modules import or start all that they are made of. */
const ROOMS = ["decoders", "datasets", "harness", "reports"]
  .map((room) => new URL(`../../${room}/`, import.meta.url).href);

/**
 * The texts of a module and of all modules that it imports or starts by a relative path, by the
 * paths of their files; of one that is not of the project, of all whose paths it names, relative or
 * whole, as its isolate may read them.
 */
export async function sourcesOf(url: string): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  const pending = [new URL(url)];
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    if (sources.has(module.pathname)) continue;
    const text = await readSource(module);
    sources.set(module.pathname, text);
    const isOwn = ROOMS.some((room) => module.href.startsWith(room));
    const found = [RELATIVE_IMPORT, isOwn ? STARTED : MODULE_PATH]
      .flatMap((pattern) => [...text.matchAll(pattern)]);
    pending.push(...found.flatMap(([, path]) => URL.parse(path!, module) ?? []));
  }
  return sources;
}

/**
 * Hash of the sources of a module, see `sourcesOf`; of one that stands for a program, of its
 * command and the files in that besides.
 */
export async function sourceHash(url: string): Promise<string> {
  const sources = await sourcesOf(url);
  const hash = createHash("sha256");
  // In order of the texts: where the files lie does not matter.
  for (const text of [...sources.values()].sort()) hash.update(text).update("\0");
  const program = commandOf(url);
  if (program !== undefined) {
    hash.update(program.command).update("\0");
    for (const path of programFiles(program)) {
      // A model may be among them that memory does not hold.
      for await (const part of (await Deno.open(path)).readable) hash.update(part);
      hash.update("\0");
    }
  }
  return hash.digest("hex");
}

/** A source file; nothing of what cannot be read: it cannot be loaded either, which says so. */
async function readSource(module: URL): Promise<string> {
  return await Promise.try(async () => {
    const path = fileURLToPath(module);
    if (!path.endsWith(".wasm")) return await readPlainText(path);
    return Buffer.from(await readPlainFile(path)).toString("latin1");
  }).catch(() => "");
}
