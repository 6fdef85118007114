/**
 * Settings in a column of a table: the options of a decoder, the dial and the length of a dataset.
 *
 * @module
 */

import type { SyntheticSettings } from "../../datasets/synthetic_dataset.ts";

/** Values by name. */
export type Settings = Readonly<Record<string, string | number | boolean>>;

/**
 * What is set of a dataset: a synthetic task has a dial and a length; where a sample leaves longer
 * sentences out, `longest` is the length of those that it takes.
 */
export type DatasetSettings = Settings & SyntheticSettings & { readonly longest?: number };

/**
 * Writes settings as `name=value`, separated by semicolons, in their order.
 *
 * @throws RangeError for a text that would not be read back as it is
 *
 * @example
 * ```ts
 * import { formatSettings, parseSettings } from "./settings.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const options = { expansion: "column", prune: true, level: 6 };
 * assertEquals(formatSettings(options), "expansion=column;prune=true;level=6");
 * assertEquals(parseSettings("expansion=column;prune=true;level=6"), options);
 * assertEquals(parseSettings(""), {});
 * ```
 */
export function formatSettings(settings: Settings): string {
  const text = Object.entries(settings).map(([name, value]) => `${name}=${value}`).join(";");
  const read = parseSettings(text);
  const isSame = Object.keys(read).length === Object.keys(settings).length &&
    Object.entries(settings).every(([name, value]) => Object.is(read[name], value));
  if (!isSame) throw new RangeError(`Cannot write settings: ${JSON.stringify(settings)}`);
  return text;
}

/**
 * Reads settings as `formatSettings` writes them: `true` and `false` are booleans, numbers numbers,
 * all else is text.
 *
 * @throws SyntaxError for a part without `=`
 */
export function parseSettings(text: string): Settings {
  if (text === "") return {};
  return Object.fromEntries(
    text.split(";").map((part) => {
      const at = part.indexOf("=");
      if (at < 1) throw new SyntaxError(`Cannot read the settings ${text}: ${part} sets nothing`);
      return [part.slice(0, at), parseValue(part.slice(at + 1))];
    }),
  );
}

function parseValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}
