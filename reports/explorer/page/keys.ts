/// <reference lib="dom" />
/**
 * What keys do, and the help that says so.
 *
 * @module
 */

import { LANDMARKS } from "./replay.ts";
import { ORDERS } from "./hash.ts";
import type { Session } from "./session.ts";

/** Keys and what they do. */
export const HELP: readonly (readonly [keys: string, meaning: string])[] = [
  ["← →", "a step of the chosen decoder; in the lattice, a word"],
  ["↑ ↓", "in the lattice, a label"],
  ["Shift + ← →", "to the event before or next that matters"],
  ["n", "to the next pass"],
  ["Home End", "to the start, to the end"],
  ["Space", "race, stop"],
  ["j k", "the decoder below, above"],
  ["g", "into the lattice"],
  ["o", "another order of labels"],
  ["f", "fold or unfold labels"],
  ["p", "guess first"],
  ["s", "SVG of the picture"],
  ["t", "frames for a talk"],
  ["d", "dark or light"],
  ["?", "these keys"],
];

/** What the page's buttons do, too. */
export interface Actions {
  /** Only where lanes of decoders are shown, as the two after it. */
  readonly guess?: () => void;
  readonly svg?: () => void;
  readonly frames?: () => void;
  readonly theme: () => void;
  readonly help: () => void;
}

/** Does what a key says, unless the reader is in a field or a button wants it. */
export function onKey(event: KeyboardEvent, session: Session, actions: Actions): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("select, input, textarea, dialog[open] *")) return;
  if (event.key === " " && target.matches("button, summary, a")) return;
  const action = actionOf(event, session, actions);
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function actionOf(
  { key, shiftKey }: KeyboardEvent,
  session: Session,
  actions: Actions,
): (() => void) | undefined {
  const { lane, lanes, view } = session;
  const step = (by: 1 | -1) => () => {
    if (shiftKey) session.jump(LANDMARKS, by);
    else session.step(by);
  };
  const go = (by: number) => () => {
    const next = lanes[lanes.indexOf(lane!) + by];
    if (next !== undefined) session.show({ lane: next.decoder, node: undefined, event: undefined });
  };
  switch (key) {
    case "ArrowRight":
      return step(1);
    case "ArrowLeft":
      return step(-1);
    case "n":
      return () => session.jump(["iteration"], 1);
    case "Home":
      return () => session.show({ edges: 0, event: undefined });
    case "End":
      return () => session.show({ edges: undefined, event: undefined });
    case " ":
      return () => document.getElementById("race")?.click();
    case "j":
      return go(1);
    case "k":
      return go(-1);
    case "g":
      return () => document.querySelector<HTMLElement>(".grid canvas")?.focus();
    case "o":
      return () =>
        session.show({ order: ORDERS[(ORDERS.indexOf(view.order) + 1) % ORDERS.length]! });
    case "f":
      return () => session.show({ isFolding: !view.isFolding });
    case "p":
      return actions.guess;
    case "s":
      return actions.svg;
    case "t":
      return actions.frames;
    case "d":
      return actions.theme;
    case "?":
      return actions.help;
  }
  return undefined;
}
