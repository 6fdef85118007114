import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import training from "../../../reports/studies/training.ts";
import { withFolder } from "../../helpers/packs.ts";
import { csvOf, line, measured, tinyCells } from "../../helpers/study_lines.ts";

const DECODERS = ["viterbi", "iterative-viterbi", "dominance{bound=row}"];

/** What is drawn of a decoder in an epoch. */
interface Point {
  readonly epoch: number;
  readonly decoder: string;
  readonly value: number;
}

/** The points of each panel. */
function drawn(lines: Parameters<typeof training.show>[0]): Point[][] {
  return training.show(lines).charts.flatMap(({ spec }) =>
    (spec as unknown as { concat: { data: { values: Point[] } }[] }).concat
      .map(({ data }) => data.values)
  );
}

describe("the study of training time", () => {
  it("measures a line for each epoch and decoder, with the same weights, and shows them", () =>
    withFolder(async (data) => {
      const cells = await tinyCells(training, data, { decoders: DECODERS, every: 4 });
      const lines = await measured(training, cells[0]!);
      assertEquals(
        lines.map(({ epoch, decoder }) => [epoch, decoder]),
        ["1", "2", "3"].flatMap((epoch) => DECODERS.map((decoder) => [epoch, decoder])),
      );
      assertEquals(new Set(lines.map(({ weights }) => weights)).size, 1);
      assert(/^[0-9a-f]{16}$/.test(lines[0]!["weights"]!));
      for (const { sentences, timed_sentences, labels, weights_sentences } of lines) {
        assertEquals([sentences, timed_sentences, labels], ["40", "10", "6"]);
        assertEquals(weights_sentences, "40");
      }
      const [points] = drawn(lines);
      // So short an epoch may have a time that is none: all points that are drawn have one.
      const dense = points!.filter(({ decoder }) => decoder === "viterbi");
      assertEquals(dense.map(({ value }) => value), [1, 1, 1]);
      assert(points!.every(({ value }) => value > 0));
      const wrong = csvOf(training, lines, "training-weights").filter((row) =>
        !row.includes(",yes,")
      );
      assertEquals(wrong, ["dataset,decoder,sentences,weights,same as the first,accuracy"]);
    }));

  const LINES = [
    line({}),
    line({ decoder: "iterative-viterbi", decoding_ms: 2000, elapsed_ms: 2000, prepare_ms: 500 }),
    line({ epoch: 2, mistakes: 50 }),
    line({
      epoch: 2,
      decoder: "iterative-viterbi",
      decoding_ms: 500,
      elapsed_ms: 500,
      prepare_ms: 500,
      edge_evaluations: 800,
      weights: "abd",
    }),
  ];

  it("adds up the epochs", () =>
    assertEquals(csvOf(training, LINES, "training-time"), [
      "dataset,labels,decoder,decoding s,× Viterbi,preparing s,both × Viterbi,edges",
      "ewt_pos45,45,viterbi,8,1,2,1,1",
      "ewt_pos45,45,iterative-viterbi,2.5,3.2,1,2.857143,0.55",
    ]));

  it("draws the ratio epoch by epoch, and none without the baseline", () => {
    const values = (lines: typeof LINES) => drawn(lines).flat().map(({ value }) => value);
    // (4 + 1) / (2 + 0.5), then (4 + 1) / (0.5 + 0.5).
    assertEquals(values(LINES), [1, 2, 1, 5]);
    const alone = LINES.filter(({ decoder }) => decoder !== "viterbi");
    assertEquals(values(alone), []);
    const [, row] = csvOf(training, alone, "training-time");
    assertEquals(row, "ewt_pos45,45,iterative-viterbi,2.5,,1,,0.55");
  });

  it("says which decoder learned other weights", () =>
    assertEquals(csvOf(training, [LINES[0]!, LINES[3]!], "training-weights").slice(1), [
      "ewt_pos45,viterbi,7,abc,yes,0.75",
      "ewt_pos45,iterative-viterbi,7,abd,no,0.75",
    ]));

  it("throws SyntaxError when a number is none", () => {
    assertThrows(
      () => training.show([{ ...line({}), epoch: "first" }]),
      SyntaxError,
      'Cannot read a line of a study: its epoch is "first"',
    );
  });
});
