/**
 * Patterns of Wapiti.
 *
 * @module
 */

import { brief } from "../visible.ts";
import type { PatternTables } from "../../decoders/kernels/text/text_reader.ts";
import { bytesOf, shownText } from "./byte_strings.ts";
import type { Expand } from "./contract.ts";
import { columnOf } from "./crfpp_patterns.ts";
import { compileExpression, type Expression, matchOf } from "./wapiti_regex.ts";

/** Beyond the sentence: the rows before it from the nearest on, and those behind it. */
const BEFORE = ["_x-1", "_x-2", "_x-3", "_x-4", "_x-#"];
const BEHIND = ["_x+1", "_x+2", "_x+3", "_x+4", "_x+#"];
/** Steps of backtracking at a position, of all patterns together. */
const MOST_STEPS = 1e7;
/** `%x[row,column`, with `@` before a row that is counted from the ends of the sentence. */
const COMMAND = /%([xtmXTM])\[(@?)\s*([+-]?(?:0|[1-9]\d*)),\s*\+?(\d+)/y;

/** A command in a pattern. */
interface Command {
  readonly kind: "x" | "t" | "m";
  readonly isLower: boolean;
  readonly isAbsolute: boolean;
  readonly row: number;
  readonly column: number;
  readonly expression: Expression | undefined;
}

/**
 * What makes attributes of columns: each pattern with what its commands find. `%x[row,column]` is
 * the token, `%t[row,column,"expression"]` says `true` or `false`, `%m` is what the expression
 * matches; in capitals (`%X`) ASCII letters become small. Rows are counted from the position, with
 * `@` from the first (1) or the last (−1) of the sentence. Beyond it there are `_x-1` … `_x-4`,
 * `_x-#`, `_x+1` ….
 *
 * Without patterns each column is an attribute itself.
 *
 * Source: Wapiti 1.5, src/pattern.c.
 *
 * @throws SyntaxError naming the pattern
 */
export function wapitiExpander(patterns: readonly string[]): Expand {
  if (patterns.length === 0) return (rows, position) => [...rows[position]!];
  const compiled = patterns.map(partsOf);
  return (rows, position) => {
    const steps = { left: MOST_STEPS };
    return compiled.map((parts) => observation(parts, rows, position, steps));
  };
}

/** The same for kernels; undefined where some pattern has an expression. */
export function wapitiTables(patterns: readonly string[]): PatternTables | undefined {
  const compiled = patterns.map(partsOf);
  const isKnown = (part: string | Command) => typeof part === "string" || part.kind === "x";
  if (!compiled.flat().every(isKnown)) return undefined;
  return {
    patterns: compiled.map((parts) =>
      parts.map((part) => typeof part === "string" ? bytesOf(part) : part)
    ),
    before: BEFORE.map(bytesOf),
    behind: BEHIND.map(bytesOf),
    atBlanks: true,
  };
}

function observation(
  parts: readonly (string | Command)[],
  rows: readonly (readonly string[])[],
  position: number,
  steps: { left: number },
): string {
  let name = "";
  for (const part of parts) {
    if (typeof part === "string") {
      name += part;
      continue;
    }
    const token = tokenOf(part, rows, position);
    const match = part.expression && matchOf(part.expression, token, steps);
    let value = token;
    if (part.kind === "t") value = match === undefined ? "false" : "true";
    if (part.kind === "m") {
      value = match === undefined ? "" : token.substring(match.start, match.start + match.length);
    }
    name += part.isLower ? value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : value;
    // What reaches beyond a token takes along the byte 0 behind it, and there the string ends.
    if (part.kind === "m" && match && match.start + match.length > token.length) break;
  }
  return name;
}

function tokenOf(
  { isAbsolute, row, column }: Command,
  rows: readonly (readonly string[])[],
  position: number,
): string {
  const absolute = row < 0 ? rows.length + row : row - 1;
  const at = isAbsolute ? absolute : position + row;
  if (at < 0) return BEFORE[Math.min(-at, BEFORE.length) - 1]!;
  if (at >= rows.length) return BEHIND[Math.min(at - rows.length, BEHIND.length - 1)]!;
  return columnOf(rows[at]!, column, at);
}

/** Texts and commands of a pattern. */
function partsOf(pattern: string): (string | Command)[] {
  const refuse = (at: number, defect: string): never => {
    throw new SyntaxError(
      `Cannot read the pattern ${brief(shownText(pattern))} of Wapiti at byte ${at}: ${defect}`,
    );
  };
  if (!/^[ub*]/.test(pattern)) refuse(0, "it begins with none of u, b and *");
  const parts: (string | Command)[] = [];
  for (let at = 0; at < pattern.length;) {
    const percent = pattern.indexOf("%", at);
    const end = percent < 0 ? pattern.length : percent;
    if (end > at) parts.push(pattern.slice(at, end));
    if (percent < 0) break;
    COMMAND.lastIndex = end;
    const [whole, letter, sign, row, column] = COMMAND.exec(pattern) ?? refuse(end, "no command");
    const kind = letter!.toLowerCase() as Command["kind"];
    at = end + whole!.length;
    let expression: Expression | undefined;
    if (kind !== "x") {
      const [quoted, text] = /^,"((?:\\[^]|[^"\\])*)"/.exec(pattern.slice(at)) ??
        refuse(at, "no expression in quotation marks");
      expression = compileExpression(text!);
      at += quoted!.length;
    }
    if (pattern[at++] !== "]") refuse(at - 1, "no ]");
    parts.push({
      kind,
      isLower: kind !== letter,
      isAbsolute: sign === "@",
      row: Number(row),
      column: Number(column),
      expression,
    });
  }
  return parts;
}
