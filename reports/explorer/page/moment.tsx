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
import { edgesAt, END, logShare, mostEdges, type Session } from "./session.ts";
import TEXTS from "./texts.json" with { type: "json" };
import { count, dropText, nameOf, nodeName, score, wordAt } from "./words.ts";

const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });
/** Edges that are marked below the scrubber, where there are so many. */
const TICKS = Array.from({ length: 12 }, (_, i) => 10 ** i);
/** Places of the scrubber. */
const PLACES = 1000;
/** Steps of a race from nothing to all edges, and milliseconds between them. */
const RACE = { steps: 120, pause: 50 };

/** The controls of the moment. */
export function Moment({ session }: { session: Session }) {
  const { edges, view, lane } = session;
  const most = mostEdges(session.decoded.lanes);
  const to = (place: number) =>
    session.look({ ...END, edges: place < PLACES ? edgesAt(place / PLACES, most) : undefined });
  const events = session.eventsOf(lane);
  const marks = Object.entries(LANDMARKS).filter(([, kind]) => lane.kinds.includes(KIND[kind]));
  const [isRacing, setRacing] = useState(false);
  useEffect(() => {
    if (!isRacing) return;
    let step = 0;
    const timer = setInterval(() => {
      to(PLACES * ++step / RACE.steps);
      if (step >= RACE.steps) setRacing(false);
    }, RACE.pause);
    return () => clearInterval(timer);
  }, [isRacing, most]);
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
        aria-valuetext={`${count(edges)} edges`}
        onMove={to}
      />
      <div class="ticks" aria-hidden="true">
        {TICKS.filter((value) => value === 1 || value < most / 2).map((value) => (
          <span key={value} style={{ left: `${100 * logShare(value, most)}%` }}>
            {COMPACT.format(value)}
          </span>
        ))}
      </div>
      <div class="tools">
        <Button id="to-start" title="Home" onClick={() => session.toEvent(0)}>Start</Button>
        <Button id="race" title="Space" isPressed={isRacing} onClick={() => setRacing(!isRacing)}>
          {isRacing ? "Stop" : "Race"}
        </Button>
        <Button id="to-end" title="End" onClick={() => session.look(END)}>End</Button>
        {isPlayable(lane) && (
          <>
            <span class="apart" />
            <Button id="back" title="←" onClick={() => session.step(-1)}>← Step</Button>
            <Button id="step" title="→" onClick={() => session.step(1)}>Step →</Button>
            {marks.map(([name, kind]) => (
              <Button
                key={kind}
                id={`next-${kind}`}
                onClick={() => session.jump([kind], 1)}
              >
                next {name}
              </Button>
            ))}
            <p class="event" aria-live={isRacing ? "off" : "polite"}>
              <span class="quiet">
                {nameOf(lane.decoder)}, step {count(events)} of {count(lane.kinds.length)}:
              </span>{" "}
              {events === 0 ? "Nothing has happened yet." : eventText(session, lane, events - 1)}
            </p>
          </>
        )}
      </div>
    </section>
  );
}

/** What happened last, in words. */
function eventText({ decoded: { lattice } }: Session, trace: Trace, event: number): string {
  const kind = KINDS[trace.kinds[event]!]!;
  const [other, value] = [trace.others[event]!, trace.values[event]!];
  if (kind === "lower" && value === -Infinity) return TEXTS.fewer;
  const values: Readonly<Record<string, string>> = {
    word: wordAt(lattice, trace.positions[event]!),
    label: nodeName(lattice, trace.labels[event]!),
    score: score(value),
    count: count(other),
    side: other === 1 ? "right" : "left",
    why: kind === "dropped" ? dropText(other, value) : "",
  };
  return TEXTS.events[kind].replaceAll(/#(\w+)/g, (_, name) => values[name]!);
}
