/**
 * The grammar of the charts: a picture is rows, two axes, looks and layers, alone or in panels.
 *
 * Axes are made of the rows that they show ({@linkcode log}, {@linkcode linear},
 * {@linkcode names}); looks say who has which hue, shape and dash ({@linkcode hues},
 * `decoderLooks()` for decoders); layers are marks ({@linkcode lines}, {@linkcode dots},
 * {@linkcode intervals}, …); {@linkcode picture} puts them together as a Vega-Lite specification.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";

/** The schema that every specification names. */
export const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";

/** A Vega-Lite specification. */
export type Spec = TopLevelSpec;

/** A part of a specification, such as an axis or the encoding of a hue. */
export type Part = Readonly<Record<string, unknown>>;

/** An axis, made of the rows that it shows. */
export type Axis = (rows: readonly object[]) => Part;

/** Who has which hue, point shape and line dash; what is left out does not tell anything apart. */
export interface Looks {
  /** Hue. */
  readonly color?: Part;
  /** Shape of points. */
  readonly shape?: Part;
  /** Dash of lines. */
  readonly strokeDash?: Part;
}

/** A mark over the rows of a view, given who looks how. */
export type Layer = (looks: Looks) => Part;

/** What is shown when a mark is pointed at: fields with titles, `["title", ","]` with a format. */
export type Tooltip = Readonly<Record<string, string | readonly [title: string, format: string]>>;

/** Rows between two axes. */
export interface View {
  /** The heading of a panel; bold in studies, whose panels are few. */
  readonly heading?: string | { readonly bold: string };
  /** Its data; those of the whole picture if left out. */
  readonly rows?: readonly object[];
  /** Pixels, or pixels for each name of the axis. */
  readonly width: number | { readonly step: number };
  /** The same upwards. */
  readonly height: number | { readonly step: number };
  /** The horizontal axis. */
  readonly x?: Axis;
  /** The vertical axis. */
  readonly y?: Axis;
  /** Further channels that all layers share, such as an offset. */
  readonly channels?: Part;
  /** Who looks how. */
  readonly looks?: Looks;
  /** Bottom to top. */
  readonly layers: readonly Layer[];
}

/** Views side by side, each with axes of its own. */
export interface Panels {
  /** In reading order. */
  readonly panels: readonly View[];
  /** How many stand side by side. */
  readonly columns?: number;
  /** Pixels between them. */
  readonly spacing?: { readonly row: number; readonly column: number };
  /** Scales that are the same in all of them. */
  readonly share?: readonly string[];
}

/** The same view for each value of a field, with common axes. */
export interface Facets {
  /** The field, over all columns if they are given, otherwise in one row. */
  readonly by: string;
  /** What is drawn for each. */
  readonly view: View;
  /** How many stand side by side. */
  readonly columns?: number;
  /** The values in reading order; as they come with an empty list, sorted if left out. */
  readonly order?: readonly string[];
  /** Pixels between them. */
  readonly spacing?: { readonly row: number; readonly column: number };
  /** What is not common: scales or axes by their channel. */
  readonly own?: { readonly scale?: readonly string[]; readonly axis?: readonly string[] };
}

/** What stands over a picture. */
export interface Heading {
  /** Its name. */
  readonly title: string;
  /** What was measured, on what; a list is written as lines. */
  readonly subtitle: string | readonly string[];
  /** The data of all views that have none of their own. */
  readonly rows?: readonly object[];
}

/** How an axis is drawn beside what its kind says: fields of Vega-Lite's `axis` and `scale`. */
export interface AxisOptions {
  /** Where the ticks are. */
  readonly ticks?: readonly number[];
  /** How they are written. */
  readonly format?: string | undefined;
  /** The ends of the axis. */
  readonly domain?: readonly number[];
  /** Pixels before the first and after the last value. */
  readonly padding?: number;
  /** Further fields of Vega-Lite's `axis`. */
  readonly axis?: Part;
  /** Further fields of Vega-Lite's `scale`. */
  readonly scale?: Part;
}

/**
 * A logarithmic axis; without `ticks` round values, over those of other fields too. Ticks are
 * written as `~g` if there is no other format; with `undefined` as Vega-Lite likes.
 */
