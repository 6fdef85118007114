import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type Claim, judgeClaim, type JudgedClaim } from "../../../reports/claims/contract.ts";
import { claimsMarkdown } from "../../../reports/pages/markdown/claims.ts";
import { importFolder } from "../../../reports/pages/modules.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { fakeKBestRows } from "../../helpers/k_best_rows.ts";
import { fakePaperRows, fakeRows } from "../../helpers/rows.ts";

const FOLDER = new URL("../../../reports/claims/", import.meta.url);
/** Those about the cells of a suite alone. */
const CLAIMS = (await importFolder<Claim>(FOLDER)).filter(({ study }) => study === undefined);
const ROWS = fakePaperRows();
const K_BEST_ROWS = fakeKBestRows();
/** Claims about several paths, which the paper suite measures on other cells. */
const K_BEST_CLAIMS = [
  "viterbi-a-star-beats-k-best-viterbi",
  "viterbi-a-star-beats-a-star",
  "iterative-viterbi-a-star-beats-viterbi-a-star",
  "both-beat-the-others",
  "faster-at-small-k",
  "gain-shrinks-with-k",
  "curves-meet",
  "k-best-near-beam",
  "k-best-iteration-counts",
  "twice-k-candidates",
  "lower-bounds-essential",
  "lower-bound-boost",
];

function rowsOf(name: string): Row[] {
  return K_BEST_CLAIMS.includes(name) ? K_BEST_ROWS : ROWS;
}

/** Summaries by rows: most claims are judged on the same ones. */
const summaries = new WeakMap<readonly Row[], SummaryRow[]>();

function summaryOf(rows: readonly Row[]): SummaryRow[] {
  const summary = summaries.get(rows) ?? summarize(rows);
  summaries.set(rows, summary);
  return summary;
}

function judge(name: string, rows: readonly Row[] = rowsOf(name)): JudgedClaim {
  return judgeClaim(CLAIMS.find((claim) => claim.name === name)!, summaryOf(rows));
}

/** What is left of the rows that a claim is judged on. */
function leaving(keep: (row: Row) => boolean): (name: string) => Row[] {
  const [rows, kBestRows] = [ROWS.filter(keep), K_BEST_ROWS.filter(keep)];
  return (name) => rowsOf(name) === ROWS ? rows : kBestRows;
}

/** The rows with the times of one decoder multiplied, on some datasets or at some k. */
function slowed(
  decoder: string,
  factor: number,
  rows: readonly Row[] = ROWS,
  where: (row: Row) => boolean = () => true,
): Row[] {
  return rows.map((row) =>
    row.decoder === decoder && where(row) ? { ...row, elapsed_ms: row.elapsed_ms * factor } : row
  );
}

Deno.test("claimsMarkdown() shows the seeded run as before", async (t) => {
  const judged = CLAIMS.map(({ name }) => judge(name));
  await t.assertSnapshot(claimsMarkdown(judged).split("\n"));
});

