import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hostileRun } from "../../helpers/hostile.ts";

const REMEMBERS = /^remembers: what it has not seen takes .* times as long \(decode\)$/;
const GUESSES = /^wrong about unseen sentences: not the best scores \(decode\)$/;

/** What must be said of each file. */
const HOSTILE: Readonly<Record<string, readonly [verdict: RegExp, reason: RegExp]>> = {
  remembers_by_object: [/^correct$/, REMEMBERS],
  remembers_by_content: [/^correct$/, REMEMBERS],
  remembers_centred: [/^correct$/, REMEMBERS],
  // Which comes first depends on sentences that are drawn anew in each run.
  remembers_roughly: [/^correct$|^wrong$/, new RegExp(`${REMEMBERS.source}|${GUESSES.source}`)],
  remembers_the_first: [/^correct$/, REMEMBERS],
  guesses_the_unseen: [/^wrong$/, GUESSES],
  right_the_first_time: [/^wrong$/, /^wrong when timed: not the best scores \(decode\)$/],
  answers_lazily: [/^unchecked$/, /Cannot take an answer that is computed when it is read/],
  counts_backwards: [/^correct$/, /^counts -\d+ edgeEvaluations \(sentence 0\)$/],
  counts_fractions: [/^correct$/, /^counts \d+\.\d+ nodeExpansions \(sentence 0\)$/],
  counts_no_number: [/^correct$/, /^counts null iterations \(sentence 0\)$/],
  counts_nothing: [/^correct$/, /^counts 0 nodeExpansions where there are 1 at least/],
  counts_too_little: [/^correct$/, /^counts 1 edgeEvaluations where there are \d+ at least/],
};

describe("run()", () => {
  it("ends the cells of decoders that remember, guess or count what they did not do", async () => {
    const rows = await hostileRun(Object.keys(HOSTILE));
    for (const [file, [verdict, reason]] of Object.entries(HOSTILE)) {
      const own = rows.filter(({ decoder }) => decoder === file.replaceAll("_", "-"));
      // No time stands in the only round.
      assertEquals(own.map(({ status, round }) => [status, round]), [["error", 0]], file);
      assertMatch(own[0]!.verdict, verdict, file);
      assertMatch(own[0]!.reason, reason);
    }
    const viterbi = rows.filter(({ decoder }) => decoder === "viterbi");
    assert(viterbi.length > 0 && viterbi.every(({ status }) => status === "ok"));
  });
});
