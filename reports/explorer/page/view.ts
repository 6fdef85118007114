/**
 * What the page shows, and how the hash of its address says it, so that a link shows the same.
 *
 * @module
 */

import type { Changes } from "../trace.ts";

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

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;

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
/** Several entries, each of which is written with `:` before its number. */
const list = <T, Entry>(
  first: T,
  key: string,
  entriesOf: (value: T) => readonly Entry[],
  write: (entry: Entry) => string,
  gather: (entries: readonly (readonly [key: string, value: number])[]) => T,
): Field<T> => ({
  first,
  pattern: new RegExp(`^(${key}:${NUMBER}(_|$))*$`),
  read: (text) =>
    gather(
      text.split("_").filter((entry) => entry !== "").map((entry) => {
        const [key, value] = entry.split(":");
        return [key!, Number(value)];
      }),
    ),
  write: (value) => entriesOf(value).map(write).join("_"),
});

/** The fields of a view in the order of an address. */
const FIELDS: { readonly [K in keyof View]: Field<View[K]> } = {
  pack: name<string | undefined>(undefined),
  family: name<string | undefined>(undefined),
  dials: list(
    {},
    "\\w+",
    (dials) => Object.entries(dials),
    ([name, value]) => `${name}:${value}`,
    (entries) => Object.fromEntries(entries),
  ),
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
  scores: list<Changes["scores"], Changes["scores"][number]>(
    [],
    "\\d+\\.\\d+",
    (scores) => scores,
    ({ position, label, score }) => `${position}.${label}:${score}`,
    (entries) =>
      entries.map(([node, score]) => {
        const [position, label] = node.split(".").map(Number);
        return { position: position!, label: label!, score };
      }),
  ),
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
  const read = KEYS.map((key) => {
    const text = said.get(key);
    const isRight = text !== null && FIELDS[key].pattern.test(text);
    return [key, isRight ? FIELDS[key].read(text) : first[key]];
  });
  return Object.fromEntries(read) as unknown as View;
}
