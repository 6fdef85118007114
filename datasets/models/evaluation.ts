/**
 * How right labels are: tokens, each label, and chunks by CoNLL's rules.
 *
 * @module
 */

import { remembered } from "../dataset.ts";
import { percent } from "../markdown.ts";
import { visible } from "../visible.ts";
import { spansOf } from "./spans.ts";

/** What was right, found and to be found, of tokens with a label or of chunks of a kind. */
export interface Counts {
  /** Found and right. */
  correct: number;
  /** In the answers, right or not. */
  predicted: number;
  /** In the gold standard. */
  gold: number;
}

/** Counts with what follows from them. */
export interface Quality extends Readonly<Counts> {
  /** Precision: correct / predicted; 0 if nothing was predicted. */
  readonly precision: number;
  /** Recall: correct / gold; 0 if there is nothing to be found. */
  readonly recall: number;
  /** F1, 2·precision·recall / (precision + recall); 0 if both are. */
  readonly f1: number;
}

/** The result of an evaluation. */
export interface EvaluationResult {
  /** Sentences that were added. */
  readonly sentences: number;
  /** Their tokens. */
  readonly tokens: number;
  /** Tokens whose label is right. */
  readonly correctTokens: number;
  /** correctTokens / tokens; 0 without tokens. */
  readonly accuracy: number;
  /** Sentences of which all labels are right. */
  readonly correctSentences: number;
  /** All chunks. */
  readonly chunks: Quality;
  /** The chunks of each kind: whole numbers first, in their order, others in code-unit order. */
  readonly kinds: Readonly<Record<string, Quality>>;
  /** The tokens of each label, in the same order. */
  readonly labels: Readonly<Record<string, Quality>>;
}

/**
 * Adds up answers, sentence by sentence, in memory that depends on the number of labels alone.
 *
 * A chunk is right if the gold standard has one of its kind with its borders.
 *
 * Source: the program `conlleval` of the CoNLL-2000 shared task.
 *
 * @example
 * ```ts
 * import { Evaluation } from "./evaluation.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const evaluation = new Evaluation();
 * evaluation.add(["B-NP", "I-NP", "O"], ["B-NP", "O", "O"]);
 * const { accuracy, chunks } = evaluation.result();
 * assertEquals([accuracy, chunks.f1], [2 / 3, 0]);
 * ```
 */
export class Evaluation {
  #sentences = 0;
  #tokens = 0;
  #correctTokens = 0;
  #correctSentences = 0;
  readonly #labels = new Map<string, Counts>();
  readonly #kinds = new Map<string, Counts>();

  /**
   * Adds a sentence.
   *
   * @throws RangeError if there are not as many labels as there should be
   */
  add(gold: readonly string[], predicted: readonly string[]): void {
    if (gold.length !== predicted.length) {
      throw new RangeError(
        `Cannot compare ${predicted.length} labels with ${gold.length} of the gold standard`,
      );
    }
    const correct = gold.filter((label, t) => label === predicted[t]);
    this.#sentences++;
    this.#tokens += gold.length;
    this.#correctTokens += correct.length;
    if (correct.length === gold.length) this.#correctSentences++;
    count(this.#labels, { gold, predicted, correct });
    const [right, found] = [spansOf(gold), spansOf(predicted)];
    const keys = new Set(right.map(keyOf));
    const kindOf = ({ kind }: { kind: string }) => kind;
    count(this.#kinds, {
      gold: right.map(kindOf),
      predicted: found.map(kindOf),
      correct: found.filter((span) => keys.has(keyOf(span))).map(kindOf),
    });
  }

  /** The counts of all sentences so far. */
  result(): EvaluationResult {
    const all: Counts = { correct: 0, predicted: 0, gold: 0 };
    for (const { correct, predicted, gold } of this.#kinds.values()) {
      all.correct += correct;
      all.predicted += predicted;
      all.gold += gold;
    }
    return {
      sentences: this.#sentences,
      tokens: this.#tokens,
      correctTokens: this.#correctTokens,
      accuracy: this.#tokens === 0 ? 0 : this.#correctTokens / this.#tokens,
      correctSentences: this.#correctSentences,
      chunks: qualityOf(all),
      kinds: qualities(this.#kinds),
      labels: qualities(this.#labels),
    };
  }
}

function keyOf({ start, end, kind }: { start: number; end: number; kind: string }): string {
  return `${start} ${end} ${kind}`;
}

function count(counts: Map<string, Counts>, found: Record<keyof Counts, readonly string[]>): void {
  for (const what of ["correct", "predicted", "gold"] as const) {
    for (const name of found[what]) {
      remembered(counts, name, () => ({ correct: 0, predicted: 0, gold: 0 }))[what]++;
    }
  }
}

function qualityOf({ correct, predicted, gold }: Counts): Quality {
  const precision = predicted === 0 ? 0 : correct / predicted;
  const recall = gold === 0 ? 0 : correct / gold;
  const f1 = correct === 0 ? 0 : 2 * correct / (predicted + gold);
  return { correct, predicted, gold, precision, recall, f1 };
}

function qualities(counts: ReadonlyMap<string, Counts>): Record<string, Quality> {
  const sorted = [...counts].sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(sorted.map(([name, found]) => [name, qualityOf(found)]));
}

/** An evaluation as lines of text: accuracy, then chunks and labels, a line each. */
export function evaluationText(result: EvaluationResult, { labels = true } = {}): string {
  const { tokens, sentences, correctTokens, correctSentences, accuracy } = result;
  const lines = [
    `${correctTokens} of ${tokens} tokens right (${percent(accuracy)}), ` +
    `${correctSentences} of ${sentences} sentences whole`,
  ];
  const table = (title: string, rows: Readonly<Record<string, Quality>>) => {
    const shown = Object.entries(rows).map(([name, own]) =>
      [visible(name) || "(no kind)", own] as const
    );
    const width = Math.max(title.length, ...shown.map(([name]) => name.length));
    lines.push(
      "",
      `${title.padEnd(width)}  precision   recall       F1     gold    found    right`,
    );
    for (const [name, { precision, recall, f1, gold, predicted, correct }] of shown) {
      const shares = [precision, recall, f1].map((value) => percent(value).padStart(9)).join("");
      const counts = [gold, predicted, correct].map((n) => String(n).padStart(9)).join("");
      lines.push(`${name.padEnd(width)}  ${shares}${counts}`);
    }
  };
  const hasChunks = Object.keys(result.kinds).length > 0;
  if (hasChunks) table("chunks", { ...result.kinds, "all chunks": result.chunks });
  if (labels) table("label", result.labels);
  return lines.join("\n");
}
