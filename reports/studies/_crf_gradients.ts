/**
 * The time of a CRF's objective and gradient, by the way in which sums are taken.
 *
 * @module
 */

import type { Arithmetic } from "../../decoders/probability/estimate.ts";
import { Random } from "../../datasets/random.ts";
import { CorpusLoss } from "../../datasets/training/crf/corpus_loss.ts";
import { blockLoss } from "../../datasets/training/crf/gradient_blocks.ts";
import { seenSupport, weightCount } from "../../datasets/training/crf/support.ts";
import { encode, type StudyCorpus } from "./_corpora.ts";
import { type CrfLine, crfLine } from "./_crf_lines.ts";

const ARITHMETICS: readonly Arithmetic[] = ["auto", "scaled", "exceptions", "log"];
/** Passes that the compiler of the machine gets. */
const WARM_UPS = 2;
const ROUNDS = 7;
/** Standard deviation of the weights: like those of a model that has begun to learn. */
const SPREAD = 0.3;

/** Times passes over the training sentences in one thread, the ways in turns. */
export function gradientLines(corpus: StudyCorpus, seed: number): CrfLine[] {
  const { training, labelCount, featureCount } = encode(corpus);
  const support = seenSupport(training, labelCount, featureCount);
  const random = new Random(seed);
  const weights = new Float64Array(weightCount(support)).map(() => SPREAD * random.gaussian());
  const gradient = new Float64Array(weights.length);
  const ways = ARITHMETICS.map((arithmetic) => {
    const loss = new CorpusLoss(training, support, weights, { arithmetic });
    const nodes = new Float64Array(loss.nodeCount);
    const pass = () => {
      const start = performance.now();
      loss.refresh();
      blockLoss(loss, support, nodes, [0, training.lengths.length], gradient);
      return performance.now() - start;
    };
    return { arithmetic, pass };
  });
  for (let i = 0; i < WARM_UPS; i++) ways.forEach(({ pass }) => pass());
  const facts = {
    kind: "gradient" as const,
    dataset: corpus.name,
    corpus: corpus.hash,
    labels: labelCount,
    sentences: training.lengths.length,
    tokens: training.labels.length,
    pairs: support.pairs.length,
  };
  const lines: CrfLine[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { arithmetic, pass } of random.shuffle([...ways])) {
      lines.push(crfLine({ ...facts, arithmetic, round, pass_ms: pass() }));
    }
  }
  return lines;
}
