/**
 * Flags of a command line, refused when unknown, and what they may ask for at most: more
 * takes memory that no machine has, or no end.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { unknownName, UsageError } from "./usage_error.ts";

/** Best paths of a sentence: dense lists of more take gigabytes. */
export const MOST_PATHS = 10_000;
/** Threads; more are a slip of the hand. */
export const MOST_THREADS = 256;
/** Sentences of a dataset. */
export const MOST_SENTENCES = 1_000_000;
/** Passes over training sentences. */
export const MOST_EPOCHS = 1_000_000;
/** Seeds: generators have 32 bits, and would take a larger one for a smaller. */
const MOST_SEED = 2 ** 32 - 1;
/** Models to try, and the number of the first: whole numbers are counted up without a gap. */
export const MOST_MODELS = 1e15;
/** Seconds: a timer that is set to 2^31 ms goes off at once. */
const MOST_SECONDS = 2_000_000;

/** Flags of a command by name: the placeholder of a value (`N`), or true for a switch. */
export type FlagSpec = Readonly<
  Record<string, {
    readonly value?: string;
    readonly help: string;
    /** It may be given several times: values are divided by NUL, which no argument has. */
    readonly isRepeated?: true;
  }>
>;

/** What was given: strings for values, true for switches; arguments that are no flags. */
export interface Flags {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
  readonly positional: readonly string[];
}

/** What was given to flags that take a value. */
export type FlagValues = Pick<Flags, "values">;

/** A command of the command line. */
export interface Command {
  /** One line. */
  readonly meaning: string;
  /** Arguments that are no flags. */
  readonly arguments?: string;
  /** The flags that it knows. */
  readonly flags: FlagSpec;
  /** Command lines, as they stand after `deno task`, and what each does: one or two. */
  readonly examples: Readonly<Record<string, string>>;
  /** Optional: names with meanings, a line each, that `--help` finds by listing a folder. */
  choices?(): Promise<readonly string[]>;
  /** Does it and gives the exit code. */
  run(flags: Flags): Promise<number>;
  /** Commands of their own that do a part of what it does, by name. */
  readonly aliases?: Readonly<Record<string, Command>>;
}

/**
 * The text of `deno task NAME --help`.
 *
 * @param choices what `Command.choices` found
 */
export function flagHelp(
  name: string,
  { meaning, arguments: operands, flags, examples }: Command,
  choices: readonly string[] = [],
): string {
  const usage = ["deno task", name, operands ?? "", "[flags]"].filter(Boolean).join(" ");
  const lines = Object.entries({ ...flags, help: { help: "this text" } })
    .map(([flag, { value, help }]: [string, FlagSpec[string]]) =>
      `  --${[flag, value ?? ""].join(" ").padEnd(19)} ${help}`
    );
  const shown = Object.entries(examples)
    .flatMap(([line, does]) => [`  deno task ${line}`, `      ${does}`]);
  return [
    ...[usage, "", meaning, "", ...lines, ""],
    ...choices.length === 0 ? [] : [...choices, ""],
    ...["Examples:", ...shown],
  ].join("\n");
}

/**
 * Reads the flags of a command.
 *
 * @throws UsageError for a flag that the command does not know, with the nearest that it does, and
 * for a flag without its value
 */
export function parseFlags(command: string, spec: FlagSpec, args: readonly string[]): Flags {
  const names = Object.keys(spec);
  const valued = names.filter((name) => spec[name]!.value !== undefined);
  const switches = names.filter((name) => !valued.includes(name));
  const parsed = parseArgs(joinValues(args, valued), {
    string: [...valued, "_"],
    boolean: switches,
    collect: valued,
    unknown: (argument, key) => {
      if (key === undefined) return true;
      throw unknownName(`flag of ${command}`, argument, names.map((name) => `--${name}`));
    },
  });
  for (const name of switches) {
    // Of `--switch true` the parser would make a switch that is set, and of `false` none.
    const withValue = new RegExp(`^--${name}(=| (true|false)$)`);
    if (args.some((argument, i) => withValue.test(`${argument} ${args[i + 1]}`))) {
      throw new UsageError(`Cannot use --${name} with a value: it takes none`);
    }
  }
  const values: Record<string, string | undefined> = {};
  for (const name of valued) {
    const [value, ...more] = parsed[name] as string[];
    if (value === "" || more.length > 0 && !spec[name]!.isRepeated) {
      throw new UsageError(`Cannot use --${name}: it takes one ${spec[name]!.value}`);
    }
    values[name] = value === undefined ? value : [value, ...more].join("\0");
  }
  return {
    values,
    switches: new Set(switches.filter((name) => parsed[name] === true)),
    positional: parsed._.map(String),
  };
}

