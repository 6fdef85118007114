/**
 * Synthetic datasets: seeded families of lattices for any number of labels.
 *
 * @module
 */

import { shown } from "../decoders/chain/score_check.ts";
import { FACTOR_TENSORS, LABEL_COMPONENTS } from "./packs/product.ts";
import { type Tensor, tensor } from "./packs/tensors.ts";
import { packDataset } from "./packs/pack.ts";
import { Random } from "./random.ts";
import type { Family } from "./synthetic/families.ts";
import type { Dataset } from "./dataset.ts";

export type { Family } from "./synthetic/families.ts";

/**
 * Mean sentence lengths of the papers' datasets by label count: POS tagging, CoNLL-2000, search
 * queries, CoNLL-2003, supertags. Source: Huang et al. 2012, Table 2.
 */
const MEAN_LENGTHS: readonly (readonly [labelCount: number, meanLength: number])[] = [
  [45, 23],
  [319, 23],
  [323, 3],
  [443, 12],
  [2602, 22],
];

/** Bytes of emissions, and of transitions, at most: with copies that are checked, 8 GiB. */
const MAX_BYTES = 2 ** 32;

/** How many lattices of a family to make. */
export interface SyntheticSize {
  /** L ≥ 1, the number of labels; twice as many with `voicing`. */
  readonly labelCount: number;
  /** S ≥ 1, the number of sentences. */
  readonly sentences: number;
  /** Same seed, same lattices; more sentences only add to those of a smaller dataset. */
  readonly seed: number;
  /** Instead of the family's default. */
  readonly dial?: number;
  /** Length of every sentence, instead of a distribution. */
  readonly length?: number;
  /** Whether each label is there twice, voiced and not, where the family can: `pitch`. */
  readonly voicing?: boolean;
}

/** What the name of a synthetic dataset may set. */
export type SyntheticSettings = Pick<SyntheticSize, "dial" | "length" | "voicing">;

/** Mean length of the papers' dataset with that many labels, or the next larger, or the last. */
export function meanLength(labelCount: number): number {
  const dataset = MEAN_LENGTHS.find(([labels]) =>
    labels === labelCount || (labels > labelCount && labels !== 323)
  );
  return (dataset ?? MEAN_LENGTHS.at(-1)!)[1];
}

/**
 * Makes a dataset of a family. Lengths are 1 plus the sum of two geometric variables (a negative
 * binomial), with the mean of the papers' dataset of that size.
 *
 * Cost: O(L² + tokens·L).
 *
 * @throws as `checkSize`, for a seed that is no integer, and as `packDataset`
 */
export function syntheticDataset(family: Family, size: SyntheticSize): Dataset {
  checkSize(family, size);
  const { labelCount, sentences, seed, dial = family.dial.default, length } = size;
  if (!Number.isInteger(seed)) {
    throw new RangeError(`Cannot make a synthetic task with this seed: ${shown(seed)}`);
  }
  const voicing = size.voicing === true ? family.voicing : undefined;
  const width = widthOf(size);
  const modelRandom = new Random(seed, 0);
  const transitions = family.transitions(labelCount, dial, modelRandom);
  const emit = (voicing ?? family).emitter(labelCount, dial, transitions, modelRandom);
  const randoms = Array.from(
    { length: sentences },
    (_, sentence) => new Random(seed, 1 + sentence),
  );
  const lengths = Int32Array.from(randoms, (random) => length ?? drawLength(labelCount, random));
  const positions = lengths.reduce((sum, length) => sum + length, 0);
  const emissions = new Float64Array(positions * width);
  let row = 0;
  lengths.forEach((length, sentence) => {
    for (let t = 0; t < length; t++, row++) {
      const scores = emissions.subarray(row * width, (row + 1) * width);
      emit(scores, t, randoms[sentence]!);
    }
  });
  const name = syntheticName(family, size);
  return packDataset({
    metadata: {
      name,
      licence: "CC0-1.0",
      provenance: `Trellis, family ${family.name}, seed ${seed}, dial ${dial}`,
    },
    tensors: new Map([
      ["emissions", tensor(emissions, [positions, width])],
      ["lengths", tensor(lengths)],
      ...transitionTensors(transitions, labelCount, voicing?.transitions),
    ]),
  }, name);
}

/**
 * Checks that a dataset has labels and sentences, and no more scores than can be held.
 *
 * @throws RangeError for sizes that are none, for emissions or transitions beyond 4 GiB, and for
 * voicing where the family has none
 */
export function checkSize(
  family: Family,
  size: Omit<SyntheticSize, "seed">,
): void {
  const { labelCount, sentences, length = meanLength(labelCount), dial = 0 } = size;
  const counts = { labels: labelCount, sentences, positions: length };
  for (const [name, value] of Object.entries(counts)) {
    if (Number.isInteger(value) && value >= 1) continue;
    throw new RangeError(`Cannot make a synthetic task with this number of ${name}: ${value}`);
  }
  if (!Number.isFinite(dial)) {
    throw new RangeError(`Cannot make a synthetic task with the dial ${dial}`);
  }
  if (size.voicing === true && family.voicing === undefined) {
    throw new RangeError(`Cannot make labels of family ${family.name} with voicing: true`);
  }
  const width = widthOf(size);
  const bytes = Math.max(length * sentences, width) * width * Float64Array.BYTES_PER_ELEMENT;
  if (bytes > MAX_BYTES) {
    throw new RangeError(
      `Cannot make ${syntheticName(family, size)} with ${sentences} sentences: ` +
        `its scores would take ${(bytes / 2 ** 30).toPrecision(3)} GiB, at most 4 are made`,
    );
  }
}

/** `synthetic-<family>-<L>`, with what is set of it in braces. */
export function syntheticName(
  { name }: Family,
  { labelCount, dial, length, voicing }: Omit<SyntheticSize, "sentences" | "seed">,
): string {
  const settings = [
    ...(dial === undefined ? [] : [`dial=${dial}`]),
    ...(length === undefined ? [] : [`length=${length}`]),
    ...(voicing === true ? ["voicing=true"] : []),
  ];
  return `synthetic-${name}-${labelCount}${settings.length === 0 ? "" : `{${settings}}`}`;
}

/** How many labels a model has. */
function widthOf({ labelCount, voicing }: Pick<SyntheticSize, "labelCount" | "voicing">): number {
  return voicing === true ? 2 * labelCount : labelCount;
}

/** Transitions, or the two matrices that those of voiced and unvoiced labels are the sum of. */
function transitionTensors(
  transitions: Float64Array,
  labelCount: number,
  voicing?: Float64Array,
): [string, Tensor][] {
  const own = tensor(transitions, [labelCount, labelCount]);
  if (voicing === undefined) return [["transitions", own]];
  const components = Array.from({ length: 2 * labelCount }, (_, label) => [
    Math.floor(label / labelCount),
    label % labelCount,
  ]);
  return [
    [LABEL_COMPONENTS, tensor(Int32Array.from(components.flat()), [2 * labelCount, 2])],
    [FACTOR_TENSORS[0], tensor(voicing, [2, 2])],
    [FACTOR_TENSORS[1], own],
  ];
}

function drawLength(labelCount: number, random: Random): number {
  const extra = (meanLength(labelCount) - 1) / 2;
  return 1 + random.geometric(extra) + random.geometric(extra);
}
