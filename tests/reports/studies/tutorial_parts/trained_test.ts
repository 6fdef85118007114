import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { EncodedCorpus } from "../../../../datasets/training/linear_model.ts";
import { closeLibrary } from "../../../../datasets/training/bilstm/library.ts";
import { measurePairs } from "../../../../reports/studies/tutorial_parts/pairs.ts";
import { measureWholeSteps } from "../../../../reports/studies/tutorial_parts/whole_step.ts";

/** Sentences of labels 0 1 0 1 …, whose only feature fires everywhere. */
function alternating(sentences: number): EncodedCorpus {
  const lengths = new Int32Array(sentences).fill(4);
  const positions = 4 * sentences;
  return {
    lengths,
    featureOffsets: Int32Array.from({ length: positions + 1 }, (_, p) => p),
    features: new Int32Array(positions),
    labels: Int32Array.from({ length: positions }, (_, p) => p % 2),
  };
}

describe("measurePairs()", () => {
  it("finds transitions worth it where labels alternate and features say nothing", async () => {
    const [training, testing] = [alternating(12), alternating(5)];
    const lines = await measurePairs({ labelCount: 2, featureCount: 1, training, testing }, 1);
    const found = Object.fromEntries(lines.map(({ condition, value }) => [condition, value]));
    assertEquals(found["features, without"], 0.5);
    assertEquals(found["features, with transitions"], 1);
    assertEquals(found["features, difference"], 0.5);
    assertEquals(found["features, training"], 12);
  });
});

describe("measureWholeSteps()", () => {
  it("times a pass of each size in each round, and one for control", async () => {
    const sentences = [["a", "b"], ["c"]].map((forms) => ({ forms, labels: forms.map(() => "X") }));
    const sizes = { batches: [1, 2], rounds: 2 };
    try {
      const lines = await measureWholeSteps(sentences, ["X", "Y"], 1, sizes);
      assertEquals(
        lines.map(({ condition, round }) => `${round}: ${condition}`).sort(),
        [1, 2].flatMap((round) =>
          ["B = 1", "B = 2", "control"].map((way) => `${round}: whole step, ${way}`)
        ),
      );
      assertEquals(lines.every(({ value }) => value > 0), true);
    } finally {
      closeLibrary();
    }
  });
});
