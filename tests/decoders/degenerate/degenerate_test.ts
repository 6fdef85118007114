import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import {
  degenerateModel,
  groupEmissions,
  reviseGroups,
} from "../../../decoders/degenerate/model.ts";
import { Random } from "../../../datasets/random.ts";
import { draw } from "../../helpers/problems.ts";

function randomScores(size: number, random: Random): Float64Array {
  return new Float64Array(size).map(() => random.integer(10) === 0 ? -Infinity : random.gaussian());
}

/** Labels of a node: itself, or all from 2^m on for the group of level m. */
function members(node: number, labelCount: number): number[] {
  if (node < labelCount) return [node];
  const first = 2 ** (node - labelCount);
  return Array.from({ length: labelCount - first }, (_, i) => first + i);
}

describe("degenerateModel()", () => {
  it("has the maxima over members between all nodes when L is any number", () => {
    const random = new Random(1);
    for (let labelCount = 1; labelCount <= 35; labelCount++) {
      const transitions = randomScores(labelCount * labelCount, random);
      const model = { labelCount, transitions, exactSums: false, float32Exact: false };
      const degenerate = degenerateModel(model);
      const { nodeCount } = degenerate;
      for (let from = 0; from < nodeCount; from++) {
        for (let to = 0; to < nodeCount; to++) {
          const edges = members(from, labelCount).flatMap((x) =>
            members(to, labelCount).map((y) => transitions[x * labelCount + y]!)
          );
          assertEquals(degenerate.transitions[from * nodeCount + to], Math.max(...edges));
        }
      }
    }
  });

  it("has no group of a single member when L is 2^m + 1", () => {
    const sizes = [1, 2, 3, 4, 5, 6, 9, 10, 17, 1024, 2602];
    const counts = sizes.map((labelCount) =>
      degenerateModel(draw(labelCount, 1, () => 0)[0]).groupCount
    );
    assertEquals(counts, [0, 0, 1, 2, 2, 3, 3, 4, 4, 10, 12]);
  });
});

describe("reviseGroups()", () => {
  it("leaves what a fresh model has, and says what has changed, when scores rise and fall", () => {
    const random = new Random(4);
    for (const labelCount of [1, 2, 3, 5, 16, 17, 35]) {
      // Few different scores: maxima are often reached twice.
      const score = () => random.integer(6) === 0 ? -Infinity : random.integer(5);
      const transitions = new Float64Array(labelCount ** 2).map(score);
      const model = { labelCount, transitions };
      const degenerate = degenerateModel(model);
      const copy = degenerate.transitions.slice();
      for (let change = 0; change < 200; change++) {
        const [x, y] = [random.integer(labelCount), random.integer(labelCount)];
        const now = transitions[x * labelCount + y] = score();
        reviseGroups(degenerate, x, y, now, (from, to, value) => {
          copy[from * degenerate.nodeCount + to] = value;
        });
        assertEquals(degenerate.transitions, degenerateModel(model).transitions, `${change}`);
        assertEquals(copy, degenerate.transitions);
      }
    }
  });
});

describe("groupEmissions()", () => {
  it("is the maximum over the members at each position", () => {
    const random = new Random(2);
    const [labelCount, length] = [13, 4];
    const model = degenerateModel(draw(labelCount, 1, () => 0)[0]);
    const emissions = randomScores(length * labelCount, random);
    const maxima = new Float64Array(length * model.groupCount);
    groupEmissions(model, { length, emissions }, maxima);
    for (let t = 0; t < length; t++) {
      for (let group = 0; group < model.groupCount; group++) {
        const row = members(labelCount + group, labelCount)
          .map((y) => emissions[t * labelCount + y]!);
        assertEquals(maxima[t * model.groupCount + group], Math.max(...row));
      }
    }
  });
});
