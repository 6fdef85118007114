/**
 * What the page shows, and how the hash of its address says it, so that a link shows the same.
 *
 * @module
 */

import { UNCHANGED } from "../trace.ts";

/** The orders of labels that may be chosen; `own` is that in which the decoder tries them. */
export const ORDERS = ["own", "rank", "emission"] as const;
/** One of these orders of labels. */
export type OrderName = typeof ORDERS[number];

/** A field: what it is at first, and the pattern of its text in an address, a name or else JSON. */
const json = <T>(first: T, pattern: RegExp) => ({ first, pattern, isName: false });
const name = <T extends string | undefined>(first: T, pattern = /^/) => ({
  first,
  pattern,
  isName: true,
});

const COUNT = /^\d+$/;
const FLAG = /^(true|false)$/;

/** What a reader has chosen, in the order of an address. What does not match is as at first. */
const FIELDS = {
  /** A pack of the page, or a family; a file that was dropped is in no link. */
  pack: name<string | undefined>(undefined),
  family: name<string | undefined>(undefined),
  dials: json<Readonly<Record<string, number>>>({}, /^\{("\w+":[\d.e+-]+,?)*\}$/),
  sentence: json<number>(0, COUNT),
  k: json<number>(1, /^[1-9]\d?$/),
  /**
   * Lane whose lattice is shown, or the parser, and the one beside it. Compared at first: the same
   * decoder, in two orders of labels.
   */
  lane: name<string>("iterative-viterbi{order=emission}", /./),
  beside: name<string | undefined>("iterative-viterbi{order=rank}"),
  /** Edges until the moment that is shown; undefined for the end. */
  edges: json<number | undefined>(undefined, COUNT),
  /** Events of the lane until that moment, where the reader steps; rounds of a parser. */
  event: json<number | undefined>(undefined, COUNT),
  order: name<OrderName>("own", new RegExp(`^(${ORDERS.join("|")})$`)),
  /** Whether labels that are never touched are folded. */
  fold: json<boolean>(false, FLAG),
  node: json<readonly [position: number, label: number] | undefined>(undefined, /^\[\d+,-?\d+\]$/),
  /** Whether the reader guesses. */
  guess: json<boolean>(false, FLAG),
  /** Whether keys of one letter do something. */
  letters: json<boolean>(true, FLAG),
  /** As in `Changes`. */
  strength: json<number>(UNCHANGED.strength, /^([0-2](\.\d+)?|3)$/),
  scores: json(UNCHANGED.scores, /^\[(\[\d+,\d+,[\d.e+-]+\],?)*\]$/),
};
const KEYS = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** What a reader has chosen, under the names that stand in the address. */
export type View = {
  readonly [Key in keyof typeof FIELDS]: typeof FIELDS[Key]["first"];
};

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

/** What a reader sees first. */
export const FIRST_VIEW = Object.fromEntries(
  KEYS.map((key) => [key, FIELDS[key].first]),
) as unknown as View;

/** Writes a view as a hash without `#`; what is as at first is left out. */
export function hashOf(view: View, first: View): string {
  const others = KEYS.filter((key) => textOf(view[key]) !== textOf(first[key]));
  return new URLSearchParams(others.map((key) => [key, textOf(view[key])])).toString();
}

/** Reads a hash; what it does not say, or says wrongly, is as at first. */
export function viewOf(hash: string, first: View): View {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const view: Record<string, unknown> = { ...first };
  for (const key of KEYS) {
    const text = said.get(key);
    const { pattern, isName } = FIELDS[key];
    if (text === null || !pattern.test(text)) continue;
    try {
      view[key] = isName ? text || undefined : JSON.parse(text);
    } catch {
      // A number that is none, such as 1..2.
    }
  }
  return view as unknown as View;
}
