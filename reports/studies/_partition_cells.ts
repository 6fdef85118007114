/**
 * Why pruning does not pay for the partition sum of a CRF.
 *
 * @module
 */

import { keptCounts } from "../../decoders/dominance.ts";
import { marginals } from "../../decoders/probability/marginals.ts";
import { listRealDatasets, resolveDataset } from "../../harness/problems/sequence/discover.ts";
import { type Dataset, takeSample } from "../../harness/problems/sequence/sample.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { hash } from "./_corpora.ts";
import { keptByOracle, type KeptLabels, massDominance } from "./_kept_mass.ts";
import { type LineOf, number, text, word } from "../../harness/store/table.ts";

/** Shares of Z that may be lost. */
const EPSILONS = [1e-1, 1e-2, 1e-4, 1e-6, 1e-9];
/** Sentences of a dataset, and of one where a step takes millions of products. */
const SENTENCES = 40;
const FEW = 8;
const MANY_LABELS = 1000;

const COLUMNS = {
  dataset: text,
  pack: text,
  labels: number,
  /** Transitions that are not 0. */
  non_zero: number,
  sentences: number,
  positions: number,
  method: word("oracle", "dominance", "best path"),
  /** Share of Z that may be lost. */
  epsilon: number,
  kept: number,
};

/** Labels that a method keeps at all positions together. */
export type PartitionLine = LineOf<typeof COLUMNS>;

/** Counts labels kept at all positions but the last of a sentence; no times. */
const partition: Runner<PartitionLine> = {
  name: "partition",
  meaning: "labels that pruning keeps for the partition sum of CRFs, by what may be lost",
  columns: Object.keys(COLUMNS),
  cells,
};
export default partition;

async function cells(
  { datasets, sentences, seed }: StudySettings,
  sources: string,
): Promise<StudyCell<PartitionLine>[]> {
  const crfs = (await listRealDatasets()).filter((name) => name.endsWith("_crf"));
  const cells: StudyCell<PartitionLine>[] = [];
  for (const asked of datasets ?? crfs) {
    const { name, open } = await resolveDataset(asked);
    const { hash: pack, model } = (await open(sentences ?? SENTENCES, seed)).task;
    const count = sentences ?? (model.labelCount < MANY_LABELS ? SENTENCES : FEW);
    cells.push({
      key: hash([sources, name, pack, count, EPSILONS]),
      title: `${name}: ${count} sentences`,
      run: async () => countKept(await open(count, seed), count),
    });
  }
  return cells;
}

/** A line for each method and ε. */
function countKept(dataset: Dataset, sentences: number): PartitionLine[] {
  const { name, hash: pack, model, lattices } = takeSample(dataset, sentences);
  const { labelCount, transitions } = model;
  const long = lattices.filter(({ length }) => length > 1);
  const positions = long.reduce((sum, { length }) => sum + length - 1, 0);
  const facts = {
    dataset: name,
    pack,
    labels: labelCount,
    non_zero: transitions.filter((score) => score !== 0).length,
    sentences: long.length,
    positions,
  };
  const sum = marginals(model);
  const nodes = long.map((lattice) => sum(lattice)?.nodes ?? new Float64Array());
  const lines: PartitionLine[] = [];
  for (const epsilon of EPSILONS) {
    const prune = massDominance(model, epsilon);
    const methods = [
      ["oracle", nodes.map((own) => keptByOracle(own, labelCount, epsilon))],
      ["dominance", long.map(prune)],
    ] as const;
    for (const [method, masks] of methods) {
      const kept = masks.reduce((sum, mask) => sum + keptOf(mask, labelCount), 0);
      lines.push({ ...facts, method, epsilon, kept });
    }
  }
  // For the best path alone all but one path may be lost.
  const count = keptCounts(model);
  const kept = long.reduce((sum, lattice) => sum + total(count(lattice).subarray(0, -1)), 0);
  return [...lines, { ...facts, method: "best path", epsilon: 1, kept }];
}

/** Labels kept at all positions but the last. */
function keptOf(mask: KeptLabels, labelCount: number): number {
  return total(mask.subarray(0, mask.length - labelCount));
}

function total(counts: Iterable<number>): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}
