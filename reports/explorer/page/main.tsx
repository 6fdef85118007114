/// <reference lib="dom" />
/**
 * The page of the explorer.
 *
 * @module
 */

import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Choose, takeFile } from "./choose.tsx";
import { framesOf, pictureOf, save } from "./export.ts";
import { Guess } from "./guess.tsx";
import { agreement, headline } from "./headline.ts";
import { HELP, onKey } from "./keys.ts";
import { Lanes } from "./lanes.tsx";
import { Lattice } from "./lattice.tsx";
import { Moment } from "./moment.tsx";
import { Node } from "./node.tsx";
import { type OrderName, ORDERS } from "./hash.ts";
import { Parsing, parsingHeadline } from "./parsing.tsx";
import { isPlayable } from "./replay.ts";
import { type FirstView, Session, workerOf } from "./session.ts";
import { paletteNow } from "./surface.ts";
import { titleOf } from "./words.ts";

/** What an order is called. */
const ORDER_NAMES: Readonly<Record<OrderName, string>> = {
  own: "each decoder's own",
  rank: "most frequent first",
  emission: "best own score first",
};

function App({ session }: { session: Session }) {
  const [, setTick] = useState(0);
  useLayoutEffect(() => session.subscribe(() => setTick((tick) => tick + 1)), [session]);
  const { opened: { lattice }, lanes, parsed, error } = session;
  return (
    <main
      id="main"
      tabIndex={-1}
      aria-busy={session.isBusy}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void takeFile(session, event.dataTransfer?.files[0]);
      }}
    >
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
      {parsed === undefined ? <Sequence session={session} /> : <Parsing session={session} />}
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
  const { lanes, view, lane } = session;
  const beside = session.trace(view.other);
  const isBeside = beside !== undefined && beside !== lane;
  return (
    <>
      {view.isGuessing && lane !== undefined && <Guess session={session} trace={lane} />}
      <Moment session={session} />
      <Lanes session={session} />

      <section aria-label="Lattice" id="lattices">
        <div class="controls">
          <h2>The lattice</h2>
          <label>
            beside{" "}
            <select
              id="beside"
              value={view.other ?? ""}
              onChange={({ currentTarget: { value } }) =>
                session.show({ other: value || undefined })}
            >
              <option value="">nothing</option>
              {lanes.filter((other) => isPlayable(other) && other !== lane).map(({ decoder }) => (
                <option key={decoder} value={decoder}>{titleOf(decoder).join(" ")}</option>
              ))}
            </select>
          </label>
          <label>
            labels{" "}
            <select
              id="order"
              value={view.order}
              onChange={({ currentTarget: { value } }) =>
                session.show({ order: value as OrderName })}
            >
              {ORDERS.map((order) => <option key={order} value={order}>{ORDER_NAMES[order]}
              </option>)}
            </select>
          </label>
          <label>
            <input
              id="fold"
              type="checkbox"
              checked={view.isFolding}
              onChange={({ currentTarget: { checked } }) => session.show({ isFolding: checked })}
            />{" "}
            fold labels that are never touched
          </label>
        </div>
        <p>
          A label that is not tried must be bounded by the best of those that wait with it. Where a
          word's winner stands deep in the order, all above it is computed first; where it stands on
          top, the rest falls by one bound.
        </p>
        <Legend />
        <div class={isBeside ? "pair" : ""}>
          {lane !== undefined && <Lattice key={lane.decoder} session={session} trace={lane} />}
          {isBeside && <Lattice key={beside.decoder} session={session} trace={beside} />}
        </div>
        {isPlayable(lane) && <Node session={session} trace={lane} />}
      </section>
    </>
  );
}

function Legend() {
  return (
    <p class="legend quiet">
      <span>
        <i class="opened" /> computed, may be on the best path
      </span>
      <span>
        <i class="spent" /> computed, then dropped by a bound
      </span>
      <span>
        <i class="dropped" /> dropped uncomputed
      </span>
      <span>
        <i class="untouched" /> never looked at
      </span>
      <span>
        <i class="path" /> best path
      </span>
    </p>
  );
}

function Tools({ session }: { session: Session }) {
  const { view } = session;
  const help = useRef<HTMLDialogElement>(null);
  const [theme, setTheme] = useState(themeNow);
  const actions = {
    guess: () =>
      session.show({
        isGuessing: !view.isGuessing,
        node: undefined,
        edges: view.isGuessing ? undefined : 0,
        event: undefined,
      }),
    svg: () =>
      save("explorer.svg", pictureOf(session, paletteNow(), session.edges), "image/svg+xml"),
    frames: () => save("frames.zip", framesOf(session, paletteNow()), "application/zip"),
    theme: () => {
      document.documentElement.dataset.theme = theme === "dark" ? "light" : "dark";
      setTheme(themeNow());
      session.show({});
    },
    help: () => help.current!.open ? help.current!.close() : help.current!.showModal(),
  };
  useEffect(() => {
    const { theme, help, ...others } = actions;
    const known = session.parsed === undefined ? { theme, help, ...others } : { theme, help };
    const listener = (event: KeyboardEvent) => onKey(event, session, known);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  });
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const listener = () => {
      setTheme(themeNow());
      session.show({});
    };
    system.addEventListener("change", listener);
    return () => system.removeEventListener("change", listener);
  }, [session]);
  return (
    <div class="tools" role="group" aria-label="Tools">
      {session.parsed === undefined && (
        <>
          <button type="button" id="guess" aria-pressed={view.isGuessing} onClick={actions.guess}>
            {view.isGuessing ? "Stop guessing" : "Guess first"}
          </button>
          <button type="button" id="svg" onClick={actions.svg}>SVG</button>
          <button type="button" id="frames" onClick={actions.frames}>Frames for a talk</button>
        </>
      )}
      <button type="button" id="theme" onClick={actions.theme}>
        {theme === "dark" ? "Light" : "Dark"}
      </button>
      <button type="button" id="help" onClick={actions.help}>Keys ?</button>
      <dialog ref={help} aria-label="Keys">
        <h2>Keys</h2>
        <dl>
          {HELP.map(([keys, meaning]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <button type="button" onClick={() => help.current!.close()}>Close</button>
      </dialog>
    </div>
  );
}

/** The colours that are on, which the root element says for what is drawn. */
function themeNow(): "light" | "dark" {
  const { dataset } = document.documentElement;
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = dataset.theme === "dark" || dataset.theme === "light"
    ? dataset.theme
    : isDark
    ? "dark"
    : "light";
  dataset.look = theme;
  return theme;
}

/** Starts the page on what it shows at once. */
export function startPage(first: FirstView, startWorker: () => Promise<Worker>): void {
  themeNow();
  const session = new Session(first, workerOf(startWorker));
  render(<App session={session} />, document.getElementById("app")!);
}
