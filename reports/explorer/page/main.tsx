/// <reference lib="dom" />
/**
 * The page of the explorer, its tools and its keys.
 *
 * @module
 */

import { render } from "preact";
import { hueOf } from "../../drawing/hues.ts";
import type { FirstView, Show } from "../trace.ts";
import { Choose } from "./choose.tsx";
import { Button, Choice } from "./controls.tsx";
import { framesOf, pictureOf, save } from "./export.tsx";
import { Guess } from "./guess.tsx";
import { agreement, headline } from "./sentences.ts";
import { Lanes } from "./lanes.tsx";
import { Lattice } from "./lattice.tsx";
import { box, filled } from "./marks.tsx";
import { Moment } from "./moment.tsx";
import { Node } from "./node.tsx";
import { Parsing, parsingHeadline } from "./parsing.tsx";
import { isPlayable, LANDMARKS, STATES } from "./replay.ts";
import { END, Session } from "./session.ts";
import { type OrderName, ORDERS } from "./view.ts";
import { nameOf, ORDER_TEXTS } from "./words.ts";

type Deed = (session: Session, event: Pick<KeyboardEvent, "shiftKey">) => void;

/** A key of the page. */
interface Key {
  /** As events name it, and the help, unless that shows something else. */
  readonly key: string;
  readonly shown?: string;
  readonly meaning: string;
  /** Of a button among the tools that does it, too, with its meaning as label. */
  readonly id?: string;
  /** Whether that button is pressed. */
  readonly isOn?: (session: Session) => boolean;
  /** Nothing where others listen. */
  readonly does?: Deed;
}

const step = (by: 1 | -1): Deed => (session, { shiftKey }) => {
  if (shiftKey) session.jump(Object.values(LANDMARKS), by);
  else session.step(by);
};
const guess: Deed = (session) => {
  const { guess } = session.view;
  session.look({ ...END, guess: !guess, node: undefined, edges: guess ? undefined : 0 });
};
const turn: Deed = (session) => {
  const next = (ORDERS.indexOf(session.view.order) + 1) % ORDERS.length;
  session.look({ order: ORDERS[next]! });
};
const changeTheme: Deed = () => {
  const { dataset } = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  dataset["theme"] = (dataset["theme"] ?? system) === "dark" ? "light" : "dark";
};
const saveSvg: Deed = (session) => save("explorer.svg", pictureOf(session), "image/svg+xml");
const saveFrames: Deed = (session) => save("frames.zip", framesOf(session), "application/zip");
const help: Deed = () => document.querySelector("dialog")!.showModal();
const race: Deed = () => document.getElementById("race")!.click();
const intoLattice: Deed = () => document.querySelector<SVGElement>(".grid svg")?.focus();
const fold: Deed = (session) => session.look({ fold: !session.view.fold });

/** Its button stands with the lattices. */
const FOLD: Key = {
  id: "fold",
  key: "f",
  meaning: "Fold labels that are never touched",
  isOn: ({ view }) => view.fold,
  does: fold,
};
/** What is done by keys while a sentence of labels is shown. */
const KEYS_OF_LABELS: readonly Key[] = [
  { key: "p", meaning: "Guess first", id: "guess", isOn: ({ view }) => view.guess, does: guess },
  { key: "t", meaning: "Frames for a talk", id: "frames", does: saveFrames },
  { key: " ", shown: "Space", meaning: "race, stop", does: race },
  { key: "g", meaning: "into the lattice", does: intoLattice },
  { key: "ArrowUp", shown: "↑ ↓", meaning: "in the lattice, a label" },
  { key: "o", meaning: "another order of labels", does: turn },
  FOLD,
];
/** What is done by keys at any time. */
const KEYS: readonly Key[] = [
  { key: "ArrowLeft", shown: "←", meaning: "a step back; in the lattice, a word", does: step(-1) },
  { key: "ArrowRight", shown: "→", meaning: "a step on; in the lattice, a word", does: step(1) },
  { key: "Shift", shown: "Shift + ← →", meaning: "to the event before or next that matters" },
  { key: "n", meaning: "to the next pass", does: (to) => to.jump(["iteration"], 1) },
  { key: "Home", meaning: "to the start", does: (to) => to.toEvent(0) },
  { key: "End", meaning: "to the end", does: (to) => to.look(END) },
  { key: "j", meaning: "the decoder below", does: (to) => to.toLane(1) },
  { key: "k", meaning: "the decoder above", does: (to) => to.toLane(-1) },
  { key: "s", meaning: "SVG", id: "svg", does: saveSvg },
  { key: "d", meaning: "Dark or light", id: "theme", does: changeTheme },
  { key: "?", meaning: "Keys", id: "help", does: help },
];
const keysOf = ({ parsed }: Session) => parsed === undefined ? [...KEYS_OF_LABELS, ...KEYS] : KEYS;

