/// <reference lib="dom" />
/**
 * The page of the explorer, its tools and its keys.
 *
 * @module
 */

import { render } from "preact";
import { renderToString } from "preact-render-to-string";
import { hueOf } from "../../numbers/hues.ts";
import type { FirstView, Show } from "../trace.ts";
import { Choose } from "./choose.tsx";
import { Button, Choice } from "./controls.tsx";
import { framesOf, pictureOf, save } from "./export.tsx";
import { Guess } from "./guess.tsx";
import { Racer } from "./lanes.tsx";
import { Lattice } from "./lattice.tsx";
import { box, filled } from "./marks.tsx";
import { Moment } from "./moment.tsx";
import { Node } from "./node.tsx";
import { Parsing, parsingHeadline } from "./parsing.tsx";
import { isPlayable, LANDMARKS, STATES } from "./replay.ts";
import { END, Session } from "./session.ts";
import TEXTS from "./texts.json" with { type: "json" };
import { type OrderName, ORDERS } from "./view.ts";
import { agreement, headline, nameOf, ORDER_TEXTS } from "./words.ts";

/** A key of the page: as events name it, as the help shows it, and the id of its button. */
type Key = typeof TEXTS.keys[number];
type Deed = (session: Session, event: Pick<KeyboardEvent, "shiftKey">) => void;

const step = (by: 1 | -1): Deed => (session, { shiftKey }) => {
  if (shiftKey) session.jump(Object.values(LANDMARKS), by);
  else session.step(by);
};
/** What keys do, and their buttons. Of a key that is not here others know what to do. */
const DEEDS: Readonly<Record<string, Deed>> = {
  "p": (session) => {
    const { guess } = session.view;
    session.look({ ...END, guess: !guess, node: undefined, edges: guess ? undefined : 0 });
  },
  "t": (session) => save("frames.zip", framesOf(session), "application/zip"),
  " ": () => document.getElementById("race")!.click(),
  "g": () => document.querySelector<SVGElement>(".grid svg")?.focus(),
  "o": (session) => {
    const next = (ORDERS.indexOf(session.view.order) + 1) % ORDERS.length;
    session.look({ order: ORDERS[next]! });
  },
  "f": (session) => session.look({ fold: !session.view.fold }),
  "ArrowLeft": step(-1),
  "ArrowRight": step(1),
  "n": (session) => session.jump(["iteration"], 1),
  "Home": (session) => session.toEvent(0),
  "End": (session) => session.look(END),
  "j": (session) => session.toLane(1),
  "k": (session) => session.toLane(-1),
  "s": (session) => save("explorer.svg", pictureOf(session), "image/svg+xml"),
  "d": () => {
    const { dataset } = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    dataset["theme"] = (dataset["theme"] ?? system) === "dark" ? "light" : "dark";
  },
  "?": () => document.querySelector("dialog")!.showModal(),
};
/** The keys of a sentence of labels or of a parsed one. */
const keysOf = ({ parsed }: Session) =>
  TEXTS.keys.filter(({ ofLabels = false }) => parsed === undefined || !ofLabels);
/** Its button stands with the lattices. */
const FOLD = TEXTS.keys.find(({ id }) => id === "fold")!;

/** Does what a key says, unless the reader is in a field or a button wants it. */
function onKey(event: KeyboardEvent, session: Session): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("select, input, textarea") || document.querySelector("dialog[open]")) return;
  if (event.key === " " && target.matches("button, summary, a")) return;
  // Who speaks to the machine presses letters without meaning to.
  if (!session.view.letters && event.key.length === 1) return;
  // What scrolls in itself does so by keys.
  if (target.matches(".scroll") && /^(Arrow|Home|End)/.test(event.key)) return;
  const isKey = keysOf(session).some(({ key }) => key === event.key);
  const deed = DEEDS[event.key];
  if (!isKey || deed === undefined) return;
  event.preventDefault();
  deed(session, event);
}

/** A key's button. */
function Tool({ session, of: { id, key, meaning } }: { session: Session; of: Key }) {
  const isOn = id === "guess" || id === "fold" ? session.view[id] : undefined;
  const press = (event: MouseEvent) => DEEDS[key]!(session, event);
  return <Button id={id} title={key} isPressed={isOn} onClick={press}>{meaning}</Button>;
}

function Tools({ session }: { session: Session }) {
  const keys = keysOf(session);
  const { letters } = session.view;
  const turn = () => session.look({ letters: !letters });
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
        <Button id="letters" isPressed={letters} onClick={turn}>
          Letters, ? and Space do this
        </Button>{" "}
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
        <Tools session={session} />
      </header>
      <p role="alert" hidden={error === undefined}>{error}</p>
      {parsed === undefined
        ? <Sequence session={session} />
        : <Parsing session={session} parsed={parsed} />}
      <Choose session={session} />
      <footer class="quiet">
        {TEXTS.prose.events}
        <code>deno task decode</code>.
      </footer>
    </main>
  );
}

/** The lanes of a sentence of labels, and the lattices of two of them. */
function Sequence({ session }: { session: Session }) {
  const { decoded: { lanes }, view, lane, shown } = session;
  const others = lanes.filter((other) => other !== lane);
  return (
    <>
      <p class="quiet">{TEXTS.prose.edges}</p>
      {view.guess && <Guess session={session} />}
      <Moment session={session} />
      <ol class="lanes" aria-label="Decoders">
        {lanes.map((trace) => <Racer key={trace.decoder} session={session} trace={trace} />)}
      </ol>
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
            of={ORDERS.map((order) => [order, ORDER_TEXTS[order]])}
            onPick={(order) => session.look({ order: order as OrderName })}
          />
          <Tool session={session} of={FOLD} />
        </div>
        <p>{TEXTS.prose.order}</p>
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

/** The page as it is seen before its program has started. */
export function firstHtml(first: FirstView): string {
  const session = new Session(first, () => Promise.reject(), () => {}, "");
  session.isBusy = true;
  return renderToString(<App session={session} />);
}

/** Starts the page on what it shows at once, in place of what is seen of it. */
export function startPage(first: FirstView, show: Show): void {
  const root = document.getElementById("app")!;
  const draw = (session: Session) => render(<App session={session} />, root);
  const session = new Session(first, show, draw, location.hash);
  addEventListener("hashchange", () => session.follow(location.hash));
  document.addEventListener("keydown", (event) => onKey(event, session));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void session.take(event.dataTransfer?.files[0]);
  });
  draw(session);
}
