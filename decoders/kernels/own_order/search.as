// The search for the best path of a sentence; see `own_order/search.ts`, which does it in
// TypeScript.

import { ownExpand, ownReset } from "./columns";
import { ownFollow, ownMark, ownPass } from "./pass";
import { BEST_LEFT, MISSING_ROOM, NONE_LEFT, SUMS_ROUND, Tables } from "./tables";

/** Whether all sums of a sentence of that length are exact, as `own_order/decode.ts` has it. */
// @ts-ignore: decorator
@inline
function areExact(tables: Tables, length: i32): bool {
  const magnitude = <f64>(length + 2) * (tables.largest + tables.magnitude);
  return (magnitude + 1) * tables.scale < 4503599627370496;
}

/** See `kernels.ts`. */
export function ownSearch<T>(address: usize, own: usize, length: i32, isNew: i32): i32 {
  const tables = changetype<Tables>(address);
  if (isNew) {
    ownReset<T>(address, own, length);
    tables.score = -Infinity;
    tables.isForward = 1;
    tables.iterations = 0;
    tables.edgeEvaluations = 0;
    tables.nodeExpansions = 0;
  } else if (!ownExpand<T>(address, own, length, 0)) return MISSING_ROOM;
  else tables.isForward ^= 1;
  for (;; tables.isForward ^= 1) {
    if (!areExact(tables, length)) return SUMS_ROUND;
    const isForward = tables.isForward;
    tables.iterations++;
    tables.above = tables.score;
    tables.least = -Infinity;
    if (!ownPass<T>(address, length, isForward)) break;
    if (tables.labelBest > tables.score) {
      ownFollow<T>(address, length, isForward);
      tables.above = tables.score = tables.labelBest;
    }
    if (!(tables.mixedBest > tables.score)) break;
    ownMark<T>(address, length, isForward);
    if (!ownExpand<T>(address, own, length, 0)) return MISSING_ROOM;
  }
  return tables.score > -Infinity ? BEST_LEFT : NONE_LEFT;
}