/** Does what a key says, unless the reader is in a field or a button wants it. */
function onKey(event: KeyboardEvent, session: Session): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("select, input, textarea, dialog[open] *")) return;
  if (event.key === " " && target.matches("button, summary, a")) return;
  // What scrolls in itself does so by keys.
  if (target.matches(".scroll") && /^(Arrow|Home|End)/.test(event.key)) return;
  const does = keysOf(session).find(({ key }) => key === event.key)?.does;
  if (does === undefined) return;
  event.preventDefault();
  does(session, event);
}

type ToolShown = { session: Session; of: Key };

function Tool({ session, of: { id, key, meaning, isOn, does } }: ToolShown) {
  const press = (event: Pick<KeyboardEvent, "shiftKey">) => does?.(session, event);
  return <Button id={id} title={key} isPressed={isOn?.(session)} onClick={press}>{meaning}</Button>;
}

function Tools({ session }: { session: Session }) {
  const keys = keysOf(session);
  return (
    <div class="tools" role="group" aria-label="Tools">
      {keys.filter((key) => key.id !== undefined && key !== FOLD).map((key) => (
        <Tool key={key.key} session={session} of={key} />
      ))}
      <dialog aria-label="Keys">
        <h2>Keys</h2>
        <dl>
          {keys.map(({ key, shown = key, meaning }) => (
            <div key={key}>
              <dt>
                <kbd>{shown}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <Button onClick={({ currentTarget }) => currentTarget.closest("dialog")!.close()}>
          Close
        </Button>
      </dialog>
    </div>
  );
}

function App({ session }: { session: Session }) {
  const { decoded: { lattice, lanes }, parsed, error } = session;
  return (
    <main id="main" tabIndex={-1} aria-busy={session.isBusy}>
      <header>
        <h1>{parsed === undefined ? headline(lattice, lanes) : parsingHeadline(parsed)}</h1>
        <p class="quiet">
          One sentence of {(parsed ?? lattice).name}, decoded by each of these.{" "}
          {parsed === undefined && agreement(lanes)}
        </p>
        {parsed === undefined && (
          <p class="quiet">
            An edge adds the score of one transition to the best score of one node; dense Viterbi
            looks at all of them. Scrubber and bars count edges on a log scale.
          </p>
        )}
        <Tools session={session} />
      </header>
      <p role="alert" hidden={error === undefined}>{error}</p>
      {parsed === undefined
        ? <Sequence session={session} />
        : <Parsing session={session} parsed={parsed} />}
      <Choose session={session} />
      <footer class="quiet">
        Events are those of the decoders themselves, not of a copy for the show; counts are those of
        {" "}
        <code>deno task decode</code>.
      </footer>
    </main>
  );
}

/** The lanes of a sentence of labels, and the lattices of two of them. */
function Sequence({ session }: { session: Session }) {
  const { decoded: { lanes }, view, lane, shown } = session;
  const others = lanes.filter((other) => isPlayable(other) && other !== lane);
  return (
    <>
      {view.guess && <Guess session={session} />}
      <Moment session={session} />
      <Lanes session={session} />

      <section aria-label="Lattice" id="lattices">
        <div class="controls">
          <h2>The lattice</h2>
          <Choice
            id="beside"
            label="beside"
            value={shown[1]?.decoder ?? ""}
            of={[
              ["", "nothing"],
              ...others.map(({ decoder }) => [decoder, nameOf(decoder)] as const),
            ]}
            onPick={(decoder) => session.look({ beside: decoder || undefined })}
          />
          <Choice
            id="order"
            label="labels by"
            value={view.order}
            of={ORDERS.map((order) => [
              order,
              order === "own" ? "each decoder's own order" : ORDER_TEXTS[order],
            ])}
            onPick={(order) => session.look({ order: order as OrderName })}
          />
          <Tool session={session} of={FOLD} />
        </div>
        <p>
          A label that is not tried must be bounded by the best of those that wait with it. Where a
          word's winner stands deep in the order, all above it is computed first; where it stands on
          top, the rest falls by one bound.
        </p>
        <Legend hue={hueOf(lane.decoder)} />
        <div class={shown.length > 1 ? "pair" : ""}>
          {shown.map((trace) => <Lattice key={trace.decoder} session={session} trace={trace} />)}
        </div>
        {isPlayable(lane) && <Node session={session} trace={lane} />}
      </section>
    </>
  );
}

/** What the marks of a lattice stand for, drawn as there. */
function Legend({ hue }: { hue: string }) {
  return (
    <p class="legend quiet">
      {STATES.toReversed().map(({ name, meaning, opacity, fill = hue }) => (
        <span key={name}>
          <svg width={14} height={11} aria-hidden="true">
            {filled(box(0, 0, 14, 11), fill, opacity)}
          </svg>{" "}
          {meaning}
        </span>
      ))}
      <span>line: best path</span>
    </p>
  );
}

/** Starts the page on what it shows at once. */
export function startPage(first: FirstView, show: Show): void {
  const root = document.getElementById("app")!;
  const draw = (session: Session) => render(<App session={session} />, root);
  const session = new Session(first, show, draw);
  document.addEventListener("keydown", (event) => onKey(event, session));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void session.take(event.dataTransfer?.files[0]);
  });
  draw(session);
}