/** `--flag value` as `--flag=value`, so that a negative number is not taken for a flag. */
function joinValues(args: readonly string[], valued: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [argument, next] = [args[i]!, args[i + 1]];
    if (argument === "--") return [...joined, ...args.slice(i)];
    const takesNext = valued.some((name) => argument === `--${name}`) &&
      next !== undefined && !next.startsWith("--");
    joined.push(takesNext ? `${argument}=${next}` : argument);
    if (takesNext) i++;
  }
  return joined;
}

/**
 * A flag's value as a whole number from `least` to `most`, undefined if the flag was not given.
 *
 * @throws UsageError for anything else
 */
export function wholeNumber(
  { values }: FlagValues,
  name: string,
  least: number,
  most?: number,
): number | undefined {
  const text = values[name];
  return text === undefined ? undefined : parseWholeNumber(text, `--${name}`, least, most);
}

/** `--seed`, 1 if it was not given. @throws UsageError */
export function seedOf(flags: FlagValues): number {
  return wholeNumber(flags, "seed", 0, MOST_SEED) ?? 1;
}

/** The seconds of `--deadline` in milliseconds, or what holds otherwise. @throws UsageError */
export function deadlineOf(flags: FlagValues, otherwiseMs: number): number {
  const seconds = wholeNumber(flags, "deadline", 1, MOST_SECONDS);
  return seconds === undefined ? otherwiseMs : 1000 * seconds;
}

/** A flag's comma-separated whole numbers in a range, undefined if it was not given. */
export function wholeNumbers(
  { values }: FlagValues,
  name: string,
  least: number,
  most?: number,
): number[] | undefined {
  return values[name]?.split(",").map((text) => parseWholeNumber(text, `--${name}`, least, most));
}

/**
 * A flag's value.
 *
 * @throws UsageError if it was not given
 */
export function required({ values }: FlagValues, name: string, value: string): string {
  const text = values[name];
  if (text === undefined) throw new UsageError(`Cannot do without --${name} ${value}`);
  return text;
}

/**
 * Refuses flags that a command would pass over.
 *
 * @param why how the sentence goes on that begins with the flag
 * @throws UsageError naming the first of them that was given
 */
export function refuseFlags(
  { values, switches }: FlagValues & Partial<Flags>,
  names: readonly string[],
  why: string,
): void {
  const found = names.find((name) => values[name] !== undefined || switches?.has(name));
  if (found !== undefined) throw new UsageError(`Cannot use --${found} ${why}`);
}

function parseWholeNumber(
  text: string,
  what: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isInteger(number) || number < least || number > most) {
    throw new UsageError(
      `Cannot use ${what} ${text}: it takes whole numbers from ${least} to ${most}`,
    );
  }
  return number;
}

/**
 * A flag's value, one of some names; the first if it was not given.
 *
 * @throws UsageError for anything else, with the nearest name
 */
export function oneOf<Name extends string>(
  values: Flags["values"],
  flag: string,
  names: readonly [Name, ...Name[]],
): Name {
  const value = values[flag] ?? names[0];
  const found = names.find((name) => name === value);
  if (found === undefined) throw unknownName(flag, value, names);
  return found;
}

/**
 * A flag's value as a number.
 *
 * @throws UsageError for what is none
 */
export function numberOf(values: Flags["values"], flag: string, otherwise: number): number {
  const text = values[flag];
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) {
    throw new UsageError(`Cannot use --${flag} ${text}: it takes a number`);
  }
  return value;
}
