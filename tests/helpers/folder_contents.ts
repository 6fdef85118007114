/**
 * What is in folders.
 *
 * @module
 */

/** The paths of all files below a folder, in order. */
export function filesBelow(dir: string): string[] {
  return Array.from(Deno.readDirSync(dir)).flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${dir}/${name}`).map((path) => `${name}/${path}`) : [name]
  ).sort();
}

/** All files below a folder by their paths, each byte as a character. */
export function contentsOf(dir: string): Record<string, string> {
  const text = new TextDecoder("latin1");
  return Object.fromEntries(
    filesBelow(dir).map((path) => [path, text.decode(Deno.readFileSync(`${dir}/${path}`))]),
  );
}
