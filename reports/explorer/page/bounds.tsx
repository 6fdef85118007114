/**
 * An upper and a lower bound over rounds, as two steps that meet.
 *
 * @module
 */

import { hueOf } from "../../drawing/hues.ts";
import { score } from "./words.ts";

const [WIDTH, HEIGHT] = [320, 90];

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

/** Draws the bounds; distances from the best score are drawn as their roots. */
export function Bounds({ decoder, bounds, best, now, upper, lower, noun }: BoundsShown) {
  if (bounds.length < 2) return null;
  const finite = bounds.filter(({ value }) => Number.isFinite(value));
  const far = Math.max(...finite.map(({ value }) => Math.abs(value - best)), 1e-9);
  const y = (value: number) => {
    const gap = (value - best) / far;
    return HEIGHT / 2 - Math.sign(gap) * Math.sqrt(Math.abs(gap)) * (HEIGHT / 2 - 8);
  };
  const last = Math.max(1, ...bounds.map(({ round }) => round));
  const x = (round: number) => 6 + (WIDTH - 12) * round / last;
  const line = (kind: Bound["kind"]) => {
    const own = finite.filter((bound) => bound.kind === kind);
    // A bound holds until there is a better one.
    return own.flatMap(({ round, value }, i) => {
      const next = own[i + 1]?.round ?? last;
      return [`${x(round)},${y(value)}`, `${x(next)},${y(value)}`];
    }).join(" ");
  };
  const text = `No ${noun} scores more than ${score(upper)}; the best known scores ${
    score(lower)
  }.${upper === lower ? " They meet: it is the best." : ""}`;
  const stroke = { stroke: hueOf(decoder) };
  return (
    <figure class="bounds">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Bounds by round. ${text}`}>
        <line x1="6" x2={WIDTH - 6} y1={HEIGHT / 2} y2={HEIGHT / 2} class="best" />
        <polyline points={line("upper")} style={stroke} />
        <polyline points={line("lower")} style={stroke} class="lower" />
        <line x1={x(now)} x2={x(now)} y1="2" y2={HEIGHT - 2} class="now" />
      </svg>
      <figcaption>
        {text}{" "}
        <span class="quiet">
          By round, 1 to {last}: solid, what no {noun}{" "}
          exceeds; dashed, the best known; dotted, the best there is. Heights are roots of the
          distance from it.
        </span>
      </figcaption>
    </figure>
  );
}
