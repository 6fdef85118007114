import { newWork } from "../../decoders/contract.ts";
import { type DominanceBound, DominanceTables } from "../../decoders/placed/dominance_tables.ts";
import { openDominance } from "../../decoders/kernels/dominance/kernels.ts";
import type { Model } from "../../decoders/lattice.ts";
import { placeTransitions } from "../../decoders/placed/transitions.ts";
import type { Placed } from "./kernel_cases.ts";

/** Forward dominance from the left and from both ends, each without giving up and with it. */
export function dominanceSweeps(
  { arena, own }: Placed,
  model: Model,
  length: number,
  tolerance: number,
  bound: DominanceBound,
  byRow: boolean,
) {
  const kernels = openDominance(arena);
  const transitions = placeTransitions(arena, model);
  const tables = new DominanceTables(transitions, kernels, bound, byRow);
  const opposite = new DominanceTables(transitions.reversed, kernels, bound, byRow);
  const sweep = (sides: readonly DominanceTables[], mayGiveUp: number) => {
    for (const side of sides) side.reserve(length);
    const addresses = [sides[0]!.address, sides[1]?.address ?? 0] as const;
    const parameters = [own, length, tolerance, mayGiveUp] as const;
    let done: number;
    let isNew = 1;
    while ((done = kernels.dominanceSweep(...addresses, ...parameters, isNew)) === -1) {
      for (const side of sides) side.supply();
      isNew = 0;
    }
    const work = newWork();
    tables.addCounts(work);
    const kept = sides.map((side) => side.kept());
    return { done, work, kept, best: done > 0 ? tables.bestPath(length) : undefined };
  };
  return [[tables], [tables, opposite]].flatMap((sides) =>
    [0, 1].map((mayGiveUp) => sweep(sides, mayGiveUp))
  );
}
