import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { addNeighbours, BestPaths } from "../../../decoders/k_best/neighbours.ts";
import { newWork } from "../../../decoders/contract.ts";
import { scorePath } from "../../../decoders/lattice.ts";
import { draw } from "../../helpers/problems.ts";
import { Random } from "../../../datasets/random.ts";

function problem(seed: number, length = 5, labelCount = 6) {
  const random = new Random(seed);
  const score = () => random.integer(6) === 0 ? -Infinity : random.gaussian();
  const [model, lattice] = draw(labelCount, length, score, false);
  const labels = new Int32Array(length).map(() => random.integer(labelCount));
  for (let t = 0; t < length; t++) {
    lattice.emissions[t * labelCount + labels[t]!] = random.gaussian();
    if (t > 0) model.transitions[labels[t - 1]! * labelCount + labels[t]!] = random.gaussian();
  }
  return { model, lattice, path: { score: scorePath(model, lattice, labels), labels } };
}

describe("addNeighbours()", () => {
  it("adds the best paths that differ in one of the labels tried", () => {
    for (let seed = 0; seed < 100; seed++) {
      const { model, lattice, path } = problem(seed);
      const { labelCount } = model;
      const tried = (t: number) => Int32Array.from([t % labelCount, 3, 5, labelCount + 1]);
      const scores: number[] = [];
      for (let t = 0; t < lattice.length; t++) {
        for (const label of new Set(tried(t))) {
          if (label >= labelCount || label === path.labels[t]) continue;
          scores.push(scorePath(model, lattice, path.labels.with(t, label)));
        }
      }
      const finite = scores.filter((score) => score > -Infinity).sort((a, b) => b - a);
      for (const k of [1, 2, 4, 100]) {
        const known = new BestPaths(k);
        const distinct = (t: number) => Int32Array.from(new Set(tried(t)));
        addNeighbours(known, path, model, lattice, distinct, newWork());
        assertEquals(known.paths.map(({ score }) => score), finite.slice(0, k), `seed ${seed}`);
        for (const { score, labels } of known.paths) {
          assertEquals(score, scorePath(model, lattice, labels));
        }
      }
    }
  });

  it("counts an edge on each side of a label", () => {
    const { model, lattice, path } = problem(1);
    const work = newWork();
    addNeighbours(new BestPaths(2), path, model, lattice, () => Int32Array.of(0, 1, 2), work);
    assertEquals(work, { iterations: 0, nodeExpansions: 0, edgeEvaluations: 2 * 4 * 3 });
  });
});
