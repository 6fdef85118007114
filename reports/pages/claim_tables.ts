/**
 * The judged claims as tables.
 *
 * @module
 */

import type { ClaimVerdict, Evidence, JudgedClaim } from "../papers/contract.ts";
import type { Cell, TableContent } from "../columns.ts";

const TONES: Readonly<Record<ClaimVerdict, Cell["tone"]>> = {
  "holds": "good",
  "holds in part": undefined,
  "does not hold": "bad",
  "not testable here": "muted",
};

const OUTCOME_TONES: Readonly<Record<Evidence["outcome"], Cell["tone"]>> = {
  for: "good",
  against: "bad",
  tie: "muted",
};

/** What the section of claims says before its table. */
export function claimsNote(rule: string): string {
  return "Is the paper right? One line per claim: the papers' figures, those of this run, and a " +
    `verdict computed from its rows by a written rule. ${rule}`;
}

/** One line per claim: the answer to “is the paper right?”. */
export function claimsTable(claims: readonly JudgedClaim[]): TableContent {
  return {
    columns: ["claim", "verdict", "published", "ours", "source"]
      .map((name) => ({ name, align: "left" })),
    rows: claims.map(({ claim, verdict, ours }) => [
      { text: claim.statement, hint: claim.rule },
      toned(verdict, TONES[verdict]),
      { text: claim.published() },
      { text: ours },
      { text: claim.source },
    ]),
  };
}

/** A line per dataset: what a verdict rests on; with the published figures, if there are any. */
export function evidenceTable({ evidence }: JudgedClaim, hasFigures = true): TableContent {
  return {
    columns: ["dataset", ...(hasFigures ? ["published"] : []), "ours", "for the claim?"]
      .map((name) => ({ name, align: "left" })),
    rows: evidence.map(({ subject, votes, published, ours, outcome }) => [
      { text: subject },
      ...(hasFigures ? [{ text: published }] : []),
      { text: ours },
      votes ? toned(outcome, OUTCOME_TONES[outcome]) : toned(`no vote (${outcome})`, "muted"),
    ]),
  };
}

function toned(text: string, tone: Cell["tone"]): Cell {
  return tone === undefined ? { text } : { text, tone };
}
