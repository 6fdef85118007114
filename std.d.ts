/**
 * Types of the parts of the Deno standard library that Trellis uses. The npm package that carries
 * the library under its usual names (see `imports` in deno.json) ships no types of its own.
 *
 * @module
 */

declare module "@std/assert" {
  export function assert(expr: unknown, msg?: string): asserts expr;
  export function assertAlmostEquals(
    actual: number,
    expected: number,
    tolerance?: number,
    msg?: string,
  ): void;
  export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T>;
  export function assertGreater<T>(actual: T, expected: T, msg?: string): void;
  export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void;
  export function assertLess<T>(actual: T, expected: T, msg?: string): void;
  export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void;
  export function assertMatch(actual: string, expected: RegExp, msg?: string): void;
  export function assertNotStrictEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): void;
  export function assertStringIncludes(actual: string, expected: string, msg?: string): void;
  // deno-lint-ignore no-explicit-any
  type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;
  export function assertThrows<E extends Error = Error>(
    fn: () => unknown,
    errorClass?: ErrorClass<E>,
    msgIncludes?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    fn: () => PromiseLike<unknown>,
    errorClass?: ErrorClass<E>,
    msgIncludes?: string,
  ): Promise<E>;
  export function fail(msg?: string): never;
}

declare module "@std/csv" {
  export interface ParseOptions {
    separator?: string;
    skipFirstRow?: boolean;
    columns?: readonly string[];
  }
  export function parse(
    input: string,
    options: ParseOptions & { skipFirstRow: true },
  ): Record<string, string>[];
  export function parse(input: string, options?: ParseOptions): string[][];
  export interface StringifyOptions {
    columns?: readonly string[];
    headers?: boolean;
    separator?: string;
  }
  export function stringify(
    data: readonly Readonly<Record<string, unknown>>[] | readonly (readonly unknown[])[],
    options?: StringifyOptions,
  ): string;
}

declare module "@std/cli/parse-args" {
  export interface ParseOptions {
    string?: readonly string[];
    boolean?: readonly string[];
    collect?: readonly string[];
    alias?: Readonly<Record<string, string>>;
    default?: Readonly<Record<string, unknown>>;
    stopEarly?: boolean;
    unknown?: (arg: string, key?: string, value?: unknown) => unknown;
  }
  export function parseArgs(
    args: readonly string[],
    options?: ParseOptions,
  ): { _: (string | number)[]; [flag: string]: unknown };
}

declare module "@std/text/closest-string" {
  export function closestString(
    givenWord: string,
    possibleWords: readonly string[],
    options?: { caseSensitive?: boolean },
  ): string;
}
