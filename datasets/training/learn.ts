/**
 * The loop that every learner runs in, whatever its loss and its steps, and how it goes, for the
 * person who waits.
 *
 * @module
 */

import { percent } from "../markdown.ts";
import { Random } from "../random.ts";
import type { EncodedCorpus } from "../linear_model.ts";

/** A terminal's line is rewritten this often, in milliseconds. */
const REDRAW_MS = 200;
/** A pipe gets a line this often, in milliseconds, and one after an epoch that is not short. */
const LINE_MS = 30_000;
const EPOCH_MS = 1_000;

/** How often and in which order to take the sentences. */
export interface Passes {
  /** T of each training sentence. */
  readonly corpus: Pick<EncodedCorpus, "lengths">;
  /** Passes over the corpus, at most. */
  readonly epochs: number;
  /** Seed of the order in which each pass takes the sentences. */
  readonly seed: number;
  /** Passes that were made before (0): their orders are drawn, so that the next is the same. */
  readonly from?: number;
}

/** What a learner of linear models has besides. */
export interface LoopOptions extends Passes {
  /** The training sentences; all labels known. */
  readonly corpus: EncodedCorpus;
}

/**
 * A loss and the steps that its weights take: after each sentence (a perceptron), after a few of
 * them (stochastic gradients) or after a whole pass (L-BFGS).
 *
 * @typeParam Insight what it can say of its progress
 */
export interface Learner<Insight> {
  /**
   * Sentences of a step, at least 1. A step on the whole corpus takes them in their order, others
   * in a random one.
   */
  readonly batch: number;
  /** The loss or the mistakes so far. */
  readonly insight: Insight;
  /** Whether another pass would be of no use. */
  readonly isDone: boolean;
  /** Begins a pass. */
  begin(): void;
  /** Learns from some sentences. */
  step(sentences: Int32Array): void | Promise<void>;
}

/** How far training has come. */
export interface TrainingProgress {
  /** The current epoch, from 1. */
  readonly epoch: number;
  /** Sentences seen in this epoch. */
  readonly sentences: number;
  /** Tokens seen in this epoch. */
  readonly tokens: number;
  /** Whether this step is the last. */
  readonly isLast: boolean;
}

/**
 * Lets a learner see every sentence once in each epoch, until it is done or the epochs are over.
 * The same options give the same steps.
 *
 * @param onProgress called after each step
 */
export async function learn<Insight extends object>(
  { corpus: { lengths }, epochs, seed, from = 0 }: Passes,
  learner: Learner<Insight>,
  onProgress: (progress: TrainingProgress & Insight) => void,
): Promise<void> {
  const order = Int32Array.from(lengths, (_, sentence) => sentence);
  const random = new Random(seed);
  const batch = Math.min(learner.batch, order.length);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    if (batch < order.length) random.shuffle(order);
    if (epoch <= from) continue;
    learner.begin();
    let tokens = 0;
    for (let start = 0; start < order.length; start += batch) {
      const sentences = order.subarray(start, start + batch);
      const pending = learner.step(sentences);
      // Waiting for nothing would cost more than a short sentence does.
      if (pending !== undefined) await pending;
      for (const sentence of sentences) tokens += lengths[sentence]!;
      const seen = start + sentences.length;
      const isLast = seen === order.length && (epoch === epochs || learner.isDone);
      onProgress({ ...learner.insight, epoch, sentences: seen, tokens, isLast });
    }
    if (learner.isDone) return;
  }
}

/** What the progress of a training is measured by. */
export interface ProgressScale<Insight> {
  /** Epochs that were over at the start; 0 if it is not given. */
  readonly from?: number;
  /** Whether the training may end before the last epoch. */
  readonly mayEndEarly?: boolean;
  /**
   * The same, where it shows on the way after how many epochs it is likely to end; undefined while
   * nobody can tell. Called once for each step.
   */
  readonly likely?: (progress: TrainingProgress & Insight) => number | undefined;
}

/**
 * Prints the progress of a training to standard error, on one line that is rewritten on a terminal,
 * on a line now and then in a pipe: "epoch 2 of 10 (15.0% of the training): 93.1% of this epoch's
 * tokens right; 21034 tokens a second, 41 s left".
 *
 * @param describe the loss or accuracy of the epoch
 */
export function progressPrinter<Insight>(
  sentenceCount: number,
  epochs: number,
  describe: (progress: TrainingProgress & Insight) => string,
  { from = 0, mayEndEarly = false, likely }: ProgressScale<Insight> = {},
): (progress: TrainingProgress & Insight) => void {
  const isTerminal = Deno.stderr.isTerminal();
  const start = performance.now();
  let printed = start;
  let earlierTokens = 0;
  return (progress) => {
    const { epoch, sentences, tokens, isLast } = progress;
    const now = performance.now();
    const isEnd = sentences === sentenceCount;
    const seen = earlierTokens + tokens;
    if (isEnd) earlierTokens = seen;
    const last = likely === undefined ? epochs : likely(progress);
    const pause = isTerminal ? REDRAW_MS : isEnd ? EPOCH_MS : LINE_MS;
    if (!isLast && now - printed < pause) return;
    printed = now;
    const seconds = (now - start) / 1000;
    const about = likely !== undefined ? "about " : mayEndEarly ? "at most " : "";
    const share = last && (epoch - 1 - from + sentences / sentenceCount) / (last - from);
    const of = last === undefined ? "" : ` of ${about}${last}`;
    const done = about === "" ? ` (${percent(share!, 1)} of the training)` : "";
    const left = share === undefined || isLast
      ? ""
      : `, ${about}${duration(seconds / share - seconds)} left`;
    const line = `epoch ${epoch}${isLast ? "" : of}${done}: ${describe(progress)}; ` +
      `${Math.round(seen / seconds)} tokens a second${left}`;
    const end = isTerminal && !isLast ? "" : "\n";
    // "\x1b[K" clears what a longer line before left over.
    const text = isTerminal ? `\r${line}\x1b[K${end}` : line + end;
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  };
}

/** Seconds as text: "41 s", "12 min". */
function duration(seconds: number): string {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
