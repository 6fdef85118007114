/**
 * Files of a user: read if they are plain files. Whoever opens a pipe waits for its writer, maybe
 * for ever, and a device has no end.
 *
 * @module
 */

/**
 * Reads a file.
 *
 * @throws TypeError if the path leads to a folder, a pipe or a device, which is not opened; the
 * errors of `Deno.stat` and `Deno.readFile`
 */
export async function readPlainFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  await requirePlainFile(path);
  return await Deno.readFile(path);
}

/** Reads a plain file as text in UTF-8. */
export async function readPlainText(path: string): Promise<string> {
  await requirePlainFile(path);
  return await Deno.readTextFile(path);
}

/**
 * Looks at what a path leads to, and does not open it.
 *
 * @throws TypeError naming what is no plain file, Deno.errors.NotFound if there is nothing
 */
export async function requirePlainFile(path: string): Promise<void> {
  const { isFile } = await Deno.stat(path);
  if (isFile) return;
  throw new TypeError(`Cannot read the file ${path}: it is a folder, a pipe or a device`);
}
