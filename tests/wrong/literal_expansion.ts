/**
 * Wrong: iterative Viterbi A* that splits groups as Algorithm 4 is printed, at the positions where
 * the best path has one. When a path of lower rank has one and the best has none, nothing changes
 * from pass to pass: it would go on forever. It stops at the number of passes that the right rule
 * never exceeds.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { degenerateModel, groupEmissions } from "../../decoders/degenerate/model.ts";
import { best, decoded, labelsOf, plain, search } from "./_plain.ts";

/** Expansion by the best path alone: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "literal-expansion",
  title: "Expansion by the best path alone",
  prepare: (model) => {
    const degenerate = degenerateModel(model);
    const { labelCount, groupCount, nodeCount, transitions } = degenerate;
    return (lattice, k, work) => {
      const { length } = lattice;
      const maxima = new Float64Array(length * groupCount);
      groupEmissions(degenerate, lattice, maxima);
      // At level m: labels below 2^m and the group of all others; at the last level all labels.
      const levels = new Array<number>(length).fill(0);
      const most = length * groupCount + 1;
      for (let pass = 0; pass < most; pass++) {
        const emissions = new Float64Array(length * nodeCount).fill(-Infinity);
        levels.forEach((level, t) => {
          const active = level === groupCount ? labelCount : 2 ** level;
          const row = lattice.emissions.subarray(t * labelCount, t * labelCount + active);
          emissions.set(row, t * nodeCount);
          if (level === groupCount) return;
          emissions[t * nodeCount + labelCount + level] = maxima[t * groupCount + level]!;
        });
        const grown = { ...model, labelCount: nodeCount, transitions };
        const last = search(grown, { length, emissions }, (candidates) => {
          return candidates.map((hypotheses) => best(hypotheses, k));
        }, work);
        const paths = best(last, k);
        const hasGroups = paths.map((path) => labelsOf(path, length).some((n) => n >= labelCount));
        if (!hasGroups.includes(true)) return decoded(paths, length);
        labelsOf(paths[0], length).forEach((node, t) => {
          if (node >= labelCount) levels[t]!++;
        });
      }
      throw new Error(`Cannot find the best paths within the possible number of passes: ${most}`);
    };
  },
};
export default decoder;
