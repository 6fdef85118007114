/**
 * Seeded result rows of made-up decoders on made-up datasets.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import type { Row } from "../../harness/store/rows.ts";
import { datasetColumns, decoderColumns } from "./names.ts";

/** A made-up dataset. */
export interface FakeDataset {
  /** Share of the tokens that an exact decoder labels rightly, where right labels are known. */
  accuracy?: number;
  name: string;
  family: string;
  labels: number;
  sentences: number;
  meanLength: number;
}

/** A made-up decoder. */
export interface FakeDecoder {
  name: string;
  exact: boolean;
  maxK: number;
  exactShare: number;
  iterations: (labels: number) => number;
  /** Share of the dense edges. */
  share: (labels: number, family: string) => number;
  /** Milliseconds for an edge, instead of those of a dense loop. */
  edgeMs?: number;
  /** How the time grows with k, instead of as its root. */
  growth?: (k: number) => number;
  /** MiB beside the lattices, by k; unknown where it is not given. */
  memory?: (k: number) => number;
}

/** Milliseconds for an edge of a dense loop. */
export const DENSE_EDGE_MS = 6e-7;

/** A cell whose pass over all sentences takes longer is timed on the least prefix of them. */
const ALL_MS = 400;

/**
 * Rows of made-up decoders on made-up datasets, seeded. Where a cell is timed on the least prefix,
 * all others are, too.
 */
export function measure(
  datasets: readonly FakeDataset[],
  decoders: readonly FakeDecoder[],
  ks: readonly number[],
  seed: number,
  rounds: number,
): Row[] {
  const random = xoroshiro128plus(seed);
  const noise = (size: number): number => Math.exp(size * (uniformFloat64(random) - 0.5));
  const rows: Row[] = [];
  for (const dataset of datasets) {
    for (const k of ks) {
      const able = decoders.filter(({ maxK }) => k <= maxK);
      const least = Math.min(dataset.sentences, k === 1 ? 16 : 8);
      const timedOf = (decoder: FakeDecoder): number =>
        ALL_MS > dataset.sentences * sentenceMs(dataset, decoder, k) ? dataset.sentences : least;
      const hasSlow = able.some((decoder) => timedOf(decoder) === least);
      for (const decoder of decoders.toReversed()) {
        if (!able.includes(decoder)) {
          const reason = `Cannot decode 5 paths with ${decoder.name}: maxK is 1`;
          rows.push({ ...fakeRow(dataset, decoder, k), status: "skipped", reason, sentences: 0 });
          continue;
        }
        const base = fakeRow(dataset, decoder, k);
        const perSentence = sentenceMs(dataset, decoder, k);
        const used = new Set([timedOf(decoder), ...(hasSlow ? [least] : [])]);
        for (let round = 1; round <= rounds; round++) {
          const drift = 1 + 0.1 * Math.sin(round + dataset.labels);
          for (const timed of used) {
            const spike = uniformFloat64(random) < 0.03 ? 1.4 : 1;
            rows.push({
              ...base,
              round,
              timed_sentences: timed,
              timed_tokens: timed * dataset.meanLength,
              passes: Math.max(1, Math.round(20 / (timed * perSentence))),
              elapsed_ms: timed * perSentence * drift * spike * noise(0.03),
              prepare_ms: dataset.labels ** 2 * 2e-5 * noise(0.2),
            });
          }
        }
      }
    }
  }
  return rows;
}

/** Milliseconds for a sentence. */
function sentenceMs(dataset: FakeDataset, decoder: FakeDecoder, k: number): number {
  const { edge_evaluations: edges } = fakeRow(dataset, decoder, k);
  const growth = (decoder.growth ?? Math.sqrt)(k);
  return edges * (decoder.edgeMs ?? DENSE_EDGE_MS) * growth / dataset.sentences +
    dataset.meanLength * dataset.labels * 4e-6;
}

function fakeRow(dataset: FakeDataset, decoder: FakeDecoder, k: number): Row {
  const { name, family, labels, sentences, meanLength } = dataset;
  const dense = sentences * (meanLength - 1) * labels * labels;
  const inexact = !decoder.exact;
  const goldTokens = dataset.accuracy === undefined ? 0 : sentences * meanLength;
  return {
    key: `${name}/${decoder.name}/${k}`,
    session: 0,
    group: 0,
    round: 0,
    process: 0,
    clock: "decode",
    problem: "sequence",
    ...datasetColumns(name),
    family: family.split("{")[0]!,
    labels,
    pack: `sha256-of-${name}`,
    sample: "all",
    ...decoderColumns(decoder.name),
    exact: decoder.exact,
    k,
    status: "ok",
    verdict: k > decoder.maxK ? "unchecked" : inexact ? "inexact" : "correct",
    compared: k > decoder.maxK ? "nothing" : "bits",
    tolerance: 0,
    reason: "",
    sentences,
    exact_share: decoder.exactShare,
    gold_tokens: goldTokens,
    right_tokens: Math.round(goldTokens * (dataset.accuracy ?? 0) * decoder.exactShare ** 0.1),
    mean_gap: inexact ? (1 - decoder.exactShare) * 3 : 0,
    timed_sentences: 0,
    timed_tokens: 0,
    passes: 0,
    elapsed_ms: 0,
    prepare_ms: 0,
    peak_mb: decoder.memory === undefined ? 0 : 60 + labels / 20 + decoder.memory(k),
    iterations: Math.round(sentences * decoder.iterations(labels)),
    node_expansions: Math.round(
      sentences * meanLength * labels * decoder.share(labels, family) ** 0.5,
    ),
    edge_evaluations: Math.round(dense * decoder.share(labels, family)),
    reference_edges: dense,
  };
}
