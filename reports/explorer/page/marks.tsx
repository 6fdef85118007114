/**
 * The marks of pictures. Their looks are attributes, so that a file of a picture needs no style;
 * colours are those of the page, light or dark. Lengths are CSS pixels.
 *
 * @module
 */

import type { ComponentChildren } from "preact";

/** Colours of the project's pages: see `pages/html/page/base.css`. */
export const PAPER = "var(--paper)";
export const CARD = "var(--card)";
export const INK = "var(--ink)";
export const QUIET = "var(--quiet)";
export const ACCENT = "var(--accent)";
export const BAD = "var(--bad)";

/** A place in a picture. */
export type Point = readonly [x: number, y: number];

/** Marks under a title, and how much room they take. */
export interface Picture {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly drawn: ComponentChildren;
}

const n = (value: number) => Math.round(value * 100) / 100;

/** The outline of a rectangle, for a path that may have many. */
export function box(x: number, y: number, width: number, height: number): string {
  return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`;
}

/** What outlines enclose, filled. */
export function filled(outlines: string, fill: string, opacity = 1) {
  return <path d={outlines} fill={fill} fill-opacity={n(opacity)} />;
}

/** A rectangle's outline. */
export function framed(outline: string, stroke: string, width = 2) {
  return <path d={outline} fill="none" stroke={stroke} stroke-width={width} />;
}

/** A line through points. */
export function line(points: readonly Point[], stroke: string, width: number, dashes?: string) {
  return (
    <polyline
      points={points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ")}
      fill="none"
      stroke={stroke}
      stroke-width={width}
      stroke-linejoin="round"
      stroke-dasharray={dashes}
    />
  );
}

/** A dot. */
export function dot([x, y]: Point, radius: number, fill: string) {
  return <circle cx={n(x)} cy={n(y)} r={radius} fill={fill} />;
}

/** How a text stands. */
export interface TextLook {
  readonly size?: number;
  readonly fill?: string;
  readonly anchor?: "start" | "middle" | "end";
  readonly isBold?: boolean;
}

/** A text in a line. */
export function text(x: number, y: number, words: string, look: TextLook = {}) {
  const { size = 10, fill = QUIET, anchor = "start", isBold = false } = look;
  const weight = isBold ? 600 : undefined;
  return (
    <text x={n(x)} y={n(y)} font-size={size} font-weight={weight} fill={fill} text-anchor={anchor}>
      {words}
    </text>
  );
}

/** Marks moved to the right and down, with a text that a pointer shows. */
export function group(x: number, y: number, marks: ComponentChildren, title?: string) {
  return (
    <g transform={`translate(${n(x)} ${n(y)})`}>
      {title !== undefined && <title>{title}</title>}
      {marks}
    </g>
  );
}

/** A text, cut where it would be wider than this; widths of letters are a guess. */
export function fitted(text: string, width: number, size: number): string {
  const room = Math.floor(width / (0.58 * size));
  return text.length <= room ? text : room < 2 ? "" : `${text.slice(0, room - 1)}…`;
}
