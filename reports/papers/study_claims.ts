/**
 * Claims that are judged by the lines of a study, which name the claim that they are about.
 *
 * @module
 */

import { numberIn } from "../numbers/study_rows.ts";
import type { RunData, StudyRow } from "../numbers/run_data.ts";
import { type ClaimData, claims, type ClaimSource, vote } from "./claims.ts";
import type { Claim, Evidence } from "./contract.ts";

/** A claim of a study. */
export interface StudyClaim extends Omit<ClaimData, "judge" | "study"> {
  /** Flags that it needs beside the study's name. */
  readonly flags?: string;
  /** What its lines say of each dataset … */
  ofDataset?(own: StudyLines): Said;
  /** … or under each condition on each dataset … */
  ofCondition?(one: StudyLines): Said;
  /** … or all lines together. */
  judge?(lines: StudyLines, run: RunData): Evidence[];
}

/** Claims from data, judged by the lines of a study that have their names. */
export function studyClaims(
  study: string,
  by: ClaimSource,
  all: readonly StudyClaim[],
): Claim[] {
  return claims(
    by,
    all.map(({ ofDataset, ofCondition, judge, flags, ...data }): ClaimData => ({
      ...data,
      study: {
        name: study,
        command: ["deno task study", study, flags].filter(Boolean).join(" "),
      },
      judge: {
        evidence: (run) => {
          const lines = StudyLines.of(run, study, data.name);
          return judge?.(lines, run) ??
            lines.by("dataset").flatMap(([dataset, own]) =>
              ofDataset !== undefined
                ? [vote(dataset, ...ofDataset(own))]
                : own.by("condition").map(([name, one]) =>
                  vote(`${dataset}, ${name}`, ...ofCondition!(one))
                )
            );
        },
      },
    })),
  );
}

/** What a group of lines says: our figures, and whether they speak for the claim. */
export type Said = readonly [ours: string, outcome: Evidence["outcome"] | boolean];

/** Lines of a study about one claim. */
export class StudyLines {
  readonly #lines: readonly StudyRow[];

  /** Keeps the lines as they are. */
  constructor(lines: readonly StudyRow[]) {
    this.#lines = lines;
  }

  /** Those of a run about a claim; none if it has no such study. */
  static of({ studies }: RunData, study: string, claim: string): StudyLines {
    return new StudyLines(
      (studies.get(study) ?? []).filter((line) => line["claim"] === claim),
    );
  }

  /** Those of each value of a field, in the order in which they come. */
  by(field: "dataset" | "condition"): [string, StudyLines][] {
    return [...Map.groupBy(this.#lines, (line) => line[field] ?? "")]
      .map(([value, lines]) => [value, new StudyLines(lines)]);
  }

  /** Those of one value of a condition. @throws RangeError if there are none */
  under(condition: string): StudyLines {
    const lines = this.#lines.filter((line) => line["condition"] === condition);
    if (lines.length > 0) return new StudyLines(lines);
    throw new RangeError(`Cannot judge without lines under the condition: ${condition}`);
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
