/// <reference lib="dom" />
/**
 * Pictures to take away: the present one as SVG, and numbered frames for a talk.
 *
 * @module
 */

import { strToU8, zipSync } from "fflate";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { hueOf } from "../../numbers/hues.ts";
import type { Trace } from "../trace.ts";
import * as marks from "./marks.tsx";
import { box, CARD, filled, INK, type Picture } from "./marks.tsx";
import { parsingHeadline, parsingPictures } from "./parsing.tsx";
import { drawLattice, drawSmall, layoutOf, sceneOf, smallSize } from "./picture.tsx";
import { isPlayable } from "./replay.ts";
import { edgesAt, END, mostEdges, type Session } from "./session.ts";
import TEXTS from "./texts.json" with { type: "json" };
import { count, denseEdges, headline, nameOf, titleOf } from "./words.ts";

const WIDTH = 960;
const MARGIN = 20;
const FONT = "system-ui, 'DejaVu Sans', Verdana, sans-serif";
/** Lines of the title: as many words as 92 letters have room for, or a longer one. */
const TITLE_LINES = /\S.{0,91}(?= |$)|\S+/g;
const LINE = 24;
const LANE = { height: 58, left: 190, right: 190 };
/** Frames of a talk: from nothing to all edges, by equal factors. */
const FRAMES = 16;

/** The picture of what is shown. */
export function pictureOf(session: Session): string {
  const { parsed, decoded: { lattice, lanes }, edges } = session;
  if (parsed !== undefined) {
    return fileOf(parsingHeadline(parsed), "", [], 0, parsingPictures(session, parsed));
  }
  const shown = session.shown.filter(isPlayable);
  const top = lanes.length * LANE.height + 26;
  // Beside each other, as on the page.
  const width = (WIDTH - MARGIN) / shown.length - MARGIN;
  const lattices = shown.map((trace) => {
    const scene = sceneOf(session, trace);
    const layout = layoutOf(scene, width);
    return { ...layout, title: nameOf(trace.decoder), drawn: drawLattice(scene, layout) };
  });
  const race = [
    ...lanes.map((trace, i) => marks.group(0, i * LANE.height, drawLane(session, trace))),
    marks.text(0, top - 10, TEXTS.prose.picture, { size: 11 }),
  ];
  return fileOf(headline(lattice, lanes), ` After ${count(edges)} edges.`, race, top, [lattices]);
}

/** Name, small lattice, bar and counts of a lane. */
function drawLane(session: Session, trace: Trace) {
  const { decoder } = trace;
  const { edges, note, share } = session.progressOf(trace);
  const [title, about] = titleOf(decoder);
  const [small, height] = smallSize(session.decoded.lattice);
  const left = LANE.left + small;
  const room = WIDTH - LANE.right - left - MARGIN;
  const end = { anchor: "end" } as const;
  const right = WIDTH - 2 * MARGIN;
  return [
    marks.text(0, 24, title, { size: 13, fill: INK, isBold: true }),
    marks.text(0, 40, about, { size: 11 }),
    filled(box(LANE.left - MARGIN, 6, small, height), CARD),
    filled(box(left, 24, room, 8), CARD),
    filled(box(left, 24, Math.max(2, room * share(edges)), 8), hueOf(decoder)),
    marks.text(right, 24, `${count(edges)} edges`, { ...end, size: 13, fill: INK, isBold: true }),
    marks.text(right, 40, note, { ...end, size: 11 }),
    isPlayable(trace) && marks.group(LANE.left - MARGIN, 6, drawSmall(sceneOf(session, trace))),
  ];
}

/**
 * A file under a title, in the colours that the page has now: marks, and from `top` on rows of
 * pictures under their titles.
 */
function fileOf(
  title: string,
  note: string,
  drawn: ComponentChildren[],
  top: number,
  rows: readonly (readonly Picture[])[],
): string {
  let width = WIDTH;
  for (const row of rows.filter(({ length }) => length > 0)) {
    let x = 0;
    for (const picture of row) {
      const heading = marks.text(0, 26, picture.title, { size: 14, fill: INK, isBold: true });
      drawn.push(marks.group(x, top, [heading, marks.group(0, 36, picture.drawn)]));
      x += picture.width + MARGIN;
    }
    width = Math.max(width, x + MARGIN);
    top += Math.max(...row.map(({ height }) => height)) + 44;
  }
  const lines = title.match(TITLE_LINES) ?? [];
  const begin = 30 + LINE * lines.length;
  const height = Math.ceil(begin + top);
  const svg = renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      font-family={FONT}
      role="img"
    >
      <title>{`${title}${note}`}</title>
      {filled(box(0, 0, width, height), marks.PAPER)}
      {lines.map((line, i) =>
        marks.text(MARGIN, 34 + LINE * i, line, { size: 17, fill: INK, isBold: true })
      )}
      {marks.group(MARGIN, begin, drawn)}
    </svg>,
  );
  // A mark a line, for those who compare files.
  return `${
    svg.replaceAll("><", ">\n<").replaceAll(/var\((--\w+)\)/g, (_, name) => colourNow(name))
  }\n`;
}

/** A colour of the page as it is now. */
function colourNow(name: string): string {
  const { style } = document.body;
  style.color = `var(${name})`;
  const color = getComputedStyle(document.body).color;
  style.color = "";
  return color;
}

/** Frames from the start to the end, numbered, in one file. */
export function framesOf(session: Session): Uint8Array<ArrayBuffer> {
  const { decoded: { lattice, lanes }, view } = session;
  const most = Math.max(denseEdges(lattice), mostEdges(lanes));
  const files = Array.from({ length: FRAMES }, (_, i) => {
    session.view = { ...view, ...END, edges: edgesAt(i / (FRAMES - 1), most) };
    const name = `frame-${String(i + 1).padStart(2, "0")}.svg`;
    return [name, strToU8(pictureOf(session))];
  });
  session.view = view;
  return zipSync(Object.fromEntries(files));
}

/** Hands a file to the reader. */
export function save(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
