/**
 * What an isolate claims, as far as the harness can tell from outside whether it can be.
 *
 * @module
 */

import type { Request, Responses } from "./_messages.ts";

/** Milliseconds by which clocks of two processes may differ. */
const TOLERANCE_MS = 1;

/** A response as it comes: of any shape. */
type Claimed = Readonly<Record<string, unknown>>;
/** Whether a response can be, if so much time has gone since the request. */
type Check<Type> = (
  told: Claimed,
  gone: number,
  request: Extract<Request, { readonly type: Type }>,
) => boolean;

const CHECKS: { readonly [Type in keyof Responses]: Check<Type> } = {
  prepare: ({ prepareMs, memories }, gone) => isTime(prepareMs, gone) && isListOf(memories, isText),
  answer: ({ answers, works, digest, decodeMs, peakMb }, gone) =>
    Array.isArray(answers) && isListOf(works, isRecord) && works.length === answers.length &&
    isText(digest) && isTime(decodeMs, gone) && isTime(peakMb, Infinity),
  repeat: ({ digest, decodeMs }, gone) => isText(digest) && isTime(decodeMs, gone),
  fit: ({ fits }) => typeof fits === "boolean",
  warmUp: ({ passes, passMs }, gone) => isCount(passes) && passes > 0 && isTime(passMs, gone),
  firstUse: ({ points }, gone) =>
    isListOf(
      points,
      (point) => isRecord(point) && isCount(point["sentences"]) && isTime(point["elapsedMs"], gone),
    ),
  trace: ({ points }) =>
    isListOf(
      points,
      (point) => isRecord(point) && isCount(point["sentence"]) && isCount(point["iteration"]),
    ),
  // What a part is, the problem says.
  shrink: () => true,
  // Several threads may be busy at a time.
  time: ({ elapsedMs, busyMs, digest }, gone, { passes }) =>
    isTime(elapsedMs, gone / passes) && isTime(busyMs, Infinity) && isText(digest),
  tellKept: ({ answers }) => Array.isArray(answers),
  unseen: ({ busyMs, answers }, _gone, { told }) =>
    isTime(busyMs, Infinity) &&
    isListOf(
      answers,
      (answer) => Array.isArray(answer) && isCount(answer[0]) && answer[0] < told.length,
    ),
  refer: ({ answers, unseen }) => Array.isArray(answers) && Array.isArray(unseen),
  timeEach: ({ elapsedMs }, gone, { sentences }) =>
    isListOf(elapsedMs, (ms): ms is number => isTime(ms, gone)) && elapsedMs.length === sentences &&
    isTime(elapsedMs.reduce((sum, ms) => sum + ms, 0), gone),
};

/**
 * Whether what was told is a response to a request that was made so many milliseconds ago: it has
 * the shape of one, and no time in it is negative, not finite, or longer than what has gone.
 */
export function isClaim<Type extends keyof Responses>(
  request: { readonly type: Type },
  told: unknown,
  elapsedMs: number,
): told is Responses[Type] {
  const check = CHECKS[request.type] as Check<Type>;
  const own = request as Extract<Request, { readonly type: Type }>;
  return request.type === "shrink" ||
    (isRecord(told) && check(told, elapsedMs + TOLERANCE_MS, own));
}

function isRecord(value: unknown): value is Claimed {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isTime(value: unknown, longest: number): value is number {
  return typeof value === "number" && value >= 0 && value <= longest;
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[];
function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is unknown[];
function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(isItem);
}
