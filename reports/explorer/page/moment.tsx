/// <reference lib="dom" />
/**
 * Which moment is shown: a scrubber on a log scale of edges, steps, jumps, and what happened.
 *
 * @module
 */

import { useEffect, useState } from "preact/hooks";
import { eventText } from "./lattice.tsx";
import { KIND, LANDMARKS } from "./replay.ts";
import type { Session } from "./session.ts";
import { count, titleOf } from "./words.ts";

const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });
/** Places of the scrubber. */
const PLACES = 1000;
/** Steps of a race from nothing to all edges, and milliseconds between them. */
const RACE = { steps: 120, pause: 50 };

/** Edges at a place of the scrubber, and back. */
export function edgesAt(place: number, most: number): number {
  return Math.round(Math.expm1(Math.log1p(most) * place / PLACES));
}

/** The controls of the moment. */
export function Moment({ session }: { session: Session }) {
  const { lanes, edges, view, lane } = session;
  const most = Math.max(...lanes.map(({ work }) => work.edgeEvaluations));
  const place = PLACES * Math.log1p(edges) / Math.log1p(most);
  const [isRacing, setRacing] = useState(false);
  useEffect(() => {
    if (!isRacing) return;
    let step = 0;
    const timer = setInterval(() => {
      const isLast = ++step >= RACE.steps;
      session.show({
        edges: isLast ? undefined : edgesAt(PLACES * step / RACE.steps, most),
        event: undefined,
      });
      if (isLast) setRacing(false);
    }, RACE.pause);
    return () => clearInterval(timer);
  }, [isRacing]);
  const to = (value: number) =>
    session.show({ edges: value >= PLACES ? undefined : edgesAt(value, most), event: undefined });
  return (
    <section class="moment" aria-label="Moment">
      <label>
        <span>
          After <strong>{count(edges)}</strong> {edges === 1 ? "edge" : "edges"}
          {view.edges === undefined && " (all are done)"}
        </span>
        <input
          id="scrubber"
          type="range"
          min="0"
          max={PLACES}
          step="any"
          value={place}
          aria-valuetext={`${count(edges)} edges`}
          onInput={({ currentTarget: { valueAsNumber } }) => to(valueAsNumber)}
        />
      </label>
      <div class="ticks" aria-hidden="true">
        {ticks(most).map((value) => (
          <span key={value} style={{ left: `${100 * Math.log1p(value) / Math.log1p(most)}%` }}>
            {COMPACT.format(value)}
          </span>
        ))}
      </div>
      <div class="tools">
        <button type="button" id="to-start" title="Home" onClick={() => to(0)}>Start</button>
        <button
          type="button"
          id="race"
          aria-pressed={isRacing}
          title="Space"
          onClick={() => setRacing(!isRacing)}
        >
          {isRacing ? "Stop" : "Race"}
        </button>
        <button type="button" id="to-end" title="End" onClick={() => to(PLACES)}>End</button>
        {lane !== undefined && lane.isObserved && <Steps session={session} />}
      </div>
    </section>
  );
}

function Steps({ session }: { session: Session }) {
  const trace = session.lane!;
  const events = session.eventsOf(trace);
  return (
    <>
      <span class="apart" />
      <button type="button" id="back" title="←" onClick={() => session.toEvent(events - 1)}>
        ← Step
      </button>
      <button type="button" id="step" title="→" onClick={() => session.toEvent(events + 1)}>
        Step →
      </button>
      {LANDMARKS.filter((kind) => hasKind(session, kind)).map((kind) => (
        <button
          type="button"
          key={kind}
          id={`next-${kind}`}
          onClick={() => session.jump([kind], 1)}
        >
          next {NAMES[kind]}
        </button>
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

const NAMES: Readonly<Record<string, string>> = {
  iteration: "pass",
  split: "split",
  dropped: "drop",
  lower: "bound",
  column: "column",
};

function hasKind({ lane }: Session, kind: typeof LANDMARKS[number]): boolean {
  return lane!.kinds.includes(KIND[kind]);
}

function ticks(most: number): number[] {
  const powers: number[] = [1];
  for (let power = 10; power < most / 2; power *= 10) powers.push(power);
  return powers;
}
