/**
 * How a chain CRF is trained, in words of the command line.
 *
 * @module
 */

import { FROM_ZERO, POSITIVE, type Setting, takesValue, WHOLE } from "../settings.ts";

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
  optimiser: {
    help: "l-bfgs, which is OWL-QN where l1 > 0, or sgd",
    takes: ["l-bfgs", "sgd"],
    otherwise: "l-bfgs",
  },
  l1: {
    help: "adds X times the magnitudes of the weights to the objective",
    takes: FROM_ZERO,
    otherwise: 0,
  },
  l2: {
    help: "adds X times the squares of the weights to the objective",
    takes: FROM_ZERO,
    otherwise: 1,
  },
  penalty: {
    help: "which weights, all or transitions",
    takes: ["all", "transitions"],
    otherwise: "all",
  },
  tolerance: {
    help: "done if ten steps gain less than this share",
    takes: FROM_ZERO,
    otherwise: 1e-5,
    of: "l-bfgs",
  },
  rate: { help: "length of the first step", takes: POSITIVE, otherwise: 0.1, of: "sgd" },
  batch: { help: "sentences of a step", takes: WHOLE, otherwise: 8, of: "sgd" },
};

/**
 * Checks the values.
 *
 * @throws RangeError naming the setting that is out of range
 */
export function checkSettings(settings: CrfSettings): void {
  const values: Readonly<Record<string, unknown>> = { ...settings };
  for (const [name, setting] of Object.entries<CrfSetting>(CRF_SETTINGS)) {
    const isUsed = setting.of === undefined || setting.of === settings.optimiser;
    if (!isUsed || takesValue(setting, values[name])) continue;
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
