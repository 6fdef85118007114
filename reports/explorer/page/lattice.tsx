/// <reference lib="dom" />
/**
 * The lattice of a lane as a grid that is pointed at or walked through by keys, and its bounds.
 *
 * @module
 */

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { GROUP, KINDS, type Trace } from "../trace.ts";
import { EXACTNESS } from "../exactness.ts";
import { hueOf } from "../../drawing/hues.ts";
import { type Bound, Bounds } from "./bounds.tsx";
import { orderOf, type Rows, rowsOf, type Strip, stripsOf } from "./orders.ts";
import { drawLattice, layoutOf, lengthOf, nodeAt, type Scene } from "./picture.ts";
import { isPlayable, type Replay, replayOf, STATES } from "./replay.ts";
import { canvasSurface, paletteNow } from "./surface.ts";
import type { Session } from "./session.ts";
import { count, ordinal, score, shortLabel, titleOf } from "./words.ts";

/** What is needed to draw the lattice of a lane. */
export interface Shown {
  readonly trace: Trace;
  readonly replay: Replay;
  readonly rows: Rows;
  readonly strips: readonly Strip[];
}

/** The lattice of a lane at the moment that is shown. */
export function useShown(session: Session, trace: Trace): Shown {
  const { lattice } = session.opened;
  const order = orderOf(trace.decoder, session.view.order);
  const { isFolding } = session.view;
  const replay = replayOf(trace, lengthOf(lattice), lattice.labels.length);
  const rows = useMemo(() => rowsOf(lattice, order), [lattice, order]);
  const strips = useMemo(
    () => stripsOf(rows, lattice.labels.length, [trace], isFolding),
    [rows, trace, isFolding],
  );
  replay.to(session.eventsOf(trace));
  return { trace, replay, rows, strips };
}

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
  const shown = useShown(session, trace);
  const bounds = useMemo(() => boundsOf(trace), [trace]);
  const { count, upper, lower } = shown.replay;
  return (
    <>
      <p class="quiet">{summary(session, shown)}</p>
      <Grid session={session} shown={shown} />
      <Bounds
        decoder={trace.decoder}
        bounds={bounds}
        best={trace.paths[0]?.score ?? 0}
        now={bounds.findLast(({ event }) => event < count)?.round ?? 0}
        upper={upper}
        lower={lower}
        noun="path"
      />
      <details class="exact">
        <summary>How it is exact</summary>
        {EXACTNESS[trace.decoder]?.map((text) => <p key={text}>{text}</p>)}
      </details>
    </>
  );
}

/** The picture in a sentence. */
function summary(session: Session, { replay, rows }: Shown): string {
  const { lattice } = session.opened;
  const showsPath = !session.view.isGuessing;

  const all = count(lattice.emissions.length);
  const order = rows.order === "rank"
    ? "most frequent label on top"
    : rows.order === "centred"
    ? "each word's best score on top, with what transitions from and to a label have in common"
    : "each word's best score on top";
  return `${count(replay.computed)} of ${all} nodes computed at least once, ${
    count(replay.open)
  } still open; ${order}.${showsPath ? depthText(replay.trace, rows, lattice.labels.length) : ""}`;
}

/** How deep the best path goes: what stands above it has to be computed or bounded one by one. */
function depthText({ paths }: Trace, { rowOf }: Rows, labelCount: number): string {
  const depths = paths[0]?.labels.map((label, t) => rowOf[t * labelCount + label]! + 1) ?? [];
  const deepest = Math.max(...depths);
  if (depths.length === 0) return "";
  return ` The best path goes down to row ${count(deepest)}${
    deepest > 1 ? ` (word ${depths.indexOf(deepest) + 1})` : ""
  }.`;
}

function Grid({ session, shown }: { session: Session; shown: Shown }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const { lattice } = session.opened;
  const { view } = session;
  const isChosen = session.lane === shown.trace;
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry!.contentRect.width))
    );
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const layout = useMemo(
    () => layoutOf(lattice, shown.rows, shown.strips, Math.max(width, 280)),
    [lattice, shown.rows, shown.strips, width],
  );
  const scene: Scene = {
    lattice,
    replay: shown.replay,
    rows: shown.rows,
    strips: shown.strips,
    palette: paletteNow(),
    showsPath: !view.isGuessing,
    cursor: view.node,
  };
  useLayoutEffect(() => {
    if (width === 0) return;
    const { current } = canvas;
    const scale = devicePixelRatio;
    const [wide, high] = [Math.round(layout.width * scale), Math.round(layout.height * scale)];
    if (current!.width !== wide || current!.height !== high) {
      current!.width = wide;
      current!.height = high;
    }
    const context = current!.getContext("2d")!;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, layout.width, layout.height);
    drawLattice(canvasSurface(context), scene, layout);
  });
  const choose = (node: readonly [number, number] | undefined) => {
    if (node !== undefined) {
      session.show({ lane: shown.trace.decoder, node, ...(isChosen ? {} : { event: undefined }) });
    }
  };
  const text = view.node === undefined
    ? "Click a node, or walk with the arrow keys."
    : nodeText(session, shown, view.node);
  return (
    <div class="grid" ref={box}>
      <canvas
        ref={canvas}
        style={{ width: `${layout.width}px`, height: `${layout.height}px` }}
        tabIndex={0}
        role="application"
        aria-roledescription="lattice"
        aria-label={`${text} Words from left to right, labels from top to bottom.`}
        data-lane={shown.trace.decoder}
        onClick={(event) => {
          const { left, top } = event.currentTarget.getBoundingClientRect();
          const [x, y] = [event.clientX - left, event.clientY - top];
          choose(nodeAt(lattice, shown.rows, shown.strips, layout, x, y));
        }}
        onKeyDown={(event) => {
          const node = walked(event.key, view.node, shown, lattice.labels.length);
          if (node === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          choose(node);
        }}
      />
    </div>
  );
}

/** The node beside one in the direction of a key; the first time that of the best path. */
function walked(
  key: string,
  node: readonly [number, number] | undefined,
  { rows, strips, replay }: Shown,
  labelCount: number,
): [number, number] | undefined {
  const step =
    ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<
      string,
      [number, number]
    >)[key];
  if (step === undefined) return undefined;
  const best = replay.trace.paths[0]?.labels;
  if (node === undefined) return [0, best?.[0] ?? 0];
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
  { opened: { lattice } }: Session,
  { replay, rows }: Shown,
  [t, y]: readonly [number, number],
): string {
  const word = lattice.words?.[t] ?? `word ${t + 1}`;
  const state = STATES[replay.states[replay.node(t, y)]!]!;
  if (y === GROUP) return `${word}, the rest of its labels: ${state}.`;
  const place = ordinal(rows.rowOf[t * lattice.labels.length + y]! + 1);
  return `${word}, ${lattice.labels[y]}, ${place} by ${rows.order}: ${state}.`;
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

/** What happened last, in words. */
export function eventText({ opened: { lattice } }: Session, trace: Trace, event: number): string {
  if (event < 0) return "Nothing has happened yet.";
  const kind = KINDS[trace.kinds[event]!]!;
  const [t, y, other] = [trace.positions[event]!, trace.labels[event]!, trace.others[event]!];
  const value = score(trace.values[event]!);
  const word = t < 0 ? "" : lattice.words?.[t] ?? `word ${t + 1}`;
  const name = y === GROUP ? "the rest" : `“${shortLabel(lattice.labels[y] ?? "")}”`;
  switch (kind) {
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
