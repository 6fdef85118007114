/**
 * Draws a lattice at one moment of a decoder's work, and lanes of decoders beside each other.
 *
 * @module
 */

import { GROUP, type ShownLattice, type Trace } from "../trace.ts";
import { hueOf } from "../../drawing/hues.ts";
import { count, ratio, shortLabel, titleOf } from "./words.ts";
import type { Rows, Strip } from "./orders.ts";
import { type Replay, STATE } from "./replay.ts";
import type { Palette, Surface } from "./surface.ts";

/** Height of the picture's rows together, where they fit at all. */
const ROWS_HEIGHT = 440;
const ROW = { least: 1, most: 18 };
const FOLD_HEIGHT = 12;
/** From this height on a row has room for a text, from the second for gaps between cells. */
const TEXT_HEIGHT = 11;
const GAP_HEIGHT = 4;
const HEADER = 22;
const REST_HEIGHT = 12;

/** How strongly states are drawn: the hue is for what was computed. */
export const OPACITY = { passed: 0.18, dropped: 0.5, waiting: 0.35, spent: 0.35 };

/** Where things are in the picture of a lattice. */
export interface Layout {
  readonly left: number;
  readonly columnWidth: number;
  readonly rowHeight: number;
  /** Upper edge of each strip, then of the row of the groups, then of what follows. */
  readonly tops: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** One lattice to be drawn. */
export interface Scene {
  readonly lattice: ShownLattice;
  readonly replay: Replay;
  readonly rows: Rows;
  readonly strips: readonly Strip[];
  readonly palette: Palette;
  /** False while the reader guesses. */
  readonly showsPath: boolean;
  readonly cursor: readonly [position: number, label: number] | undefined;
}

/** Positions, T. */
export function lengthOf({ emissions, labels }: ShownLattice): number {
  return emissions.length / labels.length;
}

/** Edges of dense Viterbi: (T−1)·L². */
export function denseEdges(lattice: ShownLattice): number {
  return (lengthOf(lattice) - 1) * lattice.labels.length ** 2;
}

/** Lays out a picture of a width. */
export function layoutOf(
  lattice: ShownLattice,
  rows: Rows,
  strips: readonly Strip[],
  width: number,
): Layout {
  const open = strips.filter(({ isFolded }) => !isFolded).length;
  const rowHeight = Math.min(ROW.most, Math.max(ROW.least, ROWS_HEIGHT / open));
  const hasNames = rowHeight >= TEXT_HEIGHT && rows.order === "rank" && width > 500;
  const left = hasNames ? 120 : 38;
  const tops = [HEADER];
  for (const { isFolded } of strips) {
    tops.push(tops.at(-1)! + (isFolded ? FOLD_HEIGHT : rowHeight));
  }
  const height = tops.at(-1)! + REST_HEIGHT + 6;
  return {
    left,
    columnWidth: (width - left - 4) / lengthOf(lattice),
    rowHeight,
    tops,
    width,
    height,
  };
}

/** The node at a point of the picture, if there is one. */
export function nodeAt(
  { labels }: ShownLattice,
  { labelOf }: Rows,
  strips: readonly Strip[],
  { left, columnWidth, tops }: Layout,
  x: number,
  y: number,
): [position: number, label: number] | undefined {
  const length = labelOf.length / labels.length;
  const position = Math.floor((x - left) / columnWidth);
  if (position < 0 || position >= length || y < HEADER) return undefined;
  const index = tops.findIndex((top) => top > y) - 1;
  if (index === -2) return y < tops.at(-1)! + REST_HEIGHT ? [position, GROUP] : undefined;
  const strip = strips[index];
  if (strip === undefined || strip.isFolded) return undefined;
  return [position, labelOf[position * labels.length + strip.first]!];
}

/** Draws a lattice. */
export function drawLattice(surface: Surface, scene: Scene, layout: Layout): void {
  const { lattice, replay, rows, strips, palette } = scene;
  const { left, columnWidth, rowHeight, tops } = layout;
  const length = lengthOf(lattice);
  const labelCount = lattice.labels.length;
  const gap = rowHeight >= GAP_HEIGHT ? 1 : 0;
  const hue = hueOf(replay.trace.decoder);
  const bottom = tops.at(-1)!;
  surface.rect(left, HEADER, length * columnWidth, bottom - HEADER, palette.card);
  for (let t = 0; t < length; t++) {
    const x = left + t * columnWidth;
    const isRoomy = columnWidth >= 17 || t === 0 || t % 5 === 4;
    const word = lattice.words?.[t] ?? (isRoomy ? String(t + 1) : "");
    const text = fitted(word, Math.max(columnWidth - 3, 14), 11);
    surface.text(x + columnWidth / 2, HEADER - 7, text, palette.quiet, {
      size: 11,
      anchor: "middle",
    });
    cell(
      surface,
      scene,
      replay.states[replay.node(t, GROUP)]!,
      x,
      bottom + 3,
      columnWidth - 1,
      REST_HEIGHT - 3,
      hue,
    );
  }
  surface.text(left - 5, bottom + REST_HEIGHT - 1, "rest", palette.quiet, {
    size: 10,
    anchor: "end",
  });
  strips.forEach(({ first, count: folded, isFolded }, i) => {
    const top = tops[i]!;
    if (isFolded) {
      surface.rect(left, top, length * columnWidth, FOLD_HEIGHT, palette.paper);
      const text = `${count(folded)} labels never touched`;
      surface.text(left + 6, top + FOLD_HEIGHT - 3, text, palette.quiet, { size: 10 });
      return;
    }
    rowName(surface, scene, layout, first, top);
  });
  const isNamed = rowHeight >= TEXT_HEIGHT && rows.order !== "rank";
  for (let t = 0; t < length; t++) {
    const x = left + t * columnWidth;
    const labelAt = (i: number) => rows.labelOf[t * labelCount + strips[i]!.first]!;
    let start = 0;
    let state = 0;
    for (let i = 0; i <= strips.length; i++) {
      const isNode = i < strips.length && !strips[i]!.isFolded;
      const next = isNode ? replay.states[replay.node(t, labelAt(i))]! : 0;
      // Thin cells of one state are one mark.
      if (next === state && (next === 0 || gap === 0)) continue;
      if (state > 0) {
        const height = tops[i]! - tops[start]! - gap;
        cell(surface, scene, state, x, tops[start]!, columnWidth - 1, height, hue);
        const name = isNamed
          ? fitted(shortLabel(lattice.labels[labelAt(start)]!), columnWidth - 5, 10)
          : "";
        if (name.length > 1) {
          const color = state === STATE.open ? "#ffffff" : palette.ink;
          surface.text(x + 3, tops[start]! + rowHeight / 2 + 3.5, name, color, { size: 10 });
        }
      }
      start = i;
      state = next;
    }
  }
  const place = (t: number, label: number): [number, number] => {
    const row = rows.rowOf[t * labelCount + label]!;
    const i = strips.findLastIndex(({ first }) => first <= row);
    return [left + (t + 0.5) * columnWidth, tops[i]! + rowHeight / 2];
  };
  if (scene.showsPath) {
    // The best one last, over the others.
    replay.trace.paths.toReversed().forEach(({ labels }, i, { length }) => {
      const isBest = i === length - 1;
      const points = labels.map((label, t) => place(t, label));
      surface.line(points, palette.paper, isBest ? 4 : 2);
      surface.line(points, isBest ? palette.ink : palette.quiet, isBest ? 1.5 : 1);
      if (!isBest) return;
      for (const [x, y] of points) surface.dot(x, y, columnWidth > 20 ? 3 : 2, palette.ink);
    });
  }
  if (scene.cursor !== undefined) {
    const [t, label] = scene.cursor;
    const [x, y] = label === GROUP
      ? [left + (t + 0.5) * columnWidth, bottom + REST_HEIGHT / 2 + 1]
      : place(t, label);
    const height = Math.max(8, label === GROUP ? REST_HEIGHT : rowHeight);
    surface.frame(x - columnWidth / 2, y - height / 2, columnWidth, height, palette.accent);
  }
}

/** Names a row: its label, or its number where each position has another label there. */
function rowName(
  surface: Surface,
  { rows, lattice, palette, strips }: Scene,
  { left, rowHeight }: Layout,
  row: number,
  top: number,
): void {
  const isNamed = rowHeight >= TEXT_HEIGHT || row % 50 === 0;
  if (!isNamed || rowHeight < TEXT_HEIGHT && strips.some(({ isFolded }) => isFolded)) return;
  const name = left > 60 && rows.order === "rank"
    ? fitted(shortLabel(lattice.labels[row]!), left - 8, 10)
    : `${row + 1}.`;
  const y = top + Math.max(rowHeight / 2 + 3.5, 8);
  surface.text(left - 5, y, name, palette.quiet, { size: 10, anchor: "end" });
}

function cell(
  surface: Surface,
  { palette }: Scene,
  state: number,
  x: number,
  y: number,
  width: number,
  height: number,
  hue: string,
): void {
  switch (state) {
    case STATE.passed:
      return surface.rect(x, y, width, height, palette.quiet, OPACITY.passed);
    case STATE.dropped:
      return surface.rect(x, y, width, height, palette.quiet, OPACITY.dropped);
    case STATE.waiting:
      return surface.rect(x, y, width, height, palette.ink, OPACITY.waiting);
    case STATE.spent:
      return surface.rect(x, y, width, height, hue, OPACITY.spent);
    case STATE.open:
      return surface.rect(x, y, width, height, hue);
  }
}

/** A text, cut where it would be wider than this; widths of letters are a guess. */
export function fitted(text: string, width: number, size: number): string {
  const room = Math.floor(width / (0.58 * size));
  return text.length <= room ? text : room < 2 ? "" : `${text.slice(0, room - 1)}…`;
}

/** A lattice made small: the largest state of the rows that share a line of the picture. */
export function pooled(replay: Replay, rows: Rows, labelCount: number, lines: number): Uint8Array {
  const { length, states } = replay;
  const picture = new Uint8Array(length * lines);
  for (let t = 0; t < length; t++) {
    for (let y = 0; y < labelCount; y++) {
      const state = states[t * replay.width + y]!;
      if (state === 0) continue;
      const line = Math.floor(rows.rowOf[t * labelCount + y]! * lines / labelCount);
      if (state > picture[line * length + t]!) picture[line * length + t] = state;
    }
  }
  return picture;
}

/** Colour and opacity of a state where a lattice is small. */
export function smallLook(state: number, hue: string, { quiet }: Palette): [string, number] {
  if (state === STATE.open) return [hue, 1];
  return state === STATE.spent ? [hue, OPACITY.spent] : [quiet, OPACITY.passed];
}

/** A lane: what a decoder did until a moment, in all. */
export interface LanePicture {
  readonly trace: Trace;
  readonly replay: Replay | undefined;
  readonly rows: Rows;
  /** Edges until the moment. */
  readonly edges: number;
}

const LANE = { height: 58, lines: 44, cell: 6 };

/** Draws lanes below each other under a sentence; returns the height. */
export function drawLanes(
  surface: Surface,
  palette: Palette,
  title: readonly string[],
  lattice: ShownLattice,
  lanes: readonly LanePicture[],
  width: number,
): number {
  const length = lengthOf(lattice);
  const labelCount = lattice.labels.length;
  const dense = denseEdges(lattice);
  const most = Math.max(dense, ...lanes.map(({ trace }) => trace.work.edgeEvaluations));
  const height = 30 + 24 * title.length + lanes.length * LANE.height + 26;
  surface.rect(0, 0, width, height, palette.paper);
  title.forEach((line, i) =>
    surface.text(20, 34 + 24 * i, line, palette.ink, { size: 17, isBold: true })
  );
  let top = 30 + 24 * title.length;
  const thumb = 190;
  for (const { trace, replay, rows, edges } of lanes) {
    const hue = hueOf(trace.decoder);
    const [name, options] = titleOf(trace.decoder);
    surface.text(20, top + 24, name, palette.ink, { size: 13, isBold: true });
    surface.text(20, top + 40, options, palette.quiet, { size: 11 });
    surface.rect(thumb, top + 6, length * LANE.cell, LANE.lines, palette.card);
    if (replay !== undefined) {
      const small = pooled(replay, rows, labelCount, LANE.lines);
      for (let t = 0; t < length; t++) {
        for (let line = 0; line < LANE.lines;) {
          const state = small[line * length + t]!;
          let end = line + 1;
          while (end < LANE.lines && small[end * length + t] === state) end++;
          if (state > 0) {
            const [color, opacity] = smallLook(state, hue, palette);
            surface.rect(
              thumb + t * LANE.cell,
              top + 6 + line,
              LANE.cell,
              end - line,
              color,
              opacity,
            );
          }
          line = end;
        }
      }
    }
    const from = thumb + length * LANE.cell + 20;
    const room = width - from - 190;
    const along = room * Math.log1p(edges) / Math.log1p(most);
    surface.rect(from, top + 24, room, 8, palette.card);
    surface.rect(from, top + 24, Math.max(2, along), 8, hue);
    const right = { size: 13, anchor: "end" } as const;
    surface.text(width - 20, top + 24, `${count(edges)} edges`, palette.ink, {
      ...right,
      isBold: true,
    });
    surface.text(width - 20, top + 40, ratio(dense, trace.work.edgeEvaluations), palette.quiet, {
      ...right,
      size: 11,
    });
    top += LANE.height;
  }
  const note =
    "Coloured: labels whose best score was computed (one column a word, one line a label; " +
    "bars on a log scale of edges).";
  surface.text(20, top + 16, note, palette.quiet, { size: 11 });
  return height;
}
