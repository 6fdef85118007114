/**
 * Settings of parsing datasets, as names and the command line have them.
 *
 * @module
 */

import {
  canonicalSpace,
  searchSpace,
  SPACE_SETTINGS,
  type SpaceSettings,
} from "../../../datasets/search_space.ts";
import { unknownName, UsageError } from "../../terminal/usage_error.ts";

/** Spaces by name. */
const SPACES = ["ast", "reverse", "gold"] as const;

/** Values by name: texts for `space`, numbers for all else. */
export type GivenSettings = Readonly<Record<string, string | number>>;

/**
 * Reads `name=value,…`.
 *
 * @param known the names that there are
 * @param of what the settings belong to, for messages
 * @throws UsageError for a name that is not known or set twice, and for what is no number
 */
export function readSettings(text: string, known: readonly string[], of: string): GivenSettings {
  const settings: Record<string, string | number> = {};
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
    const number = Number(value);
    if (value === undefined || value === "" || rest.length > 0 || !Number.isFinite(number)) {
      throw new UsageError(`Cannot read the setting "${setting}" of ${of}: it takes a number`);
    }
    settings[name!] = number;
  }
  return settings;
}

/**
 * The search space among settings, each with the value that it has without being set.
 *
 * @throws UsageError for what contradicts itself or is out of range
 */
export function spaceOf(settings: GivenSettings): SpaceSettings {
  const own: SpaceSettings = Object.fromEntries(
    SPACE_SETTINGS.filter((name) => name in settings).map((name) => [name, settings[name]]),
  );
  try {
    searchSpace(own);
    return canonicalSpace(own);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** `--space`: the name of a space, or settings. */
export function readSpace(text: string): SpaceSettings {
  const settings = text.includes("=") ? text : `space=${text}`;
  return spaceOf(readSettings(settings, SPACE_SETTINGS, "--space"));
}

/** Settings as names have them. */
export function settingsText(settings: GivenSettings | SpaceSettings): string {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`).join();
}
