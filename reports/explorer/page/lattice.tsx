/// <reference lib="dom" />
/**
 * The lattice of a lane as a grid that is pointed at or walked through by keys, and its bounds.
 *
 * @module
 */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { hueOf } from "../../numbers/hues.ts";
import { GROUP, type Trace } from "../trace.ts";
import { Bounds, type BoundsShown } from "./bounds.tsx";
import { Exactness } from "./controls.tsx";
import { drawLattice, layoutOf, nodeAt, nodeText, type Scene, sceneOf } from "./picture.tsx";
import { isPlayable, KIND } from "./replay.ts";
import type { Session } from "./session.ts";
import type { View } from "./view.ts";
import { count, isExact, nameOf, ORDER_TEXTS, plural, titleOf } from "./words.ts";

/** How narrow a picture may be. */
const LEAST_WIDTH = 280;

/** A lane's lattice with what is to be said of it. */
export function Lattice({ session, trace }: { session: Session; trace: Trace }) {
  const { decoder, paths } = trace;
  const [title, note] = titleOf(decoder);
  const scene = sceneOf(session, trace);
  const { passes: now, upper, lower } = scene.replay;
  const best = paths[0]?.score ?? 0;
  const bounds = { decoder, bounds: boundsOf(trace), best, now, upper, lower, noun: "path" };
  return (
    <section class="lattice" aria-label={`Lattice of ${nameOf(decoder)}`}>
      <h3>
        <i style={{ background: hueOf(decoder) }} /> {title} <span>{note}</span>
      </h3>
      {isPlayable(trace)
        ? (
          <>
            <p class="quiet">{summary(scene)}</p>
            <Grid session={session} scene={scene} />
            <Bounds {...bounds} />
            <Exactness decoder={decoder} isOpen={false} />
          </>
        )
        : <p class="quiet">This decoder tells nothing of its steps: it has counts alone.</p>}
    </section>
  );
}

/** The picture in a sentence. */
function summary({ lattice, replay: { computed, open, trace }, rows, drawn, showsPath }: Scene) {
  const labelCount = lattice.labels.length;
  const folded = labelCount - drawn.length;
  const left = folded > 0 ? `, ${plural(folded, "row")} never touched left out` : "";
  const order = ORDER_TEXTS[rows.order];
  const all = count(lattice.emissions.length);
  const nodes = `${count(computed)} of ${all} nodes computed at least once, ${count(open)} still ` +
    `open; labels by ${order}, the most on top${left}.`;
  const best = trace.paths[0]?.labels;
  if (best === undefined || !showsPath) return nodes;
  // What stands above the best path has to be computed or bounded one by one.
  const depths = best.map((label, t) => rows.rowOf[t * labelCount + label]! + 1);
  const deepest = Math.max(...depths);
  const word = deepest > 1 ? ` (word ${depths.indexOf(deepest) + 1})` : "";
  const path = isExact(trace) ? "The best" : "Its";
  return `${nodes} ${path} path goes down to row ${count(deepest)}${word}.`;
}

function Grid({ session, scene }: { session: Session; scene: Scene }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([at]) => setWidth(Math.floor(at!.contentRect.width)));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const layout = layoutOf(scene, Math.max(width, LEAST_WIDTH));
  const { trace } = scene.replay;
  const choose = (node: View["node"]) => {
    const isOther = session.lane !== trace;
    session.look({ lane: trace.decoder, node, ...isOther && { event: undefined } });
  };
  const text = scene.cursor === undefined
    ? "Click a node, or walk with the arrow keys."
    : nodeText(scene, scene.cursor);
  return (
    <div class="grid" ref={box}>
      <svg
        width={layout.width}
        height={layout.height}
        tabindex={0}
        role="application"
        aria-roledescription="lattice"
        aria-label={`${text} Words from left to right, labels from top to bottom.`}
        onClick={(event) => {
          const { left, top } = event.currentTarget.getBoundingClientRect();
          const node = nodeAt(scene, layout, [event.clientX - left, event.clientY - top]);
          if (node !== undefined) choose(node);
        }}
        onKeyDown={(event) => {
          const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
          if (shiftKey || ctrlKey || metaKey || altKey) return;
          const step = STEPS[key];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          choose(walked(scene, step));
        }}
      >
        {width > 0 && drawLattice(scene, layout)}
      </svg>
    </div>
  );
}

/** Words and labels by which arrow keys go on. */
const STEPS: Readonly<Record<string, readonly [words: number, labels: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The node some words and labels beside the chosen one; the first time that on top. */
function walked(
  { lattice, rows, drawn, replay, cursor }: Scene,
  [words, labels]: readonly [number, number],
): View["node"] {
  if (cursor === undefined) return [0, rows.labelOf[drawn[0]!]!];
  const labelCount = lattice.labels.length;
  const [t, y] = cursor;
  const to = Math.max(0, Math.min(replay.length - 1, t + words));
  // The group stands below all rows.
  const at = y === GROUP ? drawn.length : drawn.indexOf(rows.rowOf[t * labelCount + y]!);
  const row = drawn[Math.max(0, at + labels)];
  return [to, row === undefined ? GROUP : rows.labelOf[to * labelCount + row]!];
}

/** The bounds of a trace before the first pass and after each. */
function boundsOf({ kinds, values }: Trace): BoundsShown["bounds"] {
  const bounds: [upper: number, lower: number][] = [[Infinity, -Infinity]];
  kinds.forEach((kind, event) => {
    const now = bounds.at(-1)!;
    if (kind === KIND.iteration) bounds.push([...now]);
    if (kind === KIND.upper) now[0] = values[event]!;
    if (kind === KIND.lower) now[1] = values[event]!;
  });
  return bounds;
}
