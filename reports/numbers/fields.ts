/**
 * Fields of the lines of a study: texts as they are read, or values by their columns.
 *
 * @module
 */

/** The number in a field. @throws SyntaxError if it holds none */
export function numberIn<Line extends object>(line: Line, name: keyof Line & string): number {
  const text = line[name] ?? "";
  const value = Number(text);
  if (text === "" || Number.isNaN(value)) {
    throw new SyntaxError(`Cannot read a line of a study: its ${name} is "${text}"`);
  }
  return value;
}

/** The text in a field. @throws SyntaxError if the lines have no such field */
export function textIn<Line extends object>(line: Line, name: keyof Line & string): string {
  const text = line[name];
  if (text === undefined) {
    throw new SyntaxError(`Cannot read a line of a study: it has no ${name}`);
  }
  return String(text);
}
