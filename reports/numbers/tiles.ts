/**
 * The three things that say whether a run can be relied on: answers, error, machine.
 *
 * @module
 */

import { formatCount, formatNumber, formatRatio } from "./format.ts";
import type { Fact } from "../blocks.ts";
import type { SummaryRow } from "./summary_row.ts";
import { tieFactor } from "./tie_factor.ts";
import type { Tile } from "./tile.ts";

/** Words that depend on the problem. */
export interface TileWords {
  /** What the baseline is called. */
  readonly baseline: string;
  /** What it means that all answers are right. */
  readonly right: string;
}

const SEQUENCES: TileWords = {
  baseline: "Viterbi",
  right: "Every score equals dense Viterbi's, bit for bit.",
};

/** The tiles of a run: are all answers right, how far to trust its times, where they are from. */
export function tiles(
  summary: readonly SummaryRow[],
  facts: readonly Fact[],
  words: TileWords = SEQUENCES,
): Tile[] {
  return [answers(summary, words), error(summary, words), machine(facts)];
}

function answers(summary: readonly SummaryRow[], { right: note }: TileWords): Tile {
  const cells = summary.filter((row) => row.exact && row.role !== "control" && row.status === "ok");
  const right = cells.filter(({ verdict }) => verdict === "correct").length;
  const wrong = cells.filter(({ verdict }) => verdict === "wrong");
  const value = `${formatCount(right)} of ${formatCount(cells.length)} cells right`;
  const title = "Exact decoders";
  if (wrong.length > 0) {
    const names = wrong.map(({ decoder, dataset }) => `${decoder} on ${dataset}`);
    return { title, value, note: `Wrong: ${names.join("; ")}.`, tone: "bad" };
  }
  if (right === cells.length && right > 0) return { title, value, note, tone: "good" };
  return { title, value, note: "The others were not verified.", tone: "bad" };
}

function error(summary: readonly SummaryRow[], { baseline }: TileWords): Tile {
  const title = "Error of measurement";
  const factor = tieFactor(summary);
  if (factor === undefined) {
    return { title, value: "unknown", note: "No control was timed.", tone: "bad" };
  }
  const ratios = summary.flatMap((row) =>
    row.role === "control" && row.ratio_to_viterbi !== undefined ? [row.ratio_to_viterbi] : []
  );
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(formatRatio);
  return {
    title,
    value: `± ${formatNumber(100 * (factor - 1))}%`,
    note: `${baseline} against itself reads ${least}× to ${most}×, in ${
      formatCount(ratios.length)
    } cells. Smaller differences are ties.`,
    tone: "plain",
  };
}

function machine(facts: readonly Fact[]): Tile {
  const fact = (label: string): string => facts.find((other) => other.label === label)?.value ?? "";
  const note = [fact("Started").slice(0, 10), fact("Runtime").split(",")[0]!, fact("System")]
    .filter((part) => part !== "").join(" · ");
  const value = fact("CPU") || fact("Machines") || "unknown";
  return { title: "Machine and command", value, note, code: fact("Command"), tone: "plain" };
}
