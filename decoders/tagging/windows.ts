/**
 * Long texts: scores of overlapping windows as those of one sentence.
 *
 * @module
 */

import { shown } from "../chain/score_check.ts";
import { checkList, isNumbers, type Matrix, type Numbers, rowsIn } from "./numbers.ts";

/** What a network said of a piece of a text. */
export interface ScoreWindow {
  /** The position of its first row in the text. */
  readonly start: number;
  /** A row of L scores a position, or one block of them. */
  readonly scores: Matrix;
}

/** The rows of a window. */
interface Piece extends Pick<ScoreWindow, "start"> {
  readonly rows: readonly Numbers[];
}

/**
 * The rows of a text that a network saw in overlapping windows: those of each position come from
 * the window in which it stands farthest from where the text was cut, of equal ones from the first.
 * The ends of the text are no cuts. Pass the rows to any tagger: the text is one lattice
 * then: a chunk may cross windows, notations hold, and probabilities are those of one model;
 * paths of windows that are merged afterwards have none of this.
 *
 * Rows are views or the caller's own, nothing is copied. Cost: O(the rows of all windows).
 *
 * @param labelCount L
 * @throws RangeError naming the window for starts that are none or do not ascend, for positions in
 * no window, and for blocks that are no rows of L scores; TypeError naming it for what is no array
 *
 * @example
 * ```ts
 * import { joinWindows } from "./windows.ts";
 * import { tagger } from "./tagger.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const rows = joinWindows([
 *   { start: 0, scores: [[1, 0], [2, 0], [3, 0]] },
 *   { start: 1, scores: [[0, 9], [0, 8], [0, 7]] },
 * ], 2);
 * assertEquals(rows, [[1, 0], [2, 0], [0, 8], [0, 7]]);
 * const [path] = tagger({ transitions: [[0, -1], [-1, 0]] }).decode(rows);
 * assertEquals(path!.labels, [0, 0, 1, 1]);
 * ```
 */
export function joinWindows(windows: readonly ScoreWindow[], labelCount: number): Numbers[] {
  // Not `map`, which passes over holes.
  const pieces = Array.from<ScoreWindow | undefined, Piece>(windows, (window, index) => {
    const { start, scores } = window ?? { start: NaN, scores: [] };
    const before = windows[index - 1]?.start ?? -1;
    if (!(Number.isInteger(start) && start > before)) {
      const least = before < 0 ? "" : ` behind ${before}`;
      throw new RangeError(`Cannot use the start of window ${index}${least}: ${shown(start)}`);
    }
    return { start, rows: rowsOf(scores, labelCount, index) };
  });
  const length = pieces.reduce((most, { start, rows }) => Math.max(most, start + rows.length), 0);
  const joined: Numbers[] = [];
  /** How far the row of each position is from a cut. */
  const distances = new Float64Array(length).fill(-1);
  pieces.forEach(({ start, rows }, index) => {
    if (start > joined.length) {
      throw new RangeError(
        `Cannot join windows: position ${joined.length} is in none before window ${index}, ` +
          `which starts at ${start}`,
      );
    }
    rows.forEach((row, i) => {
      const left = start === 0 ? Infinity : i;
      const right = start + rows.length === length ? Infinity : rows.length - 1 - i;
      const distance = Math.min(left, right);
      if (distance <= distances[start + i]!) return;
      distances[start + i] = distance;
      joined[start + i] = row;
    });
  });
  return joined;
}

function rowsOf(scores: Matrix, labelCount: number, index: number): readonly Numbers[] {
  checkList(scores, `window ${index}`);
  const isWhole = labelCount >= 1 && scores.length % labelCount === 0;
  if (!isNumbers(scores) || isWhole) return rowsIn(scores, labelCount);
  throw new RangeError(
    `Cannot use window ${index}: ${scores.length} scores are no rows of ${labelCount} labels`,
  );
}
