import { assert, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import { removeLabels } from "../../../reports/studies/_partial_corpora.ts";
import partialLabels from "../../../reports/studies/_partial_labels_cells.ts";
import { withFolder } from "../../helpers/packs.ts";

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

describe("the study of partial labels", () => {
  it("loses little with half of the labels where one form tells all, and says what was left", () =>
    withFolder(async (data) => {
      await Deno.mkdir(`${data}/toy`);
      for (const [part, seed] of [["train", 3], ["test", 4]] as const) {
        const text = drawSentences(60, seed)
          .map(({ forms, labels }) => forms.map((form, t) => `${form}\tX\t${labels[t]}\n`).join(""))
          .join("\n");
        await Deno.writeTextFile(`${data}/toy/${part}.tsv`, text);
      }
      const settings = { format: "columns", seed: 1, data, datasets: ["toy"], epochs: 15 };
      const cells = await partialLabels.cells(settings, "");
      assertEquals(cells.length, 13);
      const [half] = await cells.find(({ title }) =>
        title.includes("0.5") && /partial/.test(title)
      )!
        .run();
      assertLess(0.9, Number(half!.accuracy));
      assertEquals(half!.sentences, 60);
      assertLess(Number(half!.known), 0.7 * Number(half!.tokens));
    }));
});
