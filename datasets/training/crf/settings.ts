/**
 * How a chain CRF is trained, in words of the command line.
 *
 * @module
 */

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

/**
 * Checks the numbers.
 *
 * @throws RangeError naming the setting that is out of range
 */
export function checkSettings(settings: CrfSettings): void {
  const { l1, l2 } = settings;
  const check = (name: string, value: number, isRight: boolean) => {
    if (!(isRight && Number.isFinite(value))) {
      throw new RangeError(`Cannot train a CRF with ${name} = ${value}`);
    }
  };
  check("l1", l1, l1 >= 0);
  check("l2", l2, l2 >= 0);
  if (settings.optimiser === "l-bfgs") {
    check("tolerance", settings.tolerance, settings.tolerance >= 0);
    return;
  }
  check("rate", settings.rate, settings.rate > 0);
  check("batch", settings.batch, settings.batch >= 1 && Number.isInteger(settings.batch));
  if (l1 > 0) {
    throw new RangeError(`Cannot train a CRF by sgd with l1 = ${l1}: only l-bfgs takes it`);
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
export function describeSettings(settings: CrfSettings): string {
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
