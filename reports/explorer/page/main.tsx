/// <reference lib="dom" />
/**
 * The page of the explorer.
 *
 * @module
 */

import { render } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { hueOf } from "../../drawing/hues.ts";
import type { FirstView, Show } from "../trace.ts";
import { Choose } from "./choose.tsx";
import { Button, Choice } from "./controls.tsx";
import { framesOf, pictureOf, save } from "./export.tsx";
import { Guess } from "./guess.tsx";
import { agreement, headline } from "./sentences.ts";
import { KEYS, onKey } from "./keys.ts";
import { Lanes } from "./lanes.tsx";
import { Lattice } from "./lattice.tsx";
import { Moment } from "./moment.tsx";
import { Node } from "./node.tsx";
import { Parsing, parsingHeadline } from "./parsing.tsx";
import { isPlayable } from "./replay.ts";
import { END, Session } from "./session.ts";
import { type OrderName, ORDERS } from "./view.ts";
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
              ...others.map(({ decoder }) => [decoder, titleOf(decoder).join(" ")] as const),
            ]}
            onPick={(decoder) => session.look({ beside: decoder || undefined })}
          />
          <Choice
            id="order"
            label="labels"
            value={view.order}
            of={ORDERS.map((order) => [order, ORDER_NAMES[order]])}
            onPick={(order) => session.look({ order: order as OrderName })}
          />
          <label>
            <input
              id="fold"
              type="checkbox"
              checked={view.fold}
              onChange={({ currentTarget: { checked } }) => session.look({ fold: checked })}
            />{" "}
            fold labels that are never touched
          </label>
        </div>
        <p>
          A label that is not tried must be bounded by the best of those that wait with it. Where a
          word's winner stands deep in the order, all above it is computed first; where it stands on
          top, the rest falls by one bound.
        </p>
        <Legend lane={lane?.decoder ?? ""} />
        <div class={shown.length > 1 ? "pair" : ""}>
          {shown.map((trace) => <Lattice key={trace.decoder} session={session} trace={trace} />)}
        </div>
        {isPlayable(lane) && <Node session={session} trace={lane} />}
      </section>
    </>
  );
}

/** Marks of a lattice, and what they stand for. */
const LEGEND = [
  ["opened", "computed, may be on the best path"],
  ["spent", "computed, then dropped by a bound"],
  ["waiting", "to be computed"],
  ["dropped", "dropped uncomputed"],
  ["passed", "dropped with its block"],
  ["untouched", "never looked at"],
  ["path", "best path"],
];

function Legend({ lane }: { lane: string }) {
  return (
    <p class="legend quiet" style={`--hue: ${hueOf(lane)}`}>
      {LEGEND.map(([mark, meaning]) => (
        <span key={mark}>
          <i class={mark} /> {meaning}
        </span>
      ))}
    </p>
  );
}

function Tools({ session }: { session: Session }) {
  const { view, parsed } = session;
  const help = useRef<HTMLDialogElement>(null);
  const guess = () =>
    session.look({ ...END, guess: !view.guess, node: undefined, ...!view.guess && { edges: 0 } });
  return (
    <div class="tools" role="group" aria-label="Tools">
      {parsed === undefined && (
        <Button id="guess" isPressed={view.guess} onClick={guess}>
          {view.guess ? "Stop guessing" : "Guess first"}
        </Button>
      )}
      <Button
        id="svg"
        onClick={() => save("explorer.svg", pictureOf(session), "image/svg+xml")}
      >
        SVG
      </Button>
      {parsed === undefined && (
        <Button
          id="frames"
          onClick={() => save("frames.zip", framesOf(session), "application/zip")}
        >
          Frames for a talk
        </Button>
      )}
      <Button
        id="theme"
        onClick={() => {
          const { dataset } = document.documentElement;
          const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
          dataset["theme"] = (dataset["theme"] ?? system) === "dark" ? "light" : "dark";
        }}
      >
        Dark or light
      </Button>
      <Button id="help" onClick={() => help.current!.showModal()}>Keys ?</Button>
      <dialog ref={help} aria-label="Keys">
        <h2>Keys</h2>
        <dl>
          {KEYS.filter((key) => parsed === undefined || !key.isOfLabels).map((
            { keys, meaning },
          ) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <Button onClick={() => help.current!.close()}>Close</Button>
      </dialog>
    </div>
  );
}

/** Starts the page on what it shows at once. */
export function startPage(first: FirstView, show: Show): void {
  const session = new Session(first, show);
  document.addEventListener("keydown", (event) => onKey(event, session));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void session.take(event.dataTransfer?.files[0]);
  });
  render(<App session={session} />, document.getElementById("app")!);
}
