/**
 * Decoder variants: a decoder, of Trellis or from a file anywhere on disk, with some of its options
 * set, `name{option=value,…}`.
 *
 * @module
 */

import { mayBe, resolveOptions, valuesOf } from "../../decoders/chain/options.ts";
import type {
  Decoder,
  Description,
  Option,
  Options,
  OptionValue,
} from "../../decoders/contract.ts";
import { type FoundDecoder, loadDecoder, type Loaded, type Variant } from "./load_decoder.ts";
import { findNamed, given, unknownName, UsageError } from "../terminal/usage_error.ts";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { requirePlainFile } from "../../datasets/plain_file.ts";
import { commandOf, commandUrl, readCommand } from "../isolate/command.ts";
import { type DecoderProblem, DECODERS, findDecoders } from "./discover.ts";

/** `FILE.ts` or `FILE.ts{option=value,…}`. */
const FILE = /^([^{}]+\.ts)(\{.*\})?$/;
const SWITCH = new Map([["true", true], ["on", true], ["false", false], ["off", false]]);

/**
 * Resolves a variant as written on the command line.
 *
 * @throws UsageError for unknown decoders, options and values
 */
export function resolveVariant<D extends Description>(
  text: string,
  decoders: readonly FoundDecoder<D>[],
): Variant<D> {
  const match = /^([^{}]+)(?:\{([^{}]*)\})?$/.exec(text.trim());
  if (match === null) {
    throw new UsageError(`Cannot read the decoder "${text}": write NAME or NAME{option=value,…}`);
  }
  const decoder = findNamed("decoder", match[1]!, decoders.map(({ value }) => value));
  const found = decoders.find(({ value }) => value === decoder)!;
  const given: Record<string, OptionValue> = {};
  for (const setting of (match[2] ?? "").split(",").filter((part) => part.trim() !== "")) {
    const [name, value, ...rest] = setting.split("=").map((part) => part.trim());
    if (value === undefined || rest.length > 0) {
      throw new UsageError(`Cannot read the option "${setting}" of ${decoder.name}: write a=b`);
    }
    const option = Object.hasOwn(decoder.options, name!) ? decoder.options[name!] : undefined;
    if (option === undefined) {
      throw unknownName(`option of ${decoder.name}`, name!, Object.keys(decoder.options));
    }
    if (Object.hasOwn(given, name!)) {
      throw new UsageError(`Cannot set "${name}" of ${decoder.name} twice: ${text}`);
    }
    given[name!] = parseValue(value, option, `option "${name}" of ${decoder.name}`);
  }
  const options = resolveOptions(decoder, { ...given, ...decoder.fixed });
  return { name: variantName(decoder, options), decoder, url: moduleOf(found, options), options };
}

function moduleOf({ url, extension }: FoundDecoder<Description>, options: Options): string {
  const isExtended = extension !== undefined && options[extension.option] === extension.value;
  return isExtended ? extension.module : url;
}

/** `name{option=value,…}` with the options that differ from their defaults. */
export function variantName(decoder: Description, options: Options): string {
  const settings = Object.entries(decoder.options)
    .filter(([name, option]) => options[name] !== option.default)
    .map(([name]) => `${name}=${options[name]}`);
  return settings.length === 0 ? decoder.name : `${decoder.name}{${settings.join(",")}}`;
}

/**
 * Splits a list at the commas outside braces: `a{x=1,y=2},b` has two items.
 *
 * @throws UsageError for an empty item, as nobody can tell what it was to be
 */
export function splitVariants(list: string): string[] {
  const items = list.match(/(?:[^,{]|\{[^}]*\}?)+/g) ?? [];
  if (items.join() !== list || items.some((item) => item.trim() === "")) {
    throw new UsageError(`Cannot read the list "${list}": an item is empty`);
  }
  return items.map((item) => item.trim());
}

function parseValue(text: string, option: Option, what: string): OptionValue {
  const usual = option.default;
  const value = typeof usual === "boolean"
    ? SWITCH.get(text)
    : typeof usual === "number"
    ? (text === "" ? NaN : Number(text))
    : text;
  if (value !== undefined && mayBe(option, value)) return value;
  if (option.choices !== undefined) throw unknownName(`value of the ${what}`, text, option.choices);
  throw new UsageError(`Cannot set the ${what} to "${text}": it is ${valuesOf(option)}`);
}

/** `--decoder-command`. */
export const COMMAND_FLAG = {
  "decoder-command": {
    value: "'NAME=PROGRAM ARGS'",
    help: "a decoder in any language; see harness/PROTOCOL.md; several times for several",
    isRepeated: true,
  },
} as const;

/**
 * The variants of `--decoder-command`, for `findVariant` and `withFiles`.
 *
 * @throws UsageError for what is none, and on Windows, which has no named pipes
 */
export function commandVariants(values: Readonly<Record<string, string | undefined>>): string[] {
  const texts = values["decoder-command"]?.split("\0") ?? [];
  for (const text of texts) {
    if (readCommand(text) === undefined) {
      throw new UsageError(`Cannot use --decoder-command ${text}: write 'name=PROGRAM ARGS'`);
    }
    if (Deno.build.os === "windows") {
      throw new UsageError(`Cannot use --decoder-command ${text}: Windows has no named pipes`);
    }
  }
  return texts;
}

/** URLs of the modules among variants that are written as files, or as programs. */
export function filesAmong(variants: readonly string[]): string[] {
  return variants.flatMap((text) => writtenModule(text)?.url ?? []);
}

