import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import choice from "../../../reports/studies/choice.ts";
import { csvOf, linesOf, measured } from "../../helpers/study_lines.ts";
import { longIt } from "../../helpers/long.ts";

const line = linesOf(choice, {
  dataset: "ewt_pos45",
  pack: "p0",
  labels: 45,
  k: 1,
  decoder: "auto",
  decoder_base: "auto",
  options: "",
  variants: 14,
  half: "first",
  sentences: 30,
  round: 1,
  sentence_ms: 1,
});
/** Rounds of a decoder on a half, in µs a sentence. */
const rounds = (decoder: string, half: "first" | "second", micros: readonly number[]) =>
  micros.map((time, i) => line({ decoder, half, round: i + 1, sentence_ms: time / 1000 }));
// The machine is half as fast in the last round: ratios are those within rounds.
const LINES = [
  ...rounds("auto", "first", [30, 30, 30]),
  ...rounds("auto", "second", [30, 30, 60]),
  ...rounds("block-skip", "first", [10, 10, 10]),
  ...rounds("block-skip", "second", [24, 24, 48]),
  ...rounds("dominance", "first", [12, 12, 12]),
  ...rounds("dominance", "second", [20, 20, 40]),
];

describe("the study of choosing a decoder", () => {
  longIt("times variants on halves of a dataset in rounds, and shows what it writes", async () => {
    const dataset = "synthetic-weak-6{length=3}";
    const settings = { seed: 1, datasets: [dataset], decoders: ["dominance"], sentences: 8 };
    const cells = await choice.cells(settings, "sources");
    assertEquals(
      cells.map(({ title }) => title),
      [[1, 2], [5, 1], [100, 1]].map(([k, able]) => `${dataset}, k = ${k}: ${able} variants`),
    );
    // Which others are hopeless is a matter of time, but `dominance` takes one path only.
    const lines = [...await measured(choice, cells[0]!), ...await measured(choice, cells[2]!)];
    for (const half of ["first", "second"]) {
      for (const k of ["1", "100"]) {
        const own = lines.filter((line) => line["k"] === k && line["half"] === half);
        const decoders = new Set(own.map((line) => line["decoder"]!));
        assert(decoders.has("auto"), `${half} ${k}`);
        assert(k === "1" || !decoders.has("dominance"), `${half} ${k}`);
      }
    }
    for (const { dataset: name, sentences, sentence_ms } of lines) {
      assertEquals([name, sentences], [dataset, "4"]);
      assert(Number(sentence_ms) > 0);
    }
    const ks = csvOf(choice, lines, "choice").slice(1).map((row) => row.split(",")[0]);
    assertEquals(ks, ["1", "100"]);
  });

  it("reports on the second half what was chosen on the first", () => {
    assertEquals(csvOf(choice, LINES, "choice").slice(1), [
      "1,ewt_pos45,45,30,3 of 14,block-skip,24,1.2,dominance,20,30,1.5",
    ]);
  });

  it("says when auto was not in time, and chooses nothing that was late on the second half", () => {
    const late = LINES.filter(({ decoder, half }) =>
      decoder !== "auto" && !(decoder === "block-skip" && half === "second")
    );
    assertEquals(csvOf(choice, late, "choice").slice(1), [
      "1,ewt_pos45,45,30,1 of 14,dominance,20,1,dominance,20,not in time,",
    ]);
  });
});
