/**
 * The contract of papers: what a file in `papers/` exports to have its tables, figures and claims
 * made again from a run, each number beside the printed one, each claim with a verdict.
 *
 * @module
 */

import type { Estimate } from "../numbers/statistics.ts";
import type { Problem, RunData } from "../numbers/run_data.ts";
import type { PublishedResult } from "../published/published.ts";
import type { PaperVerdict } from "./verdict.ts";

/** A paper: the default export of a module in `papers/`. */
export interface Paper {
  /** In file names: the file of `published/`. */
  readonly name: string;
  /** Where it stands among the papers: smaller is earlier. */
  readonly order: number;
  /** The kind of problem that it is about; sequences if left out. */
  readonly problem?: Problem;
  /** Whether a run has data that it is about; every run of its problem if left out. */
  isAbout?(run: RunData): boolean;
  /** What its pages call things, before all else. */
  readonly words?: string;
  /** How verdicts on its numbers are made: paragraphs. */
  readonly rules: readonly string[];
  /** How evidence makes a verdict on its claims. */
  readonly claimsRule: string;
  /** Its tables and figures, in its order; of a paper without, the page has claims alone. */
  readonly tables: readonly PaperTable[];
  /** What it claims. */
  readonly claims: readonly Claim[];
  /** What of a run bears on all of it, for the top of its page: paragraphs, some of them empty. */
  about?(run: RunData): readonly string[];
  /** The claims that answer whether it is right, by name, for the top of its page. */
  readonly answer?: readonly string[];
}

/** A published table or figure. */
export interface PaperTable {
  /** In file names; lower case with hyphens. */
  readonly name: string;
  /** As the paper calls it: `Table 4`. */
  readonly place: string;
  /** What the table shows. */
  readonly title: string;
  /** What the columns mean, what the baseline is and what differs here. */
  readonly note: string;
  /** What its lines are, if they are not decoders. */
  readonly lines?: string;
  /** Name of the chart of the report that draws the same. */
  readonly chart?: string;
  /** Its cells: line by line, with the same columns in every line. */
  compare(run: RunData): PaperCell[];
}

/** One number of a published table, and ours. */
export interface PaperCell {
  /** Where the published number is: its fields but the value itself. */
  readonly place: Pick<PublishedResult, "paper" | "table" | "dataset" | "algorithm" | "k">;
  /** What is compared: `speed`, `iterations`, … */
  readonly metric: string;
  /** Unit of the two values. */
  readonly unit: string;
  /** Names the cell's line in the table. */
  readonly line: string;
  /** Names its column. */
  readonly column: string;
  /** As printed; a relation such as “> 1” where a paper states no number. */
  readonly published: string;
  /** The published number relative to its table's baseline. */
  readonly publishedRatio: number | undefined;
  /** Ours, in the same unit; undefined if it is not there. */
  readonly ours: number | undefined;
  /** Ours relative to the same baseline. */
  readonly ratio: Estimate | undefined;
  /** The mark of the sample that ours are on, " *16"; empty or left out if it is all sentences. */
  readonly sample?: string;
  /** Which of the two the verdict compares, and grids show. */
  readonly compared: "value" | "ratio";
  /** By the rules of `papers/verdict.ts`. */
  readonly verdict: PaperVerdict;
  /** Why it is not testable here, or a remark; often empty. */
  readonly reason: string;
  /** The cells of `summary.csv` and `rows.csv` behind our numbers: `dataset/decoder/k`. */
  readonly rows: readonly string[];
  /** Which of ours it is, where several stand beside one published number. */
  readonly variant?: string;
  /** The command that measures them. */
  readonly command: string;
}

/** One published table with what a run says about it. */
export interface ComparedTable {
  /** The paper: a file of `published/`. */
  readonly paper: string;
  /** The table. */
  readonly table: Omit<PaperTable, "compare">;
  /** Its cells: line by line. */
  readonly cells: readonly PaperCell[];
  /** What to beware of, above the table; empty if nothing. */
  readonly warning: string;
}

