/**
 * Fields of the lines of a study.
 *
 * @module
 */

import type { StudyRow } from "./study_rows.ts";

/** The number in a field. @throws SyntaxError if it holds none */
export function numberIn(line: StudyRow, name: string): number {
  const text = line[name] ?? "";
  const value = Number(text);
  if (text === "" || Number.isNaN(value)) {
    throw new SyntaxError(`Cannot read a line of a study: its ${name} is "${text}"`);
  }
  return value;
}

/** The text in a field. @throws SyntaxError if the lines have no such field */
export function textIn(line: StudyRow, name: string): string {
  const text = line[name];
  if (text === undefined) {
    throw new SyntaxError(`Cannot read a line of a study: it has no ${name}`);
  }
  return text;
}
