/**
 * What the page about choosing a decoder shows of each dataset and k.
 *
 * @module
 */

import type { ChoiceLine } from "./_choice_cells.ts";
import { type Estimate, estimateMedian, median } from "../numbers/statistics.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import { numberIn, textIn } from "../numbers/fields.ts";

/** The decoder that is advised without a choice. */
export const ADVISED = "auto";

/**
 * The half that the choice is made on is 0, the one that it is reported on 1: by the runner's names
 * and, in lines of earlier versions, as every other sentence.
 */
const HALVES = { first: 0, second: 1, even: 0, odd: 1 } as const satisfies Readonly<
  Record<ChoiceLine["half"] | "even" | "odd", 0 | 1>
>;

/** A decoder on the half that is reported on. */
export interface Contender {
  /** Variant as on the command line. */
  readonly decoder: string;
  /** Median milliseconds a sentence. */
  readonly sentenceMs: number;
  /** Its time divided by the fastest one's, paired within rounds. */
  readonly excess: Estimate;
}

/** A choice at one k. */
export interface Choice {
  /** As on the command line. */
  readonly dataset: string;
  /** L. */
  readonly labels: number;
  /** Paths asked for. */
  readonly k: number;
  /** Of each half. */
  readonly sentences: number;
  /** Variants that the probe tried. */
  readonly tried: number;
  /** Variants that were timed. */
  readonly timed: number;
  /** The fastest on the half that the choice is made on. */
  readonly chosen: Contender;
  /** The fastest on the half that is reported on. */
  readonly fastest: Contender;
  /** What is advised; undefined if it was not in time. */
  readonly advised: Contender | undefined;
}

/** The times of a decoder by round. */
type Rounds = ReadonlyMap<string, number>;

/**
 * Reads the rounds of a study, in the order of the lines.
 *
 * @throws SyntaxError for a half that is neither
 */
export function choices(lines: readonly StudyRow[]): Choice[] {
  const cells = Map.groupBy(
    lines,
    (line) => JSON.stringify([textIn(line, "dataset"), numberIn(line, "k")]),
  );
  return [...cells.values()].flatMap((own) => {
    const [before, after] = [0, 1].map((half) =>
      timesOf(own.filter((line) => halfOf(line) === half))
    );
    // What was late on one half is not chosen: there is nothing to say of it on the other.
    const chosen = fastestOf([...before!].filter(([decoder]) => after!.has(decoder)));
    if (chosen === undefined) return [];
    const fastest = fastestOf([...after!])!;
    const contender = (decoder: string): Contender => ({
      decoder,
      sentenceMs: median([...after!.get(decoder)!.values()]),
      excess: excessOver(after!.get(decoder)!, after!.get(fastest)!),
    });
    const [first] = own;
    return [{
      dataset: textIn(first!, "dataset"),
      labels: numberIn(first!, "labels"),
      k: numberIn(first!, "k"),
      sentences: numberIn(first!, "sentences"),
      tried: numberIn(first!, "variants"),
      timed: after!.size,
      chosen: contender(chosen),
      fastest: contender(fastest),
      advised: after!.has(ADVISED) ? contender(ADVISED) : undefined,
    }];
  });
}

function halfOf(line: StudyRow): 0 | 1 {
  const half = textIn(line, "half");
  if (Object.hasOwn(HALVES, half)) return HALVES[half as keyof typeof HALVES];
  throw new SyntaxError(`Cannot read a line of a study: its half is "${half}"`);
}

function timesOf(lines: readonly StudyRow[]): Map<string, Rounds> {
  return new Map(
    [...Map.groupBy(lines, (line) => textIn(line, "decoder"))].map(([decoder, own]) => [
      decoder,
      new Map(own.map((line) => [textIn(line, "round"), numberIn(line, "sentence_ms")])),
    ]),
  );
}

/** The decoder with the smallest median; undefined if there is none. */
function fastestOf(times: readonly [string, Rounds][]): string | undefined {
  const medians = times.map(([decoder, rounds]) => ({ decoder, ms: median([...rounds.values()]) }));
  return medians.sort((a, b) => a.ms - b.ms)[0]?.decoder;
}

/** The time of one decoder divided by another's, round by round. */
function excessOver(own: Rounds, fastest: Rounds): Estimate {
  return estimateMedian([
    [...own].flatMap(([round, ms]) => {
      const least = fastest.get(round);
      return least === undefined ? [] : [ms / least];
    }),
  ]);
}
