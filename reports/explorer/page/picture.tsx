/**
 * Draws a lattice at one moment of a decoder's work, large or in a few lines.
 *
 * @module
 */

import { hueOf } from "../../numbers/hues.ts";
import { GROUP, type ShownLattice, type Trace } from "../trace.ts";
import * as marks from "./marks.tsx";
import { box, CARD, filled, fitted, INK, PAPER, type Point, QUIET } from "./marks.tsx";
import { orderOf, rowsOf, touchedRows } from "./orders.ts";
import { replayOf, STATE, STATES } from "./replay.ts";
import type { Session } from "./session.ts";
import { lengthOf, ORDER_TEXTS, ordinal, shortLabel, wordAt } from "./words.ts";

/** Height of the picture's rows together, where they fit at all. */
const ROWS_HEIGHT = 440;
const ROW = { least: 1, most: 18 };
/** From this height on a row has room for a text, from the second for gaps between cells. */
const TEXT_HEIGHT = 11;
const GAP_HEIGHT = 4;
const HEADER = 22;
const REST_HEIGHT = 12;

/** One lattice to be drawn, and where things are in its picture. */
export type Scene = ReturnType<typeof sceneOf>;
type Layout = ReturnType<typeof layoutOf>;

/** The lattice of a lane at the moment that is shown. */
export function sceneOf(session: Session, trace: Trace) {
  const { decoded: { lattice }, view, node: cursor } = session;
  const labelCount = lattice.labels.length;
  const rows = rowsOf(lattice, orderOf(trace.decoder, view.order));
  return {
    lattice,
    replay: replayOf(trace, lattice, session.eventsOf(trace)),
    rows,
    /** The rows that are drawn, from the top. */
    drawn: view.fold
      ? touchedRows(rows, labelCount, trace, cursor)
      : Array.from({ length: labelCount }, (_, row) => row),
    /** Not while the reader guesses. */
    showsPath: !view.guess,
    cursor,
  };
}

/** Lays out a picture of a width. */
export function layoutOf({ lattice, rows, drawn }: Scene, width: number) {
  const rowHeight = Math.min(ROW.most, Math.max(ROW.least, ROWS_HEIGHT / drawn.length));
  const hasNames = rowHeight >= TEXT_HEIGHT && rows.order === "rank" && width > 500;
  const left = hasNames ? 120 : 38;
  // The lower edge of the rows, above the row of the groups.
  const bottom = HEADER + rowHeight * drawn.length;
  const columnWidth = (width - left - 4) / lengthOf(lattice);
  return { left, columnWidth, rowHeight, bottom, width, height: bottom + REST_HEIGHT + 6 };
}

/** The node at a point of the picture, if there is one. */
export function nodeAt(
  { lattice: { labels }, rows: { labelOf }, drawn }: Scene,
  { left, columnWidth, rowHeight, bottom }: Layout,
  [x, y]: Point,
): [position: number, label: number] | undefined {
  const length = labelOf.length / labels.length;
  const t = Math.floor((x - left) / columnWidth);
  if (t < 0 || t >= length || y < HEADER || y >= bottom + REST_HEIGHT) return undefined;
  if (y >= bottom) return [t, GROUP];
  const row = drawn[Math.floor((y - HEADER) / rowHeight)];
  return row === undefined ? undefined : [t, labelOf[t * labels.length + row]!];
}

/** What is read on a hue: black, or white where the hue is dark. */
function inkOn(hue: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(hue.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.18 ? "#000000" : "#ffffff";
}

/**
 * Cells of a grid. Those of one state are one mark.
 *
 * @param outline of the rows from one on, before another, of a column
 * @param isDense whether rows of one state have no gap between them
 */
function cells(
  hue: string,
  [columns, rows]: readonly [number, number],
  stateAt: (column: number, row: number) => number,
  outline: (column: number, row: number, end: number) => string,
  isDense = true,
) {
  const outlines = STATES.map(() => "");
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows;) {
      const state = stateAt(column, row);
      let end = row + 1;
      while (isDense && end < rows && stateAt(column, end) === state) end++;
      if (state > 0) outlines[state] += outline(column, row, end);
      row = end;
    }
  }
  return outlines.map((one, state) => {
    const { opacity, fill = hue } = STATES[state]!;
    return one !== "" && filled(one, fill, opacity);
  });
}