export function log(
  field: string,
  title?: string,
  options: AxisOptions & { readonly over?: readonly string[] } = {},
): Axis {
  const { ticks, domain, padding = 10, over = [] } = options;
  const format = "format" in options ? options.format : "~g";
  return (rows) =>
    given({
      field,
      type: "quantitative",
      title,
      scale: given({ type: "log", nice: false, padding, domain, ...options.scale }),
      axis: given({
        values: ticks ?? logTicks([field, ...over].flatMap((name) => numbersOf(rows, name))),
        format,
        ...options.axis,
      }),
    });
}

/** A linear axis. */
export function linear(field: string, title?: string, options: AxisOptions = {}): Axis {
  const { ticks, format, domain, padding } = options;
  const scale = given({ domain, padding, ...options.scale });
  const axis = given({ values: ticks, format, ...options.axis });
  return () =>
    given({
      field,
      type: "quantitative",
      title,
      scale: Object.keys(scale).length === 0 ? undefined : scale,
      axis: Object.keys(axis).length === 0 ? undefined : axis,
    });
}

/** A linear axis from 0 to 1 in percent. */
export function share(field: string, title: string): Axis {
  return linear(field, title, { domain: [0, 1], format: "%" });
}

/** An axis of names, each on a line of the grid. */
export function names(field: string, order: readonly string[], options: AxisOptions = {}): Axis {
  return () =>
    given({
      field,
      type: "nominal",
      title: null,
      sort: order,
      scale: options.scale,
      axis: { grid: true, ticks: false, domain: false, labelPadding: 8, ...options.axis },
    });
}

/**
 * Round values for the ticks of a logarithmic axis: powers of ten, with their 2- and 5-folds where
 * the range is under two decades, and others where it is under half of one.
 */
export function logTicks(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const steps = high / low < 3
    ? [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8]
    : high / low < 100
    ? [1, 2, 5]
    : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    // From the decimal text: 10 ** -5 is not 1e-5 everywhere.
    for (const step of steps) ticks.push(Number(`${step}e${power}`));
  }
  return ticks.filter((tick) => low <= tick && tick <= high);
}

/** Tol's "vibrant" scheme: hues that colour-blind readers tell apart on white and on black. */
export const HUES = ["#0077bb", "#ee7733", "#009988", "#cc3311", "#ee3377", "#33bbee"] as const;
/** Shapes in the order of the hues. */
export const SHAPES = [
  "circle",
  "diamond",
  "square",
  "triangle-up",
  "triangle-down",
  "cross",
] as const;

/** A hue and a point shape. */
export interface Look {
  /** The hue. */
  readonly color: string;
  /** The shape. */
  readonly shape: string;
}

/** The legend of most pictures. */
const BELOW = { title: null, orient: "bottom" };

/**
 * Hue and point shape by the values of a field.
 *
 * @param values in the order of the legend; as a record with looks of their own
 */
export function hues(
  field: string,
  values: readonly string[] | Readonly<Record<string, Look>>,
  legend: Part | null = BELOW,
): { readonly color: Part; readonly shape: Part } {
  const looks = isList(values)
    ? [...new Set(values)].map((name, i) => ({ name, color: HUES[i], shape: SHAPES[i] }))
    : Object.entries(values).map(([name, look]) => ({ name, ...look }));
  const domain = looks.map(({ name }) => name);
  const channel = (range: unknown): Part => ({
    field,
    type: "nominal",
    scale: { domain, range },
    legend,
  });
  return {
    color: channel(looks.map(({ color }) => color)),
    shape: channel(looks.map(({ shape }) => shape)),
  };
}

function isList(values: object): values is readonly string[] {
  return Array.isArray(values);
}

/** How a mark differs from what its kind says: its fields, further channels, which rows. */
export interface MarkOptions {
  /** Fields of Vega-Lite's `mark`. */
  readonly mark?: Part;
  /** Further or other channels; null takes one away. */
  readonly channels?: Readonly<Record<string, Part | null>>;
  /** Which rows, as an expression over `datum`. */
  readonly where?: string;
  /** Rows of its own. */
  readonly rows?: readonly object[];
}

