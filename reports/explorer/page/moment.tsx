/// <reference lib="dom" />
/**
 * Which moment is shown: a scrubber on a log scale of edges, steps, jumps, and what happened.
 *
 * @module
 */

import { useEffect, useState } from "preact/hooks";
import { KINDS, type Trace } from "../trace.ts";
import { Button, NumberInput } from "./controls.tsx";
import { isPlayable, KIND, LANDMARKS } from "./replay.ts";
import { END, logShare, mostEdges, type Session } from "./session.ts";
import { count, dropText, nameOf, nodeName, score, wordAt } from "./words.ts";

const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });
/** Places of the scrubber. */
const PLACES = 1000;
/** Steps of a race from nothing to all edges, and milliseconds between them. */
const RACE = { steps: 120, pause: 50 };

/** The controls of the moment. */
export function Moment({ session }: { session: Session }) {
  const { edges, view, lane } = session;
  const most = mostEdges(session.decoded.lanes);
  const to = (place: number) => {
    const reached = Math.round(Math.expm1(Math.log1p(most) * place / PLACES));
    session.look({ ...END, edges: place >= PLACES ? undefined : reached });
  };
  const [isRacing, setRacing] = useState(false);
  useEffect(() => {
    if (!isRacing) return;
    let step = 0;
    const timer = setInterval(() => {
      to(PLACES * ++step / RACE.steps);
      if (step >= RACE.steps) setRacing(false);
    }, RACE.pause);
    return () => clearInterval(timer);
  }, [isRacing]);
  return (
    <section class="moment" aria-label="Moment">
      <NumberInput
        id="scrubber"
        label={
          <span>
            After <strong>{count(edges)}</strong> {edges === 1 ? "edge" : "edges"}
            {view.edges === undefined && " (all are done)"}
          </span>
        }
        min={0}
        max={PLACES}
        step="any"
        value={PLACES * logShare(edges, most)}
        text={`${count(edges)} edges`}
        onMove={to}
      />
      <div class="ticks" aria-hidden="true">
        {ticks(most).map((value) => (
          <span key={value} style={{ left: `${100 * logShare(value, most)}%` }}>
            {COMPACT.format(value)}
          </span>
        ))}
      </div>
      <div class="tools">
        <Button id="to-start" title="Home" onClick={() => session.toEvent(0)}>Start</Button>
        <Button
          id="race"
          title="Space"
          isPressed={isRacing}
          onClick={() => setRacing(!isRacing)}
        >
          {isRacing ? "Stop" : "Race"}
        </Button>
        <Button id="to-end" title="End" onClick={() => session.look(END)}>End</Button>
        {isPlayable(lane) && <Steps session={session} trace={lane} isRacing={isRacing} />}
      </div>
    </section>
  );
}

function Steps(
  { session, trace, isRacing }: { session: Session; trace: Trace; isRacing: boolean },
) {
  const events = session.eventsOf(trace);
  return (
    <>
      <span class="apart" />
      <Button id="back" title="←" onClick={() => session.step(-1)}>← Step</Button>
      <Button id="step" title="→" onClick={() => session.step(1)}>Step →</Button>
      {Object.entries(LANDMARKS).filter(([, kind]) => trace.kinds.includes(KIND[kind])).map((
        [name, kind],
      ) => (
        <Button key={kind} id={`next-${kind}`} onClick={() => session.jump([kind], 1)}>
          next {name}
        </Button>
      ))}
      <p class="event" aria-live={isRacing ? "off" : "polite"}>
        <span class="quiet">
          {nameOf(trace.decoder)}, step {count(events)} of {count(trace.kinds.length)}:
        </span>{" "}
        {eventText(session, trace, events - 1)}
      </p>
    </>
  );
}

function ticks(most: number): number[] {
  const powers: number[] = [1];
  for (let power = 10; power < most / 2; power *= 10) powers.push(power);
  return powers;
}

/** An event to be put into words; `node` is "word: label". */
interface Told {
  readonly word: string;
  readonly name: string;
  readonly node: string;
  readonly other: number;
  readonly value: number;
}

/** What each kind of event says. */
const TEXTS: Readonly<Record<typeof KINDS[number], (told: Told) => string>> = {
  iteration: ({ other }) => `A pass from the ${other === 1 ? "right" : "left"} begins.`,
  opened: ({ node, value }) =>
    `${node} is computed; the best that arrives, with its own score, is ${score(value)}.`,
  dropped: ({ node, other, value }) => `${node} is dropped: ${dropText(other, value)}.`,
  split: ({ word }) => `${word}: the rest gives labels away, for the best path went through it.`,
  activated: ({ node }) => `${node} becomes a node of its own.`,
  lower: ({ value }) =>
    value === -Infinity
      ? "Fewer paths than are wanted are known."
      : `A path is known that scores ${score(value)}.`,
  upper: ({ value }) => `No path scores more than ${score(value)}.`,
  path: ({ word, name, value }) =>
    `A path with the score ${score(value)} goes through ${name} at ${word}.`,
  column: ({ node }) => `${node} enters the domain.`,
  region: ({ word, name, other }) =>
    `${word}: ${count(other)} labels from ${name} on are passed over together.`,
};

/** What happened last, in words. */
function eventText({ decoded: { lattice } }: Session, trace: Trace, event: number): string {
  if (event < 0) return "Nothing has happened yet.";
  const word = wordAt(lattice, trace.positions[event]!);
  const name = nodeName(lattice, trace.labels[event]!);
  const [other, value] = [trace.others[event]!, trace.values[event]!];
  const text = TEXTS[KINDS[trace.kinds[event]!]!];
  return text({ word, name, node: `${word}: ${name}`, other, value });
}