/** Draws a lattice. */
export function drawLattice(scene: Scene, layout: Layout) {
  const { lattice, replay, rows, drawn } = scene;
  const { left, columnWidth, rowHeight, bottom } = layout;
  const length = lengthOf(lattice);
  const labelCount = lattice.labels.length;
  const gap = rowHeight >= GAP_HEIGHT ? 1 : 0;
  const hue = hueOf(replay.trace.decoder);
  const x = (t: number) => left + t * columnWidth;
  const top = (i: number) => HEADER + i * rowHeight;
  const labelAt = (t: number, i: number) => rows.labelOf[t * labelCount + drawn[i]!]!;
  const stateAt = (t: number, i: number) => replay.states[replay.node(t, labelAt(t, i))]!;
  const place = (t: number, label: number): Point => {
    if (label === GROUP) return [x(t + 0.5), bottom + REST_HEIGHT / 2 + 1];
    return [x(t + 0.5), top(drawn.indexOf(rows.rowOf[t * labelCount + label]!) + 0.5)];
  };
  const hasCellNames = rowHeight >= TEXT_HEIGHT && rows.order !== "rank";
  const cellName = (t: number, i: number) => {
    const name = shortLabel(lattice.labels[labelAt(t, i)]!);
    const fill = stateAt(t, i) === STATE.open ? inkOn(hue) : INK;
    const y = top(i + 0.5) + 3.5;
    return marks.text(x(t) + 3, y, fitted(name, columnWidth - 5, 10), { fill });
  };
  // A row has a label, or a number where each position has another label there.
  const rowName = (row: number, i: number) => {
    if (rowHeight < TEXT_HEIGHT && (drawn.length < labelCount || row % 50 > 0)) return null;
    const name = left > 60 ? fitted(shortLabel(lattice.labels[row]!), left - 8, 10) : `${row + 1}.`;
    return marks.text(left - 5, top(i) + Math.max(rowHeight / 2 + 3.5, 8), name, { anchor: "end" });
  };
  const words = Array.from({ length }, (_, t) => {
    const isRoomy = columnWidth >= 17 || t === 0 || t % 5 === 4;
    const word = lattice.words?.[t] ?? (isRoomy ? String(t + 1) : "");
    const short = fitted(word, Math.max(columnWidth - 3, 14), 11);
    return marks.text(x(t + 0.5), HEADER - 7, short, { size: 11, anchor: "middle" });
  });
  const restAt = (t: number) => replay.states[replay.node(t, GROUP)]!;
  const restBox = (t: number) => box(x(t), bottom + 3, columnWidth - 1, REST_HEIGHT - 3);
  const nodeBox = (t: number, i: number, end: number) =>
    box(x(t), top(i), columnWidth - 1, top(end) - top(i) - gap);
  return (
    <>
      {filled(box(left, HEADER, length * columnWidth, bottom - HEADER), CARD)}
      {words}
      {marks.text(left - 5, bottom + REST_HEIGHT - 1, "rest", { anchor: "end" })}
      {drawn.map(rowName)}
      {cells(hue, [length, 1], restAt, restBox)}
      {cells(hue, [length, drawn.length], stateAt, nodeBox, gap === 0)}
      {hasCellNames &&
        words.map((_, t) => drawn.map((_, i) => stateAt(t, i) > 0 && cellName(t, i)))}
      {scene.showsPath && drawPaths(replay.trace, place, columnWidth > 20 ? 3 : 2)}
      {scene.cursor !== undefined && drawCursor(place(...scene.cursor), layout)}
    </>
  );
}

/** The paths of the answer, the best one over the others. */
function drawPaths({ paths }: Trace, place: (t: number, y: number) => Point, radius: number) {
  const all = paths.map(({ labels }) => labels.map((label, t) => place(t, label)));
  return all.toReversed().map((points, i) => {
    const isBest = i === all.length - 1;
    return (
      <>
        {marks.line(points, PAPER, isBest ? 4 : 2)}
        {marks.line(points, isBest ? INK : QUIET, isBest ? 1.5 : 1)}
        {isBest && points.map((point) => marks.dot(point, radius, INK))}
      </>
    );
  });
}

function drawCursor([x, y]: Point, { columnWidth, rowHeight }: Layout) {
  const height = Math.max(8, rowHeight);
  return marks.framed(box(x - columnWidth / 2, y - height / 2, columnWidth, height), marks.ACCENT);
}

/** Width of a column, and width at most and height of a small lattice. */
const SMALL = { column: 6, width: 300, height: 44 };

/** Width and height of a lattice made small. */
export function smallSize(lattice: ShownLattice): Point {
  return [Math.min(SMALL.column * lengthOf(lattice), SMALL.width), SMALL.height];
}

/** A lattice made small: of the rows that share a line the largest state. */
export function drawSmall({ lattice, replay, rows }: Scene) {
  const { length, states, width } = replay;
  const labelCount = lattice.labels.length;
  const [across, height] = smallSize(lattice);
  const column = across / length;
  const lines = Math.min(height, labelCount);
  const pooled = new Uint8Array(length * lines);
  for (let t = 0; t < length; t++) {
    for (let y = 0; y < labelCount; y++) {
      const line = Math.floor(rows.rowOf[t * labelCount + y]! * lines / labelCount);
      const at = t * lines + line;
      pooled[at] = Math.max(pooled[at]!, states[t * width + y]!);
    }
  }
  const top = (line: number) => height * line / lines;
  const stateAt = (t: number, line: number) => pooled[t * lines + line]!;
  const outline = (t: number, line: number, end: number) =>
    box(t * column, top(line), column, top(end) - top(line));
  return cells(hueOf(replay.trace.decoder), [length, lines], stateAt, outline);
}

/** A node in a sentence. */
export function nodeText(
  { lattice, replay, rows }: Scene,
  [t, y]: readonly [position: number, label: number],
): string {
  const word = wordAt(lattice, t);
  const { name } = STATES[replay.states[replay.node(t, y)]!]!;
  if (y === GROUP) return `${word}, the rest of its labels: ${name}.`;
  const place = ordinal(rows.rowOf[t * lattice.labels.length + y]! + 1);
  return `${word}, ${lattice.labels[y]}, ${place} by ${ORDER_TEXTS[rows.order]}: ${name}.`;
}
