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
import { at, type Axis, given, nominal, type Part } from "./axes.ts";

export { at, type Axis, linear, log, logTicks, names, nominal, type Part, share } from "./axes.ts";

/** The schema that every specification names. */
export const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";

/** A Vega-Lite specification. */
export type Spec = TopLevelSpec;
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
  /** The heading of a panel over its plot; bold where panels are few, or over its axis, too. */
  readonly heading?: string | { readonly bold: string } | { readonly free: string };
  /** Its data; those of the whole picture if left out. */
  readonly rows?: readonly object[];
  /** Which of the picture's rows it shows: those with one of these values in a field. */
  readonly only?: readonly [field: string, ...values: readonly string[]];
  /** Pixels, or pixels for each name of the axis. */
  readonly width: number | { readonly step: number };
  /** Pixels upwards, or a step for each value. */
  readonly height: number | { readonly step: number };
  /** The horizontal axis. */
  readonly x?: Axis;
  /** The vertical axis. */
  readonly y?: Axis;
  /** Further channels that all layers share, such as an offset. */
  readonly channels?: Part;
  /** Colours and shapes of the decoders in it. */
  readonly looks?: Looks;
  /** Layers from bottom to top. */
  readonly layers: readonly Layer[];
}

/** Views side by side, each with axes of its own. */
export interface Panels {
  /** In reading order. */
  readonly panels: readonly View[];
  /** How many stand side by side. */
  readonly columns?: number;
  /** Pixels between them. */
  readonly spacing?: number | { readonly row: number; readonly column: number };
  /** Scales that are the same in all of them. */
  readonly share?: readonly string[];
  /** Scales that are not. */
  readonly own?: readonly string[];
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

/** What a picture shows. */
export type Body = View | Panels | Facets | Stack;

/** One above the other, each with rows of its own. */
export interface Stack {
  /** Views from top to bottom. */
  readonly stack: readonly (View | Facets)[];
}

/** What stands over a picture. */
export interface Heading {
  /** Its name. */
  readonly title: string;
  /** What was measured, on what; a list is written as lines. */
  readonly subtitle: string | readonly string[];
  /** The data of all views that have none of their own: what a page lets a reader pick from. */
  readonly rows?: readonly object[];
  /** Size of the title, if it is to be read first. */
  readonly size?: number;
  /** Narrower than so many pixels it cannot be read. */
  readonly leastWidth?: number;
  /** What a page draws instead where it has no room for it. */
  readonly narrow?: Body;
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
    : Object.entries(values).map(([name, look]) => ({ ...look, name }));
  const domain = looks.map(({ name }) => name);
  const channel = (range: unknown) => nominal(field, { scale: { domain, range }, legend });
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
  /** Further or other channels of a mark; null takes one away. */
  readonly channels?: Readonly<Record<string, Part | null>>;
  /** Which rows, as an expression over `datum`. */
  readonly where?: string;
  /** Rows of its own. */
  readonly rows?: readonly object[];
}

/** Any mark with these channels. */
export function mark(type: string, channels: Part, options: MarkOptions = {}): Layer {
  const { where, rows } = options;
  const encoding = { ...channels, ...options.channels };
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
  const begin = from === undefined ? undefined : at(from);
  return mark("rule", given({ [along]: begin, [`${along}2`]: { field: to } }), options);
}

/** A line across the view at a value, of no look. */
export function level(along: "x" | "y", value: number, options: MarkOptions = {}): Layer {
  return mark("rule", { [along]: { datum: value }, color: null }, { rows: [{}], ...options });
}

/** The fields of a tooltip as Vega-Lite wants them. */
export function tooltipOf(tooltip: Tooltip): Part[] {
  return Object.entries(tooltip).map(([field, titled]) => {
    const [title, format] = typeof titled === "string" ? [titled] : titled;
    return given({ field, title, format });
  });
}

/** Puts a picture together. */
export function picture(heading: Heading, body: Body): Spec {
  const { title, subtitle, rows, size, leastWidth, narrow } = heading;
  const meta = given({ leastWidth, narrow: narrow && given(bodyOf(narrow, rows ?? [])) });
  const spec = given({
    $schema: SCHEMA,
    title: given({ text: title, fontSize: size, subtitle }),
    data: rows && { values: rows },
    usermeta: Object.keys(meta).length === 0 ? undefined : meta,
    ...given(bodyOf(body, rows ?? [])),
  });
  return spec as unknown as Spec;
}

function bodyOf(body: Body, rows: readonly object[]): Part {
  if ("panels" in body) {
    const { panels, columns, spacing, share = [], own = [] } = body;
    const scale = { ...each(share, "shared"), ...each(own, "independent") };
    return {
      columns,
      spacing,
      resolve: Object.keys(scale).length === 0 ? undefined : { scale },
      concat: panels.map((panel) => viewOf(panel, rows)),
    };
  }
  if ("stack" in body) return { vconcat: body.stack.map((part) => given(bodyOf(part, rows))) };
  if ("by" in body) {
    const { by, view: { rows: ofAll, ...view }, columns, order, spacing, own } = body;
    const field = given(nominal(by, { title: null, sort: order }));
    return {
      columns,
      spacing,
      resolve: own && given({
        scale: own.scale && each(own.scale, "independent"),
        axis: own.axis && each(own.axis, "independent"),
      }),
      data: ofAll && { values: ofAll },
      facet: columns === undefined ? { column: field } : field,
      spec: viewOf(view, ofAll ?? rows),
    };
  }
  return viewOf(body, rows);
}

function viewOf(view: View, all: readonly object[]): Part {
  const { heading, rows, only, width, height, x, y, channels, looks = {}, layers } = view;
  const [field, ...values] = only ?? [];
  const shown = rows ??
    all.filter((row) =>
      field === undefined || values.includes((row as Record<string, string>)[field]!)
    );
  const encoding = given({ x: x?.(shown), y: y?.(shown), ...channels, color: looks.color });
  const drawn = layers.map((layer) => layer(looks));
  const [first] = drawn;
  return given({
    title: heading === undefined ? undefined : headingOf(heading),
    width,
    height,
    data: rows && { values: rows },
    transform: field === undefined ? undefined : [{ filter: filterOf(field, values) }],
    ...(drawn.length === 1
      ? { ...first, encoding: { ...encoding, ...first!["encoding"] as Part } }
      : { encoding, layer: drawn }),
  });
}

/** Of one value `equal`: the page reads from it which dataset a panel shows. */
function filterOf(field: string, values: readonly string[]): Part {
  return values.length === 1 ? { field, equal: values[0] } : { field, oneOf: values };
}

function headingOf(heading: NonNullable<View["heading"]>): Part {
  const place = { fontSize: 12, anchor: "middle" };
  if (typeof heading === "string") {
    return { text: heading, fontWeight: "normal", ...place, frame: "group" };
  }
  return "bold" in heading
    ? { text: heading.bold, ...place, frame: "group" }
    : { text: heading.free, fontWeight: "normal", ...place };
}

function each(channels: readonly string[], how: string): Part {
  return Object.fromEntries(channels.map((channel) => [channel, how]));
}
