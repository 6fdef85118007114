import { assertEquals, assertGreater, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { bench } from "../../../harness/run/bench.ts";
import { readRows } from "../../../harness/store/rows_table.ts";
import { withFolder } from "../../helpers/packs.ts";

const TIMED_WRONG = /^wrong when timed: .* \(decode\)$/;
const NOTHING = /^$/;

/** What must be said of each file. */
const HOSTILE: Readonly<Record<string, readonly [verdict: string, reason: RegExp]>> = {
  is_honest: ["correct", NOTHING],
  // What it remembers does not come again.
  remembers_scores: ["correct", NOTHING],
  // It parses when its answer is read, which is on the clock.
  answers_lazily: ["correct", NOTHING],
  reads_gold: ["correct", NOTHING],
  remembers_slots: ["wrong", TIMED_WRONG],
  remembers_derivations: ["wrong", TIMED_WRONG],
  bounds_too_low: ["wrong", NOTHING],
};
const NAMES: Readonly<Record<string, string>> = {
  is_honest: "parses-honestly",
  answers_lazily: "parses-lazily",
};
const TASK = "synthetic-parsing-40";

describe("bench()", () => {
  it("times parses on contents that nobody has seen, and shows nobody what is right", () =>
    withFolder(async (dir) => {
      const pathOf = (file: string) =>
        new URL(`../../hostile/parsing/${file}.ts`, import.meta.url).pathname;
      await bench({
        suite: "ccg_quick",
        datasets: [`${TASK}{length=5,beam=0.001,cutoff=150}`, `${TASK}{length=5,space=gold}`],
        decoders: Object.keys(HOSTILE).map(pathOf),
        sentences: 12,
        seed: 3,
        roundMs: 2,
        resume: false,
        commandLine: "tiny",
        out: dir,
      });
      const rows = await readRows(dir);
      const [open, gold] = [...Map.groupBy(rows, ({ dataset }) => dataset).values()];
      for (const [file, [verdict, reason]] of Object.entries(HOSTILE)) {
        const name = NAMES[file] ?? file.replaceAll("_", "-");
        const own = open!.filter(({ decoder }) => decoder === name);
        assertGreater(own.length, 0, file);
        const last = own.at(-1)!;
        assertEquals(last.verdict, verdict, `${file}: ${last.reason}`);
        assertMatch(last.reason, reason, file);
      }
      const reader = gold!.filter(({ decoder }) => decoder === "reads-gold").at(-1)!;
      assertEquals([reader.status, reader.verdict, reader.reason], ["ok", "correct", ""]);
    }));
});
