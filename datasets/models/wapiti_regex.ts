/**
 * Wapiti's own regular expressions, over bytes.
 *
 * @module
 */

import { brief } from "../visible.ts";
import { shownText } from "./byte_strings.ts";

/** The position where a match begins, and the length that Wapiti takes it for. */
export interface Match {
  /** The first byte. */
  readonly start: number;
  /** As many bytes or, as `?` may count some twice, more. */
  readonly length: number;
}

/** Steps of backtracking for one token, if nothing else is said; Wapiti has no end. */
const MOST_STEPS = 1e6;
/** Longer expressions would need too deep a recursion. */
const MOST_ATOMS = 1000;

/** Classes of bytes, as C has them for ASCII; others are in none. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  a: /[A-Za-z]/,
  d: /[0-9]/,
  l: /[a-z]/,
  p: /[!-/:-@[-`{-~]/,
  s: /[\t-\r ]/,
  u: /[A-Z]/,
  w: /[A-Za-z0-9]/,
};

/** One byte of an expression: what it matches, and how often. */
interface Atom {
  readonly matches: (byte: string) => boolean;
  readonly times: "once" | "optional" | "any";
}

/** An expression that is compiled. */
export interface Expression {
  readonly atoms: readonly Atom[];
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

/**
 * Compiles an expression. `.` is any byte; `\a \d \l \p \s \u \w` are classes, capitals their
 * complements, and any other byte behind `\` is itself; `*` repeats a byte or class, as few times
 * as will do, `?` leaves it out if it must; `^` at the beginning and `$` at the end hold on to
 * those of the token.
 *
 * Source: Wapiti 1.5, src/pattern.c, `rex_matchme`: read there, not guessed from its manual.
 *
 * @throws SyntaxError for `*` and `?` behind nothing that can be repeated
 *
 * @example
 * ```ts
 * import { compileExpression, matchOf } from "./wapiti_regex.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(matchOf(compileExpression("\\d\\d*$"), "a12"), { start: 1, length: 2 });
 * ```
 */
export function compileExpression(text: string): Expression {
  const isAtStart = text.startsWith("^");
  const atoms: Atom[] = [];
  for (let at = isAtStart ? 1 : 0; at < text.length;) {
    const byte = text[at]!;
    if (byte === "$" && at === text.length - 1) return { atoms, isAtStart, isAtEnd: true };
    if (byte === "*" || byte === "?") throw refused(text, `${byte} at ${at} repeats nothing`);
    const isEscaped = byte === "\\";
    if (isEscaped && at === text.length - 1) throw refused(text, "nothing is behind its last \\");
    if (atoms.length === MOST_ATOMS) throw refused(text, `more than ${MOST_ATOMS} bytes`);
    const sign = text[at + (isEscaped ? 2 : 1)];
    atoms.push({
      matches: isEscaped ? escaped(text[at + 1] ?? "") : byte === "." ? () => true : same(byte),
      times: sign === "*" ? "any" : sign === "?" ? "optional" : "once",
    });
    at += (isEscaped ? 2 : 1) + (sign === "*" || sign === "?" ? 1 : 0);
  }
  return { atoms, isAtStart, isAtEnd: false };
}

function refused(text: string, why: string): SyntaxError {
  return new SyntaxError(`Cannot read the expression ${brief(shownText(text))} of Wapiti: ${why}`);
}

/**
 * The first match of an expression in a token, a byte string; undefined if there is none.
 *
 * The length is Wapiti's: where what follows a `?` fails after some bytes, these stay counted, and
 * the match that is found without the optional byte is longer than it should be. It may reach
 * beyond the token.
 *
 * @param steps of backtracking that may still be done; what is done is taken off
 * @throws RangeError if it takes too many steps, as expressions with several stars may
 */
export function matchOf(
  expression: Expression,
  token: string,
  steps: { left: number } = { left: MOST_STEPS },
): Match | undefined {
  const { atoms, isAtStart, isAtEnd } = expression;
  let length = 0;
  /** Whether the atoms from one on match what begins at a byte. */
  const matches = (atom: number, at: number): boolean => {
    if (steps.left-- <= 0) {
      throw new RangeError(`Cannot match a token of ${token.length} bytes: too many ways to do it`);
    }
    const own = atoms[atom];
    if (own === undefined) return !isAtEnd || at === token.length;
    const isOne = (byte: number) => byte < token.length && own.matches(token[byte]!);
    if (own.times === "any") {
      for (let next = at, before = length;; next++) {
        if (matches(atom + 1, next)) return true;
        length = ++before;
        if (!isOne(next)) return false;
      }
    }
    if (own.times === "optional") {
      if (isOne(at)) {
        length++;
        if (matches(atom + 1, at + 1)) return true;
        length--;
      }
      return matches(atom + 1, at);
    }
    length++;
    return isOne(at) && matches(atom + 1, at + 1);
  };
  for (let start = 0; start <= token.length; start++) {
    length = 0;
    if (matches(0, start)) return { start, length };
    if (isAtStart) break;
  }
  return undefined;
}

function same(byte: string): (other: string) => boolean {
  return (other) => other === byte;
}

function escaped(letter: string): (byte: string) => boolean {
  const own = CLASSES[letter.toLowerCase()];
  if (own === undefined) return same(letter);
  const isComplement = letter !== letter.toLowerCase();
  return (byte) => own.test(byte) !== isComplement;
}
