import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { Random } from "../../../datasets/random.ts";
import { newWork } from "../../../decoders/contract.ts";
import { HypothesisBeam } from "../../../decoders/k_best/hypothesis_beam.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import { draw } from "../../helpers/problems.ts";

/** A random problem without ties. */
function randomCase(seed: number): [Model, Lattice] {
  const random = new Random(seed);
  const [labelCount, length] = [1 + random.integer(7), 1 + random.integer(6)];
  const score = () => random.integer(6) === 0 ? -Infinity : random.gaussian();
  return draw(labelCount, length, score, false);
}

/** Extends all hypotheses by all labels and keeps the best; whether all were kept. */
function naiveBeam(model: Model, { length, emissions }: Lattice, width: number) {
  const { labelCount } = model;
  let kept: number[][] = [[]];
  let isComplete = true;
  for (let t = 1; t <= length; t++) {
    const lattice = { length: t, emissions };
    const all = kept.flatMap((path) => Array.from({ length: labelCount }, (_, y) => [...path, y]))
      .map((path) => ({ path, score: scorePath(model, lattice, path) }))
      .filter(({ score }) => score > -Infinity)
      .sort((a, b) => b.score - a.score);
    isComplete &&= all.length <= width;
    kept = all.slice(0, width).map(({ path }) => path);
  }
  const paths = kept.map((labels) => ({
    score: scorePath(model, { length, emissions }, labels),
    labels,
  }));
  return { paths, isComplete };
}

describe("HypothesisBeam", () => {
  it("keeps the best hypotheses of each position", () => {
    for (let seed = 0; seed < 300; seed++) {
      const [model, lattice] = randomCase(seed);
      const beam = new HypothesisBeam(model);
      for (const width of [1, 2, 5, 40]) {
        const expected = naiveBeam(model, lattice, width);
        const paths = beam.find(lattice, width, newWork())
          .map(({ score, labels }) => ({ score, labels: [...labels] }));
        assertEquals(paths, expected.paths, `seed ${seed}, width ${width}`);
        assert(!beam.isComplete || expected.isComplete, `seed ${seed}, width ${width}`);
      }
    }
  });

  it("looks at L edges a label that ends a hypothesis, and one more for each other", () => {
    const transitions = new Float64Array(9);
    const model = { labelCount: 3, transitions, exactSums: true, float32Exact: true };
    // After two positions both hypotheses end with label 0.
    const emissions = Float64Array.of(9, 8, 0, 100, 0, 0, 100, 0, 0);
    const work = newWork();
    const paths = new HypothesisBeam(model).find({ length: 3, emissions }, 2, work);
    assertEquals(paths.map(({ labels }) => [...labels]), [[0, 0, 0], [1, 0, 0]]);
    assertEquals(work, { iterations: 0, nodeExpansions: 2 + 1, edgeEvaluations: 2 * 3 + 3 + 1 });
  });
});
