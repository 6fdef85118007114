/**
 * The study of pruning for the partition sum: why it does not pay.
 *
 * Any pruning that keeps some labels K_t at each position t and loses the share ε of Z at most must
 * keep Σ over y in K_t of p_t(y) ≥ 1 − ε at every t: what is dropped at t alone is lost, p being
 * the marginals. So `keptByOracle`, the least labels with so much mass, keeps no more at any
 * position than any pruning whatever, however clever.
 *
 * @module
 */

import { keptCounts } from "../../decoders/dominance.ts";
import { exp } from "../../decoders/kernels/probability/exp.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { marginals } from "../../decoders/probability/log_partition.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { listRealDatasets } from "../../harness/problems/sequence/discover.ts";
import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { type LineOf, number, word } from "../../harness/store/table.ts";
import { tableOf } from "../columns.ts";
import { formatRatio, formatShare, significant } from "../numbers/format.ts";
import { dots, hues, linear, lines, log, mark } from "../picture.ts";
import { total } from "../numbers/statistics.ts";
import { OF_DATASET, ofDataset, perDataset } from "./_corpora.ts";
import { chartOf, counts, groupsOf, study, texts, titleOf } from "./contract.ts";

/** Shares of Z that may be lost. */
const EPSILONS = [1e-1, 1e-2, 1e-4, 1e-6, 1e-9];
/** Sentences of a dataset, and of one where a step takes millions of products. */
const SENTENCES = 40;
const FEW = 8;
const MANY_LABELS = 1000;
/** Labels at a position that others are compared with: its best so many. */
const RIVALS = 4;
/** The methods that lose a share of Z. */
const PRUNINGS = ["oracle", "dominance"] as const;

/** Labels that a method keeps at all positions together. */
const COLUMNS = {
  ...OF_DATASET,
  /** Transitions that are not 0. */
  non_zero: number,
  positions: number,
  method: word(...PRUNINGS, "best path"),
  /** Share of Z that may be lost. */
  epsilon: number,
  kept: number,
};
type Line = LineOf<typeof COLUMNS>;