/** Any mark with these channels. */
export function mark(type: string, channels: Part, options: MarkOptions = {}): Layer {
  const { where, rows } = options;
  const encoding = Object.fromEntries(
    Object.entries({ ...channels, ...options.channels }).filter(([, channel]) => channel !== null),
  );
  return () =>
    given({
      data: rows && { values: rows },
      transform: where === undefined ? undefined : [{ filter: where }],
      mark: { type, ...options.mark },
      encoding: Object.keys(encoding).length === 0 ? undefined : encoding,
    });
}

/** A line for each look. */
export function lines(options: MarkOptions = {}): Layer {
  return (looks) => mark("line", given({ strokeDash: looks.strokeDash }), options)(looks);
}

/** Points that say more when they are pointed at. */
export function dots(tooltip: Tooltip, options: MarkOptions = {}): Layer {
  return (looks) =>
    mark("point", given({ shape: looks.shape, tooltip: tooltipOf(tooltip) }), options)(looks);
}

/**
 * Thin lines along an axis between two fields, or from the point of the axis to one.
 *
 * @param ends of the line
 */
export function intervals(
  along: "x" | "y",
  ends: readonly [from: string, to: string] | string,
  options: MarkOptions = {},
): Layer {
  const [from, to] = typeof ends === "string" ? [undefined, ends] : ends;
  const begin = from === undefined ? undefined : { field: from, type: "quantitative" };
  return mark("rule", given({ [along]: begin, [`${along}2`]: { field: to } }), options);
}

/** A line across the view at a value. */
export function level(along: "x" | "y", value: number, options: MarkOptions = {}): Layer {
  return mark("rule", { [along]: { datum: value } }, { rows: [{}], ...options });
}

/** The fields of a tooltip as Vega-Lite wants them. */
export function tooltipOf(tooltip: Tooltip): Part[] {
  return Object.entries(tooltip).map(([field, titled]) => {
    const [title, format] = typeof titled === "string" ? [titled] : titled;
    return given({ field, title, format });
  });
}

/** Puts a picture together. */
export function picture(heading: Heading, body: View | Panels | Facets): Spec {
  const { title, subtitle, rows } = heading;
  const spec = given({
    $schema: SCHEMA,
    title: { text: title, subtitle },
    data: rows && { values: rows },
    ...bodyOf(body, rows ?? []),
  });
  return spec as unknown as Spec;
}

function bodyOf(body: View | Panels | Facets, rows: readonly object[]): Part {
  if ("panels" in body) {
    const { panels, columns, spacing, share } = body;
    return {
      columns,
      spacing,
      resolve: share && { scale: each(share, "shared") },
      concat: panels.map((panel) => viewOf(panel, rows)),
    };
  }
  if ("by" in body) {
    const { by, view, columns, order, spacing, own } = body;
    const field = given({ field: by, type: "nominal", title: null, sort: order });
    return {
      columns,
      spacing,
      resolve: own && given({
        scale: own.scale && each(own.scale, "independent"),
        axis: own.axis && each(own.axis, "independent"),
      }),
      facet: columns === undefined ? { column: field } : field,
      spec: viewOf(view, rows),
    };
  }
  return viewOf(body, rows);
}

function viewOf(view: View, all: readonly object[]): Part {
  const { heading, rows, width, height, x, y, channels, looks = {}, layers } = view;
  const shown = rows ?? all;
  return given({
    title: heading === undefined ? undefined : headingOf(heading),
    width,
    height,
    data: rows && { values: rows },
    encoding: given({ x: x?.(shown), y: y?.(shown), ...channels, color: looks.color }),
    layer: layers.map((layer) => layer(looks)),
  });
}

/** Over the plot, whatever its axis takes up. */
function headingOf(heading: string | { readonly bold: string }): Part {
  const place = { fontSize: 12, anchor: "middle", frame: "group" };
  return typeof heading === "string"
    ? { text: heading, fontWeight: "normal", ...place }
    : { text: heading.bold, ...place };
}

function each(channels: readonly string[], how: string): Part {
  return Object.fromEntries(channels.map((channel) => [channel, how]));
}

/** The fields that are not undefined. */
function given(fields: Part): Part {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function numbersOf(rows: readonly object[], field: string): number[] {
  return rows.map((row) => (row as Part)[field]).filter((value) => typeof value === "number");
}
