/**
 * Settings of learners as data: what each means, what it takes, and what it is where nothing is
 * said. The command line and the checks read the same tables.
 *
 * @module
 */

/** What a setting is and takes. */
export interface Setting {
  /** One line for `--help`. */
  readonly help: string;
  /** What it is where nothing is said. */
  readonly otherwise: number | string;
  /** Placeholder on the command line: a name, a whole number or another one. */
  readonly value: "NAME" | "N" | "X";
  /** The names that it takes; without them it takes numbers. */
  readonly names?: readonly string[];
  /** What it takes, in words. */
  readonly takes: string;
  /** Whether it takes a value. */
  holds(value: unknown): boolean;
}

/** Makes settings of one range of numbers. */
type NumberSetting = (otherwise: number, help: string) => Setting;

/** Takes whole numbers from 1. */
export const whole: NumberSetting = numbers(
  "N",
  "whole numbers from 1",
  (number) => Number.isInteger(number) && number >= 1,
);
/** Takes numbers from 0 to below 1. */
export const share: NumberSetting = numbers(
  "X",
  "numbers from 0 to below 1",
  (number) => number >= 0 && number < 1,
);
/** Takes numbers above 0. */
export const positive: NumberSetting = numbers(
  "X",
  "numbers above 0",
  (number) => number > 0 && number < Infinity,
);
/** Takes numbers from 0. */
export const fromZero: NumberSetting = numbers(
  "X",
  "numbers from 0",
  (number) => number >= 0 && number < Infinity,
);

/** Takes names. */
export function oneOf(otherwise: string, names: readonly string[], help: string): Setting {
  const holds = (value: unknown) => names.includes(value as string);
  return { help, otherwise, value: "NAME", names, takes: names.join(" or "), holds };
}

function numbers(
  value: "N" | "X",
  takes: string,
  isRight: (number: number) => boolean,
): NumberSetting {
  const holds = (number: unknown) => isRight(number as number);
  return (otherwise, help) => ({ help, otherwise, value, takes, holds });
}
