/**
 * Plans: the cells of a run, resolved from a suite and the command line.
 *
 * @module
 */

import { findDecoders, listSuites, resolveDataset, type ResolvedDataset } from "./discover.ts";
import type { Suite } from "./suite.ts";
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
}

/** What is to be run. */
export interface Plan {
  readonly suite: Suite;
  readonly datasets: readonly PlannedDataset[];
  /** The cells of each dataset; the baseline comes first at each k. */
  readonly cells: readonly PlannedCell[];
}

/** Sentences of a dataset that the suite does not name. */
const DEFAULT_SENTENCES = 20;

/**
 * Resolves what is to be run. The baseline is added for each k, the control for the first.
 *
 * @throws UsageError for unknown suites, datasets, decoders and options, and malformed packs
 */
export async function makePlan(options: PlanOptions): Promise<Plan> {
  const suites = await listSuites();
  const suite = suites.find(({ name }) => name === options.suite);
  if (suite === undefined) {
    throw unknownName("suite", options.suite, suites.map(({ name }) => name));
  }
  const found = await findDecoders();
  const names = options.decoders ?? [...found.map(({ value }) => value.name), ...suite.variants];
  const baseline = resolveVariant(BASELINE, found);
  const variants = new Map([[baseline.name, baseline]]);
  for (const name of names) {
    const variant = resolveVariant(name, found);
    variants.set(variant.name, variant);
  }
  const ks = [...new Set(options.ks ?? suite.ks)];
  const cells = ks.flatMap((k, index) => {
    const [first, ...others] = [...variants.values()].map((variant) => ({
      name: variant.name,
      variant,
      k,
    }));
    const control = index === 0 ? [{ name: CONTROL, variant: baseline, k }] : [];
    return [first!, ...control, ...others];
  });
  const datasets = new Map<string, PlannedDataset>();
  for (const asked of new Set(options.datasets ?? suite.datasets.map(({ name }) => name))) {
    const dataset = await resolveDataset(asked);
    if (datasets.has(dataset.name)) {
      throw new UsageError(`Cannot run two datasets of the name "${dataset.name}": ${asked}`);
    }
    const ofSuite = suite.datasets.find(({ name }) => name === dataset.name)?.sentences;
    const sentences = options.sentences ?? ofSuite ?? DEFAULT_SENTENCES;
    datasets.set(dataset.name, { ...dataset, sentences });
  }
  return { suite, datasets: [...datasets.values()], cells };
}
