/**
 * JSON of strangers.
 *
 * @module
 */

import { brief } from "../visible.ts";

/** Names in a list at most. */
const MAX_NAMES = 2 ** 18;
const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, OPEN_RECORD] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

/**
 * Whether JSON in UTF-8 has more values than `most`, so many that it is not to be parsed: in memory
 * a value takes up to 60 times the bytes of its text. A comma or a bracket is before each.
 */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  let values = 0;
  let isText = false;
  for (let i = 0; i < json.length && values <= most; i++) {
    const byte = json[i]!;
    if (byte === QUOTE) isText = !isText;
    else if (isText) i += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_RECORD) values++;
  }
  return values > most;
}

/** Which names there must be. */
interface Names {
  /** The entry of the metadata. */
  readonly name: string;
  /** How many there are at the least. */
  readonly least: number;
  /** How many at the most; 2^18 if it is not given. */
  readonly most?: number;
  /** What they are the names of. */
  readonly what: string;
}

/**
 * Reads a list of names in the metadata.
 *
 * @throws SyntaxError or RangeError naming the file and the entry of the metadata
 */
export function readNames(
  json: string,
  source: string,
  { name, least, most = MAX_NAMES, what }: Names,
): string[] {
  const fail = (size: unknown) => {
    const wanted = most === least ? least : `at least ${least}`;
    return new RangeError(
      `Cannot use metadata "${name}" of ${source}, not a list of ${wanted} ${what}: ${size}`,
    );
  };
  if (hasMoreValues(new TextEncoder().encode(json), Math.max(most, 1))) {
    throw fail(`more than ${most}`);
  }
  let names: unknown;
  try {
    names = JSON.parse(json);
  } catch (error) {
    throw new SyntaxError(
      `Cannot read metadata "${name}" of ${source}: ${brief((error as Error).message)}`,
    );
  }
  if (!Array.isArray(names)) throw fail(typeof names);
  if (names.length < least || names.length > most) throw fail(names.length);
  const index = names.findIndex((name) => typeof name !== "string");
  if (index < 0) return names;
  throw new SyntaxError(`Cannot use metadata "${name}" of ${source}: name ${index} is no text`);
}
