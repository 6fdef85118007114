/// <reference lib="dom" />
/**
 * One node of a lattice written out: the maximum that was taken, the bound that made it
 * irrelevant, and its score, which the reader may change.
 *
 * @module
 */

import { BOUNDS, GROUP, type Trace } from "../trace.ts";
import { Button, NumberInput, Scroll } from "./controls.tsx";
import { nodeText, type Scene, sceneOf } from "./picture.tsx";
import { KIND, STATE } from "./replay.ts";
import type { Session } from "./session.ts";
import TEXTS from "./texts.json" with { type: "json" };
import { dropText, nodeName, score, signed, swapText } from "./words.ts";

/** Arguments of a maximum that are shown. */
const MOST = 6;
/** What the buttons add to a score. */
const ADDED = [5, -5];

/** What is known of the node that the reader has chosen. */
export function Node({ session, trace }: { session: Session; trace: Trace }) {
  const { node } = session;
  if (node === undefined) return <p class="quiet">{TEXTS.prose.click}</p>;
  const scene = sceneOf(session, trace);
  const [t, y] = node;
  return (
    <section class="node" aria-label="The chosen node">
      <h3 aria-live="polite">{nodeText(scene, node)}</h3>
      {y !== GROUP && <Maximum scene={scene} t={t} y={y} />}
      <p>{boundText(scene, t, y)}</p>
      {y !== GROUP && scene.showsPath && <p>{swapText(session.decoded, t, y)}</p>}
      {y !== GROUP && <OwnScore session={session} t={t} y={y} />}
    </section>
  );
}

/** The maximum over the labels before, as it was taken in the last pass that opened the node. */
function Maximum({ scene: { lattice, replay }, t, y }: { scene: Scene; t: number; y: number }) {
  const { labels: { length: labelCount }, emissions, transitions } = lattice;
  const { kinds, values, others } = replay.trace;
  const event = replay.openings[replay.node(t, y)]!;
  if (event < 0) return null;
  const isForward = others[kinds.lastIndexOf(KIND.iteration, event)] !== 1;
  const own = emissions[t * labelCount + y]!;
  const beside = isForward ? t - 1 : t + 1;
  if (beside < 0 || beside === replay.length) {
    return <p class="formula">best = own score = {score(own)}</p>;
  }
  const terms = Array.from(bestAt(replay.trace, beside, event, isForward), ([x, best]) => {
    const edge = transitions[isForward ? x * labelCount + y : y * labelCount + x]!;
    const ofRest = others[event] === GROUP ? values[event]! : NaN;
    const sum = x === GROUP ? ofRest : best + edge + own;
    const cells = [score(best), x === GROUP ? "bound" : score(edge), score(own), score(sum)];
    return { name: nodeName(lattice, x), cells, sum };
  }).filter(({ sum }) => !Number.isNaN(sum)).sort((a, b) => b.sum - a.sum);
  const side = isForward ? "before" : "after";
  const heads = [`label ${side}`, "best there", "transition", "own score", "sum"];
  return (
    <>
      <p class="formula">
        best = max over the label {side} of ( best there + transition ) + own score
      </p>
      <Scroll label="Arguments of the maximum">
        <table>
          <thead>
            <tr>{heads.map((name) => <th key={name} scope="col">{name}</th>)}</tr>
          </thead>
          <tbody>
            {terms.slice(0, MOST).map(({ name, cells }, i) => (
              <tr key={i} class={i === 0 ? "winner" : ""}>
                <th scope="row">{name}</th>
                {cells.map((text, i) => <td key={i}>{text}</td>)}
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
 * The best scores of a position's labels before an event, those of passes in the other direction
 * left out: they are other sums.
 */
function bestAt(
  { kinds, positions, labels, values, others }: Trace,
  position: number,
  event: number,
  isForward: boolean,
): Map<number, number> {
  const best = new Map<number, number>();
  let isAlong = isForward;
  let fresh = new Set<number>();
  for (let i = 0; i < event; i++) {
    const label = labels[i]!;
    if (kinds[i] === KIND.iteration) {
      isAlong = (others[i] !== 1) === isForward;
      fresh = new Set();
    }
    if (positions[i] !== position) continue;
    if (kinds[i] === KIND.dropped) best.delete(label);
    if (kinds[i] !== KIND.opened || !isAlong || fresh.has(label)) continue;
    best.set(label, values[i]!);
    fresh.add(label);
  }
  return best;
}

/** What made a node irrelevant, or what may still. */
function boundText({ replay }: Scene, t: number, y: number): string {
  const node = replay.node(t, y);
  const { kinds, values, others } = replay.trace;
  const event = replay.last[node]!;
  const value = score(values[event]!);
  const known = replay.lower === -Infinity ? "" : ` A path of ${score(replay.lower)} is known.`;
  switch (replay.states[node]) {
    case STATE.dropped:
    case STATE.spent: {
      const bound = others[event]!;
      return `Dropped by the bound “${BOUNDS[bound]}”: ${dropText(bound, values[event]!)}.${known}`;
    }
    case STATE.passed:
      return "Passed over with its block: another label of the word is better, whatever comes next.";
    case STATE.waiting:
      return kinds[event] === KIND.column
        ? "In the domain of its word, not yet computed."
        : `A node of its own, not yet computed: at most ${value}.${known}`;
    case STATE.open:
      return `Open: ${value} with its own score.${known}`;
  }
  const rest = replay.node(t, GROUP);
  if (replay.last[rest]! < 0) return "Never touched: nothing needed its score.";
  const isGone = [STATE.dropped, STATE.spent].includes(replay.states[rest]!);
  const fate = isGone
    ? "which was dropped with all its labels: no path through it scores more than"
    : "at most";
  return `Never a node of its own: it is in the rest, ${fate} ${
    score(values[replay.last[rest]!]!)
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
      <NumberInput
        id="own-score"
        type="number"
        label="own score "
        step="any"
        value={Number.isFinite(own) ? own : ""}
        onSet={set}
      />
      {ADDED.map((more) => (
        <Button
          key={more}
          disabled={!Number.isFinite(own)}
          onClick={() => set(own + more)}
        >
          {signed(more)}
        </Button>
      ))}
      {others.length < scores.length && (
        <Button onClick={() => void session.change({ scores: others })}>as it was</Button>
      )}
    </p>
  );
}
