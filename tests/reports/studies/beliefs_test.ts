import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import beliefs from "../../../reports/studies/beliefs.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { csvOf, measured } from "../../helpers/study_lines.ts";

const SPACE = "length=5,beam=0.001,cutoff=150";
const DATASETS = [`synthetic-parsing-40{${SPACE}}`, `synthetic-parsing-40{${SPACE},coupling=0}`];

describe("the study of beliefs", () => {
  it("has no error without bigrams, and little with them, and draws what is not rounding", async () => {
    const settings = { seed: 3, sentences: 4, datasets: DATASETS };
    const cells = await beliefs.cells(settings, "sources");
    const [coupled, free] = await Promise.all(cells.map((cell) => measured(beliefs, cell)));
    assertEquals([coupled!.length, free!.length], [25, 25]);
    for (const { largest_error, mean_log_z_error, same_best, left_out } of free!) {
      assert(Number(largest_error) < 1e-10 && Number(mean_log_z_error) < 1e-10);
      assertEquals([same_best, left_out], ["1", "0"]);
    }
    assert(Number(coupled![0]!["mean_distance"]) > 1e-6);
    assert(Number(coupled![24]!["mean_distance"]) < 0.2);
    const lines = [...coupled!, ...free!];
    assertEquals(csvOf(beliefs, lines, "beliefs-errors").length, 1 + 2 * 6);
    const { spec } = beliefs.show(lines).charts[0]!;
    assertEquals(JSON.stringify(spec).includes("coupling=0"), false);
    assertEquals(beliefs.show(free!).charts, []);
  });

  it("refuses a dataset of which no sentence can be compared", async () => {
    const datasets = [`synthetic-parsing-40{${SPACE},limit=1}`];
    const settings = { seed: 3, sentences: 2, datasets };
    const [cell] = await beliefs.cells(settings, "sources");
    await assertRejects(async () => await cell!.run(), UsageError, "Cannot compare beliefs on");
  });
});
