/**
 * Decoders from files anywhere on disk.
 *
 * @module
 */

import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Decoder } from "../../decoders/contract.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import type { Description } from "../problems/contract.ts";
import { findDecoders } from "../problems/sequence/discover.ts";
import { DECODERS } from "./discover.ts";
import { type FoundDecoder, loadDecoder, type Loaded } from "./load_decoder.ts";
import { resolveVariant, type Variant } from "./variant.ts";

/** `FILE.ts` or `FILE.ts{option=value,…}`. */
const FILE = /^([^{}]+\.ts)(\{.*\})?$/;

/** URLs of the modules among variants that are written as files. */
export function filesAmong(variants: readonly string[]): string[] {
  return variants.flatMap((text) => FILE.exec(text.trim())?.[1] ?? []).map(urlOf);
}

/**
 * The variant that a command line names: `NAME` or `FILE.ts`, either with `{option=value,…}`. The
 * decoder is loaded into this process: this is for isolates, and for who trusts it.
 *
 * @throws UsageError for a file that is missing, broken or no decoder, and as `resolveVariant`
 */
export async function findVariant(text: string): Promise<Variant> {
  const own = FILE.test(text.trim()) ? [] : await ownDecoders(text.trim().split("{")[0]!);
  const { decoders, names } = await withFiles([text], own, loadDecoder<Decoder>);
  return resolveVariant(names[0]!, decoders);
}

/** The decoder of a name, if it is in the file of that name: only that is loaded. Else all. */
async function ownDecoders(name: string): Promise<FoundDecoder<Decoder>[]> {
  const file = `${name.replaceAll("-", "_")}.ts`;
  const loaded = /^\w+\.ts$/.test(file) && await loadDecoder<Decoder>(new URL(file, DECODERS).href);
  return typeof loaded === "object" && loaded.value.name === name ? [loaded] : await findDecoders();
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
    await given(Deno.stat(path));
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
