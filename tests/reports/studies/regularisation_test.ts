import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { StudyRow } from "../../../reports/numbers/run_data.ts";
import regularisation from "../../../reports/studies/regularisation.ts";
import { withFolder } from "../../helpers/packs.ts";
import { chartsOf, csvOf, line, measured, tinyCells } from "../../helpers/study_lines.ts";

describe("the study of regularisation", () => {
  it("discards two epochs, and has no regularisation for each norm", () =>
    withFolder(async (data) => {
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
    }));

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
    const interrupted = { ...line({ norm: "l2", strength: 0, decoding_ms: 9e9 }), seed: "3" };
    assertEquals(regularisation.show([...LINES, interrupted]), regularisation.show(LINES));
  });

  it("draws strength 0 apart, a decade before the smallest, and nothing without others", () => {
    const { spec } = regularisation.show(LINES).charts[0]!;
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