export default study({
  name: "partition",
  meaning: "labels that pruning keeps for the partition sum of CRFs, by what may be lost",
  title: "Pruning for the partition sum",
  order: 60,
  introduction: [
    "Decoders are fast because they drop labels that no best path can have. Could the sum over all " +
    "paths, log Z, drop labels too, if it may lose the share ε of Z? Counted are the labels kept " +
    "at all positions but the last of a sentence, by two prunings.",
    "The *oracle* knows the marginals and keeps the least labels that hold 1 − ε of the mass at each " +
    "position. No pruning that loses ε at most keeps fewer, at any position: the paths through what " +
    "it drops there are lost, and their share of Z is the sum of the dropped marginals, which must " +
    "not exceed ε. *Dominance* does not know them: it drops y where another label x carries so much " +
    "more that, whatever follows, the paths through y weigh at most r(y) of those through x, " +
    "with r(y) = α(y)/α(x) · exp max_z (e(y, z) − e(x, z)); what is dropped at the T − 1 positions " +
    "has Σ r ≤ ε, and so loses ε·Z at most. For the *best path* alone it is forward dominance as the " +
    "decoder has it.",
    "A forward pass that prunes as it goes multiplies the labels kept at a position by all labels of " +
    "the next, of which nobody knows yet which are kept: its share of the products is that of the " +
    "labels. Who knows it beforehand, as the oracle does, multiplies kept labels by kept ones, which " +
    "is about the square: half of the labels are a quarter of the products. Beside it stands what " +
    "`exceptions` take, which lose nothing: L sums and a correction for each transition that is not " +
    "0, as a share of the L² products of dense sums. There are no times: counts are the same on " +
    "every machine.",
  ],
  columns: COLUMNS,

  async *cells(settings) {
    const crfs = (await listRealDatasets()).filter((name) => name.endsWith("_crf"));
    const size = ({ model }: Dataset) => model.labelCount < MANY_LABELS ? SENTENCES : FEW;
    yield* perDataset(settings, crfs, SENTENCES, size, countKept);
  },

  summarise: (lines) =>
    lines.map((line) => ({
      ...line,
      /** The method with what it may lose: "oracle, ε = 0.01". */
      way: line.epsilon === 1 ? line.method : `${line.method}, ε = ${line.epsilon}`,
      /** Mean labels kept a position, and of all labels. */
      mean: line.kept / line.positions,
      share: line.kept / line.positions / line.labels,
      /** The share of the products that sums with exceptions take. */
      exceptions: (line.labels + line.non_zero) / line.labels ** 2,
    })),

  tables: (kept) => [{
    name: "partition-kept",
    title: "Labels kept by ε",
    note: "Mean labels kept a position by method and ε; the share of the products that sums with " +
      "exceptions take, without any loss; last, the share of the labels that the oracle keeps at " +
      "the smallest ε, whose square is about the least share of the products that any pruning " +
      "could take.",
    content: tableOf([
      ...texts("dataset"),
      ...counts("labels", "positions"),
      ...[...new Set(kept.map(({ way }) => way))].map((name) => ({
        name,
        of: ({ own }: { own: typeof kept }) => own.find(({ way }) => way === name)?.mean ?? "",
        as: formatRatio,
      })),
      { name: "exceptions", of: ({ exceptions }) => exceptions, as: formatShare },
      {
        name: "labels of the oracle",
        of: ({ own }) =>
          own.filter(({ method }) => method === "oracle")
            .toSorted((a, b) => a.epsilon - b.epsilon)[0]?.share,
        as: formatShare,
      },
    ], groupsOf(kept, "dataset").map((own) => ({ ...own[0], own }))),
  }],

  charts: (kept) => {
    const pruned = kept.filter(({ method }) => method !== "best path");
    const rows = pruned.map(({ dataset, labels, method, epsilon, share, exceptions }) => ({
      dataset: titleOf(dataset, labels),
      method,
      epsilon,
      share: significant(share),
      shareText: formatShare(share),
      // With an exception for every transition they are more than those of dense sums.
      exceptions: significant(Math.min(1, exceptions)),
      exceptionsText: formatShare(exceptions),
    }));
    return [chartOf({
      name: "partition-kept",
      title: "Labels that pruning keeps for log Z",
      subtitle: "dashed: products of exact sums with exceptions",
      description:
        "Mean share of the labels kept a position by the share of Z that may be lost, a panel for " +
        "each dataset. The dashed line is the share of the products that exact sums with " +
        "exceptions take, at 100% where it is more.",
      rows,
    }, {
      by: "dataset",
      order: [],
      columns: 2,
      view: {
        width: 340,
        height: 190,
        x: log("epsilon", "ε, share of Z that may be lost", {
          ticks: [...new Set(rows.map(({ epsilon }) => epsilon))],
          scale: { reverse: true },
        }),
        y: linear("share", "share of the labels", { domain: [0, 1], format: "~p" }),
        looks: hues("method", PRUNINGS),
        layers: [
          mark("rule", {
            x: { value: "width" },
            x2: { value: 0 },
            y: { field: "exceptions", aggregate: "mean" },
            color: { value: "#7d7d7d" },
          }, { mark: { strokeDash: [4, 3] } }),
          lines(),
          dots({
            dataset: "dataset",
            method: "pruning",
            epsilon: "ε",
            shareText: "labels kept",
            exceptionsText: "products with exceptions",
          }),
        ],
      },
    })];
  },
});

/** Counts labels kept at all positions but the last of a sentence, by method and ε; no times. */
function countKept(sample: SequenceSample): Line[] {
  const { model, lattices } = sample;
  const { labelCount, transitions } = model;
  const long = lattices.filter(({ length }) => length > 1);
  if (long.length === 0) return [];
  const facts = {
    ...ofDataset(sample),
    non_zero: transitions.filter((score) => score !== 0).length,
    sentences: long.length,
    positions: total(long, ({ length }) => length - 1),
  };
  const sum = marginals(model);
  const nodes = long.map((lattice) => sum(lattice)?.nodes ?? new Float64Array());
  const keptOf = (mask: KeptLabels) => total(mask.subarray(0, mask.length - labelCount));
  const lines = EPSILONS.flatMap((epsilon) => {
    const masks = {
      oracle: nodes.map((own) => keptByOracle(own, labelCount, epsilon)),
      dominance: long.map(massDominance(model, epsilon)),
    };
    return PRUNINGS.map((method): Line => ({
      ...facts,
      method,
      epsilon,
      kept: total(masks[method], keptOf),
    }));
  });
  // For the best path alone all but one path may be lost.
  const count = keptCounts(model);
  const kept = total(long, (lattice) => total(count(lattice).subarray(0, -1)));
  return [...lines, { ...facts, method: "best path", epsilon: 1, kept }];
}

/** Which labels are kept: T×L, 1 for kept. */
export type KeptLabels = Uint8Array;

/**
 * The least labels with at least 1 − ε of the mass at each position: what someone would keep who
 * knows the marginals beforehand. Of labels with the same marginal the first are dropped.
 *
 * @param nodes marginals, T×L
 */
