/**
 * The study of pruning for the partition sum: why it does not pay.
 *
 * @module
 */

import { keptCounts } from "../../decoders/dominance.ts";
import { marginals } from "../../decoders/probability/log_partition.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { listRealDatasets } from "../../harness/problems/sequence/discover.ts";
import { type NamedDataset, takeSample } from "../../harness/problems/sequence/sample.ts";
import { type LineOf, number, text, word } from "../../harness/store/table.ts";
import { tableOf } from "../columns.ts";
import { formatRatio, formatShare, significant } from "../numbers/format.ts";
import { dots, hues, linear, lines, log, mark } from "../picture.ts";
import { perDataset } from "./_corpora.ts";
import { keptByOracle, type KeptLabels, massDominance } from "./_kept_mass.ts";
import { total } from "./_resampled.ts";
import { chartOf, counts, groupsOf, study, texts, titleOf } from "./contract.ts";

/** Shares of Z that may be lost. */
const EPSILONS = [1e-1, 1e-2, 1e-4, 1e-6, 1e-9];
/** Sentences of a dataset, and of one where a step takes millions of products. */
const SENTENCES = 40;
const FEW = 8;
const MANY_LABELS = 1000;
/** The methods that lose a share of Z. */
const PRUNINGS = ["oracle", "dominance"] as const;

/** Labels that a method keeps at all positions together. */
const COLUMNS = {
  dataset: text,
  pack: text,
  labels: number,
  /** Transitions that are not 0. */
  non_zero: number,
  sentences: number,
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
    "What pruning could save is the share of labels that it drops. Beside it stands what " +
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
    note: "Mean labels kept a position by method and ε; last, the share of the products that " +
      "sums with exceptions take, without any loss, and of labels that the oracle keeps at the " +
      "smallest ε: the least share of the products that pruning could take.",
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
        name: "least",
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
      exceptions: significant(exceptions),
      exceptionsText: formatShare(exceptions),
    }));
    return [chartOf({
      name: "partition-kept",
      title: "Labels that pruning keeps for log Z",
      subtitle: "dashed: products of exact sums with exceptions",
      description:
        "Mean share of the labels kept a position by the share of Z that may be lost, a panel for " +
        "each dataset. The dashed line is the share of the products that exact sums with " +
        "exceptions take.",
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
function countKept(dataset: NamedDataset, sentences: number): Line[] {
  const { name, hash: pack, model, lattices } = takeSample(dataset, sentences);
  const { labelCount, transitions } = model;
  const long = lattices.filter(({ length }) => length > 1);
  const facts = {
    dataset: name,
    pack,
    labels: labelCount,
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
