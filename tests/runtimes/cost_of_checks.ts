/**
 * What checking and rounding cost: `deno run -P=cell tests/runtimes/cost_of_checks.ts`, on a quiet
 * machine.
 *
 * 1,000 sentences with 1,000 labels in blocks of float32, decoded by `auto`: through `tagger`, and
 * as lattices, which are copied into the decoder's memory and nothing else. Then some of them,
 * through `prepared` and as lattices, by decoders that copy and by others. Both take turns, in
 * rounds. Prints the median of the ratios of their times.
 *
 * @module
 */

import auto from "../../decoders/auto.ts";
import carpediem from "../../decoders/carpediem.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { resolveOptions } from "../../decoders/chain/options.ts";
import { type Decoder, newWork, takesFloat32 } from "../../decoders/contract.ts";
import dominance from "../../decoders/dominance.ts";
import viterbi from "../../decoders/kernels/dense/viterbi.ts";
import { checkModel } from "../../decoders/tagging/model.ts";
import type { Bound } from "../../decoders/tagging/score_rule.ts";
import { tagger } from "../../decoders/tagging/tagger.ts";
import { hmm, syntheticDataset } from "../../datasets/synthetic/mod.ts";

const ROUNDS = 11;
const LABELS = 1000;
const SENTENCES = 1000;
/** So many sentences are made, and decoded again and again. */
const DISTINCT = 100;

const dataset = syntheticDataset(hmm, { labelCount: LABELS, sentences: DISTINCT, seed: 1 });
const { transitions } = dataset.model;
const sentences = Array.from(
  { length: DISTINCT },
  (_, sentence) => Float32Array.from(dataset.lattice(sentence).emissions),
);
const batch = Array.from({ length: SENTENCES }, (_, i) => sentences[i % DISTINCT]!);
const longest = Math.max(...dataset.lengths);
const emission = sentences.reduce((most, block) => {
  for (const score of block) if (score !== -Infinity) most = Math.max(most, Math.abs(score));
  return most;
}, 0);

/** Decodes the batch without looking at a score. */
function copyingOnly(bound: Bound | undefined): () => void {
  const { model } = checkModel(bound === undefined ? { transitions } : { transitions, bound });
  const decode = auto.prepare(model, { expect: 0, kernel: "simd" });
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
  compare(`tagger, ${name}`, checked, copied);
}

for (
  const [name, decoder, kernel, lattices] of [
    ["auto", auto, undefined, batch],
    ["dominance", dominance, "plain", sentences],
    ["dominance with SIMD", dominance, "simd", batch],
    ["carpediem", carpediem, undefined, sentences],
    ["viterbi with SIMD", viterbi, "simd", sentences.slice(0, 20)],
  ] as [string, Decoder, string | undefined, Float32Array[]][]
) {
  const options = kernel === undefined ? {} : { kernel };
  const checked = prepared(decoder, dataset.model, options);
  const raw = decoder.prepare(dataset.model, resolveOptions(decoder, options));
  for (const Scores of [Float64Array, Float32Array]) {
    if (Scores === Float32Array && !takesFloat32(raw)) continue;
    const all = lattices.map((scores) => ({
      length: scores.length / LABELS,
      emissions: Scores.from(scores) as Float64Array<ArrayBuffer>,
    }));
    const work = newWork();
    compare(
      `prepared, ${name}, ${Scores.name}`,
      () => all.forEach((lattice) => void checked(lattice, 1, work)),
      () => all.forEach((lattice) => void raw(lattice, 1, work)),
    );
  }
}

/** Prints how many times as long it takes with checks. */
function compare(name: string, checked: () => void, unchecked: () => void): void {
  const ratios: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const isSwapped = round % 2 !== 0;
    const first = elapsedMs(isSwapped ? checked : unchecked);
    const second = elapsedMs(isSwapped ? unchecked : checked);
    if (round >= 0) ratios.push(isSwapped ? first / second : second / first);
  }
  ratios.sort((a, b) => a - b);
  const [low, median, high] = [0, ROUNDS >> 1, ROUNDS - 1].map((i) => ratios[i]!.toFixed(3));
  console.log(`${name}: ${median} (${low} to ${high})`);
}
