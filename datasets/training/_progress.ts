/**
 * How training goes, for the person who waits.
 *
 * @module
 */

import type { TrainingProgress } from "./epochs.ts";

/** A terminal's line is rewritten this often, in milliseconds. */
const REDRAW_MS = 200;
/** A pipe gets a line this often, in milliseconds, and one after each epoch. */
const LINE_MS = 30_000;

/**
 * Prints the share done, the share of right tokens, the speed and the time left to standard error:
 * on one line that is rewritten on a terminal, on a line now and then in a pipe.
 */
export function progressPrinter(
  sentenceCount: number,
  epochs: number,
): (progress: TrainingProgress) => void {
  const isTerminal = Deno.stderr.isTerminal();
  const start = performance.now();
  let printed = start;
  let earlierTokens = 0;
  return ({ epoch, sentences, tokens, mistakes }) => {
    const now = performance.now();
    const isLast = sentences === sentenceCount;
    if (!isLast && now - printed < (isTerminal ? REDRAW_MS : LINE_MS)) return;
    printed = now;
    const share = ((epoch - 1) + sentences / sentenceCount) / epochs;
    const seconds = (now - start) / 1000;
    const line = `epoch ${epoch}/${epochs}, ${percent(share)} done, ` +
      `${percent(1 - mistakes / tokens)} of its tokens right, ` +
      `${Math.round((earlierTokens + tokens) / seconds)} tokens/s, ` +
      `${Math.ceil(seconds / share - seconds)} s left`;
    const end = isTerminal && !(isLast && epoch === epochs) ? "" : "\n";
    // "\x1b[K" clears what a longer line before left over.
    write(isTerminal ? `\r${line}\x1b[K${end}` : line + end);
    if (isLast) earlierTokens += tokens;
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

function write(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}
