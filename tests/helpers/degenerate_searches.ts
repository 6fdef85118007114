import { newWork } from "../../decoders/contract.ts";
import type { LabelPaths } from "../../decoders/degenerate/pass.ts";
import { type DegenerateSearch, greedyPaths } from "../../decoders/degenerate/search.ts";
import type { Lattice } from "../../decoders/lattice.ts";

/** What a search on a degenerate lattice comes across until its best path has only labels. */
function searched(search: DegenerateSearch, lattice: Lattice, isPruned: boolean) {
  const work = newWork();
  search.reset(lattice);
  const [greedy] = greedyPaths(search, lattice, work);
  const least = greedy?.score ?? -Infinity;
  const bar = isPruned ? { above: -Infinity, least } : undefined;
  const passes = [];
  for (let isForward = true;; isForward = !isForward) {
    const found = search.run(isForward, work, bar);
    if (found.upper === -Infinity) return { greedy, passes, work };
    const labels = found.labelScore > -Infinity ? search.follow(isForward, true) : undefined;
    const path = search.follow(isForward, false);
    const ends = search.ends(isForward, least).map((end) => search.follow(isForward, true, end));
    passes.push({ ...found, labels, path, ends, left: nodesLeft(search, isForward) });
    if (found.labelScore === found.upper) return { greedy, passes, work };
    if (passes.length % 4 === 0) search.expandAll(bar);
    else if (passes.length % 2 === 0) search.expandBest(isForward, bar);
    else search.expandOn([path, ...ends], bar);
  }
}

/** By position, the nodes that are left with their emissions and best prefixes. */
function nodesLeft(search: DegenerateSearch, isForward: boolean) {
  const { length, counts, nodes, own, prefixes } = search.prefixes(isForward);
  const width = nodes.length / counts.length;
  return Array.from({ length }, (_, t) => {
    const [from, to] = [t * width, t * width + counts[t]!];
    const left = [nodes, own, prefixes].map((all) => Array.from(all.subarray(from, to)));
    return { left, same: Array.from(search.nodesAt(t)) };
  });
}

/** `searched` for all ways to do it. */
export function searches(make: (labelPaths: LabelPaths) => DegenerateSearch, lattice: Lattice) {
  return (["ends", "active"] as const).flatMap((labelPaths) =>
    [true, false].map((isPruned) => searched(make(labelPaths), lattice, isPruned))
  );
}
