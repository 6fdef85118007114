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

/** A share, with its 95% interval over sentences if it has one. */
export interface Share {
  readonly value: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/**
 * The times, by dataset in the order of the lines and then by decoder; those that were not timed by
 * all three are left out.
 */
export function constrainedTimes(lines: readonly StudyRow[]): ConstrainedTime[] {
  const timed = lines.filter((line) => textIn(line, "quantity") === TIME);
  const datasets = [...new Set(timed.map((line) => textIn(line, "dataset")))];
  const groups = Map.groupBy(
    timed,
    (line) => JSON.stringify([textIn(line, "dataset"), textIn(line, "decoder")]),
  );
  const times = [...groups.values()].flatMap((own) => {
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
  return times.sort((a, b) =>
    datasets.indexOf(a.dataset) - datasets.indexOf(b.dataset) || (a.decoder < b.decoder ? -1 : 1)
  );
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
  const end = (name: string) => textIn(line, name) === "" ? undefined : numberIn(line, name);
  return { value: numberIn(line, "value"), low: end("low"), high: end("high") };
}
