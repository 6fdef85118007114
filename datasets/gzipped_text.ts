/**
 * Texts of a user that may be gzipped.
 *
 * @module
 */

import { gunzipSync } from "node:zlib";
import { readPlainFile } from "./plain_file.ts";
import { trustedBytes } from "./visible.ts";

/** No text is longer. */
const MAX_BYTES = 2 ** 29;

/**
 * The bytes of the first file of a folder that is there, each plain or with `.gz`; of both the one
 * that is plain, as of tables: it was written later.
 */
export async function readFirst(
  folder: string,
  names: readonly string[],
): Promise<{ readonly bytes: Uint8Array; readonly path: string } | undefined> {
  const { NotFound, NotADirectory } = Deno.errors;
  for (const name of names.flatMap((name) => [name, `${name}.gz`])) {
    const path = `${folder.replace(/\/+$/, "")}/${name}`;
    try {
      return { bytes: inflated(await readPlainFile(path), path), path };
    } catch (error) {
      if (!(error instanceof NotFound || error instanceof NotADirectory)) throw error;
    }
  }
  return undefined;
}

/**
 * Bytes as text.
 *
 * @throws SyntaxError naming the file if they are no UTF-8
 */
export function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new SyntaxError(`Cannot read ${path} as text: ${(error as Error).message}`);
  }
}

/**
 * The bytes of a text that were read of a file: those that gzip holds if its name ends in `.gz`.
 *
 * @throws as `gunzipped`
 */
export function inflated(bytes: Uint8Array, path: string): Uint8Array {
  return path.endsWith(".gz") ? gunzipped(bytes, path, MAX_BYTES) : bytes;
}

/**
 * The bytes that gzip holds. No more is inflated than 32 MiB or 64 times as much.
 *
 * @param limit no file becomes longer
 * @throws SyntaxError naming the file if it is no gzip, RangeError if it becomes more
 */
export function gunzipped(bytes: Uint8Array, path: string, limit: number): Uint8Array {
  const most = Math.min(trustedBytes(bytes.length), limit);
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === "ERR_BUFFER_TOO_LARGE") {
      throw new RangeError(
        `Cannot read ${path}: its ${bytes.length} bytes become more than ${most}; ` +
          "if its maker is to be trusted, gunzip it before",
      );
    }
    throw new SyntaxError(`Cannot read ${path} as gzip: ${message}`);
  }
}
