import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Evaluation, evaluationText } from "../../../datasets/models/evaluation.ts";

describe("Evaluation", () => {
  it("counts tokens, labels and chunks", () => {
    const evaluation = new Evaluation();
    // The second chunk has another border, the third another kind.
    evaluation.add(
      ["B-NP", "I-NP", "O", "B-NP", "I-NP", "B-VP"],
      ["B-NP", "I-NP", "O", "B-NP", "O", "B-PP"],
    );
    evaluation.add(["O"], ["O"]);
    const result = evaluation.result();
    assertEquals([result.sentences, result.correctSentences], [2, 1]);
    assertEquals([result.tokens, result.correctTokens], [7, 5]);
    const { precision, recall, f1, ...counts } = result.chunks;
    assertEquals(counts, { correct: 1, predicted: 3, gold: 3 });
    for (const value of [precision, recall, f1]) assertAlmostEquals(value, 1 / 3);
    assertEquals(result.kinds["VP"], {
      correct: 0,
      predicted: 0,
      gold: 1,
      precision: 0,
      recall: 0,
      f1: 0,
    });
    assertEquals(result.labels["I-NP"]!.recall, 0.5);
    assertEquals(Object.keys(result.labels), ["B-NP", "B-PP", "B-VP", "I-NP", "O"]);
    assertEquals(
      evaluationText(result).split("\n")[0],
      "5 of 7 tokens right (71.43%), 1 of 2 sentences whole",
    );
  });

  it("gives 0 for nothing and refuses sentences of two lengths", () => {
    assertEquals(new Evaluation().result().chunks.f1, 0);
    assertThrows(() => new Evaluation().add(["O"], []), RangeError, "0 labels with 1");
  });
});
