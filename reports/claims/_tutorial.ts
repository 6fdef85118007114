/**
 * What the claims of the tutorial have in common.
 *
 * @module
 */

import { numberIn } from "../numbers/fields.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import type { RunData } from "../numbers/run_data.ts";
import type { Claim, Evidence } from "./contract.ts";

/** Name of the study, and of the paper's page. */
const NAME = "tutorial";
/** The first of these claims stands behind those of all other papers. */
const FIRST = 1000;

/** A claim of the tutorial, or one of ours beside it. */
export interface TutorialClaim {
  /** As in the lines of the study. */
  readonly key: string;
  /** Where it stands among the tutorial's. */
  readonly order: number;
  /** Section, and function of the listing; `ours` for one that the tutorial does not make. */
  readonly place: string;
  /** In a sentence. */
  readonly statement: string;
  /** As printed. */
  readonly printed: string;
  /** How its lines speak for it or against. */
  readonly rule: string;
  /** Flags that it needs beside the study's name. */
  readonly flags?: string;
  /** What its lines say. */
  judge(lines: StudyLines, run: RunData): Evidence[];
}

/** Makes a claim of the report out of one of the tutorial's. */
export function tutorialClaim(claim: TutorialClaim): Claim {
  const { key, order, place, statement, printed, rule, flags } = claim;
  const command = ["deno task study tutorial", flags].filter(Boolean).join(" ");
  return {
    name: `${NAME}-${key}`,
    order: FIRST + order,
    source: place === "ours" ? "Ours, beside the tutorial" : `Tutorial, ${place}`,
    statement,
    rule,
    study: { name: NAME, command },
    published: () => printed,
    judge: (run) => {
      const lines = (run.studies.get(NAME) ?? []).filter((line) => line["claim"] === key);
      return claim.judge(new StudyLines(lines), run);
    },
  };
}

/** Lines of the study about one claim. */
export class StudyLines {
  readonly #lines: readonly StudyRow[];

  /** Keeps the lines as they are. */
  constructor(lines: readonly StudyRow[]) {
    this.#lines = lines;
  }

  /** Those of each value of a field, in the order in which they come. */
  by(field: "dataset" | "condition"): [string, StudyLines][] {
    return [...Map.groupBy(this.#lines, (line) => line[field] ?? "")]
      .map(([value, lines]) => [value, new StudyLines(lines)]);
  }

  /** Those of one quantity. */
  of(quantity: string): StudyLines {
    return new StudyLines(this.#lines.filter((line) => line["quantity"] === quantity));
  }

  /** The values of a quantity, under a condition if one is given, by rounds. */
  values(quantity: string, condition?: string): number[] {
    return this.#lines
      .filter((line) =>
        line["quantity"] === quantity &&
        (condition === undefined || line["condition"] === condition)
      )
      .toSorted((a, b) => Number(a["round"]) - Number(b["round"]))
      .map((line) => numberIn(line, "value"));
  }

  /**
   * The only value of a quantity.
   *
   * @throws RangeError if there is none or are several
   */
  value(quantity: string, condition?: string): number {
    const values = this.values(quantity, condition);
    if (values.length === 1) return values[0]!;
    throw new RangeError(`Cannot judge by one value of “${quantity}”: there are ${values.length}`);
  }

  /** Sentences behind the first line. */
  get sentences(): number {
    return numberIn(this.#lines[0]!, "sentences");
  }
}

/** A line of evidence with a vote. The tutorial prints no figures. */
export function vote(subject: string, ours: string, outcome: Evidence["outcome"]): Evidence {
  return { subject, votes: true, published: "", ours, outcome };
}

/** For the claim if something holds, otherwise against it. */
export function forIf(holds: boolean): Evidence["outcome"] {
  return holds ? "for" : "against";
}
