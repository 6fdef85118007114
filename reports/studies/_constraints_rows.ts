/**
 * What the page about constraints shows of each dataset.
 *
 * @module
 */

import { type Estimate, estimateMedian, median } from "../numbers/statistics.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import { numberIn, textIn } from "../numbers/fields.ts";

/** Of the lines that are times. */
const TIME = "milliseconds";

/** What a decoder takes with the constraints and without. */
export interface ConstrainedTime {
  readonly dataset: string;
  /** L. */
  readonly labels: number;
  /** Sentences timed. */
  readonly sentences: number;
  /** Variant as on the command line. */
  readonly decoder: string;
  /** Median milliseconds a sentence without constraints, and with them. */
  readonly freeMs: number;
  readonly bioMs: number;
  /** Time with constraints over that without, paired within rounds. */
  readonly ratio: Estimate;
  /** The same of the control: without constraints, in another process. */
  readonly control: Estimate;
  /** Transition scores evaluated with constraints over those without. */
  readonly edges: number;
}

/** A share with its 95% interval over sentences. */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The times, in the order of the lines; decoders that were not timed by all three are left out. */
export function constrainedTimes(lines: readonly StudyRow[]): ConstrainedTime[] {
  const timed = lines.filter((line) => textIn(line, "quantity") === TIME);
  const groups = Map.groupBy(
    timed,
    (line) => JSON.stringify([textIn(line, "dataset"), textIn(line, "decoder")]),
  );
  return [...groups.values()].flatMap((own) => {
    const [free, again, bio] = ["free", "free again", "bio"].map((paths) =>
      own.filter((line) => textIn(line, "paths") === paths)
    );
    if (free!.length === 0 || again!.length === 0 || bio!.length === 0) return [];
    const first = free![0]!;
    return [{
      dataset: textIn(first, "dataset"),
      labels: numberIn(first, "labels"),
      sentences: numberIn(first, "sentences"),
      decoder: textIn(first, "decoder"),
      freeMs: median(free!.map((line) => numberIn(line, "value"))),
      bioMs: median(bio!.map((line) => numberIn(line, "value"))),
      ratio: ratioOf(bio!, free!),
      control: ratioOf(again!, free!),
      edges: numberIn(bio![0]!, "sentence_edges") / numberIn(first, "sentence_edges"),
    }];
  });
}

/** Times over others, round by round. */
function ratioOf(own: readonly StudyRow[], others: readonly StudyRow[]): Estimate {
  const base = new Map(
    others.map((line) => [textIn(line, "round"), numberIn(line, "value")]),
  );
  return estimateMedian([
    own.flatMap((line) => {
      const other = base.get(textIn(line, "round"));
      return other === undefined ? [] : [numberIn(line, "value") / other];
    }),
  ]);
}

/** The lines that are no times, by dataset. */
export function foundByDataset(lines: readonly StudyRow[]): Map<string, StudyRow[]> {
  return Map.groupBy(
    lines.filter((line) => textIn(line, "quantity") !== TIME),
    (line) => textIn(line, "dataset"),
  );
}

/** What was found of some paths; undefined if there was nothing to find. */
export function shareIn(
  lines: readonly StudyRow[],
  quantity: string,
  paths: string,
): Share | undefined {
  const line = lines.find((line) =>
    textIn(line, "quantity") === quantity && textIn(line, "paths") === paths
  );
  if (line === undefined) return undefined;
  return {
    value: numberIn(line, "value"),
    low: numberIn(line, "low"),
    high: numberIn(line, "high"),
  };
}
