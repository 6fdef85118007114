import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { bench } from "../../../harness/run/bench.ts";
import { readRows } from "../../../harness/store/rows_table.ts";
import { withFolder } from "../../helpers/packs.ts";

const GUESSES = new URL("../../hostile/speed/guesses_alone.ts", import.meta.url).pathname;

describe("bench()", () => {
  it("judges what is timed sentence by sentence", () =>
    withFolder(async (dir) => {
      await bench({
        suite: "quick",
        datasets: ["ewt_pos45"],
        decoders: [GUESSES],
        ks: [1],
        sentences: 4,
        seed: 3,
        roundMs: 10,
        resume: false,
        commandLine: "tiny",
        out: dir,
      });
      const rows = await readRows(dir);
      const last = rows.filter(({ decoder }) => decoder === "guesses-alone").at(-1)!;
      assertEquals([last.status, last.verdict], ["error", "wrong"]);
      assertMatch(last.reason, /^wrong when timed: /);
    }));
});
