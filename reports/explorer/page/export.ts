/// <reference lib="dom" />
/**
 * Pictures to take away: the present one as SVG, and numbered frames for a talk.
 *
 * @module
 */

import { strToU8, zipSync } from "fflate";
import type { Trace } from "../trace.ts";
import { eventsBy, isPlayable, Replay } from "./replay.ts";
import { orderOf, rowsOf, stripsOf } from "./orders.ts";
import { denseEdges, drawLanes, drawLattice, layoutOf, lengthOf } from "./picture.ts";
import { type Palette, svgSurface } from "./surface.ts";
import type { Session } from "./session.ts";
import { headline } from "./headline.ts";
import { count, titleOf } from "./words.ts";

const WIDTH = 960;
/** Frames of a talk: from nothing to all edges, by equal factors. */
const FRAMES = 16;

/** The lanes, and under them the lattice that is looked at, after so many edges. */
export function pictureOf(session: Session, palette: Palette, edges: number): string {
  const { opened: { lattice }, view, lanes } = session;
  const surface = svgSurface();
  const labelCount = lattice.labels.length;
  const of = (trace: typeof lanes[number]) => {
    const rows = rowsOf(lattice, orderOf(trace.decoder, view.order));
    if (!isPlayable(trace)) return { rows, replay: undefined };
    const isHere = edges === session.edges;
    const events = isHere ? session.eventsOf(trace) : eventsBy(trace, edges);
    return { rows, replay: new Replay(trace, lengthOf(lattice), labelCount).to(events) };
  };
  const title = wrapped(headline(lattice, lanes), 92);
  const pictures = lanes.map((trace) => ({
    trace,
    ...of(trace),
    edges: Math.min(edges, trace.work.edgeEvaluations),
  }));
  let height = drawLanes(surface, palette, title, lattice, pictures, WIDTH);
  const shown = [session.lane, session.trace(view.other)]
    .filter((lane, i, all) => isPlayable(lane) && all.indexOf(lane) === i) as Trace[];
  // Beside each other, as on the page.
  const width = (WIDTH - 20) / shown.length - 20;
  const drawn = shown.map((lane) => {
    const { rows, replay } = of(lane);
    const strips = stripsOf(rows, labelCount, [lane], view.isFolding);
    return { lane, rows, replay: replay!, strips, layout: layoutOf(lattice, rows, strips, width) };
  });
  const below = Math.max(0, ...drawn.map(({ layout }) => layout.height + 44));
  surface.rect(0, height, WIDTH, below, palette.paper);
  drawn.forEach(({ lane, rows, replay, strips, layout }, i) => {
    const left = 20 + i * (width + 20);
    const name = titleOf(lane.decoder).join(" ");
    surface.text(left, height + 26, name, palette.ink, { size: 14, isBold: true });
    const { node: cursor, isGuessing } = view;
    const scene = { lattice, replay, rows, strips, palette, showsPath: !isGuessing, cursor };
    drawLattice(moved(surface, left, height + 36), scene, layout);
  });
  height += below;
  return surface.svg(WIDTH, height, `${title.join(" ")} After ${count(edges)} edges.`);
}

/** Frames from the start to the end, numbered, in one file. */
export function framesOf(session: Session, palette: Palette): Uint8Array<ArrayBuffer> {
  const most = Math.log1p(denseEdges(session.opened.lattice));
  const files = Array.from({ length: FRAMES }, (_, i) => {
    const edges = Math.round(Math.expm1(most * i / (FRAMES - 1)));
    const name = `frame-${String(i + 1).padStart(2, "0")}.svg`;
    return [name, strToU8(pictureOf(session, palette, edges))];
  });
  return zipSync(Object.fromEntries(files)) as Uint8Array<ArrayBuffer>;
}

/** Hands a file to the reader. */
export function save(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A surface of which all is moved to the right and down. */
function moved(surface: ReturnType<typeof svgSurface>, dx: number, dy: number) {
  return {
    ...surface,
    rect: (x: number, y: number, ...rest: [number, number, string, number?]) =>
      surface.rect(x + dx, y + dy, ...rest),
    frame: (x: number, y: number, ...rest: [number, number, string]) =>
      surface.frame(x + dx, y + dy, ...rest),
    line: (points: readonly (readonly [number, number])[], color: string, width: number) =>
      surface.line(points.map(([x, y]) => [x + dx, y + dy]), color, width),
    dot: (x: number, y: number, radius: number, color: string) =>
      surface.dot(x + dx, y + dy, radius, color),
    text: (
      x: number,
      y: number,
      ...rest: Parameters<typeof surface.text> extends [number, number, ...infer Rest] ? Rest
        : never
    ) => surface.text(x + dx, y + dy, ...rest),
  };
}

/** A text in lines of so many letters at most. */
function wrapped(text: string, most: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1)!.length + word.length >= most) lines.push("");
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  return lines;
}
