/**
 * Packs that come with Trellis, and names of datasets with their settings.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { ifThere } from "../store/table_file.ts";
import { unknownName, UsageError } from "../terminal/usage_error.ts";

/** Search spaces by name. */
const SPACES = ["ast", "reverse", "gold"] as const;
/** How the names of packs end. */
export const PACK = /\.safetensors(\.gz)?$/;

/** Sentences of a synthetic dataset where nobody says how many, as `bench` takes them. */
export const SYNTHETIC_SENTENCES = 20;

/** `FILE` or `NAME` without the settings after it, `{space=reverse}`. */
export function withoutSettings(name: string): string {
  return name.replace(/\{[^{}]*\}$/, "");
}

/** Whether a name is the path of a file, and not the name of a dataset. */
export async function isPath(asked: string): Promise<boolean> {
  const name = withoutSettings(asked);
  return /[/\\]/.test(name) || PACK.test(name) ||
    await Deno.stat(name).then(({ isFile }) => isFile, () => false);
}

/** Names of the packs in a folder with their files, in order; none if there is no such folder. */
export async function packsIn(folder: URL): Promise<Map<string, string>> {
  const packs = new Map<string, string>();
  for (const { name } of await ifThere(Array.fromAsync(Deno.readDir(folder))) ?? []) {
    if (PACK.test(name)) packs.set(name.replace(PACK, ""), fileURLToPath(new URL(name, folder)));
  }
  return new Map([...packs].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Values by name: a text for `space`, true or false for `voicing`, numbers for all else. */
export type GivenSettings = Readonly<Record<string, string | number | boolean>>;

/**
 * Reads `name=value,…`.
 *
 * @param known the names that there are
 * @param of what the settings belong to, for messages
 * @throws UsageError for a name that is not known or set twice, and for a value of another kind
 */
export function readSettings(text: string, known: readonly string[], of: string): GivenSettings {
  const settings: Record<string, string | number | boolean> = {};
  for (const setting of text.split(",").filter((part) => part.trim() !== "")) {
    const [name, value, ...rest] = setting.split("=").map((part) => part.trim());
    if (!known.includes(name!)) throw unknownName("setting", name!, known);
    if (Object.hasOwn(settings, name!)) {
      throw new UsageError(`Cannot set "${name}" of ${of} twice`);
    }
    if (name === "space") {
      if (!SPACES.some((space) => space === value)) throw unknownName("space", value ?? "", SPACES);
      settings[name] = value!;
      continue;
    }
    if (name === "voicing") {
      if (rest.length > 0 || (value !== "true" && value !== "false")) {
        throw new UsageError(`Cannot read the setting "${setting}" of ${of}: it is true or false`);
      }
      settings[name] = value === "true";
      continue;
    }
    const number = Number(value);
    if (value === undefined || value === "" || rest.length > 0 || !Number.isFinite(number)) {
      throw new UsageError(`Cannot read the setting "${setting}" of ${of}: it takes a number`);
    }
    settings[name!] = number;
  }
  return settings;
}
