/**
 * Accuracy and decoding time of a CRF by its penalty.
 *
 * @module
 */

import { factoredFile } from "../../datasets/packs/factored.ts";
import { packTask } from "../../datasets/packs/pack.ts";
import { seenSupport, weightCount } from "../../datasets/training/crf/support.ts";
import { trainCrf } from "../../datasets/training/crf/train_crf.ts";
import type { Variant } from "../../harness/plan/variant.ts";
import { takeSample } from "../../harness/problems/sequence/sample.ts";
import { encode, type StudyCorpus, testAccuracy } from "./_corpora.ts";
import { type CrfLine, crfLine } from "./_crf_lines.ts";
import { timeRivals } from "./_rivals.ts";

/** Of so many sentences one, at the end, is held out: nothing is chosen on the test part. */
const HELD_OUT = 10;
/** Held-out sentences that decoders are timed on. */
const DECODED = 60;
const TOLERANCE = 1e-4;

/** Trains with one norm and strength, and times decoders on the sentences that are held out. */
export async function penaltyLines(
  corpus: StudyCorpus,
  variants: readonly Variant[],
  { norm, strength }: { readonly norm: "l1" | "l2"; readonly strength: number },
  epochs: number,
  seed: number,
): Promise<CrfLine[]> {
  const cut = corpus.training.length - Math.max(1, Math.floor(corpus.training.length / HELD_OUT));
  const parts = encode({
    ...corpus,
    training: corpus.training.slice(0, cut),
    testing: corpus.training.slice(cut),
  });
  const { training, testing, labelCount, featureCount } = parts;
  let [objective, passes] = [Infinity, 0];
  const model = await trainCrf({
    corpus: training,
    labelCount,
    featureCount,
    settings: {
      optimiser: "l-bfgs",
      tolerance: TOLERANCE,
      l1: norm === "l1" ? strength : 0,
      l2: norm === "l2" ? strength : 0,
      penalty: "all",
    },
    epochs,
    seed,
    workers: 1,
  }, ({ epoch, loss, penalty }) => {
    objective = Math.min(objective, loss + penalty);
    passes = epoch;
  });
  const support = seenSupport(training, labelCount, featureCount);
  const { correct, tokens } = testAccuracy(model, parts);
  const facts = {
    kind: "penalty" as const,
    dataset: corpus.name,
    corpus: corpus.hash,
    labels: labelCount,
    sentences: training.lengths.length,
    tokens: training.labels.length,
    pairs: support.pairs.length,
    norm,
    strength,
    objective,
    epochs: passes,
    weights: weightCount(support),
    kept_weights: model.weights.values.length + model.transitions.values.length,
    kept_pairs: model.transitions.values.length,
    held_out_tokens: tokens,
    right_tokens: correct,
  };
  const task = packTask(factoredFile(model, testing, {}), corpus.name);
  const sample = takeSample({ base: task.name, settings: {}, family: "real", task }, DECODED);
  const folder = await Deno.makeTempDir({ prefix: "trellis-" });
  try {
    const rounds = await timeRivals(sample, folder, variants, 1, seed);
    return rounds.map((round) => crfLine({ ...facts, ...round }));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
