/**
 * The axes of the charts, made of the rows that they show: {@linkcode log}, {@linkcode linear},
 * {@linkcode share} and {@linkcode names}.
 *
 * @module
 */

/** A part of a specification, such as an axis or the encoding of a hue. */
export type Part = Readonly<Record<string, unknown>>;

/** An axis, made of the rows that it shows. */
export type Axis = (rows: readonly object[]) => Part;

/** How an axis is drawn beside what its kind says: fields of Vega-Lite's `axis` and `scale`. */
export interface AxisOptions {
  /** Where the ticks are. */
  readonly ticks?: readonly number[];
  /** How numbers on the axis are written. */
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

/** The place of a mark by a field, on an axis that is there. */
export function at(field: string): Part {
  return { field, type: "quantitative" };
}

/** A channel of marks by the names in a field. */
export function nominal(field: string, options: Part = {}): Part {
  return { field, type: "nominal", ...options };
}

/**
 * A logarithmic axis; without `ticks` round values, over those of other fields too. Ticks are
 * written as `~g` if there is no other format; with `undefined` as Vega-Lite likes.
 */
export function log(
  field: string | undefined,
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
        values: ticks ??
          logTicks([field ?? [], ...over].flat().flatMap((name) => numbersOf(rows, name))),
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
 * the range is under two decades, and others where it is under one: two ticks would look linear.
 * The ends themselves where no round value is between them. What is not above 0 has no place.
 */
export function logTicks(values: readonly number[]): number[] {
  const placed = values.filter((value) => value > 0 && value < Infinity);
  if (placed.length === 0) return [];
  const [low, high] = [Math.min(...placed), Math.max(...placed)];
  const steps = high / low < 3
    ? [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8]
    : high / low < 8
    ? [1, 1.5, 2, 3, 5, 7]
    : high / low < 100
    ? [1, 2, 5]
    : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    // From the decimal text: 10 ** -5 is not 1e-5 everywhere.
    for (const step of steps) ticks.push(Number(`${step}e${power}`));
  }
  const within = ticks.filter((tick) => low <= tick && tick <= high);
  return within.length > 0 ? within : [...new Set([low, high])];
}

/** The fields that are not undefined. */
export function given(fields: Part): Part {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function numbersOf(rows: readonly object[], field: string): number[] {
  return rows.map((row) => (row as Part)[field]).filter((value) => typeof value === "number");
}
