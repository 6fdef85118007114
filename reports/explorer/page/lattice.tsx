/// <reference lib="dom" />
/**
 * The lattice of a lane as a grid that is pointed at or walked through by keys, and its bounds.
 *
 * @module
 */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { hueOf } from "../../drawing/hues.ts";
import { GROUP, KINDS, type Trace } from "../trace.ts";
import { type Bound, Bounds } from "./bounds.tsx";
import { Exactness } from "./controls.tsx";
import { drawLattice, layoutOf, nodeAt, type Scene, sceneOf } from "./picture.tsx";
import { isPlayable, STATES } from "./replay.ts";
import type { Session } from "./session.ts";
import { count, isExact, ORDER_TEXTS, ordinal, titleOf, wordAt } from "./words.ts";

/** How narrow a picture may be. */
const LEAST_WIDTH = 280;

/** A lane's lattice with what is to be said of it. */
export function Lattice({ session, trace }: { session: Session; trace: Trace }) {
  const [title, options] = titleOf(trace.decoder);
  return (
    <section class="lattice" aria-label={`Lattice of ${title} ${options}`}>
      <h3>
        <i style={{ background: hueOf(trace.decoder) }} /> {title} <span>{options}</span>
      </h3>
      {isPlayable(trace)
        ? <Played session={session} trace={trace} />
        : <p class="quiet">This decoder tells nothing of its steps: it has counts alone.</p>}
    </section>
  );
}

function Played({ session, trace }: { session: Session; trace: Trace }) {
  const scene = sceneOf(session, trace);
  const bounds = boundsOf(trace);
  const { count, upper, lower } = scene.replay;
  return (
    <>
      <p class="quiet">{summary(scene)}</p>
      <Grid session={session} scene={scene} />
      <Bounds
        decoder={trace.decoder}
        bounds={bounds}
        best={trace.paths[0]?.score ?? 0}
        now={bounds.findLast(({ event }) => event < count)?.round ?? 0}
        upper={upper}
        lower={lower}
        noun="path"
      />
      <Exactness decoder={trace.decoder} isOpen={false} />
    </>
  );
}

/** What stands on top in each order of rows. */
const TOPS = {
  rank: "most frequent label on top",
  emission: "each word's best score on top",
  centred:
    "each word's best score on top, with what transitions from and to a label have in common",
};

/** The picture in a sentence. */
function summary({ lattice, replay, rows, showsPath }: Scene): string {
  const { computed, open, trace } = replay;
  const all = count(lattice.emissions.length);
  return `${count(computed)} of ${all} nodes computed at least once, ${count(open)} still open; ${
    TOPS[rows.order]
  }.${showsPath ? depthText(trace, rows.rowOf, lattice.labels.length) : ""}`;
}

/** How deep the best path goes: what stands above it has to be computed or bounded one by one. */
function depthText(trace: Trace, rowOf: Int32Array, labelCount: number): string {
  const { paths } = trace;
  const depths = paths[0]?.labels.map((label, t) => rowOf[t * labelCount + label]! + 1) ?? [];
  const deepest = Math.max(...depths);
  if (depths.length === 0) return "";
  return ` ${isExact(trace) ? "The best" : "Its"} path goes down to row ${count(deepest)}${
    deepest > 1 ? ` (word ${depths.indexOf(deepest) + 1})` : ""
  }.`;
}

function Grid({ session, scene }: { session: Session; scene: Scene }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    setWidth(Math.floor(box.current!.clientWidth));
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry!.contentRect.width))
    );
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const layout = layoutOf(scene, Math.max(width, LEAST_WIDTH));
  const { node } = session;
  const { trace } = scene.replay;
  const choose = (node: readonly [number, number] | undefined) => {
    const isOther = session.lane !== trace;
    if (node === undefined) return;
    session.look({ lane: trace.decoder, node, ...isOther && { event: undefined } });
  };
  const text = node === undefined
    ? "Click a node, or walk with the arrow keys."
    : nodeText(scene, node);
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
          choose(nodeAt(scene, layout, [event.clientX - left, event.clientY - top]));
        }}
        onKeyDown={(event) => {
          const to = walked(event.key, node, scene);
          if (to === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          choose(to);
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

/** The node beside one in the direction of a key; the first time that of the best path. */
function walked(
  key: string,
  node: readonly [number, number] | undefined,
  { lattice, rows, strips, replay }: Scene,
): [number, number] | undefined {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  if (node === undefined) return [0, replay.trace.paths[0]?.labels[0] ?? 0];
  const labelCount = lattice.labels.length;
  const [t, y] = node;
  const to = Math.max(0, Math.min(replay.length - 1, t + step[0]));
  const open = strips.filter(({ isFolded }) => !isFolded).map(({ first }) => first);
  const row = y === GROUP ? labelCount : rows.rowOf[t * labelCount + y]!;
  let at = open.findLastIndex((first) => first <= row) + step[1] + Number(y === GROUP);
  at = Math.max(0, Math.min(open.length, at));
  return [to, at === open.length ? GROUP : rows.labelOf[to * labelCount + open[at]!]!];
}

/** A node in a sentence. */
export function nodeText(
  { lattice, replay, rows }: Scene,
  [t, y]: readonly [position: number, label: number],
): string {
  const word = wordAt(lattice, t);
  const state = STATES[replay.states[replay.node(t, y)]!]!;
  if (y === GROUP) return `${word}, the rest of its labels: ${state}.`;
  const place = ordinal(rows.rowOf[t * lattice.labels.length + y]! + 1);
  return `${word}, ${lattice.labels[y]}, ${place} by ${ORDER_TEXTS[rows.order]}: ${state}.`;
}

/** The bounds of a trace by pass, with the events that told them. */
function boundsOf(trace: Trace): (Bound & { readonly event: number })[] {
  const bounds: (Bound & { readonly event: number })[] = [];
  let round = 0;
  trace.kinds.forEach((number, event) => {
    const kind = KINDS[number]!;
    if (kind === "iteration") round++;
    if (kind !== "upper" && kind !== "lower") return;
    bounds.push({ kind, round, value: trace.values[event]!, event });
  });
  return bounds;
}