describe("claims", () => {
  it("every claim can be judged on the seeded run, and gives published figures", () => {
    for (const claim of CLAIMS) {
      const { verdict, evidence } = judge(claim.name);
      assert(evidence.length > 0, claim.name);
      assert(verdict !== "not testable here", claim.name);
      assert(claim.published().length > 0, claim.name);
      assert(!claim.published().includes("NaN"), claim.published());
    }
  });

  it("none is judged when the run lacks its decoders", () => {
    const left = leaving(({ decoder }) => ["viterbi", "control"].includes(decoder));
    for (const { name } of CLAIMS.filter(({ name }) => name !== "same-scores")) {
      assertEquals(judge(name, left(name)).verdict, "not testable here", name);
    }
  });

  it("none about speed is judged when the run has no control", () => {
    const untimed = ["same-scores", "iteration-counts", "k-best-iteration-counts"];
    const left = leaving(({ decoder }) => decoder !== "control");
    for (const { name } of CLAIMS.filter(({ name }) => !untimed.includes(name))) {
      assertEquals(judge(name, left(name)).verdict, "not testable here", name);
    }
  });

  it("turn with the times", () => {
    const name = "iterative-viterbi-beats-viterbi";
    assertEquals(judge(name, slowed("iterative-viterbi", 0.01)).verdict, "holds");
    assertEquals(judge(name, slowed("iterative-viterbi", 1e4)).verdict, "does not hold");
  });

  it("call a tie what differs by less than the control", () => {
    const rows = slowed("control", 3).map((row) => {
      if (row.decoder !== "iterative-viterbi{prune=false}") return row;
      const paired = ROWS.find((other) =>
        other.decoder === "iterative-viterbi" && other.dataset === row.dataset &&
        other.round === row.round
      )!;
      return {
        ...row,
        timed_sentences: paired.timed_sentences,
        elapsed_ms: 1.5 * paired.elapsed_ms,
      };
    });
    const { evidence, verdict } = judge("pruning-pays", rows);
    assert(evidence.length > 0);
    assertEquals(new Set(evidence.map(({ outcome }) => outcome)), new Set(["tie"]));
    assertEquals(verdict, "not testable here");
  });

  it("same-scores does not hold on a dataset with a wrong cell, even of a sweep", () => {
    const rows = ROWS.map((row) =>
      row.decoder === "carpediem" && row.dataset.includes("dial=10}")
        ? { ...row, verdict: "wrong" as const }
        : row
    );
    const { verdict, evidence } = judge("same-scores", rows);
    assertEquals(verdict, "holds in part");
    const [against] = evidence.filter(({ outcome }) => outcome === "against");
    assertStringIncludes(against!.ours, "cells wrong: carpediem");
  });

  it("leave out wrong cells where they are about speed", () => {
    const rows = ROWS.map((row) =>
      row.decoder === "column-generation" ? { ...row, verdict: "wrong" as const } : row
    );
    assertEquals(judge("column-generation-beats-viterbi", rows).evidence, []);
  });

  it("carpediem-loses passes over weak transitions", () => {
    const subjects = judge("carpediem-loses").evidence.map(({ subject }) => subject);
    assert(subjects.includes("synthetic-structureless-128{dial=1}"));
    assert(!subjects.some((subject) => /weak|dial=0/.test(subject)), subjects.join());
    assert(judge("pruning-pays").evidence.every(({ subject }) => !subject.includes("{")));
  });

  it("iteration-counts compares with the published mean of the task", () => {
    const at = (iterations: number): Row[] =>
      fakeRows(7, 1).map((row) => ({ ...row, iterations: iterations * row.sentences }));
    const near = judge("iteration-counts", at(6.5)).evidence;
    assert(near.some(({ published }) => published.startsWith("6.32 (pos")));
    assertEquals(judge("iteration-counts", at(6.5)).verdict, "holds");
    assertEquals(judge("iteration-counts", at(60)).verdict, "does not hold");
  });
});

