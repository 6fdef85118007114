/**
 * An upper and a lower bound over rounds, as two steps that meet.
 *
 * @module
 */

import { hueOf } from "../../numbers/hues.ts";
import * as marks from "./marks.tsx";
import type { Point } from "./marks.tsx";
import TEXTS from "./texts.json" with { type: "json" };
import { score } from "./words.ts";

/** Width and height of the picture. */
export const BOUNDS_SIZE: Point = [320, 90];
const [WIDTH, HEIGHT] = BOUNDS_SIZE;

/** What is shown of bounds. */
export interface BoundsShown {
  readonly decoder: string;
  /** Before the first round and after each; infinite if there is none. */
  readonly bounds: readonly (readonly [upper: number, lower: number])[];
  /** What both come to. */
  readonly best: number;
  /** The round that is shown, and the bounds by then. */
  readonly now: number;
  readonly upper: number;
  readonly lower: number;
  /** `path`, `derivation`. */
  readonly noun: string;
}

/** Whether there is more to be shown than one value. */
export function isCourse({ bounds }: BoundsShown): boolean {
  return bounds.flat().filter(Number.isFinite).length > 1;
}

/** Shows the bounds, and says what they are. */
export function Bounds(shown: BoundsShown) {
  const { upper, lower, noun } = shown;
  if (!isCourse(shown)) return null;
  const limit = upper === Infinity ? "" : `No ${noun} scores more than ${score(upper)}. `;
  const found = lower === -Infinity
    ? `No ${noun} is known yet.`
    : `The best known scores ${score(lower)}.`;
  const text = `${limit}${found}${upper === lower ? " They meet: it is the best." : ""}`;
  return (
    <figure class="bounds">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Bounds by round. ${text}`}>
        {drawBounds(shown)}
      </svg>
      <figcaption>
        {text} <span class="quiet">{TEXTS.prose.bounds.replace("#noun", noun)}</span>
      </figcaption>
    </figure>
  );
}

/** Draws the bounds; distances from the best score are drawn as their roots. */
export function drawBounds({ decoder, bounds, best, now }: BoundsShown) {
  const gaps = bounds.flat().filter(Number.isFinite).map((value) => Math.abs(value - best));
  const far = Math.max(...gaps, 1e-9);
  const y = (value: number) => {
    const gap = (value - best) / far;
    return HEIGHT / 2 - Math.sign(gap) * Math.sqrt(Math.abs(gap)) * (HEIGHT / 2 - 8);
  };
  const last = Math.max(1, bounds.length - 1);
  const x = (round: number) => 6 + (WIDTH - 12) * Math.min(round, last) / last;
  // A bound holds until there is a better one.
  const points = (side: 0 | 1) =>
    bounds.flatMap(({ [side]: value }, round): Point[] =>
      Number.isFinite(value) ? [[x(round), y(value)], [x(round + 1), y(value)]] : []
    );
  return (
    <>
      {marks.filled(marks.box(0, 0, WIDTH, HEIGHT), marks.CARD)}
      {marks.line([[6, y(best)], [WIDTH - 6, y(best)]], marks.QUIET, 1, "1 3")}
      {marks.line(points(0), hueOf(decoder), 2)}
      {marks.line(points(1), hueOf(decoder), 2, "4 3")}
      {marks.line([[x(now), 2], [x(now), HEIGHT - 2]], marks.INK, 1)}
    </>
  );
}
