import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { appendRows, readRows, writeRows } from "../../../harness/store/rows_table.ts";
import { readManifest } from "../../../harness/store/store.ts";
import quick from "../../../harness/suites/quick.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { withFolder } from "../../helpers/packs.ts";
import { countsOf, isComplete, TINY_BENCH, tinyBench } from "../../helpers/runs.ts";

const ROUNDS = quick.rounds;

describe("bench() into the folder of a run", () => {
  it("adds decoders to a run, and tries again what failed and what was beside it", () =>
    withFolder(async (dir) => {
      const { rows } = await tinyBench(dir);
      const killed = rows.find(({ dataset, decoder }) =>
        dataset === "synthetic-weak-5" && decoder === "viterbi"
      )!;
      const reason = "its process was killed";
      const failed = { ...killed, round: 0, timed_sentences: 0, status: "error", reason } as const;
      await appendRows(dir, [failed]);
      const decoders = ["beam{width=2}", "beam"];
      const { judgement, rows: all } = await tinyBench(dir, { resume: true, decoders });
      assertEquals(judgement.incomplete, []);
      const added = all.filter(({ decoder }) => decoder === "beam");
      assertEquals(countsOf(all.filter((row) => !added.includes(row))), countsOf(rows));
      assert(isComplete(all, ROUNDS));
      const sessions = (dataset: string, decoder: string) => [
        ...new Set(
          all.filter((row) => row.dataset === dataset && row.decoder === decoder)
            .map(({ session }) => session),
        ),
      ];
      const [weak, sparse] = TINY_BENCH.datasets!.map((dataset) =>
        ["viterbi", "control", "beam{width=2}", "beam"].map((name) => sessions(dataset, name))
      );
      assertEquals(weak, [[1], [1], [1], [1]]);
      assertEquals(sparse, [[0, 1], [0], [0], [1]]);
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
