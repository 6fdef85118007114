/**
 * Labels above and below the points of a row, or beside points of a plane, so that none hides
 * another.
 *
 * @module
 */

/** Where labels may stand, best first: pixels below the point's middle. */
export const LANES = [
  { name: "above", dy: -17 },
  { name: "below", dy: 17 },
  { name: "high", dy: -31 },
  { name: "low", dy: 31 },
] as const;

/** One of {@linkcode LANES}. */
export type Lane = typeof LANES[number]["name"];

/** A label that is to be centred over a point. */
export interface LaneLabel {
  /** Pixels from the left. */
  readonly at: number;
  /** The text of the label. */
  readonly text: string;
}

/** Of the labels' font, on average; what is wider has the gap to spare. */
const PIXELS_PER_CHARACTER = 6.8;
const GAP = 8;

/**
 * A lane for each label: the first in which no earlier label is in the way, or else the last one.
 *
 * @example
 * ```ts
 * import { placeLabels } from "./_label_lanes.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const labels = [10, 20, 200].map((at) => ({ at, text: "34×" }));
 * assertEquals(placeLabels(labels), ["above", "below", "above"]);
 * ```
 */
export function placeLabels(labels: readonly LaneLabel[]): Lane[] {
  const taken = new Map<Lane, LaneLabel[]>();
  return labels.map((label) => {
    const free = LANES.find(({ name }) =>
      !(taken.get(name) ?? []).some((other) => isInTheWay(label, other))
    );
    const lane = (free ?? LANES.at(-1)!).name;
    taken.set(lane, [...taken.get(lane) ?? [], label]);
    return lane;
  });
}

function isInTheWay(a: LaneLabel, b: LaneLabel): boolean {
  const widths = (a.text.length + b.text.length) * PIXELS_PER_CHARACTER / 2;
  return Math.abs(a.at - b.at) < widths + GAP;
}

/** Pixels of a character, and of a line, in the small font of labels beside points. */
const SMALL_CHARACTER = 5.5;
const SMALL_LINE = 11;
/** The least share of a plot that its points span: axes end at round numbers beyond them. */
const LEAST_SPAN = 0.75;

/**
 * Rows with a `label` that is to begin at each point: empty where an earlier one is in the way.
 *
 * @param labelOf the place of a row in units of the axes, and the text
 * @param size of the plot in pixels
 */
export function withLabels<Row extends object>(
  rows: readonly Row[],
  labelOf: (row: Row) => { readonly x: number; readonly y: number; readonly text: string },
  size: { readonly width: number; readonly height: number },
): (Row & { readonly label: string })[] {
  const labels = rows.map(labelOf);
  const pixels = (values: readonly number[], length: number) => {
    const least = Math.min(...values);
    const range = Math.max(...values) - least || 1;
    return values.map((value) => LEAST_SPAN * length * (value - least) / range);
  };
  const x = pixels(labels.map((label) => label.x), size.width);
  const y = pixels(labels.map((label) => label.y), size.height);
  const kept: number[] = [];
  const end = (i: number) => x[i]! + labels[i]!.text.length * SMALL_CHARACTER;
  return rows.map((row, i) => {
    const isFree = !kept.some((j) =>
      Math.abs(y[i]! - y[j]!) < SMALL_LINE && x[i]! < end(j) && x[j]! < end(i)
    );
    if (isFree) kept.push(i);
    return { ...row, label: isFree ? labels[i]!.text : "" };
  });
}
