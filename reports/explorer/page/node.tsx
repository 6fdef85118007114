/// <reference lib="dom" />
/**
 * One node of a lattice written out: the maximum that was taken, the bound that made it
 * irrelevant, and its score, which the reader may change.
 *
 * @module
 */

import { useMemo } from "preact/hooks";
import { BOUNDS, GROUP, type Trace } from "../trace.ts";
import { nodeText, type Shown, useShown } from "./lattice.tsx";
import { KIND, STATE, STATES } from "./replay.ts";
import type { Session } from "./session.ts";
import { swapText } from "./why.ts";
import { score, shortLabel } from "./words.ts";

/** Arguments of a maximum that are shown. */
const MOST = 6;

/** What is known of the node that the reader has chosen. */
export function Node({ session, trace }: { session: Session; trace: Trace }) {
  const shown = useShown(session, trace);
  const { view: { node }, opened: { lattice } } = session;
  if (node === undefined) {
    return <p class="quiet">Click a node of the lattice: its maximum is written out here.</p>;
  }
  const [t, y] = node;
  return (
    <section class="node" aria-label="The chosen node">
      <h3>{nodeText(session, shown, node)}</h3>
      <Maximum session={session} shown={shown} t={t} y={y} />
      <p>{boundText(shown, t, y)}</p>
      {y !== GROUP && <p>{swapText(lattice, trace, t, y)}</p>}
      {y !== GROUP && <OwnScore session={session} t={t} y={y} />}
    </section>
  );
}

type Of = { session: Session; shown: Shown; t: number; y: number };

/** The maximum over the labels before, as it was taken when the node was opened last. */
function Maximum({ session, shown: { trace, replay }, t, y }: Of) {
  const { lattice } = session.opened;
  const opening = useMemo(
    () => openingOf(trace, replay.count, t, y),
    [trace, replay.count, t, y],
  );
  if (opening === undefined || y === GROUP) return null;
  const { value, other, isForward, before } = opening;
  const own = lattice.emissions[t * lattice.labels.length + y]!;
  const isFirst = t === (isForward ? 0 : replay.length - 1);
  if (isFirst) {
    return <p class="formula">best = own score = {score(own)}</p>;
  }
  if (lattice.transitions.length === 0) {
    void session.complete();
    return <p class="quiet">The transitions are being read …</p>;
  }
  const edge = (x: number) =>
    lattice.transitions[isForward ? x * lattice.labels.length + y : y * lattice.labels.length + x]!;
  const terms = [...before].map(([x, best]) => ({
    x,
    best,
    edge: x === GROUP ? NaN : edge(x),
    sum: x === GROUP ? (other === GROUP ? value : NaN) : best + edge(x) + own,
  })).filter(({ sum }) => !Number.isNaN(sum)).sort((a, b) => b.sum - a.sum);
  const side = isForward ? "before" : "after";
  return (
    <>
      <p class="formula">
        best = max over the label {side} of ( best there + transition ) + own score
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Arguments of the maximum">
        <table>
          <thead>
            <tr>
              <th scope="col">label {side}</th>
              <th scope="col">best there</th>
              <th scope="col">transition</th>
              <th scope="col">own score</th>
              <th scope="col">sum</th>
            </tr>
          </thead>
          <tbody>
            {terms.slice(0, MOST).map(({ x, best, edge, sum }, i) => (
              <tr key={x} class={i === 0 ? "winner" : ""}>
                <th scope="row">{x === GROUP ? "the rest" : shortLabel(lattice.labels[x]!)}</th>
                <td>{score(best)}</td>
                <td>{x === GROUP ? "bound" : score(edge)}</td>
                <td>{score(own)}</td>
                <td>{score(sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {terms.length > MOST && <p class="quiet">… and {terms.length - MOST} that are less.</p>}
    </>
  );
}

/** The last opening of a node among the first events, and the best scores beside it by then. */
function openingOf(trace: Trace, events: number, t: number, y: number) {
  const { kinds, positions, labels, values, others } = trace;
  let at = -1;
  for (let i = events - 1; i >= 0 && at < 0; i--) {
    if (kinds[i] === KIND.opened && positions[i] === t && labels[i] === y) at = i;
  }
  if (at < 0) return undefined;
  // What passes in the other direction found are other sums.
  const start = Math.max(0, kinds.lastIndexOf(KIND.iteration, at));
  const isForward = kinds[start] !== KIND.iteration || others[start] !== 1;
  const before = new Map<number, number>();
  for (let i = start; i < at; i++) {
    if (positions[i] !== (isForward ? t - 1 : t + 1)) continue;
    if (kinds[i] === KIND.opened) before.set(labels[i]!, values[i]!);
    if (kinds[i] === KIND.dropped) before.delete(labels[i]!);
  }
  return { value: values[at]!, other: others[at]!, isForward, before };
}

/** What made a node irrelevant, or what may still. */
function boundText({ replay }: Shown, t: number, y: number): string {
  const node = replay.node(t, y);
  const value = replay.values[node]!;
  const known = replay.lower === -Infinity ? "" : ` A path of ${score(replay.lower)} is known.`;
  switch (STATES[replay.states[node]!]) {
    case "dropped":
    case "computed, then dropped": {
      const by = BOUNDS[replay.bounds[node]!] ?? "";
      return `Dropped by the bound “${by}”: no path through it scores more than ${
        score(value)
      }.${known}`;
    }
    case "passed over":
      return `Passed over with its neighbours: none of them scores more than ${
        score(value)
      }.${known}`;
    case "waiting":
      return `A node of its own, not yet computed: at most ${score(value)}.${known}`;
    case "open":
      return `Open: ${score(value)} with its own score.${known}`;
    default: {
      const rest = replay.node(t, GROUP);
      if (replay.last[rest]! < 0) return "Never touched: nothing needed its score.";
      const isGone = [STATE.dropped, STATE.spent].includes(replay.states[rest]!);
      return `Never a node of its own: it is in the rest, ${
        isGone
          ? "which was dropped with all its labels: no path through it scores more than"
          : "at most"
      } ${score(replay.values[rest]!)}.${known}`;
    }
  }
}

function OwnScore({ session, t, y }: { session: Session; t: number; y: number }) {
  const { opened: { lattice }, view: { changes } } = session;
  const own = lattice.emissions[t * lattice.labels.length + y]!;
  const others = changes.scores.filter(({ position, label }) => position !== t || label !== y);
  const isChanged = others.length < changes.scores.length;
  const set = (value: number) => {
    if (!Number.isFinite(value) || value === own) return;
    const scores = [...others, { position: t, label: y, score: value }];
    void session.change({ changes: { ...changes, scores } });
  };
  return (
    <p class="tools">
      <label>
        own score{" "}
        <input
          id="own-score"
          type="number"
          step="0.5"
          value={Number.isFinite(own) ? own : ""}
          onChange={(event) => set(event.currentTarget.valueAsNumber)}
        />
      </label>
      <button type="button" onClick={() => set(own + 5)}>+5</button>
      <button type="button" onClick={() => set(own - 5)}>−5</button>
      {isChanged && (
        <button
          type="button"
          onClick={() => void session.change({ changes: { ...changes, scores: others } })}
        >
          as it was
        </button>
      )}
    </p>
  );
}
