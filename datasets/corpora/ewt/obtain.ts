/**
 * Gets the files of a release, from its source or from a folder, and checks that they are the ones.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { inflated, readPlainFile } from "../../plain_file.ts";
import type { Release } from "./release.ts";

/** A download that takes this long hangs. */
const DEADLINE_MS = 300_000;

/** Bytes and where they come from. */
interface Obtained {
  readonly bytes: Uint8Array;
  readonly from: string;
}

/**
 * The text of one part of a release, fetched from its source, or read from a folder that holds the
 * file under its own name, plain or with `.gz`.
 *
 * @throws RangeError if the release has no such part, or if the SHA-256 of the bytes (those within
 * the gzip) is not the release's
 * @throws TypeError if it cannot be fetched
 * @throws Deno.errors.NotFound if the folder does not have it, SyntaxError if it is not gzip
 */
export async function obtain(
  release: Release,
  part: keyof Release["files"],
  folder?: string,
): Promise<string> {
  const file = release.files[part];
  if (file === undefined) throw new RangeError(`Cannot find the ${part} part of ${release.title}`);
  const { name, sha256 } = file;
  const { bytes, from } = folder === undefined
    ? await download(new URL(name, release.source))
    : await readFrom(folder.replace(/\/+$/, ""), name);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) {
    throw new RangeError(
      `Cannot use ${from} as ${name} of ${release.title}: expected SHA-256 ${sha256}, ` +
        `found ${found}`,
    );
  }
  return new TextDecoder().decode(bytes);
}

async function download(url: URL): Promise<Obtained> {
  const fail = (why: string, cause?: unknown) =>
    new TypeError(`Cannot fetch ${url}: ${why}; --from DIR takes files on disk`, { cause });
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    bytes = await response.bytes();
  } catch (error) {
    throw fail((error as Error).message, error);
  }
  if (!response.ok) throw fail(`${response.status} ${response.statusText}`.trim());
  return { bytes, from: url.href };
}

async function readFrom(folder: string, name: string): Promise<Obtained> {
  for (const file of [`${name}.gz`, name]) {
    const from = `${folder}/${file}`;
    try {
      return { bytes: inflated(await readPlainFile(from), from), from };
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  throw new Deno.errors.NotFound(`Cannot find ${name}.gz or ${name} in ${folder}`);
}