describe("claims about several paths", () => {
  const iterative = "iterative-viterbi-a-star";
  const slow = (factor: number, where?: (row: Row) => boolean) =>
    slowed(iterative, factor, K_BEST_ROWS, where);

  it("are those that the seeded run of several paths judges", () => {
    for (const name of K_BEST_CLAIMS) assert(CLAIMS.some((claim) => claim.name === name), name);
  });

  it("turn with the times", () => {
    const faster = "iterative-viterbi-a-star-beats-viterbi-a-star";
    assertEquals(judge(faster).verdict, "holds");
    assertEquals(judge(faster, slow(1e4)).verdict, "holds in part");
    const above45 = judge(faster, slow(1e4)).evidence.filter(({ subject }) =>
      subject !== "ewt_pos45"
    );
    assertEquals(new Set(above45.map(({ outcome }) => outcome)), new Set(["against"]));
    assertEquals(judge("k-best-near-beam", slow(0.1)).verdict, "holds");
    assertEquals(judge("k-best-near-beam", slow(1e4)).verdict, "does not hold");
    assertEquals(judge("lower-bound-boost", slow(1e4)).verdict, "does not hold");
    assertEquals(judge("lower-bounds-essential", slow(1e4)).verdict, "does not hold");
  });

  it("give the published ratio beside the task's stand-in", () => {
    const { evidence } = judge("iterative-viterbi-a-star-beats-viterbi-a-star");
    assertEquals(evidence.map(({ published }) => published), [
      "0.62× (pos)",
      "4.26× (conll2000)",
      "2.87× (search-query)",
      "7.38× (conll2003)",
      "360× (supertag)",
      "",
    ]);
  });

  it("viterbi-a-star-beats-a-star is the other way round past a thousand labels", () => {
    const rows = slowed("viterbi-a-star", 1e4, K_BEST_ROWS);
    const outcomes = judge("viterbi-a-star-beats-a-star", rows).evidence
      .map(({ subject, outcome }) => [subject.includes("2597"), outcome]);
    assert(outcomes.length > 1);
    for (const [large, outcome] of outcomes) assertEquals(outcome, large ? "for" : "against");
  });

  it("both-beat-the-others is lost by one slow k", () => {
    const rows = slow(1e4, ({ k, dataset }) => k === 50 && dataset === "ewt_pos_morph_chunk443");
    const { evidence } = judge("both-beat-the-others", rows);
    const line = evidence.find(({ subject }) => subject === "ewt_pos_morph_chunk443")!;
    assertEquals(line.outcome, "against");
    assertStringIncludes(line.ours, "at k = 50");
  });

  it("faster-at-small-k looks at k below 30 and at more than 45 labels only", () => {
    assertEquals(judge("faster-at-small-k", slow(1e4, ({ k }) => k >= 30)).verdict, "holds");
    assertEquals(
      judge("faster-at-small-k", slow(1e4, ({ k }) => k === 20)).verdict,
      "does not hold",
    );
    const subjects = judge("faster-at-small-k").evidence.map(({ subject }) => subject);
    assert(subjects.length > 0 && !subjects.includes("ewt_pos45"));
  });

  it("gain-shrinks-with-k compares the ends up to k = 100", () => {
    assertEquals(judge("gain-shrinks-with-k", slow(1e-4, ({ k }) => k > 100)).verdict, "holds");
    assertEquals(
      judge("gain-shrinks-with-k", slow(1e4, ({ k }) => k === 1)).verdict,
      "does not hold",
    );
    const short = K_BEST_ROWS.filter(({ k }) => k <= 5);
    assertEquals(judge("gain-shrinks-with-k", short).verdict, "not testable here");
  });

  it("curves-meet names the first k from which on the speeds are near", () => {
    const { evidence, verdict } = judge("curves-meet");
    assertEquals(verdict, "holds");
    assertStringIncludes(evidence[0]!.ours, "(met at 90)");
    const early = judge("curves-meet", slow(1e4, ({ k }) => k >= 20)).evidence;
    assertStringIncludes(early[0]!.ours, "(met at 20)");
    assertEquals(early[0]!.outcome, "against", "it falls far below");
    assertEquals(judge("curves-meet", slow(0.5)).verdict, "does not hold");
    // It never was ahead: nothing comes down.
    assertEquals(judge("curves-meet", slow(1e4)).verdict, "not testable here");
    const short = K_BEST_ROWS.filter(({ k }) => k < 90);
    assertEquals(judge("curves-meet", short).verdict, "not testable here");
  });

  it("twice-k-candidates is lost by one faster n", () => {
    assertEquals(judge("twice-k-candidates").verdict, "holds");
    const rows = slowed(`${iterative}{candidates=3}`, 0.1, K_BEST_ROWS);
    const { verdict, evidence } = judge("twice-k-candidates", rows);
    assertEquals(verdict, "does not hold");
    assertStringIncludes(evidence[0]!.ours, "n = 3");
  });

  it("k-best-iteration-counts compares with Table 3 at k = 5", () => {
    const at = (iterations: number): Row[] =>
      K_BEST_ROWS.map((row) => ({ ...row, iterations: iterations * row.sentences }));
    const { verdict, evidence } = judge("k-best-iteration-counts", at(16));
    assertEquals(evidence.length, 5);
    assertStringIncludes(evidence[0]!.published, "14.42 (pos");
    assertEquals(verdict, "holds in part");
    assertEquals(judge("k-best-iteration-counts", at(60)).verdict, "does not hold");
  });

  it("compare speeds where k-best Viterbi ran out of time", () => {
    const rows = K_BEST_ROWS.map((row) =>
      row.decoder === "viterbi" && row.k === 5
        ? { ...row, status: "timeout" as const, elapsed_ms: 0 }
        : row
    );
    const { evidence } = judge("iterative-viterbi-a-star-beats-viterbi-a-star", rows);
    assert(evidence.length > 0);
    assertEquals(judge("viterbi-a-star-beats-k-best-viterbi", rows).evidence, []);
  });
});
