/// <reference lib="dom" />
/**
 * What keys do, and the help that says so.
 *
 * @module
 */

import { LANDMARKS } from "./replay.ts";
import { END, type Session } from "./session.ts";
import { ORDERS } from "./view.ts";

type Deed = (session: Session, event: KeyboardEvent) => void;

/** Keys as the help names them, and what each does. */
interface Key {
  readonly keys: string;
  readonly meaning: string;
  /** Whether it does nothing while a sentence is parsed. */
  readonly isOfLabels?: true;
  /** By the name of the key in events; nothing where others listen. */
  readonly does?: Readonly<Record<string, Deed>>;
}

const step = (by: 1 | -1): Deed => (session, { shiftKey }) => {
  if (shiftKey) session.jump(Object.values(LANDMARKS), by);
  else session.step(by);
};
const lane = (by: 1 | -1): Deed => (session) => session.toLane(by);
/** A key that presses a button of the page, if that is there. */
const press = (id: string): Deed => () => document.getElementById(id)?.click();

/** The keys. */
export const KEYS: readonly Key[] = [
  {
    keys: "← →",
    meaning: "a step of the chosen decoder; in the lattice, a word",
    does: { ArrowLeft: step(-1), ArrowRight: step(1) },
  },
  { keys: "↑ ↓", meaning: "in the lattice, a label", isOfLabels: true },
  { keys: "Shift + ← →", meaning: "to the event before or next that matters" },
  { keys: "n", meaning: "to the next pass", does: { n: (to) => to.jump(["iteration"], 1) } },
  {
    keys: "Home End",
    meaning: "to the start, to the end",
    does: { Home: (to) => to.toStart(), End: (to) => to.look(END) },
  },
  { keys: "Space", meaning: "race, stop", isOfLabels: true, does: { " ": press("race") } },
  { keys: "j k", meaning: "the decoder below, above", does: { j: lane(1), k: lane(-1) } },
  {
    keys: "g",
    meaning: "into the lattice",
    isOfLabels: true,
    does: { g: () => document.querySelector<SVGElement>(".grid svg")?.focus() },
  },
  {
    keys: "o",
    meaning: "another order of labels",
    isOfLabels: true,
    does: {
      o: (session) => {
        const next = (ORDERS.indexOf(session.view.order) + 1) % ORDERS.length;
        session.look({ order: ORDERS[next]! });
      },
    },
  },
  {
    keys: "f",
    meaning: "fold or unfold labels",
    isOfLabels: true,
    does: { f: (session) => session.look({ fold: !session.view.fold }) },
  },
  { keys: "p", meaning: "guess first", isOfLabels: true, does: { p: press("guess") } },
  { keys: "s", meaning: "SVG of the picture", does: { s: press("svg") } },
  { keys: "t", meaning: "frames for a talk", isOfLabels: true, does: { t: press("frames") } },
  { keys: "d", meaning: "dark or light", does: { d: press("theme") } },
  { keys: "?", meaning: "these keys", does: { "?": press("help") } },
];
const DEEDS = new Map(
  KEYS.flatMap(({ does = {}, isOfLabels }) =>
    Object.entries(does).map(([name, deed]) => [name, { deed, isOfLabels }] as const)
  ),
);

/** Does what a key says, unless the reader is in a field or a button wants it. */
export function onKey(event: KeyboardEvent, session: Session): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("select, input, textarea, dialog[open] *")) return;
  if (event.key === " " && target.matches("button, summary, a")) return;
  // What scrolls in itself does so by keys.
  if (target.matches(".scroll") && /^(Arrow|Home|End)/.test(event.key)) return;
  const found = DEEDS.get(event.key);
  if (found === undefined || found.isOfLabels && session.parsed !== undefined) return;
  event.preventDefault();
  found.deed(session, event);
}