export function keptByOracle(nodes: Float64Array, labelCount: number, epsilon: number): KeptLabels {
  const kept = new Uint8Array(nodes.length).fill(1);
  for (let row = 0; row < nodes.length; row += labelCount) {
    dropLeast(nodes.subarray(row, row + labelCount), epsilon, kept.subarray(row, row + labelCount));
  }
  return kept;
}

/**
 * Prepares forward dominance for sums: drops y at t where some x carries so much more that all that
 * is dropped weighs ε·Z at most, without knowing what follows.
 *
 * With α the sums of the prefixes left, whatever follows y has at most
 * r(y) = α(y)/α(x)·exp max_z (e(y, z) − e(x, z)) times the mass of the same behind x, which is at
 * most Z. So dropping labels with Σ r ≤ ε/(T−1) at each of T−1 positions loses at most ε·Z. The
 * last position is not pruned.
 *
 * Cost: L² for each label that is ever among the best, and the sums of dense forward.
 */
export function massDominance({ labelCount, transitions }: Model, epsilon: number) {
  // The largest is 1: sums are divided by the largest of their position, so that nothing changes.
  const top = transitions.reduce((most, score) => Math.max(most, score), -Infinity);
  const factors = transitions.map((score) => exp(score - top));
  const gains: Float64Array[] = [];
  const gainOver = (x: number) => gains[x] ??= gainsOver(transitions, labelCount, x);
  return ({ length, emissions }: Lattice): KeptLabels => {
    const kept = new Uint8Array(length * labelCount).fill(1);
    let alpha = new Float64Array(labelCount).fill(1);
    for (let t = 0; t < length; t++) {
      const own = kept.subarray(t * labelCount, (t + 1) * labelCount);
      addEmissions(alpha, emissions.subarray(t * labelCount, (t + 1) * labelCount));
      if (t === length - 1) break;
      dropLeast(sharesOf(alpha, gainOver), epsilon / (length - 1), own);
      const next = new Float64Array(labelCount);
      for (let y = 0; y < labelCount; y++) {
        if (own[y] === 0 || alpha[y] === 0) continue;
        const row = y * labelCount;
        for (let z = 0; z < labelCount; z++) next[z]! += alpha[y]! * factors[row + z]!;
      }
      alpha = next;
    }
    return kept;
  };
}

/** Drops the labels with the smallest shares, as long as these sum to no more than `most`. */
function dropLeast(shares: Float64Array, most: number, kept: Uint8Array): void {
  const order = Uint32Array.from(shares.keys()).sort((a, b) => shares[a]! - shares[b]!);
  let sum = 0;
  for (const label of order) {
    sum += shares[label]!;
    if (!(sum <= most)) return;
    kept[label] = 0;
  }
}

/** r(y) of every label, the least over some of the best labels x. */
function sharesOf(alpha: Float64Array, gainOver: (x: number) => Float64Array): Float64Array {
  const shares = new Float64Array(alpha.length).fill(Infinity);
  const best = Uint32Array.from(alpha.keys()).sort((a, b) => alpha[b]! - alpha[a]!);
  for (const x of best.subarray(0, RIVALS)) {
    if (alpha[x] === 0) continue;
    const gains = gainOver(x);
    for (let y = 0; y < alpha.length; y++) {
      const share = alpha[y] === 0 ? 0 : alpha[y]! / alpha[x]! * gains[y]!;
      if (share < shares[y]!) shares[y] = share;
    }
  }
  return shares;
}

/** The largest ratio of edge weights, exp max_z (e(y, z) − e(x, z)), for every label y. */
function gainsOver(transitions: Float64Array, labelCount: number, x: number): Float64Array {
  return Float64Array.from({ length: labelCount }, (_, y) => {
    let gain = -Infinity;
    for (let z = 0; z < labelCount; z++) {
      const score = transitions[y * labelCount + z]!;
      // −∞ − (−∞) is not a number: neither goes on to z.
      if (score !== -Infinity) gain = Math.max(gain, score - transitions[x * labelCount + z]!);
    }
    return gain > 700 ? Infinity : exp(gain);
  });
}

/** Multiplies by exp of the emissions; the largest product becomes 1. */
function addEmissions(alpha: Float64Array, emissions: Float64Array): void {
  const largest = emissions.reduce((most, score) => Math.max(most, score), -Infinity);
  let most = 0;
  for (let y = 0; y < alpha.length; y++) {
    alpha[y]! *= exp(emissions[y]! - largest);
    most = Math.max(most, alpha[y]!);
  }
  for (let y = 0; y < alpha.length; y++) alpha[y]! /= most;
}
