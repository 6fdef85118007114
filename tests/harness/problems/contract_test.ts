import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Role } from "../../../harness/store/key.ts";
import { resolveVariant } from "../../../harness/decoders/variant.ts";
import { run } from "../../../harness/run/run.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import largest from "../../helpers/largest/problem.ts";
import { withFolder } from "../../helpers/packs.ts";

describe("Problem", () => {
  it("may be of any kind: a run decodes, judges, counts and times it, and shows what is wrong", () =>
    withFolder(async (dir) => {
      const decoders = await largest.decoders();
      const cell = (role: Role, name: string) => ({
        role,
        name,
        variant: resolveVariant(name, decoders),
        k: 1,
      });
      const problem = {
        url: new URL("../../helpers/largest/problem.ts", import.meta.url).href,
        value: largest,
      };
      const suite = {
        name: "toy",
        meaning: "",
        problem: "largest",
        blocks: [],
        rounds: 1,
        processes: 1,
        roundMs: 1,
        passMs: 1000,
        deadlineMs: 30_000,
        memoryMb: 1000,
        cellSeconds: 1,
      };
      const dataset = {
        ...await largest.resolve("numbers"),
        sentences: 3,
        cells: [cell("baseline", "scan"), cell("rival", "first"), cell("rival", "boasting")],
      };
      await ROWS.write(dir, []);
      const plan = {
        suite,
        problem,
        reference: resolveVariant("scan", decoders),
        datasets: [dataset],
      };
      const replays = await run(plan, { out: dir, seed: 1, session: 0 });
      const rows = await ROWS.read(dir);
      const found = (name: string) => {
        const row = rows.find(({ decoder }) => decoder === name)!;
        return [row.status, row.verdict, row.exact_share, row.mean_gap, row.edge_evaluations];
      };
      assertEquals(found("scan"), ["ok", "correct", 1, 0, 6]);
      assertEquals(found("first"), ["ok", "inexact", 2 / 3, 2 / 3, 0]);
      assertEquals(found("boasting"), ["ok", "wrong", 1, -1, 0]);
      for (const row of rows) {
        assertEquals([row.problem, row.compared, row.tolerance], ["largest", "tolerance", 0.25]);
        assertEquals([row.labels, row.reference_edges, row.sentences], [9, 6, 3]);
        assertEquals(row.dataset_settings, { space: "small" });
        assertEquals([row.timed_sentences, row.timed_tokens], [3, 6]);
      }
      assertEquals(replays.length, 1);
      assertMatch(
        replays[0]!,
        /^boasting is wrong on numbers for k = 1: 4 is none of the numbers\n/,
      );
      const pack = `${dir}/failing/numbers-boasting-k1.safetensors`;
      const { variant: { url, options } } = cell("rival", "boasting");
      assertEquals(await largest.replay({ pack, url, options, k: 1 }), {
        sentences: 1,
        differences: ["1"],
      });
    }));
});
