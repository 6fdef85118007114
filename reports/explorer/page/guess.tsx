/**
 * Guess first: which label wins at a word? Then the answer, and why.
 *
 * @module
 */

import { useState } from "preact/hooks";
import type { Decoded, ShownLattice } from "../trace.ts";
import { Button } from "./controls.tsx";
import { rowsOf } from "./orders.ts";
import { END, type Session } from "./session.ts";
import { bestLabels, lengthOf, ordinal, score, shortLabel, swapText, wordAt } from "./words.ts";

/** Labels to choose from. */
const CHOICES = 4;

/** The mode in which the reader guesses. */
export function Guess({ session }: { session: Session }) {
  const { decoded } = session;
  const { lattice } = decoded;
  const words = questions(decoded);
  const [round, setRound] = useState(0);
  const [made, setMade] = useState<{ of: ShownLattice; label: number }>();
  // Of another sentence it is no answer here.
  const guess = made?.of === lattice ? made.label : undefined;
  const t = words[round % words.length];
  const best = t === undefined ? undefined : bestLabels(decoded.lanes)?.[t];
  if (t === undefined || best === undefined) return <p>There is no path to guess.</p>;

  // The winner among the best by own scores, in the order of their ranks, which tells nothing.
  const others = byScore(lattice, t).filter((y) => y !== best).slice(0, CHOICES - 1);
  const choices = [best, ...others].sort((x, y) => x - y);
  const full = choices.map((label) => lattice.labels[label]!);
  const short = full.map(shortLabel);
  const names = new Set(short).size === choices.length ? short : full;
  const answer = (label: number) => {
    setMade({ of: lattice, label });
    session.score.tried++;
    if (label === best) session.score.right++;
    session.look({ ...END, node: [t, best] });
  };
  const next = () => {
    setRound(round + 1);
    setMade(undefined);
    session.look({ ...END, node: undefined, edges: 0 });
  };
  const looks: Readonly<Record<number, string>> = guess === undefined
    ? {}
    : { [guess]: "wrong", [best]: "right" };
  const { right, tried } = session.score;
  return (
    <section class="guess" aria-label="Guess first">
      <h3>Which label wins at {wordAt(lattice, t)}?</h3>
      <p class="quiet">
        Own scores of the label there, transitions left out.{" "}
        {tried > 0 && `${right} of ${tried} right.`}
      </p>
      <ol>
        {choices.map((label, i) => (
          <li key={label}>
            <Button
              disabled={guess !== undefined}
              class={looks[label] ?? ""}
              onClick={() => answer(label)}
            >
              <strong>{names[i]}</strong>
              <span>{score(lattice.emissions[t * lattice.labels.length + label]!)}</span>
            </Button>
          </li>
        ))}
      </ol>
      <div aria-live="polite">
        {guess !== undefined && (
          <>
            <p>
              <strong>{guess === best ? "Right." : "No."}</strong> {why(decoded, t, best, guess)}
            </p>
            <p class="tools">
              <Button id="next-guess" onClick={next}>Next word</Button>
            </p>
          </>
        )}
      </div>
    </section>
  );
}

/** Words to ask for: first those where the best own score does not win. */
function questions({ lattice, lanes }: Decoded): number[] {
  const path = bestLabels(lanes) ?? [];
  const words = Array.from({ length: lengthOf(lattice) }, (_, t) => t);
  const isSurprise = (t: number) => byScore(lattice, t)[0] !== path[t];
  return [...words.filter(isSurprise), ...words.filter((t) => !isSurprise(t))];
}

/** Labels of a position, the best own score first. */
function byScore(lattice: ShownLattice, t: number): number[] {
  const { length } = lattice.labels;
  return Array.from(rowsOf(lattice, "emission").labelOf.subarray(t * length, (t + 1) * length));
}

function why(decoded: Decoded, t: number, best: number, guess: number): string {
  const { lattice } = decoded;
  const place = byScore(lattice, t).indexOf(best);
  const name = shortLabel(lattice.labels[best]!);
  const of = `${name} has the ${place === 0 ? "" : `${ordinal(place + 1)} `}best own score there`;
  if (guess !== best) return `${of}. ${swapText(decoded, t, guess)}`;
  return place === 0
    ? `${of}, and its neighbours agree.`
    : `${of}, but its neighbours decide. ${swapText(decoded, t, byScore(lattice, t)[0]!)}`;
}
