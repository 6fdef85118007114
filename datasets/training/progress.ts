/**
 * How training goes, for the person who waits.
 *
 * @module
 */

import type { BilstmInsight } from "./bilstm/fit.ts";
import type { CrfInsight } from "./crf/train_crf.ts";
import type { TrainingProgress } from "./learn.ts";
import type { PerceptronInsight } from "./perceptron.ts";

/** A terminal's line is rewritten this often, in milliseconds. */
const REDRAW_MS = 200;
/** A pipe gets a line this often, in milliseconds, and one after each epoch. */
const LINE_MS = 30_000;

/**
 * Prints the share done, what a learner has to say, the speed and the time left to standard error:
 * on one line that is rewritten on a terminal, on a line now and then in a pipe.
 *
 * @param tell what a learner has to say
 * @param from epochs that were over at the start
 */
export function progressPrinter<Insight>(
  sentenceCount: number,
  epochs: number,
  tell: (progress: TrainingProgress & Insight) => string,
  from = 0,
): (progress: TrainingProgress & Insight) => void {
  const isTerminal = Deno.stderr.isTerminal();
  const start = performance.now();
  let printed = start;
  let earlierTokens = 0;
  return (progress) => {
    const { epoch, sentences, tokens, isLast } = progress;
    const now = performance.now();
    const isEnd = sentences === sentenceCount;
    if (!isEnd && now - printed < (isTerminal ? REDRAW_MS : LINE_MS)) return;
    printed = now;
    const share = (epoch - 1 - from + sentences / sentenceCount) / (epochs - from);
    const seconds = (now - start) / 1000;
    const line = `epoch ${epoch}/${epochs}, ${percent(share)} done, ${tell(progress)}, ` +
      `${Math.round((earlierTokens + tokens) / seconds)} tokens/s, ` +
      `${Math.ceil(seconds / share - seconds)} s left`;
    const end = isTerminal && !isLast ? "" : "\n";
    // "\x1b[K" clears what a longer line before left over.
    write(isTerminal ? `\r${line}\x1b[K${end}` : line + end);
    if (isEnd) earlierTokens += tokens;
  };
}

/** "91.2% of its tokens right" */
export function tellMistakes({ tokens, mistakes }: TrainingProgress & PerceptronInsight): string {
  return `${percent(1 - mistakes / tokens)} of its tokens right`;
}

/**
 * "objective 12345.678": of the whole corpus, at the mean loss of the tokens seen in the epoch.
 *
 * @param corpusTokens of all sentences
 */
export function tellObjective(
  corpusTokens: number,
): (progress: TrainingProgress & CrfInsight) => string {
  return ({ tokens, loss, penalty }) =>
    `objective ${(loss * corpusTokens / tokens + penalty).toFixed(3)}`;
}

/** "loss 0.312 a token, held-out tokens 91.2% right (best: epoch 3)" */
export function tellHeldOut(
  { tokens, loss, heldOut, bestEpoch }: TrainingProgress & BilstmInsight,
): string {
  const right = heldOut === undefined
    ? ""
    : `, held-out tokens ${
      percent(heldOut.correct / heldOut.tokens)
    } right (best: epoch ${bestEpoch})`;
  return `loss ${(loss / tokens).toFixed(3)} a token${right}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

function write(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}
