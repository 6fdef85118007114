import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { BilstmLine } from "../../../reports/studies/_bilstm_cells.ts";
import bilstm from "../../../reports/studies/bilstm.ts";
import type { StudyRow } from "../../../reports/numbers/study_rows.ts";
import { tableCsv } from "../../../reports/pages/render_table.ts";
import { bilstmLine } from "../../helpers/study_lines.ts";

const BLOCKS = 10;

/** The lines of trainings of a learner, one a seed, with as many right tokens in each block. */
function lines(learner: BilstmLine["learner"], ...right: readonly number[]): StudyRow[] {
  return right.flatMap((right_tokens, seed) =>
    Array.from(
      { length: BLOCKS },
      (_, block) => bilstmLine({ learner, seed: seed + 1, block, right_tokens }),
    )
  );
}

/** The lines of the CSV of a table. */
function csvOf(rows: readonly StudyRow[], name: string): string[] {
  const table = bilstm.tables(rows).find((table) => table.name === name)!;
  return tableCsv(table.content).trimEnd().split("\n");
}

describe("bilstm.tables()", () => {
  const ROWS = [
    ...lines("bilstm-crf", 93, 94, 95),
    ...lines("bilstm-softmax", 90, 91, 92),
    ...lines("crf", 91),
  ];

  it("have mean, least and most accuracy over the seeds", () => {
    assertEquals(csvOf(ROWS, "bilstm-accuracy"), [
      "dataset,learner,training sentences,passes,seeds,accuracy,least,most",
      "ewt_pos45,bilstm-crf,900,6,3,0.94,0.93,0.95",
      "ewt_pos45,bilstm-softmax,900,6,3,0.91,0.9,0.92",
      "ewt_pos45,crf,900,6,1,0.91,0.91,0.91",
    ]);
  });

  it("pair trainings with the same seed, and draw the seeds of one side where they are not", () => {
    const [, paired, single] = csvOf(ROWS, "bilstm-difference").map((row) => row.split(","));
    const [difference, from, to] = paired!.slice(2, 5).map(Number);
    for (const value of [difference, from, to]) assert(Math.abs(value! - 0.03) < 1e-12);
    assertEquals(paired!.at(-1), "better");
    const [none, low, high] = single!.slice(2, 5).map(Number);
    assert(Math.abs(none!) < 1e-12 && low! < -0.004 && high! > 0.004, single!.join());
    assertEquals(single!.at(-1), "tie");
  });

  it("compare nothing when there is no baseline", () => {
    assertEquals(csvOf(lines("crf", 91), "bilstm-difference").length, 1);
  });
});
