import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hostileRun } from "../../helpers/hostile.ts";

const TIMED_WRONG = /^wrong when timed: .* \(decode\)$/;
const NOTHING = /^$/;

/** What must be said of each file. */
const HOSTILE: Readonly<Record<string, readonly [verdict: RegExp, reason: RegExp]>> = {
  // What it remembers is of no use to it: it is as fast as it computes.
  remembers_by_content: [/^correct$/, NOTHING],
  remembers_centred: [/^correct$/, NOTHING],
  remembers_the_first: [/^correct$/, NOTHING],
  right_the_first_time: [/^correct$/, NOTHING],
  // It computes when its answer is read, which is on the clock.
  answers_lazily: [/^correct$/, NOTHING],
  remembers_by_object: [/^wrong$/, TIMED_WRONG],
  remembers_roughly: [/^wrong$/, TIMED_WRONG],
  guesses_the_unseen: [/^wrong$/, TIMED_WRONG],
  approximates_when_timed: [
    /^inexact$/,
    /^does worse when timed: \d+ of 12 are exact \(decode\)$/,
  ],
  counts_backwards: [/^correct$/, /^counts -\d+ edgeEvaluations \(sentence 0\)$/],
  counts_fractions: [/^correct$/, /^counts \d+\.\d+ nodeExpansions \(sentence 0\)$/],
  counts_no_number: [/^correct$/, /^counts null iterations \(sentence 0\)$/],
  counts_nothing: [/^correct$/, /^counts 0 nodeExpansions where there are 1 at least/],
  counts_too_little: [/^correct$/, /^counts 1 edgeEvaluations where there are \d+ at least/],
};
const WITNESS = "tells_what_it_sees";

describe("run()", () => {
  it("times on contents that are decoded once, and ends the cells of who guesses or miscounts", async () => {
    const { rows, logs } = await hostileRun([...Object.keys(HOSTILE), WITNESS]);
    const nameOf = (file: string) => file.replaceAll("_", "-");
    for (const [file, [verdict, reason]] of Object.entries(HOSTILE)) {
      const own = rows.filter(({ decoder }) => decoder === nameOf(file));
      assertGreater(own.length, 0);
      for (const row of own.slice(-1)) {
        assertMatch(row.verdict, verdict, file);
        assertMatch(row.reason, reason, file);
        assertEquals(row.status, reason === NOTHING ? "ok" : "error", file);
      }
    }
    const viterbi = rows.filter(({ decoder }) => decoder === "viterbi");
    assert(viterbi.length > 0 && viterbi.every(({ status }) => status === "ok"));

    const seen = logs[nameOf(WITNESS)]!.trimEnd().split("\n");
    const timed = rows.filter(({ decoder }) => decoder === nameOf(WITNESS))
      .reduce((sum, { passes, timed_sentences }) => sum + passes * timed_sentences, 0);
    const before = new Set(seen.slice(0, -timed));
    const last = seen.slice(-timed);
    assertGreater(timed, 20);
    assertEquals(new Set(last).size, last.length);
    assertEquals(last.filter((contents) => before.has(contents)), []);
  });
});
