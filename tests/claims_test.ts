import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type Claim, claimVerdict, judgeClaim, type JudgedClaim } from "../reports/claim.ts";
import { claimsMarkdown } from "../reports/claims_markdown.ts";
import { importFolder } from "../reports/_modules.ts";
import { summarize } from "../reports/summary.ts";
import type { Row } from "../harness/rows.ts";
import { fakePaperRows, fakeRows } from "./_rows.ts";

const CLAIMS = await importFolder<Claim>(new URL("../reports/claims/", import.meta.url));
const ROWS = fakePaperRows();

function judge(name: string, rows: readonly Row[] = ROWS): JudgedClaim {
  return judgeClaim(CLAIMS.find((claim) => claim.name === name)!, summarize(rows));
}

/** The rows with the times of one decoder multiplied. */
function slowed(decoder: string, factor: number): Row[] {
  return ROWS.map((row) =>
    row.decoder === decoder ? { ...row, elapsed_ms: row.elapsed_ms * factor } : row
  );
}

Deno.test("claimsMarkdown() shows the seeded run as before", async (t) => {
  const summary = summarize(ROWS);
  const judged = CLAIMS.map((claim) => judgeClaim(claim, summary));
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
    const rows = ROWS.filter(({ decoder }) => ["viterbi", "control"].includes(decoder));
    for (const { name } of CLAIMS.filter(({ name }) => name !== "same-scores")) {
      assertEquals(judge(name, rows).verdict, "not testable here", name);
    }
  });

  it("none about speed is judged when the run has no control", () => {
    const rows = ROWS.filter(({ decoder }) => decoder !== "control");
    const untimed = ["same-scores", "iteration-counts"];
    for (const { name } of CLAIMS.filter(({ name }) => !untimed.includes(name))) {
      assertEquals(judge(name, rows).verdict, "not testable here", name);
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

  it("iteration-counts compares with the published mean of as many labels", () => {
    const at = (iterations: number): Row[] =>
      fakeRows(7, 1).map((row) => ({ ...row, iterations: iterations * row.sentences }));
    const near = judge("iteration-counts", at(6.5)).evidence;
    assert(near.some(({ published }) => published.startsWith("6.32 (pos")));
    assertEquals(judge("iteration-counts", at(6.5)).verdict, "holds");
    assertEquals(judge("iteration-counts", at(60)).verdict, "does not hold");
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
