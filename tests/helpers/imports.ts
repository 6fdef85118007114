/**
 * What modules import.
 *
 * @module
 */

import { assert } from "@std/assert";

/** What a module imports by relative paths, types included, examples in comments left out. */
export function imports(url: string): string[] {
  const text = Deno.readTextFileSync(new URL(url));
  const found = text.matchAll(
    /^(?:import|export) [^;]*?from "(\.[^"]+)"(?: with \{[^}]*\})?;|^[^*/]*\bimport\("(\.[^"]+)"\)/gm,
  );
  return Array.from(found, ([, path, late]) => new URL(path ?? late!, url).href);
}

/** All modules that a module needs, itself included. */
export function needed(url: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(url)) {
    seen.add(url);
    for (const other of imports(url)) needed(other, seen);
  }
  return seen;
}

/**
 * The longest chain of imports from a module on within a folder. Fails where it comes back to one
 * that is on it.
 */
export function longestChain(
  url: string,
  folder: URL,
  known: Map<string, string[]>,
  above: readonly string[] = [],
): string[] {
  const chain = [...above, url];
  assert(!above.includes(url), `a circle of imports: ${chain.join(" > ")}`);
  let longest = known.get(url);
  if (longest === undefined) {
    const rests = imports(url).filter((other) => other.startsWith(folder.href))
      .map((other) => longestChain(other, folder, known, chain));
    longest = [url, ...rests.toSorted((a, b) => b.length - a.length)[0] ?? []];
    known.set(url, longest);
  }
  return longest;
}
