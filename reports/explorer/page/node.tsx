/// <reference lib="dom" />
/**
 * One node of a lattice written out: the maximum that was taken, the bound that made it
 * irrelevant, and its score, which the reader may change.
 *
 * @module
 */

import { BOUNDS, GROUP, type Trace } from "../trace.ts";
import { Button, Scroll } from "./controls.tsx";
import { nodeText } from "./lattice.tsx";
import { type Scene, sceneOf } from "./picture.tsx";
import { KIND, STATE, STATES } from "./replay.ts";
import type { Session } from "./session.ts";
import { swapText } from "./sentences.ts";
import { score, shortLabel } from "./words.ts";

/** Arguments of a maximum that are shown. */
const MOST = 6;

/** What is known of the node that the reader has chosen. */
export function Node({ session, trace }: { session: Session; trace: Trace }) {
  const { node } = session;
  if (node === undefined) {
    return <p class="quiet">Click a node of the lattice: its maximum is written out here.</p>;
  }
  const scene = sceneOf(session, trace);
  const [t, y] = node;
  return (
    <section class="node" aria-label="The chosen node">
      <h3>{nodeText(scene, node)}</h3>
      {y !== GROUP && <Maximum scene={scene} t={t} y={y} />}
      <p>{boundText(scene, t, y)}</p>
      {y !== GROUP && <p>{swapText(scene.lattice, trace, t, y)}</p>}
      {y !== GROUP && <OwnScore session={session} t={t} y={y} />}
    </section>
  );
}

/** The maximum over the labels before, as it was taken when the node was opened last. */
function Maximum({ scene: { lattice, replay }, t, y }: { scene: Scene; t: number; y: number }) {
  const labelCount = lattice.labels.length;
  const opening = openingOf(replay.trace, replay.count, t, y);
  if (opening === undefined) return null;
  const { value, other, isForward, before } = opening;
  const own = lattice.emissions[t * labelCount + y]!;
  if (t === (isForward ? 0 : replay.length - 1)) {
    return <p class="formula">best = own score = {score(own)}</p>;
  }
  const edge = (x: number) =>
    lattice.transitions[isForward ? x * labelCount + y : y * labelCount + x]!;
  const terms = Array.from(
    before,
    ([x, best]) =>
      x === GROUP
        ? { name: "the rest", best, edge: "bound", sum: other === GROUP ? value : NaN }
        : {
          name: shortLabel(lattice.labels[x]!),
          best,
          edge: score(edge(x)),
          sum: best + edge(x) + own,
        },
  ).filter(({ sum }) => !Number.isNaN(sum)).sort((a, b) => b.sum - a.sum);
  const side = isForward ? "before" : "after";
  return (
    <>
      <p class="formula">
        best = max over the label {side} of ( best there + transition ) + own score
      </p>
      <Scroll label="Arguments of the maximum">
        <table>
          <thead>
            <tr>
              {[`label ${side}`, "best there", "transition", "own score", "sum"].map((name) => (
                <th key={name} scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {terms.slice(0, MOST).map(({ name, best, edge, sum }, i) => (
              <tr key={i} class={i === 0 ? "winner" : ""}>
                <th scope="row">{name}</th>
                {[score(best), edge, score(own), score(sum)].map((text, i) => (
                  <td key={i}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
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
function boundText({ replay }: Scene, t: number, y: number): string {
  const node = replay.node(t, y);
  const value = score(replay.values[node]!);
  const known = replay.lower === -Infinity ? "" : ` A path of ${score(replay.lower)} is known.`;
  switch (STATES[replay.states[node]!]) {
    case "dropped":
    case "computed, then dropped":
      return `Dropped by the bound “${BOUNDS[replay.bounds[node]!]}”: no path through it scores ` +
        `more than ${value}.${known}`;
    case "passed over":
      return `Passed over with its neighbours: none of them scores more than ${value}.${known}`;
    case "waiting":
      return `A node of its own, not yet computed: at most ${value}.${known}`;
    case "open":
      return `Open: ${value} with its own score.${known}`;
  }
  const rest = replay.node(t, GROUP);
  if (replay.last[rest]! < 0) return "Never touched: nothing needed its score.";
  const isGone = [STATE.dropped, STATE.spent].includes(replay.states[rest]!);
  const fate = isGone
    ? "which was dropped with all its labels: no path through it scores more than"
    : "at most";
  return `Never a node of its own: it is in the rest, ${fate} ${
    score(replay.values[rest]!)
  }.${known}`;
}

function OwnScore({ session, t, y }: { session: Session; t: number; y: number }) {
  const { decoded: { lattice }, view: { scores } } = session;
  const own = lattice.emissions[t * lattice.labels.length + y]!;
  const others = scores.filter(([position, label]) => position !== t || label !== y);
  const set = (value: number) => {
    if (!Number.isFinite(value) || value === own) return;
    void session.change({ scores: [...others, [t, y, value]] });
  };
  return (
    <p class="tools">
      <label>
        own score{" "}
        <input
          id="own-score"
          type="number"
          step="any"
          value={Number.isFinite(own) ? own : ""}
          onChange={({ currentTarget }) => set(currentTarget.valueAsNumber)}
        />
      </label>
      <Button onClick={() => set(own + 5)}>+5</Button>
      <Button onClick={() => set(own - 5)}>−5</Button>
      {others.length < scores.length && (
        <Button onClick={() => void session.change({ scores: others })}>as it was</Button>
      )}
    </p>
  );
}
