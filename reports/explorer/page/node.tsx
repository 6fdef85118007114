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
import { dropText, score, shortLabel } from "./words.ts";

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
      <h3 aria-live="polite">{nodeText(scene, node)}</h3>
      {y !== GROUP && <Maximum scene={scene} t={t} y={y} />}
      <p>{boundText(scene, t, y)}</p>
      {y !== GROUP && <p>{swapText(session.decoded, t, y)}</p>}
      {y !== GROUP && <OwnScore session={session} t={t} y={y} />}
    </section>
  );
}

/** The maximum over the labels before, as it was taken in the last pass that opened the node. */
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
      {terms.length > MOST && <p class="quiet">… and {terms.length - MOST} that are no more.</p>}
    </>
  );
}

/**
 * How a node was opened in the last pass that did among the first events, and the best scores
 * beside it by then, those of passes in the other direction left out: they are other sums. A search
 * for several paths opens a node several times in a pass, with its best score first.
 */
function openingOf(
  { kinds, positions, labels, values, others }: Trace,
  events: number,
  t: number,
  y: number,
) {
  const isOpening = (i: number) =>
    kinds[i] === KIND.opened && positions[i] === t && labels[i] === y;
  let last = events - 1;
  while (last >= 0 && !isOpening(last)) last--;
  if (last < 0) return undefined;
  const start = Math.max(0, kinds.lastIndexOf(KIND.iteration, last));
  const isForward = kinds[start] !== KIND.iteration || others[start] !== 1;
  const beside = isForward ? t - 1 : t + 1;
  let at = start;
  while (!isOpening(at)) at++;
  const before = new Map<number, number>();
  let isAlong = isForward;
  let fresh = new Set<number>();
  for (let i = 0; i < at; i++) {
    const label = labels[i]!;
    if (kinds[i] === KIND.iteration) {
      isAlong = (others[i] !== 1) === isForward;
      fresh = new Set();
    }
    if (positions[i] !== beside) continue;
    if (kinds[i] === KIND.dropped) before.delete(label);
    if (kinds[i] !== KIND.opened || !isAlong || fresh.has(label)) continue;
    before.set(label, values[i]!);
    fresh.add(label);
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
    case "computed, then dropped": {
      const bound = replay.bounds[node]!;
      const why = dropText(bound, replay.values[node]!);
      return `Dropped by the bound “${BOUNDS[bound]}”: ${why}.${known}`;
    }
    case "passed over":
      return "Passed over with its block: another label of the word is better, whatever comes next.";
    case "waiting":
      return replay.trace.kinds[replay.last[node]!] === KIND.column
        ? "In the domain of its word, not yet computed."
        : `A node of its own, not yet computed: at most ${value}.${known}`;
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
      {[5, -5].map((more) => (
        <Button
          key={more}
          disabled={!Number.isFinite(own)}
          onClick={() => set(own + more)}
        >
          {more > 0 ? `+${more}` : `−${-more}`}
        </Button>
      ))}
      {others.length < scores.length && (
        <Button onClick={() => void session.change({ scores: others })}>as it was</Button>
      )}
    </p>
  );
}
