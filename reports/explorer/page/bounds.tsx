/**
 * An upper and a lower bound over rounds, as two steps that meet.
 *
 * @module
 */

import { hueOf } from "../../drawing/hues.ts";
import * as marks from "./marks.tsx";
import type { Point } from "./marks.tsx";
import { score } from "./words.ts";

/** Width and height of the picture. */
export const BOUNDS_SIZE: Point = [320, 90];
const [WIDTH, HEIGHT] = BOUNDS_SIZE;

/** One value of a bound, from a round on. */
export interface Bound {
  readonly kind: "upper" | "lower";
  readonly round: number;
  readonly value: number;
}

/** What is shown of bounds. */
export interface BoundsShown {
  readonly decoder: string;
  readonly bounds: readonly Bound[];
  /** What both come to. */
  readonly best: number;
  /** The round that is shown, and the bounds by then. */
  readonly now: number;
  readonly upper: number;
  readonly lower: number;
  /** `path`, `derivation`. */
  readonly noun: string;
}

/** Shows the bounds, and says what they are. */
export function Bounds(shown: BoundsShown) {
  const { bounds, upper, lower, noun } = shown;
  if (bounds.length < 2) return null;
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
        {text}{" "}
        <span class="quiet">
          By round, 1 to {lastRound(bounds)}: solid, what no {noun}{" "}
          exceeds; dashed, the best known; dotted, the best there is. Heights are roots of the
          distance from it.
        </span>
      </figcaption>
    </figure>
  );
}

function lastRound(bounds: readonly Bound[]): number {
  return Math.max(1, ...bounds.map(({ round }) => round));
}

/** Draws the bounds; distances from the best score are drawn as their roots. */
export function drawBounds({ decoder, bounds, best, now }: BoundsShown) {
  const finite = bounds.filter(({ value }) => Number.isFinite(value));
  const far = Math.max(...finite.map(({ value }) => Math.abs(value - best)), 1e-9);
  const y = (value: number) => {
    const gap = (value - best) / far;
    return HEIGHT / 2 - Math.sign(gap) * Math.sqrt(Math.abs(gap)) * (HEIGHT / 2 - 8);
  };
  const last = lastRound(bounds);
  const x = (round: number) => 6 + (WIDTH - 12) * Math.min(round, last) / last;
  const points = (kind: Bound["kind"]) => {
    const own = finite.filter((bound) => bound.kind === kind);
    // A bound holds until there is a better one.
    return own.flatMap(({ round, value }, i): Point[] => [
      [x(round), y(value)],
      [x(own[i + 1]?.round ?? last), y(value)],
    ]);
  };
  return (
    <>
      {marks.filled(marks.box(0, 0, WIDTH, HEIGHT), marks.CARD)}
      {marks.line([[6, y(best)], [WIDTH - 6, y(best)]], marks.QUIET, 1, "1 3")}
      {marks.line(points("upper"), hueOf(decoder), 2)}
      {marks.line(points("lower"), hueOf(decoder), 2, "4 3")}
      {marks.line([[x(now), 2], [x(now), HEIGHT - 2]], marks.INK, 1)}
    </>
  );
}
