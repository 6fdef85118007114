/// <reference lib="dom" />
/**
 * Decoders beside each other: what each has touched of the lattice at one moment, and how many
 * edges that took.
 *
 * @module
 */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Trace } from "../trace.ts";
import { hueOf } from "../../drawing/hues.ts";
import { orderOf, rowsOf } from "./orders.ts";
import { denseEdges, lengthOf, pooled, smallLook } from "./picture.ts";
import { isPlayable, replayOf, STATES } from "./replay.ts";
import type { Session } from "./session.ts";
import { paletteNow } from "./surface.ts";
import { count, ratio, titleOf } from "./words.ts";

/** Lines of a small lattice. */
const LINES = 44;

/** All lanes at the moment that is shown. */
export function Lanes({ session }: { session: Session }) {
  const { lanes } = session;
  return (
    <ol class="lanes" aria-label="Decoders">
      {lanes.map((trace) => <Lane key={trace.decoder} session={session} trace={trace} />)}
    </ol>
  );
}

function Lane({ session, trace }: { session: Session; trace: Trace }) {
  const { opened: { lattice }, view, before } = session;
  const dense = denseEdges(lattice);
  const { edgeEvaluations, nodeExpansions, iterations } = trace.work;
  const edges = Math.min(session.edges, edgeEvaluations);
  const isDone = session.eventsOf(trace) === trace.kinds.length && edges === edgeEvaluations;
  const [title, options] = titleOf(trace.decoder);
  const isChosen = session.lane === trace;
  const was = before?.find(({ decoder }) => decoder === trace.decoder)?.work.edgeEvaluations;
  const most = Math.max(dense, ...session.lanes.map(({ work }) => work.edgeEvaluations));
  const share = (value: number) => `${100 * Math.log1p(value) / Math.log1p(most)}%`;
  return (
    <li
      class={isChosen ? "lane chosen" : view.other === trace.decoder ? "lane beside" : "lane"}
      data-decoder={trace.decoder}
    >
      <button
        type="button"
        class="name"
        aria-pressed={isChosen}
        onClick={() => session.show({ lane: trace.decoder, node: undefined, event: undefined })}
      >
        <strong>{title}</strong>
        <span>{options}</span>
      </button>
      <Small session={session} trace={trace} />
      <div class="course">
        <div class="bar" aria-hidden="true">
          <i style={{ width: share(edges), background: hueOf(trace.decoder) }} />
          {was !== undefined && <b style={{ left: share(was) }} title="before the change" />}
        </div>
        <p>
          {isDone
            ? `done · nodes computed ${count(nodeExpansions)} times in ${count(iterations)} ${
              iterations === 1 ? "pass" : "passes"
            }`
            : edges === 0
            ? "not begun"
            : "at work"}
          {was !== undefined && <Redone was={was} now={edgeEvaluations} />}
        </p>
      </div>
      <p class="edges">
        <strong>{count(edges)}</strong>
        <span>{isDone ? ratio(dense, edgeEvaluations) : `of ${count(edgeEvaluations)} edges`}</span>
      </p>
    </li>
  );
}

/** What a change cost a decoder. */
function Redone({ was, now }: { was: number; now: number }) {
  const more = now - was;
  const text = more === 0 ? "as before" : `${more > 0 ? "+" : "−"}${count(Math.abs(more))}`;
  return <em class={more > 0 ? "more" : ""}>{` · before ${count(was)}, now ${text}`}</em>;
}

/** The lattice of a lane in a few pixels. */
function Small({ session, trace }: { session: Session; trace: Trace }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { lattice } = session.opened;
  const order = orderOf(trace.decoder, session.view.order);
  const length = lengthOf(lattice);
  const replay = isPlayable(trace)
    ? replayOf(trace, length, lattice.labels.length).to(session.eventsOf(trace))
    : undefined;
  const rows = useMemo(() => rowsOf(lattice, order), [lattice, order]);

  useLayoutEffect(() => {
    const context = canvas.current!.getContext("2d")!;
    const image = context.createImageData(length, LINES);
    if (replay !== undefined) {
      const hue = hueOf(trace.decoder);
      const palette = paletteNow();
      const looks = STATES.map((_, state) => {
        const [color, opacity] = smallLook(state, hue, palette);
        const value = parseInt(color.slice(1), 16);
        return [value >> 16, value >> 8 & 255, value & 255, 255 * opacity];
      });
      const states = pooled(replay, rows, lattice.labels.length, LINES);
      states.forEach((state, at) => {
        if (state > 0) image.data.set(looks[state]!, 4 * at);
      });
    }
    context.putImageData(image, 0, 0);
  }, [replay, replay?.count, rows, paletteNow()]);
  const text = replay === undefined
    ? "This decoder has counts alone."
    : `${count(replay.computed)} of ${
      count(lattice.emissions.length)
    } nodes were computed, labels by ${order === "centred" ? "centred emission" : order}.`;
  return (
    <div class="small">
      <canvas
        ref={canvas}
        width={length}
        height={LINES}
        role="img"
        aria-label={text}
        title={text}
      />
      {replay === undefined && <span>counts alone</span>}
    </div>
  );
}
