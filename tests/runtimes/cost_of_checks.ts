/**
 * What checking and rounding cost a tagger: `deno run -P=cell tests/runtimes/cost_of_checks.ts`, on
 * a quiet machine.
 *
 * 1,000 sentences with 1,000 labels in blocks of float32, decoded by `auto`: through `tagger`, and
 * as lattices, which are copied into the decoder's memory and nothing else. Both take turns, in
 * rounds. Prints the median of the ratios of their times, with a bound and without.
 *
 * @module
 */

import auto from "../../decoders/auto.ts";
import { newWork, takesFloat32 } from "../../decoders/contract.ts";
import { checkModel } from "../../decoders/tagging/model.ts";
import type { Bound } from "../../decoders/tagging/score_rule.ts";
import { tagger } from "../../decoders/tagging/tagger.ts";
import { hmm, syntheticTask } from "../../datasets/synthetic/mod.ts";

const ROUNDS = 11;
const LABELS = 1000;
const SENTENCES = 1000;
/** So many sentences are made, and decoded again and again. */
const DISTINCT = 100;

const task = syntheticTask(hmm, { labelCount: LABELS, sentences: DISTINCT, seed: 1 });
const { transitions } = task.model;
const sentences = Array.from(
  { length: DISTINCT },
  (_, sentence) => Float32Array.from(task.lattice(sentence).emissions),
);
const batch = Array.from({ length: SENTENCES }, (_, i) => sentences[i % DISTINCT]!);
const longest = Math.max(...task.lengths);
const emission = sentences.reduce((most, block) => {
  for (const score of block) if (score !== -Infinity) most = Math.max(most, Math.abs(score));
  return most;
}, 0);

/** Decodes the batch without looking at a score. */
function copyingOnly(bound: Bound | undefined): () => void {
  const { model } = checkModel(bound === undefined ? { transitions } : { transitions, bound });
  const decode = auto.prepare(model, { expect: 0 });
  if (!takesFloat32(decode)) throw new Error("Cannot compare without SIMD: float32 is not taken");
  const work = newWork();
  return () => {
    for (const emissions of batch) {
      decode({ length: emissions.length / LABELS, emissions }, 1, work);
    }
  };
}

function elapsedMs(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

for (
  const [name, bound] of [
    ["no bound", undefined],
    ["bound", { emission, length: longest }],
    ["bound, float32", { emission, length: longest, unit: 2 ** -6 }],
  ] as const
) {
  const tag = tagger(bound === undefined ? { transitions } : { transitions, bound });
  const checked = () => batch.forEach((block) => void tag.decode(block));
  const copied = copyingOnly(bound);
  const ratios: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const isSwapped = round % 2 !== 0;
    const first = elapsedMs(isSwapped ? checked : copied);
    const second = elapsedMs(isSwapped ? copied : checked);
    if (round >= 0) ratios.push(isSwapped ? first / second : second / first);
  }
  ratios.sort((a, b) => a - b);
  const [low, median, high] = [0, ROUNDS >> 1, ROUNDS - 1].map((i) => ratios[i]!.toFixed(3));
  console.log(`${name}: ${median} (${low} to ${high})`);
}
