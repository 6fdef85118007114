/**
 * What the page shows, and how the hash of its address says it, so that a link shows the same.
 *
 * @module
 */

import { type Changes, UNCHANGED } from "../trace.ts";

/** The orders of labels that may be chosen; `own` is that in which the decoder tries them. */
export const ORDERS = ["own", "rank", "emission"] as const;
/** One of these orders of labels. */
export type OrderName = typeof ORDERS[number];

/** What a reader has chosen, under the names that stand in the address. */
export interface View extends Changes {
  /** A pack of the page, or a family; a file that was dropped is in no link. */
  readonly pack: string | undefined;
  readonly family: string | undefined;
  readonly dials: Readonly<Record<string, number>>;
  readonly sentence: number;
  readonly k: number;
  /** Lane whose lattice is shown, and the one beside it. */
  readonly lane: string;
  readonly beside: string | undefined;
  /** Edges until the moment that is shown; undefined for the end. */
  readonly edges: number | undefined;
  /** Events of the lane until that moment, where the reader steps; rounds of a parser. */
  readonly event: number | undefined;
  readonly order: OrderName;
  /** Whether labels that are never touched are folded. */
  readonly fold: boolean;
  readonly node: readonly [position: number, label: number] | undefined;
  /** Whether the reader guesses. */
  readonly guess: boolean;
}

/** How a field stands in an address. What does not match the pattern is as at first. */
interface Field<T> {
  readonly first: T;
  readonly pattern: RegExp;
  read(text: string): T;
  write(value: T): string;
}

const name = <T extends string | undefined>(first: T): Field<T> => ({
  first,
  pattern: /^/,
  read: (text) => (text === "" ? undefined : text) as T,
  write: (value) => value ?? "",
});
const number = <T extends number | undefined>(first: T, pattern = /^\d+$/): Field<T> => ({
  first,
  pattern,
  read: (text) => Number(text) as T,
  write: (value) => value === undefined ? "" : String(value),
});
const flag: Field<boolean> = {
  first: false,
  pattern: /^(true|false)$/,
  read: (text) => text === "true",
  write: String,
};
const json = <T>(first: T, pattern: RegExp): Field<T> => ({
  first,
  pattern,
  read: JSON.parse,
  write: JSON.stringify,
});

/** The fields of a view in the order of an address. */
const FIELDS: { readonly [K in keyof View]: Field<View[K]> } = {
  pack: name<string | undefined>(undefined),
  family: name<string | undefined>(undefined),
  dials: json({}, /^\{("\w+":[\d.e+-]+,?)*\}$/),
  sentence: number(0),
  k: number(1, /^[1-9]\d*$/),
  // Compared at first: the same decoder, in two orders of labels.
  lane: { ...name("iterative-viterbi{order=emission}"), pattern: /./ },
  beside: name<string | undefined>("iterative-viterbi{order=rank}"),
  edges: number<number | undefined>(undefined),
  event: number<number | undefined>(undefined),
  order: { ...name<OrderName>("own"), pattern: new RegExp(`^(${ORDERS.join("|")})$`) },
  fold: flag,
  node: {
    first: undefined,
    pattern: /^\d+\.-?\d+$/,
    read: (text) => text.split(".").map(Number) as [number, number],
    write: (node) => node?.join(".") ?? "",
  },
  guess: flag,
  strength: number(1, /^\d+(\.\d+)?$/),
  scores: json(UNCHANGED.scores, /^\[(\[\d+,\d+,[\d.e+-]+\],?)*\]$/),
};
const KEYS = Object.keys(FIELDS) as (keyof View)[];

/** The field of a key, which has no type that would say which. */
const fieldOf = (key: keyof View) => FIELDS[key] as Field<unknown>;

/** What a reader sees first. */
export const FIRST_VIEW = Object.fromEntries(
  KEYS.map((key) => [key, FIELDS[key].first]),
) as unknown as View;

/** Writes a view as a hash without `#`; what is as at first is left out. */
export function hashOf(view: View, first: View): string {
  const texts = KEYS.map((key) => {
    const [text, usual] = [view, first].map((one) => fieldOf(key).write(one[key]));
    return text === usual ? [] : [[key, text!]];
  });
  return new URLSearchParams(texts.flat()).toString();
}

/** Reads a hash; what it does not say, or says wrongly, is as at first. */
export function viewOf(hash: string, first: View): View {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const view: Record<string, unknown> = { ...first };
  for (const key of KEYS) {
    const text = said.get(key);
    if (text === null || !FIELDS[key].pattern.test(text)) continue;
    try {
      view[key] = FIELDS[key].read(text);
    } catch {
      // A number that is none, such as 1..2.
    }
  }
  return view as unknown as View;
}
