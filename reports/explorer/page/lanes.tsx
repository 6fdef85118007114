/**
 * Decoders beside each other: what each has touched of the lattice at one moment, and how many
 * edges that took.
 *
 * @module
 */

import { hueOf } from "../../drawing/hues.ts";
import type { Trace } from "../trace.ts";
import { Lane } from "./controls.tsx";
import { drawSmall, sceneOf, smallSize } from "./picture.tsx";
import { isPlayable } from "./replay.ts";
import type { Session } from "./session.ts";
import { count, ORDER_TEXTS, plural } from "./words.ts";

/** All lanes at the moment that is shown. */
export function Lanes({ session }: { session: Session }) {
  return (
    <ol class="lanes" aria-label="Decoders">
      {session.decoded.lanes.map((trace) => (
        <Racer key={trace.decoder} session={session} trace={trace} />
      ))}
    </ol>
  );
}

function Racer({ session, trace }: { session: Session; trace: Trace }) {
  const { decoder, work: { edgeEvaluations, nodeExpansions, iterations } } = trace;
  const { edges, isDone, note, share } = session.progressOf(trace);
  const percent = (value: number) => `${100 * share(value)}%`;
  const was = session.before?.find((other) => other.decoder === decoder)?.work.edgeEvaluations;
  const done = `done · nodes computed ${count(nodeExpansions)} times in ${
    plural(iterations, "pass", "passes")
  }`;
  return (
    <Lane
      session={session}
      decoder={decoder}
      picture={<Small session={session} trace={trace} />}
      course={
        <>
          <div class="bar" aria-hidden="true">
            <i style={{ width: percent(edges), background: hueOf(decoder) }} />
            {was !== undefined && <b style={{ left: percent(was) }} title="before the change" />}
          </div>
          <p>
            {isDone ? done : edges === 0 ? "not begun" : "at work"}
            {was !== undefined && (
              <em class={edgeEvaluations > was ? "more" : ""}>
                {` · before ${count(was)}, now ${changeText(edgeEvaluations - was)}`}
              </em>
            )}
          </p>
        </>
      }
      edges={edges}
      note={note}
    />
  );
}

/** What a change cost a decoder. */
function changeText(more: number): string {
  return more === 0 ? "as before" : `${more > 0 ? "+" : "−"}${count(Math.abs(more))}`;
}

/** The lattice of a lane in a few pixels. */
function Small({ session, trace }: { session: Session; trace: Trace }) {
  if (!isPlayable(trace)) return <div class="small">counts alone</div>;
  const scene = sceneOf(session, trace);
  const all = count(scene.lattice.emissions.length);
  const { replay: { computed }, rows: { order } } = scene;
  const text = `${count(computed)} of ${all} nodes were computed, labels by ${ORDER_TEXTS[order]}.`;
  return (
    <svg
      class="small"
      viewBox={`0 0 ${smallSize(scene.lattice).join(" ")}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      {drawSmall(scene)}
    </svg>
  );
}
