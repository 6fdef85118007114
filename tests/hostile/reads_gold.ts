/**
 * Hostile: looks for right analyses in the sentence, in the file that the sentences came from, and
 * in all that is written as JSON; it fails with what it found. If it finds nothing, it parses.
 *
 * @module
 */

import { hostileParser } from "./parsing.ts";

const paths = new Set<string>();
// What the harness was told has no such member, and is asked for it.
Object.defineProperty(Object.prototype, "sentences", {
  configurable: true,
  get() {
    for (const value of Object.values(this)) {
      if (typeof value === "string" && value.startsWith("/")) paths.add(value);
    }
    return undefined;
  },
  set(value) {
    const descriptor = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(this, "sentences", descriptor);
  },
});

/** The files of the folders that it knows of. */
function found(): string[] {
  const names: string[] = [];
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    for (const file of [path, `${folder}/gold.safetensors`, `${folder}/sample.safetensors`]) {
      try {
        Deno.readFileSync(file);
        names.push(file.slice(folder.length + 1));
      } catch {
        // It is not there, or not to be read.
      }
    }
  }
  return names;
}

/** Right, if nobody tells it what is right. */
export default hostileParser("reads-gold", () => {
  let count = 0;
  return (sentence, compute) => {
    const { gold, space } = sentence;
    if (gold !== undefined && (space.order !== "gold" || Object.keys(gold).join() !== "tags")) {
      throw new Error(`could see ${Object.keys(gold)}`);
    }
    const names = count++ === 0 ? found() : [];
    if (names.length > 0) throw new Error(`could read ${names}`);
    // It must have found a name, or else it has tried nothing.
    if (paths.size === 0) throw new Error("could find no file to read");
    return compute(sentence);
  };
});
