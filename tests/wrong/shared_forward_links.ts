/**
 * Wrong: Viterbi A* that stores the link to the rest of a path on the node of the lattice, as the
 * pseudo-code of Algorithm 3 can be read. The next path that is pushed at the same node overwrites
 * it. The best two paths are always right.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { scorePath } from "../../decoders/lattice.ts";
import { plain } from "./_plain.ts";

interface LatticeNode {
  readonly t: number;
  readonly label: number;
  readonly prefix: number;
  readonly back: LatticeNode | undefined;
  /** Shared by all paths through the node: that is what is wrong. */
  forward: LatticeNode | undefined;
}

/** Forward links on the nodes of the lattice: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "shared-forward-links",
  title: "Forward links on the nodes of the lattice",
  prepare: (model) => {
    const { labelCount, transitions } = model;
    return (lattice, k, work) => {
      const { length, emissions } = lattice;
      const columns: LatticeNode[][] = [];
      for (let t = 0; t < length; t++) {
        columns.push(Array.from({ length: labelCount }, (_, label) => {
          const own = emissions[t * labelCount + label]!;
          if (t === 0) return { t, label, prefix: own, back: undefined, forward: undefined };
          const scoreFrom = (node: LatticeNode) =>
            node.prefix + transitions[node.label * labelCount + label]!;
          const back = columns[t - 1]!.reduce((a, b) => scoreFrom(b) > scoreFrom(a) ? b : a);
          return { t, label, prefix: scoreFrom(back) + own, back, forward: undefined };
        }));
      }
      work.iterations += 1;
      work.nodeExpansions += (length - 1) * labelCount;
      work.edgeEvaluations += (length - 1) * labelCount ** 2;

      const agenda: { node: LatticeNode; score: number }[] = [];
      const push = (node: LatticeNode, forward: LatticeNode | undefined) => {
        node.forward = forward;
        const score = scorePath(model, lattice, labelsThrough(node, length));
        if (score > -Infinity) agenda.push({ node, score });
      };
      for (const node of columns.at(-1)!) push(node, undefined);
      const paths = [];
      while (agenda.length > 0 && paths.length < k) {
        agenda.sort((a, b) => a.score - b.score);
        const { node, score } = agenda.pop()!;
        paths.push({ score, labels: labelsThrough(node, length) });
        for (let at = node; at.back !== undefined; at = at.back) {
          for (const other of columns[at.t - 1]!) if (other !== at.back) push(other, at);
        }
      }
      return { paths };
    };
  },
};
export default decoder;

/** The best prefix into a node and what its forward links lead to. */
function labelsThrough(node: LatticeNode, length: number): Int32Array {
  const labels = new Int32Array(length);
  for (let at: LatticeNode | undefined = node; at; at = at.back) labels[at.t] = at.label;
  for (let at = node.forward; at; at = at.forward) labels[at.t] = at.label;
  return labels;
}
