/**
 * Settings of learners as data: what each means, what it takes, and what it is where nothing is
 * said. The command line and the checks read the same table.
 *
 * @module
 */

/** Numbers that a setting takes. */
export interface Range {
  /** Placeholder on the command line: N for whole numbers, X for others. */
  readonly value: "N" | "X";
  /** In words. */
  readonly text: string;
  /** Whether a number is one of them. */
  holds(number: number): boolean;
}

/** What a setting is and takes: numbers of a range, or some names. */
export interface Setting {
  /** One line for `--help`. */
  readonly help: string;
  /** Numbers of a range, or one of some names. */
  readonly takes: Range | readonly string[];
  /** What it is where nothing is said. */
  readonly otherwise: number | string;
}

/** Whole numbers from 1. */
export const WHOLE: Range = {
  value: "N",
  text: "whole numbers from 1",
  holds: (number) => Number.isInteger(number) && number >= 1,
};
/** Numbers from 0 to below 1. */
export const SHARE: Range = {
  value: "X",
  text: "numbers from 0 to below 1",
  holds: (number) => number >= 0 && number < 1,
};
/** Numbers above 0. */
export const POSITIVE: Range = {
  value: "X",
  text: "numbers above 0",
  holds: (number) => number > 0 && number < Infinity,
};
/** Numbers from 0. */
export const FROM_ZERO: Range = {
  value: "X",
  text: "numbers from 0",
  holds: (number) => number >= 0 && number < Infinity,
};

/** Whether a setting takes names. */
export function isNames(takes: Setting["takes"]): takes is readonly string[] {
  return Array.isArray(takes);
}

/** Whether a setting takes a value. */
export function takesValue({ takes }: Setting, value: unknown): boolean {
  return isNames(takes) ? takes.includes(value as string) : takes.holds(value as number);
}
