/**
 * Labels above and below the points of a row, so that none hides another.
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
