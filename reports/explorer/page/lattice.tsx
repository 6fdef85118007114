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
import { drawLattice, layoutOf, nodeAt, nodeText, type Scene, sceneOf } from "./picture.tsx";
import { isPlayable } from "./replay.ts";
import type { Session } from "./session.ts";
import { count, isExact, nameOf, ORDER_TEXTS, plural, titleOf } from "./words.ts";

/** How narrow a picture may be. */
const LEAST_WIDTH = 280;

/** A lane's lattice with what is to be said of it. */
export function Lattice({ session, trace }: { session: Session; trace: Trace }) {
  const { decoder, paths } = trace;
  const [title, note] = titleOf(decoder);
  const scene = sceneOf(session, trace);
  const { passes, upper, lower } = scene.replay;
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
            <Bounds
              decoder={decoder}
              bounds={boundsOf(trace)}
              best={paths[0]?.score ?? 0}
              now={passes}
              upper={upper}
              lower={lower}
              noun="path"
            />
            <Exactness decoder={decoder} isOpen={false} />
          </>
        )
        : <p class="quiet">This decoder tells nothing of its steps: it has counts alone.</p>}
    </section>
  );
}

/** The picture in a sentence. */
function summary({ lattice, replay, rows, drawn, showsPath }: Scene): string {
  const { computed, open, trace } = replay;
  const all = count(lattice.emissions.length);
  const folded = lattice.labels.length - drawn.length;
  return `${count(computed)} of ${all} nodes computed at least once, ${
    count(open)
  } still open; labels by ${ORDER_TEXTS[rows.order]}, the most on top${
    folded > 0 ? `, ${plural(folded, "row")} never touched left out` : ""
  }.${showsPath ? depthText(trace, rows.rowOf, lattice.labels.length) : ""}`;
}

/** How deep the best path goes: what stands above it has to be computed or bounded one by one. */
function depthText(trace: Trace, rowOf: Int32Array, labelCount: number): string {
  const depths = trace.paths[0]?.labels.map((label, t) => rowOf[t * labelCount + label]! + 1);
  if (depths === undefined) return "";
  const deepest = Math.max(...depths);
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
          const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
          if (shiftKey || ctrlKey || metaKey || altKey) return;
          const to = walked(key, node, scene);
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
  { lattice, rows, drawn, replay }: Scene,
): [number, number] | undefined {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  if (node === undefined) return [0, replay.trace.paths[0]?.labels[0] ?? 0];
  const labelCount = lattice.labels.length;
  const [t, y] = node;
  const to = Math.max(0, Math.min(replay.length - 1, t + step[0]));
  const row = y === GROUP ? labelCount : rows.rowOf[t * labelCount + y]!;
  let at = drawn.findLastIndex((shown) => shown <= row) + step[1] + Number(y === GROUP);
  at = Math.max(0, Math.min(drawn.length, at));
  return [to, at === drawn.length ? GROUP : rows.labelOf[to * labelCount + drawn[at]!]!];
}

/** The bounds of a trace by pass. */
function boundsOf({ kinds, values }: Trace): Bound[] {
  const bounds: Bound[] = [];
  let round = 0;
  kinds.forEach((number, event) => {
    const kind = KINDS[number]!;
    if (kind === "iteration") round++;
    if (kind === "upper" || kind === "lower") bounds.push({ kind, round, value: values[event]! });
  });
  return bounds;
}
