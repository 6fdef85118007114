/**
 * Suites and kinds of problems, found by listing their folders.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { type Found, modulesIn, reasonOf } from "../../datasets/modules.ts";
import type { Extension } from "../../decoders/contract.ts";
import type { Description, Problem } from "../problems/contract.ts";
import { unknownName } from "../terminal/usage_error.ts";
import type { Suite } from "./suite.ts";

/** The folder of the decoders. */
export const DECODERS = new URL("../../decoders/", import.meta.url);
const PROBLEMS = new URL("../problems/", import.meta.url);
const SUITES = new URL("../suites/", import.meta.url);

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

/** A decoder and the URL of its module. */
export interface FoundDecoder<D extends Description> extends Found<D> {
  /** What its module leaves to another one, whose URL is absolute. */
  readonly extension?: Extension;
}

/** The decoders of a folder, by file name. */
export async function decodersIn<D extends Description>(folder: URL): Promise<FoundDecoder<D>[]> {
  const found: FoundDecoder<D>[] = [];
  for (const { url, value } of await workingModules<D>(folder)) {
    const defect = decoderDefect(value);
    if (defect !== "") warn(url, defect);
    else {await extended({ url, value }).then((one) =>
        found.push(one), (e) =>
        warn(url, reasonOf(e)));}
  }
  return found;
}

/** With the decoder's extension, if it has one: then the value is what that exports. */
export async function extended<D extends Description>(
  { url, value }: Found<D>,
): Promise<FoundDecoder<D>> {
  const { EXTENSION } = await import(url) as { EXTENSION?: Extension };
  if (EXTENSION === undefined) return { url, value };
  const module = new URL(EXTENSION.module, url).href;
  const { default: whole } = await import(module) as { default: D };
  return { url, value: whole, extension: { ...EXTENSION, module } };
}

/** What keeps a default export from being a decoder, of whatever problem; empty if nothing does. */
export function decoderDefect(value: object | undefined): string {
  const { name, prepare, options }: Record<string, unknown> = { ...value };
  const lacks = typeof name !== "string"
    ? "name"
    : typeof prepare !== "function"
    ? "prepare"
    : typeof options !== "object"
    ? "options"
    : "";
  return lacks === "" ? "" : `its default export is no decoder: it has no ${lacks}`;
}

/** All suites, by file name. */
export async function listSuites(): Promise<Suite[]> {
  const found = await workingModules<Suite>(SUITES);
  return found.map(({ value }) => value);
}

/**
 * A kind of problem, by its name.
 *
 * @throws UsageError for an unknown one
 */
export async function findProblem(name: string): Promise<Found<Problem>> {
  const found = await workingModules<Problem>(PROBLEMS);
  const problem = found.find(({ value }) => value.name === name);
  if (problem === undefined) {
    throw unknownName("kind of problem", name, found.map(({ value }) => value.name));
  }
  return problem;
}
