/**
 * What the page shows, in the hash of its address, so that a link shows the same.
 *
 * @module
 */

import type { Changes } from "../trace.ts";

/** The orders of labels that may be chosen; `own` is that in which the decoder tries them. */
export const ORDERS = ["own", "rank", "emission"] as const;
/** One of these orders of labels. */
export type OrderName = typeof ORDERS[number];

/** What a reader has chosen. */
export interface View {
  /** An example of the page, or a family; a file that was dropped is in no link. */
  readonly example: string | undefined;
  readonly family: string | undefined;
  /** A pack of parses in their place. */
  readonly parse: string | undefined;
  readonly dials: Readonly<Record<string, number>>;
  readonly sentence: number;
  readonly k: number;
  /** Lane whose lattice is shown, and the one beside it. */
  readonly lane: string;
  readonly other: string | undefined;
  /** Edges until the moment that is shown; undefined for the end. */
  readonly edges: number | undefined;
  /** Events of the lane until that moment, where the reader steps. */
  readonly event: number | undefined;
  readonly order: OrderName;
  readonly isFolding: boolean;
  readonly node: readonly [position: number, label: number] | undefined;
  readonly isGuessing: boolean;
  readonly changes: Changes;
}

/** Lanes that are compared at first: the same decoder, in two orders of labels. */
const FIRST = {
  lane: "iterative-viterbi{order=emission}",
  other: "iterative-viterbi{order=rank}",
};

/** The lattice as it is. */
export const UNCHANGED: Changes = { scores: [], transitionFactor: 1 };

/** What a reader sees first. */
export const FIRST_VIEW: View = {
  example: undefined,
  family: undefined,
  parse: undefined,
  dials: {},
  sentence: 0,
  k: 1,
  ...FIRST,
  edges: undefined,
  event: undefined,
  order: "own",
  isFolding: false,
  node: undefined,
  isGuessing: false,
  changes: UNCHANGED,
};

/** Writes a view as a hash without `#`; what is as at first is left out. */
export function hashOf(view: View, first: View): string {
  const hash = new URLSearchParams();
  const put = (name: string, value: unknown, usual: unknown) => {
    if (value !== usual) hash.set(name, value === undefined ? "" : String(value));
  };
  put("pack", view.example, first.example);
  put("family", view.family, first.family);
  put("parse", view.parse, first.parse);
  for (const [name, value] of Object.entries(view.dials)) hash.set(`dial.${name}`, String(value));
  put("sentence", view.sentence, first.sentence);
  put("k", view.k, first.k);
  put("lane", view.lane, first.lane);
  put("beside", view.other, first.other);
  put("edges", view.edges, first.edges);
  put("event", view.event, first.event);
  put("order", view.order, first.order);
  put("fold", view.isFolding, first.isFolding);
  put("node", view.node?.join("."), first.node?.join("."));
  put("guess", view.isGuessing, first.isGuessing);
  put("strength", view.changes.transitionFactor, 1);
  const scores = view.changes.scores.map(({ position, label, score }) =>
    `${position}.${label}:${score}`
  );
  put("scores", scores.join("_"), "");
  return hash.toString();
}

/** Reads a hash; what it does not say, or says wrongly, is as at first. */
export function viewOf(hash: string, first: View): View {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const number = <T>(name: string, usual: T): number | T => {
    const text = said.get(name);
    const value = Number(text);
    return text === null || text === "" || !(value >= 0) ? usual : value;
  };
  const name = <T>(key: string, usual: T) => said.has(key) ? said.get(key) || undefined : usual;
  const flag = (key: string, usual: boolean) => said.has(key) ? said.get(key) === "true" : usual;
  const node = /^(\d+)\.(-?\d+)$/.exec(said.get("node") ?? "");
  const scores = (said.get("scores") ?? "").split("_").flatMap((text) => {
    const parts = /^(\d+)\.(\d+):(-?\d+(?:\.\d+)?)$/.exec(text);
    if (parts === null) return [];
    const [position, label, score] = parts.slice(1).map(Number) as [number, number, number];
    return [{ position, label, score }];
  });
  const order = ORDERS.find((order) => order === said.get("order")) ?? first.order;
  return {
    example: name("pack", first.example),
    family: name("family", first.family),
    parse: name("parse", first.parse),
    dials: Object.fromEntries(
      [...said].filter(([key, value]) => key.startsWith("dial.") && Number.isFinite(Number(value)))
        .map(([key, value]) => [key.slice("dial.".length), Number(value)]),
    ),
    sentence: number("sentence", first.sentence),
    k: Math.max(1, Math.floor(number("k", first.k))),
    lane: name("lane", first.lane) ?? first.lane,
    other: name("beside", first.other),
    edges: number("edges", first.edges),
    event: number("event", first.event),
    order,
    isFolding: flag("fold", first.isFolding),
    node: node === null ? first.node : [Number(node[1]), Number(node[2])],
    isGuessing: flag("guess", first.isGuessing),
    changes: { scores, transitionFactor: number("strength", 1) },
  };
}
