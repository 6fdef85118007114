/**
 * How `serve` answers: what was found as a frame or as a line of JSON.
 *
 * @module
 */

import { exp } from "../../decoders/kernels/probability/exp.ts";
import { sentenceStarts } from "../../datasets/dataset.ts";
import { type Tensor, tensor, type TensorFile } from "../../datasets/packs/tensors.ts";
import type { Found } from "./_served.ts";

/** Labels of an answer, pads among them: 1 GiB. */
const MOST_LABELS = 2 ** 28;

/**
 * The answer as a frame's tensors: S sentences, K paths of the longest sentence's T labels.
 * `counts` [S] says how many paths a sentence has; the rest is −∞ and −1.
 */
export function tensorsOf(found: Found): TensorFile {
  const { lengths, paths, totals, marginals, spans, labelCount } = found;
  const tensors = new Map<string, Tensor>();
  const metadata: Record<string, string> = {};
  const S = lengths.length;
  if (paths !== undefined) {
    const K = paths.reduce((most, { length }) => Math.max(most, length), 1);
    const T = lengths.reduce((most, length) => Math.max(most, length), 0);
    if (S * K * T > MOST_LABELS) {
      throw new RangeError(
        `Cannot answer with ${S} sentences of ${K} paths of ${T} labels: an answer has ` +
          `${MOST_LABELS} labels at most, with their pads`,
      );
    }
    const scores = new Float64Array(S * K).fill(-Infinity);
    const labels = new Int32Array(S * K * T).fill(-1);
    paths.forEach((own, s) =>
      own.forEach((path, rank) => {
        scores[s * K + rank] = path.score;
        labels.set(path.labels, (s * K + rank) * T);
      })
    );
    tensors.set("counts", tensor(Int32Array.from(paths, ({ length }) => length)));
    tensors.set("scores", tensor(scores, [S, K]));
    tensors.set("labels", tensor(labels, [S, K, T]));
  }
  if (totals !== undefined) {
    tensors.set("log_partition", tensor(Float64Array.from(totals, ({ value }) => value)));
    tensors.set("log_partition_error", tensor(Float64Array.from(totals, ({ error }) => error)));
  }
  if (marginals !== undefined) {
    const starts = sentenceStarts(lengths);
    const nodes = new Float64Array(starts[S]! * labelCount);
    marginals.forEach((own, s) => nodes.set(own?.nodes ?? [], starts[s]! * labelCount));
    tensors.set("marginals", tensor(nodes, [starts[S]!, labelCount]));
    const errors = Float64Array.from(marginals, (own) => own?.error ?? 0);
    tensors.set("marginals_error", tensor(errors));
  }
  if (spans !== undefined) {
    metadata["spans"] = JSON.stringify(spans.map(({ found }) => found));
    tensors.set("spans_error", tensor(Float64Array.from(spans, ({ error }) => error)));
  }
  return { metadata, tensors };
}

/** The answer as JSON, a sentence as `tag --format json` prints it; −∞ is null. */
export function jsonOf(found: Found): { sentences: unknown[] } {
  const { lengths, paths, totals, marginals, spans, labelCount: L } = found;
  const names = found.labels ?? Array.from({ length: L }, (_, label) => String(label));
  const sentences = lengths.map((length, sentence) => {
    const [total, sums] = [totals?.[sentence], marginals?.[sentence]];
    const row = (t: number) => Array.from(sums!.nodes.subarray(t * L, (t + 1) * L));
    return {
      sentence,
      logPartition: total?.value,
      paths: paths?.[sentence]?.map(({ score, labels }) => ({
        score,
        labels: labels.map((label) => names[label]!),
        probability: total && Math.min(1, exp(score - total.value)),
      })),
      marginals: sums && { labels: names, values: Array.from({ length }, (_, t) => row(t)) },
      spans: spans?.[sentence]?.found,
      errors: {
        logPartition: total?.error,
        marginals: sums?.error,
        spans: spans?.[sentence]?.error,
      },
    };
  });
  return { sentences };
}
