/**
 * The judged claims as tables.
 *
 * @module
 */

import type {
  ClaimVerdict,
  Evidence,
  JudgedClaim,
  PaperCell,
  PaperVerdict,
} from "../papers/contract.ts";
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

const VERDICTS: readonly ClaimVerdict[] = [
  "holds",
  "holds in part",
  "does not hold",
  "not testable here",
];

/** How many claims have which verdict: "holds: 3, not judged: 1". */
export function countClaims(claims: readonly JudgedClaim[]): string {
  const measured = claims.filter(({ evidence }) => evidence.length > 0);
  const counts = VERDICTS.map((verdict): [string, number] => [
    verdict,
    measured.filter((judged) => judged.verdict === verdict).length,
  ]);
  return [...counts, ["not judged", claims.length - measured.length] as const]
    .flatMap(([verdict, count]) => count === 0 ? [] : [`${verdict}: ${count}`]).join(", ");
}

/** The verdict, or that there is none, and what would measure it. */
export function verdictText({ claim, verdict, evidence }: JudgedClaim): string {
  if (evidence.length > 0) return verdict;
  const command = claim.study?.command ?? "";
  return command.includes("--data") ? "not judged: needs --data" : "not judged: no rows";
}

/** From good to bad, then what says nothing. */
const CELL_VERDICTS: readonly PaperVerdict[] = [
  "within factor",
  "same direction",
  "differs",
  "not testable here",
  "baseline",
];

/** How many cells have which verdict: "3 within factor, 1 differs". */
export function countVerdicts(cells: readonly PaperCell[]): string {
  return CELL_VERDICTS.flatMap((verdict) => {
    const count = cells.filter((cell) => cell.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  }).join(", ");
}
