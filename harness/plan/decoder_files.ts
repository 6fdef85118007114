/**
 * Decoders from files anywhere on disk.
 *
 * @module
 */

import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Decoder } from "../../decoders/contract.ts";
import { requirePlainFile } from "../../datasets/plain_file.ts";
import { isThere } from "../store/table_file.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import type { Description } from "../problems/contract.ts";
import { DECODERS, decodersIn, PARSING_DECODERS } from "../decoders/discover.ts";
import { type FoundDecoder, loadDecoder, type Loaded } from "../decoders/load_decoder.ts";
import { resolveVariant, type Variant } from "../decoders/variant.ts";

/** `FILE.ts` or `FILE.ts{option=value,…}`. */
const FILE = /^([^{}]+\.ts)(\{.*\})?$/;

/** URLs of the modules among variants that are written as files. */
export function filesAmong(variants: readonly string[]): string[] {
  return variants.flatMap((text) => FILE.exec(text.trim())?.[1] ?? []).map(urlOf);
}

/** Folders of decoders by the name of their problem. */
const FOLDERS: Readonly<Record<string, URL>> = { sequence: DECODERS, parsing: PARSING_DECODERS };

/**
 * The variant that a command line names: `NAME` or `FILE.ts`, either with `{option=value,…}`. The
 * decoder is loaded into this process: this is for isolates, and for who trusts it.
 *
 * @param problem the kind of problem that it must be for
 * @throws UsageError for a file that is missing, broken or no decoder of that kind, and as
 * `resolveVariant`
 */
export async function findVariant<D extends Description = Decoder>(
  text: string,
  problem = "sequence",
): Promise<Variant<D>> {
  const folder = FOLDERS[problem]!;
  const own = FILE.test(text.trim())
    ? []
    : await ownDecoders<D>(text.trim().split("{")[0]!, folder);
  const { decoders, names } = await withFiles([text], own, loadDecoder<D>);
  const variant = resolveVariant(names[0]!, decoders);
  if (problemOf(variant.decoder) === problem) return variant;
  throw new UsageError(
    `Cannot use ${variant.decoder.name} for a ${problem} problem: it is for ` +
      problemOf(variant.decoder),
  );
}

/** The kind of problem of the decoder that a command line names; a file is loaded to know it. */
export async function problemOfVariant(text: string): Promise<string> {
  const name = text.trim().split("{")[0]!;
  if (FILE.test(text.trim())) {
    const { decoders } = await withFiles([text], [], loadDecoder<Description>);
    return problemOf(decoders[0]!.value);
  }
  const file = fileOf(name);
  const isParsing = file !== undefined &&
    await isThere(fileURLToPath(new URL(file, PARSING_DECODERS)));
  return isParsing ? "parsing" : "sequence";
}

/** Decoders of lattices do not say what they are for. */
function problemOf(decoder: Description & { readonly problem?: unknown }): string {
  return String(decoder.problem ?? "sequence");
}

/** The decoder of a name, if it is in the file of that name: only that is loaded. Else all. */
async function ownDecoders<D extends Description>(
  name: string,
  folder: URL,
): Promise<FoundDecoder<D>[]> {
  const file = fileOf(name);
  const loaded = file !== undefined && await loadDecoder<D>(new URL(file, folder).href);
  const isOwn = typeof loaded === "object" && loaded.value.name === name;
  return isOwn ? [loaded] : await decodersIn<D>(folder);
}

function fileOf(name: string): string | undefined {
  const file = `${name.replaceAll("-", "_")}.ts`;
  return /^\w+\.ts$/.test(file) ? file : undefined;
}

/** A variant as a command line takes it: by its name or, if Trellis does not have it, its file. */
export function variantArgument({ name, decoder, url }: Variant<Description>): string {
  if (url.startsWith(DECODERS.href)) return name;
  return `${fileURLToPath(url)}${name.slice(decoder.name.length)}`;
}

/**
 * Finds out what the files among variants are.
 *
 * @returns the decoders with those of the files, and the variants by names
 * @param load finds out what the decoder of a module is
 * @throws UsageError as `findVariant`, and for two decoders of one name
 */
export async function withFiles<D extends Description>(
  variants: readonly string[],
  decoders: readonly FoundDecoder<D>[],
  load: (url: string) => Promise<Loaded<D>>,
): Promise<{ decoders: FoundDecoder<D>[]; names: string[] }> {
  const all = [...decoders];
  const names: string[] = [];
  for (const text of variants) {
    const file = FILE.exec(text.trim());
    if (file === null) {
      names.push(text);
      continue;
    }
    const path = file[1]!;
    await given(requirePlainFile(path));
    const found = await load(urlOf(path));
    if (typeof found === "string") throw new UsageError(`Cannot load ${path}: ${found}`);
    const { name } = found.value;
    const other = all.find(({ value }) => value.name === name);
    if (other !== undefined && other.url !== found.url) {
      throw new UsageError(
        `Cannot run two decoders of the name "${name}": ${path}, ${fileURLToPath(other.url)}`,
      );
    }
    if (other === undefined) all.push(found);
    names.push(`${name}${file[2] ?? ""}`);
  }
  return { decoders: all, names };
}

function urlOf(path: string): string {
  return pathToFileURL(resolve(path)).href;
}
