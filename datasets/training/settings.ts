/**
 * Settings of CRFs and of BiLSTMs as data: what each means, its values and its default. The command
 * line and the checks read the same tables.
 *
 * @module
 */

/** What a setting is and takes. */
export interface Setting<Value extends number | string = number | string> {
  /** One line for `--help`. */
  readonly help: string;
  /** The default. */
  readonly otherwise: Value;
  /** Placeholder on the command line: a name, a whole number or another one. */
  readonly value: "NAME" | "N" | "X";
  /** The names that it takes; without them it takes numbers. */
  readonly names?: readonly string[];
  /** What it takes, in words. */
  readonly takes: string;
  /** Whether it takes a value. */
  holds(value: unknown): boolean;
}

/** Products of larger settings with weights, gradients and curvatures might overflow. */
const LARGEST = 1e100;

/** Makes settings of one range of numbers. */
type NumberSetting = (otherwise: number, help: string) => Setting<number>;

/** Takes whole numbers from 1. */
export const whole: NumberSetting = numbers(
  "N",
  "whole numbers from 1",
  (number) => Number.isInteger(number) && number >= 1,
);
/** Takes numbers from 0 to below 1. */
export const share: NumberSetting = numbers(
  "X",
  "numbers from 0 to below 1",
  (number) => number >= 0 && number < 1,
);
/** Takes numbers above 0, and none that is too large for products. */
export const positive: NumberSetting = numbers(
  "X",
  `numbers above 0, at most ${LARGEST}`,
  (number) => number > 0 && number <= LARGEST,
);
/** Takes numbers from 0, and none that is too large for products. */
export const fromZero: NumberSetting = numbers(
  "X",
  `numbers from 0 to ${LARGEST}`,
  (number) => number >= 0 && number <= LARGEST,
);

/** Takes names. */
export function oneOf<const Name extends string>(
  otherwise: Name,
  names: readonly Name[],
  help: string,
): Setting<Name> {
  const holds = (value: unknown) => names.includes(value as Name);
  return { help, otherwise, value: "NAME", names, takes: names.join(" or "), holds };
}

function numbers(
  value: "N" | "X",
  takes: string,
  isRight: (number: number) => boolean,
): NumberSetting {
  const holds = (number: unknown) => isRight(number as number);
  return (otherwise, help) => ({ help, otherwise, value, takes, holds });
}

function checkValues(
  what: "" | "a CRF ",
  settings: readonly (readonly [name: string, setting: Setting])[],
  values: object,
): void {
  for (const [name, { takes, holds }] of settings) {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    if (holds(value)) continue;
    throw new RangeError(`Cannot train ${what}with ${name} = ${value}: it takes ${takes}`);
  }
}

/** What is added to the negative log-likelihood: ℓ1·Σ|w| + ℓ2·Σw². */
export interface Penalty {
  /** The weight of the ℓ1 penalty, at least 0. */
  readonly l1: number;
  /** The weight of the ℓ2 penalty, at least 0. */
  readonly l2: number;
  /** Which weights w the sums are over. */
  readonly penalty: "all" | "transitions";
}