/** A module that a variant is written by, how it is called there, and what is set of it. */
interface Written {
  readonly url: string;
  readonly path: string;
  readonly settings: string;
  /** Whether it is a file, and no program. */
  readonly isFile: boolean;
}

function writtenModule(text: string): Written | undefined {
  // A program may be given files: `mine=node decoder.ts` is none itself.
  const program = readCommand(text);
  if (program !== undefined) {
    return { url: commandUrl(program), path: text, settings: "", isFile: false };
  }
  const [, path, settings = ""] = FILE.exec(text.trim()) ?? [];
  if (path === undefined) return undefined;
  return { url: pathToFileURL(resolve(path)).href, path, settings, isFile: true };
}

/**
 * The variant that a command line names: `NAME` or `FILE.ts`, either with `{option=value,…}`, or
 * `NAME=PROGRAM ARGS…`. The decoder is loaded into this process: this is for isolates, and for who
 * trusts it.
 *
 * @param problem the kind of problem that it must be for
 * @throws UsageError for a file that is missing, broken or no decoder of that kind, and as
 * `resolveVariant`
 */
export async function findVariant<D extends Description = Decoder>(
  text: string,
  problem = "sequence",
): Promise<Variant<D>> {
  const variant = await loadVariant<D>(text, problem as DecoderProblem);
  if (problemOf(variant.decoder) === problem) return variant;
  throw new UsageError(
    `Cannot use ${variant.decoder.name} for a ${problem} problem: it is for ` +
      problemOf(variant.decoder),
  );
}

/** All variants that a command line names, or, if it names none, every decoder by its defaults. */
export async function findVariants<D extends Description>(
  asked: readonly string[] | undefined,
  problem: DecoderProblem,
): Promise<Variant<D>[]> {
  if (asked !== undefined) {
    return await Promise.all(asked.map((text) => findVariant<D>(text, problem)));
  }
  const found = await findDecoders<D>(problem);
  return found.map(({ value }) => resolveVariant(value.name, found));
}

/**
 * The kind of problem of the decoder that a command line names.
 *
 * @throws UsageError as `resolveVariant`, with the nearest name of all kinds
 */
export async function problemOfVariant(text: string): Promise<string> {
  return problemOf((await loadVariant(text)).decoder);
}

/** The variant that a command line names, of another problem too if it has that name. */
async function loadVariant<D extends Description>(
  text: string,
  problem?: DecoderProblem,
): Promise<Variant<D>> {
  const isWritten = writtenModule(text) !== undefined;
  const own = isWritten ? [] : await decodersFor<D>(text.trim().split("{")[0]!, problem);
  const { decoders, names } = await withFiles([text], own, loadDecoder<D>);
  return resolveVariant(names[0]!, decoders);
}

/** Decoders of lattices do not say what they are for. */
function problemOf(decoder: Description & { readonly problem?: unknown }): string {
  return String(decoder.problem ?? "sequence");
}

/**
 * The decoder of a name, of whatever problem, if it is in the file of that name: only that is
 * loaded. Else all of the problem, or of all problems where none is given.
 */
async function decodersFor<D extends Description>(
  name: string,
  problem?: DecoderProblem,
): Promise<FoundDecoder<D>[]> {
  const file = `${name.replaceAll("-", "_")}.ts`;
  const problems = Object.keys(DECODERS) as DecoderProblem[];
  for (const own of /^\w+\.ts$/.test(file) ? [problem ?? [], problems].flat() : []) {
    const loaded = await loadDecoder<D>(new URL(file, DECODERS[own]).href);
    if (typeof loaded === "object" && loaded.value.name === name) return [loaded];
  }
  const all = problem === undefined ? problems : [problem];
  return (await Promise.all(all.map((own) => findDecoders<D>(own)))).flat();
}

/** A variant as a command line takes it: by its name or, if Trellis does not have it, its file. */
export function variantArgument({ name, decoder, url }: Variant<Description>): string {
  if (url.startsWith(DECODERS.sequence.href)) return name;
  return `${writtenBy(url)}${commandOf(url) ? "" : name.slice(decoder.name.length)}`;
}

/** How a command line writes the program or the file of a module. */
function writtenBy(url: string): string {
  const program = commandOf(url);
  return program === undefined ? fileURLToPath(url) : `${program.name}=${program.command}`;
}

/**
 * Finds out what the files and programs among variants are.
 *
 * @returns the decoders with those of the files, and the variants by names
 * @param load finds out what the decoder of a module is
 * @throws UsageError as `findVariant`, and for two decoders of one name
 */
export async function withFiles<D extends Description>(
  variants: readonly string[],
  decoders: readonly FoundDecoder<D>[],
  load: (url: string) => Promise<Loaded<D>>,
): Promise<{ decoders: FoundDecoder<D>[]; names: string[] }> {
  const all = [...decoders];
  const names: string[] = [];
  for (const text of variants) {
    const written = writtenModule(text);
    if (written === undefined) {
      names.push(text);
      continue;
    }
    const { url, path, settings, isFile } = written;
    if (isFile) await given(requirePlainFile(path));
    const found = await load(url);
    if (typeof found === "string") throw new UsageError(`Cannot load ${path}: ${found}`);
    const { name } = found.value;
    const other = all.find(({ value }) => value.name === name);
    if (other !== undefined && other.url !== found.url) {
      throw new UsageError(
        `Cannot run two decoders of the name "${name}": ${path}, ${writtenBy(other.url)}`,
      );
    }
    if (other === undefined) all.push(found);
    names.push(`${name}${settings}`);
  }
  return { decoders: all, names };
}
