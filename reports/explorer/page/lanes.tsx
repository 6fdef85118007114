/**
 * What a decoder has touched of the lattice at one moment, and how many edges that took.
 *
 * @module
 */

import { hueOf } from "../../numbers/hues.ts";
import type { Trace } from "../trace.ts";
import { Lane } from "./controls.tsx";
import { drawSmall, sceneOf, smallSize } from "./picture.tsx";
import { isPlayable } from "./replay.ts";
import type { Session } from "./session.ts";
import { count, ORDER_TEXTS, plural, signed } from "./words.ts";

/** The lane of a decoder at the moment that is shown. */
export function Racer({ session, trace }: { session: Session; trace: Trace }) {
  const { decoder, work: { edgeEvaluations, nodeExpansions, iterations } } = trace;
  const { edges, isDone, note, share } = session.progressOf(trace);
  const percent = (value: number) => `${100 * share(value)}%`;
  const { before } = session;
  const old = before !== undefined && "lanes" in before ? before.lanes : [];
  const was = old.find((other) => other.decoder === decoder)?.work.edgeEvaluations;
  const more = edgeEvaluations - (was ?? 0);
  const passes = plural(iterations, "pass", "passes");
  const done = `done · nodes computed ${count(nodeExpansions)} times in ${passes}`;
  const picture = <Small session={session} trace={trace} />;
  return (
    <Lane session={session} decoder={decoder} picture={picture} edges={edges} note={note}>
      <div class="bar" aria-hidden="true">
        <i style={{ width: percent(edges), background: hueOf(decoder) }} />
        {was !== undefined && <b style={{ left: percent(was) }} title="before the change" />}
      </div>
      <p>
        {isDone ? done : edges === 0 ? "not begun" : "at work"}
        {was !== undefined && (
          <em class={more > 0 ? "more" : ""}>
            {` · before ${count(was)}, now ${more === 0 ? "as before" : signed(more)}`}
          </em>
        )}
      </p>
    </Lane>
  );
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