/** The page of a paper that has tables. */
export interface PaperPage extends Pick<ClaimPage, "name" | "title" | "citation"> {
  /** In the paper's order. */
  readonly tables: readonly ComparedTable[];
  /** What the paper calls things; empty if that is plain. */
  readonly words: string;
  /** How verdicts are made: paragraphs. */
  readonly rules: readonly string[];
  /** The claims that come first, if the paper says which. */
  readonly answer: readonly JudgedClaim[];
  /** What bears on the whole page: paragraphs, some of them empty. */
  readonly about: readonly string[];
  /** What to beware of in the cells; empty if nothing. */
  readonly warning: string;
}

/** What the rows of a run say about a claim. */
export type ClaimVerdict =
  | "holds"
  | "holds in part"
  | "fails in part"
  | "does not hold"
  | "not testable here";

/** What one dataset says about a claim. */
export interface Evidence {
  /** The dataset, or what else the figures are about. */
  readonly subject: string;
  /** The papers' task that it is, if it is one. */
  readonly task?: string | undefined;
  /** Whether it has a vote: other data than the papers' tasks are shown beside, without one. */
  readonly votes: boolean;
  /** The figure of the papers beside it; empty if there is none. */
  readonly published: string;
  /** Our figure. */
  readonly ours: string;
  /** Whether it speaks for the claim; a tie is within the error of measurement. */
  readonly outcome: "for" | "against" | "tie";
}

/** A study that a claim rests on. */
export interface ClaimStudy {
  /** Its name: a report without lines of it leaves the claim out. */
  readonly name: string;
  /** What measures the claim. */
  readonly command: string;
}

/** How a claim is judged; those of all papers are made from few of them. */
export interface Judge {
  /** How a dataset comes to speak for or against, in words made from what it compares. */
  readonly rule?: string;
  /** The figures of the paper, written out from `published/`, where that has them. */
  published?(): string;
  /** What each dataset of a run and its studies says, in the order of the summary or the lines. */
  evidence(run: RunData): Evidence[];
}

/** A claim of a paper. */
export interface Claim {
  /** In links; lower case with hyphens. */
  readonly name: string;
  /** Where it stands in the report: smaller is earlier. */
  readonly order: number;
  /** The paper and the place, for people. */
  readonly source: string;
  /** What the paper claims, in a sentence. */
  readonly statement: string;
  /** No sentence of a paper: shown beside them, and counted with none. */
  readonly isOurs?: true;
  /** The tasks of which it says “every”, or one thing of some and another of the rest. */
  readonly everywhere?: readonly string[];
  /** How a dataset comes to speak for or against the claim, in words. */
  readonly rule: string;
  /** The study that it rests on, if it is not about the cells of a suite alone. */
  readonly study?: ClaimStudy;
  /** The figures of the paper, written out from `published/`, or its words. */
  published(): string;
  /** What each dataset of a run and its studies says, in the order of the summary or the lines. */
  judge(run: RunData): Evidence[];
}

/** How much of the evidence says what. */
export type Tally = Readonly<Record<Evidence["outcome"], number>>;

/** A claim with what a run says about it. */
export interface JudgedClaim {
  /** The claim. */
  readonly claim: Omit<Claim, "judge">;
  /** The verdict that the votes make. */
  readonly verdict: ClaimVerdict;
  /** The evidence that has a vote. */
  readonly votes: Tally;
  /** Our figures in a sentence. */
  readonly ours: string;
  /** A line per dataset, those with a vote first. */
  readonly evidence: readonly Evidence[];
}

/** The page of a paper that has claims alone. */
export interface ClaimPage {
  /** In file names: the file of `published/`, if it has one. */
  readonly name: string;
  /** First author and year, or what else the paper is called. */
  readonly title: string;
  /** The paper in full. */
  readonly citation: string;
  /** How it comes to its verdicts. */
  readonly rule: string;
  /** In the paper's order. */
  readonly claims: readonly JudgedClaim[];
}
