/**
 * Plans: the cells of a run, resolved from a suite and the command line.
 *
 * @module
 */

import type { Decoder } from "../decoders/contract.ts";
import type { Found } from "../datasets/modules.ts";
import { findDecoders, listSuites, resolveDataset, type ResolvedDataset } from "./discover.ts";
import type { Block, Suite } from "./suite.ts";
import { unknownName, UsageError } from "./usage_error.ts";
import { resolveVariant, type Variant } from "./variant.ts";

/** The decoder that all others are compared with, and the reference for their answers. */
export const BASELINE = "viterbi";
/** The baseline once more, to show how far two measurements of one thing differ. */
export const CONTROL = "control";

/** What the command line may change of a suite. */
export interface PlanOptions {
  /** Name of a suite. */
  readonly suite: string;
  /** Dataset names or paths instead of the suite's. */
  readonly datasets?: readonly string[];
  /** Variants instead of all decoders and the suite's variants. */
  readonly decoders?: readonly string[];
  /** Instead of the suite's. */
  readonly ks?: readonly number[];
  /** Sentences of each dataset instead of the suite's. */
  readonly sentences?: number;
}

/** One column of a dataset's cells. */
export interface PlannedCell {
  /** Variant name, or `control`. */
  readonly name: string;
  readonly variant: Variant;
  readonly k: number;
}

/** A dataset that exists, and how much of it to take. */
export interface PlannedDataset extends ResolvedDataset {
  readonly sentences: number;
  /** The baseline comes first at each k. */
  readonly cells: readonly PlannedCell[];
}

/** What is to be run. */
export interface Plan {
  readonly suite: Suite;
  readonly datasets: readonly PlannedDataset[];
}

/** Sentences of a dataset that the suite does not name. */
const DEFAULT_SENTENCES = 20;

/**
 * Resolves what is to be run. The baseline is added for each k, the control for the first.
 *
 * Datasets that are asked for but not in the suite run what the suite's first block runs.
 *
 * @throws UsageError for unknown suites, datasets, decoders and options, and malformed packs
 */
export async function makePlan(options: PlanOptions): Promise<Plan> {
  const suites = await listSuites();
  const suite = suites.find(({ name }) => name === options.suite);
  if (suite === undefined) {
    throw unknownName("suite", options.suite, suites.map(({ name }) => name));
  }
  const decoders = await findDecoders();
  const ofSuite = suite.blocks.flatMap(({ datasets }) => datasets.map(({ name }) => name));
  const datasets = new Map<string, PlannedDataset>();
  for (const asked of new Set(options.datasets ?? ofSuite)) {
    const dataset = await resolveDataset(asked);
    if (datasets.has(dataset.name)) {
      throw new UsageError(`Cannot run two datasets of the name "${dataset.name}": ${asked}`);
    }
    const own = suite.blocks.filter((block) => sentencesIn(block, dataset.name) !== undefined);
    const blocks = own.length > 0 ? own : suite.blocks.slice(0, 1);
    datasets.set(dataset.name, {
      ...dataset,
      sentences: options.sentences ?? sentencesIn(blocks[0]!, dataset.name) ?? DEFAULT_SENTENCES,
      cells: planCells(blocks, options, decoders),
    });
  }
  return { suite, datasets: [...datasets.values()] };
}

function sentencesIn({ datasets }: Block, name: string): number | undefined {
  return datasets.find((dataset) => dataset.name === name)?.sentences;
}

function planCells(
  blocks: readonly Block[],
  { decoders, ks }: PlanOptions,
  found: readonly Found<Decoder>[],
): PlannedCell[] {
  const baseline = resolveVariant(BASELINE, found);
  const byK = new Map<number, Map<string, Variant>>();
  for (const block of blocks) {
    const all = block.allDecoders ? found.map(({ value }) => value.name) : [];
    for (const k of ks ?? block.ks) {
      const variants = byK.get(k) ?? new Map([[baseline.name, baseline]]);
      for (const name of decoders ?? [...all, ...block.variants]) {
        const variant = resolveVariant(name, found);
        variants.set(variant.name, variant);
      }
      byK.set(k, variants);
    }
  }
  return [...byK].flatMap(([k, variants], index) => {
    const [first, ...others] = [...variants].map(([name, variant]) => ({ name, variant, k }));
    const control = index === 0 ? [{ name: CONTROL, variant: baseline, k }] : [];
    return [first!, ...control, ...others];
  });
}
