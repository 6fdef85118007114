/**
 * Decoders from files anywhere on disk.
 *
 * @module
 */

import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { reasonOf } from "../../datasets/modules.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import type { Description } from "../problems/contract.ts";
import { findDecoders } from "../problems/sequence/discover.ts";
import { decoderDefect, DECODERS, extended, type FoundDecoder } from "./discover.ts";
import { resolveVariant, type Variant } from "./variant.ts";

/** `FILE.ts` or `FILE.ts{option=value,…}`. */
const FILE = /^([^{}]+\.ts)(\{.*\})?$/;

/** Whether a variant is written as a file. */
export function isFile(text: string): boolean {
  return FILE.test(text.trim());
}

/**
 * The variant that a command line names: `NAME` or `FILE.ts`, either with `{option=value,…}`.
 *
 * @throws UsageError for a file that is missing, broken or no decoder, and as `resolveVariant`
 */
export async function findVariant(text: string): Promise<Variant> {
  const { decoders, names } = await withFiles([text], isFile(text) ? [] : await findDecoders());
  return resolveVariant(names[0]!, decoders);
}

/** A variant as a command line takes it: by its name or, if Trellis does not have it, its file. */
export function variantArgument({ name, decoder, url }: Variant<Description>): string {
  if (url.startsWith(DECODERS.href)) return name;
  return `${fileURLToPath(url)}${name.slice(decoder.name.length)}`;
}

/**
 * Loads the files among variants of a run.
 *
 * @returns the decoders with those of the files, and the variants by names
 * @throws UsageError as `findVariant`, and for two decoders of one name
 */
export async function withFiles<D extends Description>(
  variants: readonly string[],
  decoders: readonly FoundDecoder<D>[],
): Promise<{ decoders: FoundDecoder<D>[]; names: string[] }> {
  const all = [...decoders];
  const names: string[] = [];
  for (const text of variants) {
    const file = FILE.exec(text.trim());
    if (file === null) {
      names.push(text);
      continue;
    }
    const found = await loadDecoder<D>(file[1]!);
    const { name } = found.value;
    const other = all.find(({ value }) => value.name === name);
    if (other !== undefined && other.url !== found.url) {
      throw new UsageError(
        `Cannot run two decoders of the name "${name}": ${file[1]}, ${fileURLToPath(other.url)}`,
      );
    }
    if (other === undefined) all.push(found);
    names.push(`${name}${file[2] ?? ""}`);
  }
  return { decoders: all, names };
}

/** The decoder of a file. One in JavaScript need not say that it has no options. */
async function loadDecoder<D extends Description>(path: string): Promise<FoundDecoder<D>> {
  await given(Deno.stat(path));
  const url = pathToFileURL(resolve(path)).href;
  const load = async <T>(action: () => Promise<T>) =>
    await action().catch((error) => {
      throw new UsageError(`Cannot load ${path}: ${reasonOf(error)}`);
    });
  const { default: value } = await load(() => import(url) as Promise<{ default?: D }>);
  const defect = decoderDefect(value);
  if (defect !== "") throw new UsageError(`Cannot use ${path}: ${defect}`);
  return await load(() => extended({ url, value: value! }));
}
