import { assert, assertEquals, assertGreater, assertLess, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makePlan } from "../../../harness/plan/plan.ts";
import { run } from "../../../harness/run/run.ts";
import { writeFirstUse } from "../../../harness/store/first_use.ts";
import { writeSentenceTimes } from "../../../harness/store/sentence_times.ts";
import { readRows, writeRows } from "../../../harness/store/rows_table.ts";
import { withFolder } from "../../helpers/packs.ts";

const hostile = (file: string) => new URL(`../../hostile/${file}.ts`, import.meta.url).pathname;
/** They try something, and decode rightly. */
const FILES = ["replaces_everything", "reaches_out", "floods"];

describe("run()", () => {
  it("measures hostile decoders as others, to whom nothing happens, and keeps what they print", () =>
    withFolder(async (dir) => {
      const dataset = "synthetic-structureless-6";
      const { suite, ...plan } = await makePlan({
        suite: "quick",
        datasets: [dataset],
        decoders: FILES.map(hostile),
        ks: [1],
        sentences: 4,
      });
      const effort = { rounds: 1, processes: 1, roundMs: 1, passMs: 100 };
      await writeRows(dir, []);
      await writeSentenceTimes(dir, []);
      await writeFirstUse(dir, []);
      const options = { out: dir, seed: 1, session: 0 };
      assertEquals(await run({ ...plan, suite: { ...suite, ...effort } }, options), []);
      const rows = await readRows(dir);
      assertEquals(new Set(rows.map(({ decoder }) => decoder)).size, 2 + FILES.length);
      for (const { decoder, status, verdict, reason, elapsed_ms, peak_mb } of rows) {
        assertEquals([status, verdict, reason], ["ok", "correct", ""], decoder);
        assertGreater(elapsed_ms, 0, decoder);
        assertGreater(peak_mb, 1, decoder);
      }
      const logs = Array.from(Deno.readDirSync(`${dir}/logs`), ({ name }) => name).sort();
      const names = ["floods", "replaces-everything"];
      assertEquals(logs, names.map((name) => `${dataset}-${name}-k1.log`));
      const [flood, forged] = logs.map((name) => Deno.readTextFileSync(`${dir}/logs/${name}`));
      assertLess(flood!.length, 200_000);
      assert(!flood!.includes("\u001b"));
      assertMatch(flood!, /bytes more are left out/);
      assertMatch(forged!, /^trellis \{"told"/);
    }));
});
