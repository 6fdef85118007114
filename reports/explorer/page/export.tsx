/// <reference lib="dom" />
/**
 * Pictures to take away: the present one as SVG, and numbered frames for a talk.
 *
 * @module
 */

import { strToU8, zipSync } from "fflate";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { hueOf } from "../../drawing/hues.ts";
import type { Trace } from "../trace.ts";
import { headline } from "./sentences.ts";
import * as marks from "./marks.tsx";
import { box, CARD, filled, INK } from "./marks.tsx";
import { parsingPicture } from "./parsing.tsx";
import { drawLattice, drawSmall, layoutOf, sceneOf, smallSize } from "./picture.tsx";
import { isPlayable } from "./replay.ts";
import { END, mostEdges, type Session } from "./session.ts";
import { count, denseEdges, nameOf, titleOf } from "./words.ts";

const WIDTH = 960;
const MARGIN = 20;
const FONT = "system-ui, 'DejaVu Sans', Verdana, sans-serif";
/** Letters in a line of the title, and the line's height. */
const TITLE = { letters: 92, height: 24 };
const LANE = { height: 58, left: 190, right: 190 };
/** Frames of a talk: from nothing to all edges, by equal factors. */
const FRAMES = 16;
const NOTE = "Coloured: labels whose best score was computed (one column a word, one line a " +
  "label; bars on a log scale of edges).";

/** The picture of what is shown. */
export function pictureOf(session: Session): string {
  const { parsed } = session;
  if (parsed !== undefined) {
    const { title, drawn, width, height } = parsingPicture(session, parsed);
    return fileOf(title, drawn, Math.max(WIDTH, width + 2 * MARGIN), height, "");
  }
  const { decoded: { lattice, lanes }, edges } = session;
  const shown = session.shown.filter(isPlayable);
  const top = lanes.length * LANE.height + 26;
  // Beside each other, as on the page.
  const width = (WIDTH - MARGIN) / shown.length - MARGIN;
  const lattices = shown.map((trace, i) => {
    const scene = sceneOf(session, trace);
    const layout = layoutOf(scene, width);
    const drawn = marks.group(i * (width + MARGIN), top, [
      marks.text(0, 26, nameOf(trace.decoder), { size: 14, fill: INK, isBold: true }),
      marks.group(0, 36, drawLattice(scene, layout)),
    ]);
    return { drawn, height: layout.height + 44 };
  });
  const drawn = [
    ...lanes.map((trace, i) => marks.group(0, i * LANE.height, drawLane(session, trace))),
    marks.text(0, top - 10, NOTE, { size: 11 }),
    ...lattices.map(({ drawn }) => drawn),
  ];
  const height = top + Math.max(0, ...lattices.map(({ height }) => height));
  return fileOf(headline(lattice, lanes), drawn, WIDTH, height, ` After ${count(edges)} edges.`);
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

/** A file of marks under a title, in the colours that the page has now. */
function fileOf(
  title: string,
  drawn: ComponentChildren,
  width: number,
  height: number,
  note: string,
): string {
  const lines = wrapped(title, TITLE.letters);
  const top = 30 + TITLE.height * lines.length;
  const high = Math.ceil(top + height);
  const svg = renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={high}
      viewBox={`0 0 ${width} ${high}`}
      font-family={FONT}
      role="img"
    >
      <title>{`${title}${note}`}</title>
      {filled(box(0, 0, width, high), marks.PAPER)}
      {lines.map((line, i) =>
        marks.text(MARGIN, 34 + TITLE.height * i, line, { size: 17, fill: INK, isBold: true })
      )}
      {marks.group(MARGIN, top, drawn)}
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
  const most = Math.log1p(Math.max(denseEdges(lattice), mostEdges(lanes)));
  const files = Array.from({ length: FRAMES }, (_, i) => {
    session.view = { ...view, ...END, edges: Math.round(Math.expm1(most * i / (FRAMES - 1))) };
    const name = `frame-${String(i + 1).padStart(2, "0")}.svg`;
    return [name, strToU8(pictureOf(session))];
  });
  session.view = view;
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

/** A text in lines of so many letters at most. */
function wrapped(text: string, most: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1)!.length + word.length >= most) lines.push("");
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  return lines;
}
