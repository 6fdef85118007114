import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import beliefs from "../../../reports/studies/_beliefs_cells.ts";

const SPACE = "length=5,beam=0.001,cutoff=150";

describe("beliefs", () => {
  it("has no error without bigrams, and little with them", async () => {
    const cells = await beliefs.cells({
      ...{ format: "columns", seed: 3, sentences: 4 },
      datasets: [`synthetic-parsing-40{${SPACE}}`, `synthetic-parsing-40{${SPACE},coupling=0}`],
    }, "sources");
    const [coupled, free] = await Promise.all(cells.map(({ run }) => run()));
    assertEquals([coupled!.length, free!.length], [25, 25]);
    for (const line of free!) {
      assert(line["largest_error"]! as number < 1e-10);
      assert(line["mean_log_z_error"]! as number < 1e-10);
      assertEquals([line["same_best"], line["left_out"]], [1, 0]);
    }
    const [first, last] = [coupled![0]!, coupled![24]!];
    assert(first["mean_error"]! as number > 1e-6);
    assert(last["mean_distance"]! as number < 0.2);
    assertEquals(Object.keys(first), beliefs.columns);
  });
});