/** Steps after whole passes: L-BFGS, and with ℓ1 OWL-QN. */
export interface BatchSettings extends Penalty {
  readonly optimiser: "l-bfgs";
  /** It is done once ten steps have lowered the objective by less than this share of it. */
  readonly tolerance: number;
  /** The first step: −slope/curvature of each weight, or along the slope and 1 long. */
  readonly start: "curvature" | "unit";
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
  Record<
    "optimiser" | "penalty" | "l1" | "l2" | "tolerance" | "start" | "rate" | "batch",
    CrfSetting
  >
> = {
  optimiser: oneOf("l-bfgs", ["l-bfgs", "sgd"], "l-bfgs, which is OWL-QN where l1 > 0, or sgd"),
  l1: fromZero(0, "adds X times the magnitudes of the weights to the objective"),
  l2: fromZero(1, "adds X times the squares of the weights to the objective"),
  penalty: oneOf("all", ["all", "transitions"], "which weights, all or transitions"),
  tolerance: { ...fromZero(1e-5, "done if ten steps gain less than this share"), of: "l-bfgs" },
  start: {
    ...oneOf("curvature", ["curvature", "unit"], "first step: by curvature, or a unit long"),
    of: "l-bfgs",
  },
  rate: { ...positive(0.1, "length of the first step"), of: "sgd" },
  batch: { ...whole(8, "sentences of a step"), of: "sgd" },
};

/** @throws RangeError naming the setting of a CRF that is out of range, and its value */
export function checkCrf(settings: CrfSettings): void {
  const used = Object.entries<CrfSetting>(CRF_SETTINGS)
    .filter(([, { of }]) => of === undefined || of === settings.optimiser);
  checkValues("a CRF ", used, settings);
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
      : { tolerance: settings.tolerance, start: settings.start }),
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
  const used = norms.filter(([, strength]) => strength > 0)
    .map(([norm, strength]) => `${norm} = ${strength}`);
  const on = penalty === "all" ? "all weights" : "the weights of label pairs";
  return [way, used.length === 0 ? "no penalty" : `${used.join(" and ")} on ${on}`].join(", ");
}

/** Whether a training can be interrupted. */
export interface Checkpointing {
  /** File that is written after each epoch, and that `isResumed` goes on from. */
  readonly checkpoint?: string;
  /** Whether to go on from the checkpoint. */
  readonly isResumed?: boolean;
}

/**
 * What each setting means and takes.
 *
 * The network of the tutorial sees words alone. After one pass over the train part of
 * UD English EWT, 86.4% of the tokens of its dev part were right so, 91.8% with `spelling`
 * (`deno task train_bilstm --data corpora/ewt_pos45 --epochs 1 --inputs words --out PACK`).
 */
export const BILSTM_SETTINGS = {
  output: oneOf("crf", ["crf", "softmax"], "crf, or softmax, which has no scores of label pairs"),
  inputs: oneOf(
    "spelling",
    ["words", "spelling"],
    "words, or spelling: suffixes and shapes as well",
  ),
  hidden: whole(96, "numbers of the LSTM in each direction, fast if a multiple of 16"),
  batch: whole(32, "sentences of a step"),
  dropout: share(0.3, "share of the numbers that a step leaves out"),
  unknown: share(0.5, "how often a word that was seen once is taken for an unknown one"),
  optimiser: oneOf("adam", ["adam", "sgd"], "adam or sgd"),
  rate: positive(0.003, "length of the steps of the first epoch"),
  decay: fromZero(0.1, "later epochs take steps of rate/(1 + X·epochs before)"),
  clip: positive(5, "longer gradients are shortened to this"),
  patience: whole(4, "epochs without a better held-out accuracy before it ends"),
};

/** All that the numbers of a trained network depend on, but for corpus, seed and epochs. */
export type BilstmSettings = {
  readonly [Name in keyof typeof BILSTM_SETTINGS]: (typeof BILSTM_SETTINGS)[Name]["otherwise"];
};

/** How a network goes down its gradients. */
export type StepSettings = Pick<BilstmSettings, "optimiser" | "clip">;

/** The defaults of the command line. */
export const BILSTM_DEFAULTS: BilstmSettings = Object.fromEntries(
  Object.entries(BILSTM_SETTINGS).map(([name, { otherwise }]) => [name, otherwise]),
) as unknown as BilstmSettings;

/** @throws RangeError naming the setting of a BiLSTM that is out of range, and its value */
export function checkBilstm(settings: BilstmSettings): void {
  checkValues("", Object.entries(BILSTM_SETTINGS), settings);
}

/** The settings that differ from those of the command. */
export function describeNetwork(settings: BilstmSettings): string {
  const others = Object.entries(settings)
    .filter(([name, value]) => BILSTM_DEFAULTS[name as keyof BilstmSettings] !== value)
    .map(([name, value]) => `${name} ${value}`);
  return others.length === 0 ? "the defaults of the command" : others.join(", ");
}
