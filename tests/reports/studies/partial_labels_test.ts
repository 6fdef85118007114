import { assert, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import partialLabels, { removeLabels } from "../../../reports/studies/partial_labels.ts";
import { withFolder } from "../../helpers/packs.ts";
import { chartsOf, csvOf, linesOf, measured, writeCorpus } from "../../helpers/study_lines.ts";

/** Sentences in which the form mostly tells the label. */
function drawSentences(count: number, seed: number) {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const labels = Array.from({ length: 1 + random.integer(6) }, () => "ABC"[random.integer(3)]!);
    return { forms: labels.map((label) => label.toLowerCase() + random.integer(9)), labels };
  });
}

describe("removeLabels()", () => {
  const sentences = drawSentences(300, 1);
  const tokens = sentences.flatMap(({ labels }) => labels).length;

  it("removes the share of the labels, and more of the same where the share is larger", () => {
    const [some, more] = [0.25, 0.5].map((share) => removeLabels(sentences, share, 2));
    assertLess(Math.abs(some!.known / tokens - 0.75), 0.05);
    assertLess(Math.abs(more!.known / tokens - 0.5), 0.05);
    const gone = (one: typeof some) =>
      one!.partial.map(({ labels }) => labels.map((l) => l === ""));
    gone(some).forEach((own, i) =>
      own.forEach((isGone, t) => assert(!isGone || gone(more)[i]![t]))
    );
  });

  it("has as many labels, but for a sentence's, in fewer whole sentences", () => {
    const { fewer, complete, known } = removeLabels(sentences, 0.5, 2);
    const labels = fewer.flatMap((own) => own.labels);
    assert(labels.length <= known && labels.length > known - 6);
    assertEquals(labels.includes(""), false);
    assertEquals(complete.flatMap((own) => own.labels).includes(""), false);
    assert(complete.length > 0 && complete.length < 150);
  });

  it("removes nothing for the share 0, and everything for 1", () => {
    assertEquals(removeLabels(sentences, 0, 2).partial, sentences);
    assertEquals(removeLabels(sentences, 1, 2).known, 0);
  });
});

describe("the study partial_labels", () => {
  const line = linesOf(partialLabels, {
    dataset: "ewt_pos45",
    corpus: "c0",
    labels: 45,
    removed: 0.5,
    way: "partial",
    sentences: 1000,
    tokens: 9000,
    known: 4500,
    epochs: 40,
    test_tokens: 1000,
    accuracy: 0.8,
    low: 0.75,
    high: 0.85,
  });
  const lines = [
    line({ removed: 0, known: 9000, accuracy: 0.9 }),
    line(),
    line({ way: "fewer", sentences: 500, accuracy: 0.7 }),
    line({ way: "complete", sentences: 0, known: 0, accuracy: "", low: "", high: "" }),
  ];

  it("shows one accuracy for all ways where no label is removed", () =>
    assertEquals(csvOf(partialLabels, lines, "partial-labels").slice(1), [
      "ewt_pos45,0,1000,9000,0.9,0.9,0.9",
      "ewt_pos45,0.5,1000,4500,0.8,0.7,no sentence left",
    ]));

  it("shows the numbers of sentences of the other ways", () => {
    const { rows } = partialLabels.show(lines).tables[0]!.content;
    assertEquals(rows[1]![5]!.text, "70.0% [75.0%, 85.0%] (500)");
  });

  it("draws what was measured", () => {
    assertEquals(chartsOf(partialLabels, lines), ["partial-labels"]);
    assertEquals(chartsOf(partialLabels, lines.slice(3)), []);
  });

  it("loses little with half of the labels where one form tells all, and says what was left", () =>
    withFolder(async (data) => {
      await writeCorpus(`${data}/tiny`, { train: 60, test: 60 });
      const settings = { format: "columns", seed: 1, data, datasets: ["tiny"], epochs: 15 };
      const cells = await partialLabels.cells(settings, "");
      assertEquals(cells.length, 13);
      const half = cells.find(({ title }) => title === "tiny: 0.5 of the labels removed, partial")!;
      const [row] = csvOf(partialLabels, await measured(partialLabels, half), "partial-labels")
        .slice(1).map((row) => row.split(",").map(Number));
      assertEquals(row!.slice(1, 3), [0.5, 60]);
      assertLess(row![3]!, 0.7 * 120);
      assertLess(0.9, row![4]!);
    }));
});
