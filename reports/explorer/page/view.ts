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

const NAME = /^/;
const COUNT = /^\d+$/;
const FLAG = /^(true|false)$/;

/**
 * The fields of a view in the order of an address: what each is at first, and the pattern of its
 * text, a name or else JSON. What does not match is as at first.
 */
const FIELDS: { readonly [K in keyof View]: readonly [first: View[K], pattern: RegExp] } = {
  pack: [undefined, NAME],
  family: [undefined, NAME],
  dials: [{}, /^\{("\w+":[\d.e+-]+,?)*\}$/],
  sentence: [0, COUNT],
  k: [1, /^[1-9]\d?$/],
  // Compared at first: the same decoder, in two orders of labels.
  lane: ["iterative-viterbi{order=emission}", /./],
  beside: ["iterative-viterbi{order=rank}", NAME],
  edges: [undefined, COUNT],
  event: [undefined, COUNT],
  order: ["own", new RegExp(`^(${ORDERS.join("|")})$`)],
  fold: [false, FLAG],
  node: [undefined, /^\[\d+,-?\d+\]$/],
  guess: [false, FLAG],
  strength: [1, /^\d+(\.\d+)?$/],
  scores: [UNCHANGED.scores, /^\[(\[\d+,\d+,[\d.e+-]+\],?)*\]$/],
};
const KEYS = Object.keys(FIELDS) as (keyof View)[];
const NAMES: readonly (keyof View)[] = ["pack", "family", "lane", "beside", "order"];

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

/** What a reader sees first. */
export const FIRST_VIEW = Object.fromEntries(
  KEYS.map((key) => [key, FIELDS[key][0]]),
) as unknown as View;

/** Writes a view as a hash without `#`; what is as at first is left out. */
export function hashOf(view: View, first: View): string {
  const texts = KEYS.map((key) => {
    const [text, usual] = [view, first].map((one) => textOf(one[key]));
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
    if (text === null || !FIELDS[key][1].test(text)) continue;
    try {
      view[key] = NAMES.includes(key) ? text || undefined : JSON.parse(text);
    } catch {
      // A number that is none, such as 1..2.
    }
  }
  return view as unknown as View;
}
