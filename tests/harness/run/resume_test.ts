import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Row } from "../../../harness/store/rows.ts";
import { readRows, writeRows } from "../../../harness/store/rows_table.ts";
import { readManifest } from "../../../harness/store/store.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { withFolder } from "../../helpers/packs.ts";
import { countsOf, TINY_BENCH, tinyBench } from "../../helpers/runs.ts";

describe("bench() into the folder of a run", () => {
  it("adds decoders to a run, and tries again what failed", () =>
    withFolder(async (dir) => {
      const counts = { countsOnly: true };
      const { rows } = await tinyBench(dir, counts);
      const isKilled = ({ dataset, decoder }: Row) =>
        dataset === "synthetic-weak-5" && decoder === "viterbi";
      const failed = { status: "error", verdict: "unchecked", reason: "killed" } as const;
      await writeRows(dir, rows.map((row) => isKilled(row) ? { ...row, ...failed } : row));
      const decoders = ["beam{width=2}", "beam"];
      const { judgement, rows: all } = await tinyBench(dir, { ...counts, resume: true, decoders });
      assertEquals(judgement.incomplete, []);
      const added = all.filter(({ decoder }) => decoder === "beam");
      assertEquals(countsOf(all.filter((row) => !added.includes(row))), countsOf(rows));
      const sessions = TINY_BENCH.datasets!.map((dataset) =>
        ["viterbi", "control", "beam{width=2}", "beam"].map((name) =>
          all.filter((row) => row.dataset === dataset && row.decoder === name)
            .map(({ session }) => session)
        )
      );
      assertEquals(sessions, [[[1], [0], [0], [1]], [[0, 1], [0], [0], [1]]]);
      const { cells, earlier } = await readManifest(dir);
      assertEquals([cells, earlier!.length], [8, 1]);
    }));

  it("throws UsageError, and erases nothing, when a run has no manifest or other lattices", () =>
    withFolder(async (dir) => {
      const { rows } = await tinyBench(dir, { countsOnly: true });
      const manifest = await Deno.readTextFile(`${dir}/manifest.json`);
      await Deno.remove(`${dir}/manifest.json`);
      const refused = async (said: string) => {
        const before = await Deno.readTextFile(`${dir}/rows.csv`);
        await assertRejects(
          () => tinyBench(dir, { countsOnly: true, resume: true }),
          UsageError,
          said,
        );
        assertEquals(await Deno.readTextFile(`${dir}/rows.csv`), before);
      };
      await refused("without a manifest.json");
      await Deno.writeTextFile(`${dir}/manifest.json`, manifest);
      await writeRows(dir, rows.map((row) => ({ ...row, pack: "another" })));
      await refused("of other lattices");
    }));

  it("says which cells have no row", () =>
    withFolder(async (dir) => {
      const { judgement } = await tinyBench(dir, {
        ...{ datasets: ["synthetic-weak-5"], decoders: [], ks: [1, 5], countsOnly: true },
      });
      assertEquals(judgement.incomplete, []);
      assertEquals((await readRows(dir)).length, (await readManifest(dir)).cells);
    }));
});
