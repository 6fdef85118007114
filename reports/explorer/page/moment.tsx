/// <reference lib="dom" />
/**
 * Which moment is shown: a scrubber on a log scale of edges, steps, jumps, and what happened.
 *
 * @module
 */

import { useEffect, useState } from "preact/hooks";
import { KINDS, type Trace } from "../trace.ts";
import { Button, Slider } from "./controls.tsx";
import { KIND, LANDMARKS } from "./replay.ts";
import { END, mostEdges, type Session } from "./session.ts";
import { count, nodeName, score, titleOf, wordAt } from "./words.ts";

const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });
/** Places of the scrubber. */
const PLACES = 1000;
/** Steps of a race from nothing to all edges, and milliseconds between them. */
const RACE = { steps: 120, pause: 50 };

/** The controls of the moment. */
export function Moment({ session }: { session: Session }) {
  const { edges, view, lane } = session;
  const most = mostEdges(session.decoded.lanes);
  const shareOf = (value: number) => Math.log1p(value) / Math.log1p(most);
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
      <Slider
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
        value={PLACES * shareOf(edges)}
        text={`${count(edges)} edges`}
        onMove={to}
      />
      <div class="ticks" aria-hidden="true">
        {ticks(most).map((value) => (
          <span key={value} style={{ left: `${100 * shareOf(value)}%` }}>
            {COMPACT.format(value)}
          </span>
        ))}
      </div>
      <div class="tools">
        <Button id="to-start" title="Home" onClick={() => to(0)}>Start</Button>
        <Button
          id="race"
          title="Space"
          isPressed={isRacing}
          onClick={() => setRacing(!isRacing)}
        >
          {isRacing ? "Stop" : "Race"}
        </Button>
        <Button id="to-end" title="End" onClick={() => to(PLACES)}>End</Button>
        {lane?.isObserved && <Steps session={session} trace={lane} />}
      </div>
    </section>
  );
}

function Steps({ session, trace }: { session: Session; trace: Trace }) {
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
      <p class="event" aria-live="polite">
        <span class="quiet">
          {titleOf(trace.decoder).join(" ")}, step {count(events)} of {count(trace.kinds.length)}:
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

/** What happened last, in words. */
function eventText({ decoded: { lattice } }: Session, trace: Trace, event: number): string {
  if (event < 0) return "Nothing has happened yet.";
  const other = trace.others[event]!;
  const value = score(trace.values[event]!);
  const word = wordAt(lattice, trace.positions[event]!);
  const name = nodeName(lattice, trace.labels[event]!);
  switch (KINDS[trace.kinds[event]!]!) {
    case "iteration":
      return `A pass from the ${other === 1 ? "right" : "left"} begins.`;
    case "opened":
      return `${word}: ${name} is computed; the best that arrives, with its own score, is ${value}.`;
    case "dropped":
      return `${word}: ${name} is dropped: no path through it scores more than ${value}.`;
    case "split":
      return `${word}: the rest gives labels away, for the best path went through it.`;
    case "activated":
      return `${word}: ${name} becomes a node of its own.`;
    case "lower":
      return `A path is known that scores ${value}.`;
    case "upper":
      return `No path scores more than ${value}.`;
    case "path":
      return `A path with the score ${value} goes through ${name} at ${word}.`;
    case "column":
      return `${word}: ${name} enters the domain.`;
    case "region":
      return `${word}: ${count(other)} labels from ${name} on are passed over together.`;
  }
}
