/**
 * What the column formats share: a token a line, a blank line between sentences.
 *
 * @module
 */

/** The columns of a line. */
export interface Layout {
  /** What stands between two columns. */
  readonly separator: "\t" | " ";
  /** Names of the columns, for errors. */
  readonly columns: readonly string[];
  /** True for lines that are no token, such as the start of a document. */
  readonly skip?: (line: string) => boolean;
}

/**
 * The columns of each line, by sentence.
 *
 * @throws SyntaxError naming file, line number and line if one has other columns or an empty one
 */
export function readRows(text: string, source: string, layout: Layout): string[][][] {
  const { separator, columns, skip } = layout;
  const sentences: string[][][] = [];
  let sentence: string[][] = [];
  const finish = () => {
    if (sentence.length > 0) sentences.push(sentence);
    sentence = [];
  };
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === "") return finish();
    if (skip?.(line)) return;
    const row = line.split(separator);
    if (row.length !== columns.length || row.includes("")) {
      throw new SyntaxError(
        `Cannot read line ${index + 1} of ${source} as ` +
          `${columns.join(separator === "\t" ? " TAB " : " SPACE ")}: ${JSON.stringify(line)}`,
      );
    }
    sentence.push(row);
  });
  finish();
  return sentences;
}
