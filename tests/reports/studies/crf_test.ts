import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import crf from "../../../reports/studies/crf.ts";
import { withFolder } from "../../helpers/packs.ts";
import {
  chartsOf,
  csvOf,
  linesOf,
  measured,
  tinyCells,
  writeCorpus,
} from "../../helpers/study_lines.ts";
import { longIt } from "../../helpers/long.ts";

const FACTS = { dataset: "ewt_pos45", corpus: "c0", labels: 45, sentences: 100, tokens: 1000 };

/** A round of a gradient. */
const gradientLine = linesOf(crf, { ...FACTS, kind: "gradient", pairs: 810, arithmetic: "scaled" });

/** A round of a decoder by penalty. */
const penaltyLine = linesOf(crf, {
  ...FACTS,
  kind: "penalty",
  pairs: 800,
  norm: "l2",
  objective: 1234.5,
  epochs: 40,
  weights: 2000,
  kept_weights: 1000,
  kept_pairs: 200,
  held_out_tokens: 100,
  right_tokens: 90,
  decoder: "viterbi",
});

describe("the study crf", () => {
  const gradients = [
    ...[4, 5, 9].map((ms, i) => gradientLine({ round: i + 1, pass_ms: ms })),
    ...[1, 2, 3].map((ms, i) => gradientLine({ round: i + 1, pass_ms: ms, arithmetic: "auto" })),
  ];
  const penalties = [1, 3].flatMap((strength) =>
    [0.4, 0.5, 0.9].map((ms, i) => penaltyLine({ strength, round: i + 1, sentence_ms: ms }))
  );

  it("shows the median over the rounds", () => {
    const lines = [...gradients, ...penalties];
    assertEquals(csvOf(crf, lines, "crf-gradient"), [
      "dataset,labels,pairs with a weight,scaled,auto,auto × scaled",
      "ewt_pos45,45,0.4,5,2,2.5",
    ]);
    assertEquals(csvOf(crf, lines, "crf-penalty"), [
      "dataset,norm,strength,objective,passes,weights,label pairs,accuracy,viterbi",
      "ewt_pos45,ℓ2,1,1234.5,40,0.5,0.25,0.9,500",
      "ewt_pos45,ℓ2,3,1234.5,40,0.5,0.25,0.9,500",
    ]);
  });

  it("draws what was measured", () => {
    assertEquals(chartsOf(crf, gradients), ["crf-gradient"]);
    assertEquals(chartsOf(crf, penalties), ["crf-accuracy", "crf-decoding-ewt_pos45"]);
  });

  longIt(
    "times each arithmetic in each round, and then decoders by each penalty",
    () =>
      withFolder(async (data) => {
        await writeCorpus(`${data}/tiny`, { train: 12, test: 3 });
        const settings = { data, format: "columns", seed: 1, datasets: ["tiny"] };
        const cells = await crf.cells(settings, "");
        assertEquals(cells.length, 1 + 4 + 6);
        const lines = await measured(crf, cells[0]!);
        assertEquals(lines.length, 4 * 7);
        const [row] = csvOf(crf, lines, "crf-gradient").slice(1);
        assert(/^tiny,3,0\.\d+(,[\d.e-]+){5}$/.test(row!), row);
      }),
  );

  longIt(
    "holds sentences out, and times decoders by each penalty",
    () =>
      withFolder(async (data) => {
        const cells = await tinyCells(crf, data, { decoders: ["dominance"], sentences: 20 });
        assertEquals(
          cells.map(({ title }) => title.split(" ").slice(-3).join(" ")),
          [
            "of 20 sentences",
            ...[0.1, 0.3, 1, 3].map((strength) => `l1 = ${strength}`),
            ...[0.01, 0.03, 0.1, 0.3, 1, 3].map((strength) => `l2 = ${strength}`),
          ],
        );
        const lines = await measured(crf, cells.find(({ title }) => title.endsWith("l1 = 0.3"))!);
        for (const { norm, sentences, right_tokens, held_out_tokens, kept_pairs, pairs } of lines) {
          assertEquals([norm, sentences], ["l1", "18"]);
          assert(Number(right_tokens) <= Number(held_out_tokens));
          assert(Number(kept_pairs) <= Number(pairs));
        }
        assertEquals(csvOf(crf, lines, "crf-penalty").length, 2);
      }),
  );
});
