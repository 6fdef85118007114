import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { cellName } from "../../../harness/store/compare.ts";
import { type Row, ROWS } from "../../../harness/store/rows.ts";
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
      await ROWS.write(dir, rows.map((row) => isKilled(row) ? { ...row, ...failed } : row));
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

  it("lets rows lie of decoders, datasets and ks that are not asked for any more", () =>
    withFolder(async (dir) => {
      const counts = { countsOnly: true };
      const { rows } = await tinyBench(dir, counts);
      const fewer = { datasets: ["synthetic-weak-5"], decoders: ["beam"], ks: [1, 5] };
      const { judgement, rows: all } = await tinyBench(dir, { ...counts, resume: true, ...fewer });
      assertEquals(judgement.incomplete, []);
      assertEquals(all.slice(0, rows.length), rows);
      const added = all.slice(rows.length).map(({ decoder, k }) => `${decoder} ${k}`);
      assertEquals(added, ["viterbi 1", "viterbi 5", "beam 1", "beam 5"]);
      assertEquals((await readManifest(dir)).cells, new Set(all.map(cellName)).size);
      const again = await tinyBench(dir, { ...counts, resume: true });
      assertEquals([again.judgement.incomplete, again.rows], [[], all]);
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
      await ROWS.write(dir, rows.map((row) => ({ ...row, pack: "another" })));
      await refused("of other lattices");
    }));

  it("says which cells have no row", () =>
    withFolder(async (dir) => {
      const { judgement } = await tinyBench(dir, {
        ...{ datasets: ["synthetic-weak-5"], decoders: [], ks: [1, 5], countsOnly: true },
      });
      assertEquals(judgement.incomplete, []);
      assertEquals((await ROWS.read(dir)).length, (await readManifest(dir)).cells);
    }));
});
