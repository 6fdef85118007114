/**
 * How a chain CRF is trained, in words of the command line.
 *
 * @module
 */

import { fromZero, oneOf, positive, type Setting, whole } from "../settings.ts";

/** What is added to the negative log-likelihood: ℓ1·Σ|w| + ℓ2·Σw². */
export interface Penalty {
  /** ℓ1, at least 0. */
  readonly l1: number;
  /** ℓ2, at least 0. */
  readonly l2: number;
  /** Which weights w the sums are over. */
  readonly penalty: "all" | "transitions";
}

/** Steps after whole passes: L-BFGS, and with ℓ1 OWL-QN. */
export interface BatchSettings extends Penalty {
  readonly optimiser: "l-bfgs";
  /** It is done once ten steps have lowered the objective by less than this share of it. */
  readonly tolerance: number;
}

/** Steps after a few sentences: stochastic gradients. */
export interface StochasticSettings extends Penalty {
  readonly optimiser: "sgd";
  /** Length of the first step by the gradient of a sentence; it falls to 0, linearly. */
  readonly rate: number;
  /** Sentences of a step. */
  readonly batch: number;
}

/** How a chain CRF is trained. */
export type CrfSettings = BatchSettings | StochasticSettings;

/** A setting that all ways of training have, or one of them. */
interface CrfSetting extends Setting {
  /** The only optimiser that has it. */
  readonly of?: CrfSettings["optimiser"];
}

/** What each setting means and takes. */
export const CRF_SETTINGS: Readonly<
  Record<"optimiser" | "penalty" | "l1" | "l2" | "tolerance" | "rate" | "batch", CrfSetting>
> = {
  optimiser: oneOf("l-bfgs", ["l-bfgs", "sgd"], "l-bfgs, which is OWL-QN where l1 > 0, or sgd"),
  l1: fromZero(0, "adds X times the magnitudes of the weights to the objective"),
  l2: fromZero(1, "adds X times the squares of the weights to the objective"),
  penalty: oneOf("all", ["all", "transitions"], "which weights, all or transitions"),
  tolerance: { ...fromZero(1e-5, "done if ten steps gain less than this share"), of: "l-bfgs" },
  rate: { ...positive(0.1, "length of the first step"), of: "sgd" },
  batch: { ...whole(8, "sentences of a step"), of: "sgd" },
};

/**
 * Checks the values.
 *
 * @throws RangeError naming the setting that is out of range
 */
export function checkSettings(settings: CrfSettings): void {
  const values: Readonly<Record<string, unknown>> = { ...settings };
  for (const [name, { of, holds }] of Object.entries<CrfSetting>(CRF_SETTINGS)) {
    const isUsed = of === undefined || of === settings.optimiser;
    if (!isUsed || holds(values[name])) continue;
    throw new RangeError(`Cannot train a CRF with ${name} = ${values[name]}`);
  }
  if (settings.optimiser === "sgd" && settings.l1 > 0) {
    throw new RangeError(
      `Cannot train a CRF by sgd with l1 = ${settings.l1}: only l-bfgs takes it`,
    );
  }
}

/** The settings as flags, in one order. */
export function settingsFlags(settings: CrfSettings): Record<string, string | number> {
  const { optimiser, l1, l2, penalty } = settings;
  return {
    optimiser,
    ...(settings.optimiser === "sgd"
      ? { rate: settings.rate, batch: settings.batch }
      : { tolerance: settings.tolerance }),
    l1,
    l2,
    penalty,
  };
}

/** The settings in words, for a page: "L-BFGS, ℓ2 = 0.5 on all weights". */
export function describeCrf(settings: CrfSettings): string {
  const { l1, l2, penalty } = settings;
  const way = settings.optimiser === "sgd"
    ? `stochastic gradients, rate ${settings.rate}, ${settings.batch} sentences a step`
    : `${l1 > 0 ? "OWL-QN" : "L-BFGS"}, tolerance ${settings.tolerance}`;
  const norms = [["ℓ1", l1], ["ℓ2", l2]] as const;
  const given = norms.filter(([, strength]) => strength > 0)
    .map(([norm, strength]) => `${norm} = ${strength}`);
  const on = penalty === "all" ? "all weights" : "the weights of label pairs";
  return [way, given.length === 0 ? "no penalty" : `${given.join(" and ")} on ${on}`].join(", ");
}
