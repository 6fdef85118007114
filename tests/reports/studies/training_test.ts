import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import training from "../../../reports/studies/training.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { chartsOf, csvOf, line, measured, tinyCells } from "../../helpers/study_lines.ts";
import type { StudyRow } from "../../../reports/numbers/run_data.ts";
import regularisation from "../../../reports/studies/regularisation.ts";

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
  itInFolder("measures each epoch and decoder with the same weights, shows them", async (data) => {
    // One that is given twice is measured once.
    const decoders = [...DECODERS, "viterbi"];
    const cells = await tinyCells(training, data, { decoders, every: 4 });
    const lines = await measured(training, cells[0]!);
    const wanted = ["1", "2", "3"].flatMap((epoch) => DECODERS.map((decoder) => [epoch, decoder]));
    assertEquals(lines.map(({ epoch, decoder }) => [epoch, decoder]), wanted);
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
  });

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
});

describe("the study of regularisation", () => {
  itInFolder("discards two epochs, and has no regularisation for each norm", async (data) => {
    const decoders = ["viterbi", "dominance{bound=row}"];
    const cells = await tinyCells(regularisation, data, { decoders, every: 4 });
    const lines: StudyRow[] = [];
    assertEquals(cells.length, 50, "five seeds");
    for (const cell of cells.slice(0, 10)) lines.push(...await measured(regularisation, cell));
    assertEquals(new Set(lines.map(({ epoch }) => epoch)), new Set(["3"]));
    const without = lines.filter(({ strength }) => strength === "0");
    assertEquals(without.map(({ norm }) => norm), ["l1", "l1", "l2", "l2"]);
    const edges = without.map((own) => own["edge_evaluations"]);
    assertEquals(edges.slice(2), edges.slice(0, 2));
    // Stronger regularisation leaves smaller transitions.
    const size = (strength: string) =>
      Number(lines.find((l) => l["norm"] === "l2" && l["strength"] === strength)!["pair_mean"]);
    assert(size("0.1") < size("0.001") && size("0.001") < size("0"));
    assertEquals(
      csvOf(regularisation, lines, "regularisation-words").slice(1).map((row) => row.split(","))
        .map(([norm, strength, , , , , , edges]) => `${norm},${strength},${edges}`),
      ["ℓ1", "ℓ2"].flatMap((norm) =>
        [0, 0.0001, 0.001, 0.01, 0.1].map((strength) => `${norm},${strength},1`)
      ),
    );
  });

  const isPlain = (own: StudyRow) => own["strength"] === "0";
  const LINES: StudyRow[] = ["1", "2"].flatMap((seed) =>
    [0, 0.1].flatMap((strength) =>
      [4, 5].map((epoch) => ({
        ...line({
          epoch,
          norm: "l2",
          strength,
          decoding_ms: 10 * epoch * (seed === "1" ? 1 : 3),
          edge_evaluations: strength === 0 ? 4000 : 2000,
          pair_mean: seed === "1" ? 1 / epoch : 2 / epoch,
        }),
        seed,
      }))
    )
  );

  it("shows means over the seeds of times and edges, and of the last weights", () =>
    assertEquals(csvOf(regularisation, LINES, "regularisation-ewt_pos45"), [
      "norm,λ,mean |w|,max |w|,not 0,accuracy,viterbi,edges",
      "ℓ2,0,0.3,9,0.5,0.75,900,0.5",
      "ℓ2,0.1,0.3,9,0.5,0.75,900,0.25",
    ]));

  it("leaves out a seed that not every strength was trained with", () => {
    const interrupted = { ...LINES[0]!, norm: "l2", strength: "0", decoding_ms: "9e9", seed: "3" };
    assertEquals(regularisation.show([...LINES, interrupted]), regularisation.show(LINES));
  });

  it("draws strength 0 apart, a decade before the smallest, and nothing without others", () => {
    const odd = LINES.map((own) => ({ ...own, dataset: 'a "corpus"' }));
    const { name, spec } = regularisation.show(odd).charts[0]!;
    assertEquals(name, "regularisation-time-a-corpus-");
    const { vconcat: [time, accuracy] } = spec as unknown as { vconcat: { data: unknown }[] };
    const common = { norm: "ℓ2", accuracy: 0.75, accuracyText: "75.0%" };
    const points = [
      { ...common, strength: 0, place: 0.01, part: "without" },
      { ...common, strength: 0.1, place: 0.1, part: "with" },
    ];
    assertEquals(accuracy!.data, { values: points });
    const decoder = { decoder: "viterbi", variant: "viterbi", timeText: "900 µs", value: 900 };
    assertEquals(time!.data, {
      values: [
        { ...points[0], ...decoder, edgesText: "40 (50.0%)" },
        { ...points[1], ...decoder, edgesText: "20 (25.0%)" },
      ],
    });
    assertEquals(chartsOf(regularisation, LINES.filter(isPlain)), []);
  });
});
