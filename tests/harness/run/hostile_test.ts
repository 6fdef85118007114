import { assert, assertEquals, assertGreater, assertLess, assertMatch } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { ALONE } from "../../../harness/store/side_tables.ts";
import { hostileText } from "../../hostile/decoders.ts";
import { hostileRun, lastRow } from "../../helpers/hostile.ts";
import { longIt } from "../../helpers/long.ts";

const TIMED_WRONG = /^wrong when timed: .* \(decode\)$/;
const NOTHING = /^$/;

/** What must be said of each decoder. */
const SAID: Readonly<Record<string, readonly [verdict: string, reason: RegExp]>> = {
  // What it remembers is of no use to it: it is as fast as it computes.
  "remembers-by-content": ["correct", NOTHING],
  "remembers-centred": ["correct", NOTHING],
  "remembers-the-first": ["correct", NOTHING],
  "right-the-first-time": ["correct", NOTHING],
  // It computes when its answer is read, which is on the clock.
  "answers-lazily": ["correct", NOTHING],
  "remembers-by-object": ["wrong", TIMED_WRONG],
  "remembers-roughly": ["wrong", TIMED_WRONG],
  "guesses-the-unseen": ["wrong", TIMED_WRONG],
  "approximates-when-timed": ["inexact", /^does worse when timed: \d+ of 12 are exact \(decode\)$/],
  "counts-backwards": ["correct", /^counts -\d+ edgeEvaluations \(sentence 0\)$/],
  "counts-fractions": ["correct", /^counts \d+\.\d+ nodeExpansions \(sentence 0\)$/],
  "counts-no-number": ["correct", /^counts null iterations \(sentence 0\)$/],
  "counts-nothing": ["correct", /^counts 0 nodeExpansions where there are 1 at least/],
  "counts-too-little": ["correct", /^counts 1 edgeEvaluations where there are \d+ at least/],
  // They try something, and decode rightly.
  "replaces-everything": ["correct", NOTHING],
  "reaches-out": ["correct", NOTHING],
  "floods": ["correct", NOTHING],
  // It would like to be asked for batches, as programs are.
  "offers-batches": ["correct", NOTHING],
};
const PRINTING = ["replaces-everything", "floods"];
const WITNESS = "tells-what-it-sees";

const textsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, hostileText(name)]));

describe("run()", () => {
  longIt(
    "times on contents that are decoded once, ends the cells of who guesses or miscounts, and keeps what is printed",
    async () => {
      const asked = {
        suite: "quick",
        // With few labels to decode takes but a dozen times as long as to look up, and one pass
        // under a millisecond: what another thread does then would hide who remembers.
        datasets: ["synthetic-structureless-16"],
        ks: [1],
        sentences: 12,
      };
      const ended = await hostileRun(textsOf([...Object.keys(SAID), WITNESS]), asked, {
        effort: { rounds: 2, processes: 1, roundMs: 2, passMs: 400 },
      });
      for (const [name, [verdict, reason]] of Object.entries(SAID)) {
        const row = lastRow(ended, name);
        const status = reason === NOTHING ? "ok" : "error";
        assertEquals([row.verdict, row.status], [verdict, status], name);
        assertMatch(row.reason, reason, name);
      }
      for (const { decoder, status, elapsed_ms, peak_mb } of ended.rows) {
        if (status !== "ok") continue;
        assertGreater(elapsed_ms, 0, decoder);
        assertGreater(peak_mb, 1, decoder);
      }
      const viterbi = ended.rows.filter(({ decoder }) => decoder === "viterbi");
      assert(viterbi.length > 0 && viterbi.every(({ status }) => status === "ok"));

      assertEquals(Object.keys(ended.logs).sort(), [...PRINTING, WITNESS].sort());
      const [forged, flood] = PRINTING.map((name) => ended.logs[name]!);
      assertLess(flood!.length, 200_000);
      assert(!flood!.includes("\u001b"));
      assertMatch(flood!, /bytes more are left out/);
      assertMatch(forged!, /^trellis \{"value"/);

      const seen = ended.logs[WITNESS]!.trimEnd().split("\n");
      const timed = ended.rows.filter(({ decoder }) => decoder === WITNESS)
        .reduce((sum, { passes, timed_sentences }) => sum + passes * timed_sentences, 0);
      const before = new Set(seen.slice(0, -timed));
      const last = seen.slice(-timed);
      assertGreater(timed, 20);
      assertEquals(new Set(last).size, last.length);
      assertEquals(last.filter((contents) => before.has(contents)), []);
    },
  );

  longIt("judges what is timed sentence by sentence", async () => {
    // A decoder is asked for a sentence twice in a row unless a pass takes ten rounds and more, or
    // more than its time, as it may on a busy machine.
    const ended = await hostileRun(textsOf(["guesses-alone"]), {
      ...{ suite: "quick", datasets: ["ewt_pos45"], ks: [1], sentences: ALONE },
    }, { effort: { rounds: 1, processes: 1, roundMs: 100, passMs: 10_000 } });
    const { status, verdict, reason } = lastRow(ended, "guesses-alone");
    assertEquals([status, verdict], ["error", "wrong"]);
    assertMatch(reason, /^wrong when timed: /);
  });
});

/** The same of parsing decoders. */
const SAID_OF_PARSES: typeof SAID = {
  "parses-honestly": ["correct", NOTHING],
  // What it remembers does not come again.
  "remembers-scores": ["correct", NOTHING],
  // It parses when its answer is read, which is on the clock.
  "parses-lazily": ["correct", NOTHING],
  "reads-gold": ["correct", NOTHING],
  "remembers-slots": ["wrong", TIMED_WRONG],
  "remembers-derivations": ["wrong", TIMED_WRONG],
  "bounds-too-low": ["wrong", NOTHING],
  "proves-when-checked": ["correct", /^proves less when timed than when it was checked/],
  "counts-no-parses": ["correct", /^counts null iterations \(sentence 0\)$/],
};
const TASK = "synthetic-parsing-40";

longIt("run() times parses on unseen contents, and shows nobody what is right", async () => {
  const settings = ["length=5,beam=0.001,cutoff=150", "length=5,space=gold"];
  const datasets = settings.map((own) => `${TASK}{${own}}`);
  const asked = { suite: "ccg_quick", datasets, sentences: 12 };
  const effort = { rounds: 4, processes: 1, roundMs: 10 };
  // In the space that gold tags make, one of them alone could find something.
  const ended = await hostileRun(textsOf(Object.keys(SAID_OF_PARSES)), asked, {
    effort,
    change: ({ problem: { url, value: { trace: _, ...value } }, ...plan }) => ({
      ...plan,
      // How they come to their answers is not looked at: it would take a process each.
      problem: { url, value },
      datasets: plan.datasets.map((dataset, i) => ({
        ...dataset,
        cells: dataset.cells.filter(({ role, name }) =>
          i === 0 || role === "baseline" || name === "reads-gold"
        ),
      })),
    }),
  });
  const [open, gold] = [...Map.groupBy(ended.rows, ({ dataset }) => dataset).values()];
  for (const [name, [verdict, reason]] of Object.entries(SAID_OF_PARSES)) {
    const row = lastRow({ ...ended, rows: open! }, name);
    assertEquals(row.verdict, verdict, `${name}: ${row.reason}`);
    assertMatch(row.reason, reason, name);
  }
  const reader = lastRow({ ...ended, rows: gold! }, "reads-gold");
  assertEquals([reader.status, reader.verdict, reader.reason], ["ok", "correct", ""]);
});
