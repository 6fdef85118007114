import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type Claim,
  claimVerdict,
  type Evidence,
  judgeClaim,
} from "../../../reports/claims/contract.ts";
import { outcomeOf } from "../../../reports/claims/_contest.ts";
import columnWise from "../../../reports/claims/column_wise_expansion.ts";
import iterativeViterbi from "../../../reports/claims/iterative_viterbi_beats_viterbi.ts";
import sameScores from "../../../reports/claims/same_scores.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { fakePaperRows } from "../../helpers/rows.ts";

const ROWS = fakePaperRows().filter(({ family }) => family === "real");

/** The rows with other times of one decoder, those of another multiplied. */
function timedAs(decoder: string, other: string, factor: number, rows = ROWS): Row[] {
  return rows.map((row) => {
    if (row.decoder !== decoder) return row;
    const { timed_sentences, elapsed_ms } = rows.find((it) =>
      it.decoder === other && it.dataset === row.dataset && it.round === row.round
    )!;
    return { ...row, timed_sentences, elapsed_ms: factor * elapsed_ms };
  });
}

describe("judgeClaim()", () => {
  it("gives other people's data no vote, and shows them beside", () => {
    const dataset = "mine45.safetensors";
    const own = timedAs("iterative-viterbi", "viterbi", 100)
      .filter((row) => row.dataset === "ewt_pos45")
      .map((row) => ({ ...row, dataset, dataset_base: dataset }));
    const { verdict, votes, ours, evidence } = judgeClaim(iterativeViterbi, summarize(own));
    assertEquals(verdict, "not testable here");
    assertEquals(votes, { for: 0, against: 0, tie: 0 });
    assertEquals(ours, "other data, without a vote: 0 for, 1 against, 0 ties");
    assertEquals(evidence.map(({ subject, published }) => [subject, published]), [[dataset, ""]]);
  });

  it("counts a tie as no vote, though a claim says at least as fast", () => {
    const decoder = "iterative-viterbi{expansion=uniform}";
    const summary = summarize(timedAs(decoder, "iterative-viterbi", 1));
    const { verdict, votes, ours } = judgeClaim(columnWise, summary);
    assertEquals(votes, { for: 0, against: 0, tie: 2 });
    assertEquals(verdict, "not testable here");
    assertStringIncludes(ours, "0 for, 0 against, 2 ties: ewt_pos45 1.00×");
  });

  it("lets all data vote on what is said of all lattices", () => {
    const wrong = ROWS.map((row) => ({
      ...row,
      dataset: `other-${row.dataset}`,
      dataset_base: `other-${row.dataset}`,
      verdict: row.decoder === "carpediem" ? "wrong" as const : row.verdict,
    }));
    assertEquals(judgeClaim(sameScores, summarize(wrong)).verdict, "does not hold");
  });

  it("puts the evidence with a vote first, and names few figures of many", () => {
    const line = (index: number): Evidence => ({
      subject: `task${index}`,
      votes: index % 2 === 0,
      published: "",
      ours: "figure",
      outcome: index === 8 ? "against" : "for",
    });
    const claim = (count: number): Claim => ({
      ...columnWise,
      judge: () => Array.from({ length: count }, (_, index) => line(index)),
    });
    const few = judgeClaim(claim(4), []);
    assertEquals(few.evidence.map(({ subject }) => subject), ["task0", "task2", "task1", "task3"]);
    assertEquals(
      few.ours,
      "2 for, 0 against, 0 ties: task0 figure, task2 figure; " +
        "other data, without a vote: 2 for, 0 against, 0 ties",
    );
    const many = judgeClaim(claim(40), []).ours;
    assertEquals(many.split("; ")[0], "19 for, 1 against, 0 ties: task8 figure");
  });
});

describe("outcomeOf()", () => {
  it("is a tie where a speed is as near to the limit as the error of measurement", () => {
    const ratio = { median: 0.5, low: 0.45, high: 0.55 };
    assertEquals(outcomeOf(ratio, 1.05, 0.5), "tie");
    assertEquals(outcomeOf(ratio, 1.05, 0.4), "for");
    assertEquals(outcomeOf(ratio, 1.05, 0.6), "against");
    assertEquals(outcomeOf(ratio, 1.5, 0.6), "tie", "the control differs by more");
  });
});

describe("claimVerdict()", () => {
  it("needs more than half of the datasets when some are ties", () => {
    assertEquals(claimVerdict(["for", "tie"]), "holds in part");
    assertEquals(claimVerdict(["for", "for", "tie"]), "holds");
    assertEquals(claimVerdict(["against", "tie"]), "does not hold");
    assertEquals(claimVerdict([]), "not testable here");
  });
});
