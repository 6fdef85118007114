/**
 * What lattice packs hold: dense or padded scores, or the weights of factored and product packs;
 * and how padding is taken off.
 *
 * @module
 */

import { sentenceAt, sentenceStarts } from "../dataset.ts";
import { type SparseRows, UNKNOWN_LABEL } from "../linear_model.ts";
import { counts, INTEGERS, type Kind, listed, SCORES, WEIGHTS } from "./kinds.ts";
import type { Lists } from "./parsing_contents.ts";
import {
  checkLengths,
  field,
  optional,
  type Path,
  Reading,
  refuseUnread,
  type Schema,
  sparse,
  transitionFields,
  within,
} from "./schema.ts";
import { tensor, type TensorData, type TensorFile } from "./tensors.ts";

/** What a factored pack holds. */
export interface FactoredTables {
  /** T of each sentence. */
  readonly lengths: Int32Array;
  /** The features of each position. */
  readonly fired: Lists;
  /** A row a feature, a column a label; weights count the unit. */
  readonly weights: SparseRows;
  /** A row a previous label, a column a label; weights count the unit. */
  readonly transitions: SparseRows;
  /** Right labels, if the pack has them. */
  readonly gold?: Int32Array;
}

/** Other programs write BOOL. */
const MASK: Kind = {
  ...INTEGERS,
  dtypes: ["BOOL", "U8", "I8", "I32", "I64"],
  numbers: "not 0 where a sentence has a position: at the first ones, without gaps",
};
const PAIRS: Kind = { ...listed("components", "components"), numbers: "pairs, none twice" };
const SIZES: Kind = { ...INTEGERS, dtypes: ["I32"] };
const LENGTHS = field(INTEGERS, "lengths", "S", "positions of each sentence", checkLengths);
const GOLD = optional(
  "gold",
  field(INTEGERS, "gold", "N", "right labels, −1 where the model does not have them", checkGold),
);

/** Scores of all sentences, one after the other. */
export const DENSE = {
  emissions: field(SCORES, "emissions", "N,L", "by position and label"),
  lengths: LENGTHS,
  transitions: field(SCORES, "transitions", "L,L", "by previous label and label"),
  start_transitions: optional(
    "start_transitions",
    field(SCORES, "start", "L", "added to the first position of each sentence"),
  ),
  end_transitions: optional(
    "end_transitions",
    field(SCORES, "end", "L", "added to the last position of each sentence"),
  ),
  gold: GOLD,
  label_components: optional(
    "label_components",
    field(PAIRS, "components", "L,2", "the two components p and q of each label"),
  ),
  transitions_factor_0: optional(
    "label_components",
    field(SCORES, "first", "P,P", "by p: with the next tensor instead of `transitions`"),
  ),
  transitions_factor_1: optional(
    "label_components",
    field(SCORES, "second", "Q,Q", "by q: a transition is the sum of both"),
  ),
} satisfies Schema;

/** What is in a dense pack besides where scores of pairs depend on the position. */
export const PAIRED = {
  emissions: DENSE.emissions,
  pairs: field(
    SCORES,
    "pairs",
    "N,L,L",
    "by position, previous label and label: added to `transitions`, which may be missing; " +
      "not read at the first position of a sentence",
  ),
  transitions: DENSE.transitions,
} satisfies Schema;

/** What a file of torch-struct's potentials holds. */
export const POTENTIALS = {
  log_potentials: field(
    SCORES,
    "potentials",
    "B,T−1,L,L",
    "by step, label and previous label: all scores",
  ),
  lengths: optional(
    "lengths",
    field(INTEGERS, "lengths", "B", "positions of each sentence, T if they are missing"),
  ),
} satisfies Schema;

/** What is another tensor where the sentences of a dense pack are padded to one length. */
export const PADDED = {
  emissions: field(SCORES, "emissions", "B,T,L", "what is behind a sentence is not read"),
  mask: optional("mask", field(MASK, "mask", "B,T", "where sentences have positions")),
  lengths: field(INTEGERS, "lengths", "B", "beside the mask, or instead of it"),
  gold: optional("gold", field(INTEGERS, "gold", "B,T", "right labels")),
  pairs: optional(
    "pairs",
    field(SCORES, "pairs", "B,T,L,L", "by position, previous label and label"),
  ),
} satisfies Schema;

/** Weights of features: emissions are sums of those that fire at a position. */
export const FACTORED: Schema<Path<FactoredTables>> = {
  ...within(
    "weights",
    sparse<"values">(
      ["feature_weight_counts", "feature_labels", "feature_weights"],
      "F",
      { what: "labels", below: "L" },
      "how many labels each feature has a weight for",
    ),
  ),
  position_feature_counts: field(
    counts("position_features"),
    "fired.offsets",
    "N",
    "how many features fire at each position",
  ),
  position_features: field(
    listed("features", "F"),
    "fired.ids",
    "Σ position_feature_counts",
    "which, position by position",
  ),
  lengths: LENGTHS,
  gold: GOLD,
  ...transitionFields("how many scores from each previous label are not 0"),
};

/**
 * What a product pack has besides a factored pack of P + Q components; its right labels are pairs.
 */
export const PRODUCT = {
  component_counts: field(SIZES, "sizes", "2", "P and Q"),
  label_components: field(PAIRS, "components", "L,2", "p and q of each label"),
  label_weights: field(WEIGHTS, "weights", "L", "the cross factor"),
  lengths: LENGTHS,
  gold: GOLD,
} satisfies Schema;

function checkGold(reading: Reading, name: string): void {
  const labelCount = reading.sizes.get("L")!;
  reading.integers(name).forEach((label, index) => {
    if (label < labelCount && label >= UNKNOWN_LABEL) return;
    const sentence = sentenceAt(sentenceStarts(reading.integers("lengths")), index);
    const found = `index ${index} is ${label} (sentence ${sentence})`;
    throw reading.refused(name, `${found}, the labels are 0 to ${labelCount - 1}`);
  });
}

/** Words of tensors that say where sentences begin and end. */
const BORDERS = /mask|length|window/i;

/** Refuses what is no tensor of a dense pack. @throws as `refuseUnread` */
export function checkDenseNames(file: TensorFile, source: string): void {
  const own = isPadded(file)
    ? { ...DENSE, ...PADDED }
    : file.tensors.has("log_potentials")
    ? { ...DENSE, ...POTENTIALS }
    : { ...DENSE, ...PAIRED };
  refuseUnread(file, Object.keys(own), source);
}

/** Whether the sentences of a dense pack are padded. */
export function isPadded({ tensors }: TensorFile): boolean {
  return tensors.get("emissions")?.shape.length === 3;
}

/**
 * The tensors of a dense pack without the padding: `emissions` [N,L], `lengths` [B], `gold` [N].
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, sentence and position
 */
export function unpadded(file: TensorFile, source: string): TensorFile {
  const reading = new Reading(PADDED, file, source);
  const emissions = reading.tensor("emissions");
  const [, width, labelCount] = emissions.shape as [number, number, number];
  // Without any score a shape can say any number of sentences.
  if (emissions.data.length === 0) {
    throw reading.refused("emissions", `its shape is [${emissions.shape}], no scores`);
  }
  const stored = () => reading.numbers("lengths") as Int32Array;
  const lengths = file.tensors.has("mask") ? maskLengths(reading) : stored();
  if (file.tensors.has("lengths")) checkLengthsOfMask(reading, stored(), lengths);
  const keep = <Data extends TensorData>(data: Data, size: number): Data => {
    const kept = data.slice() as Data;
    let end = 0;
    lengths.forEach((length, b) => {
      kept.set(data.subarray(b * width * size, (b * width + length) * size) as never, end);
      end += length * size;
    });
    return kept.subarray(0, end) as Data;
  };
  const tensors = new Map(file.tensors);
  tensors.delete("mask");
  const flat = keep(emissions.data, labelCount);
  tensors.set("emissions", {
    ...emissions,
    data: flat,
    shape: [flat.length / labelCount, labelCount],
  });
  tensors.set("lengths", tensor(lengths));
  if (file.tensors.has("gold")) {
    tensors.set("gold", tensor(keep(reading.numbers("gold"), 1)));
  }
  if (file.tensors.has("pairs")) {
    const pairs = keep(reading.tensor("pairs").data, labelCount ** 2);
    tensors.set("pairs", {
      ...reading.tensor("pairs"),
      data: pairs,
      shape: [flat.length / labelCount, labelCount, labelCount],
    });
  }
  return { ...file, tensors };
}

/** What is read of a file of emissions: sentences, or overlapping windows of longer texts. */
const ROWS = {
  ...DENSE,
  window_starts: optional(
    "window_starts",
    field(INTEGERS, "starts", "S", "the first position of each in its text; a text begins at a 0"),
  ),
} satisfies Schema;

/** Scores of sentences without transitions. */
export interface EmissionRows {
  readonly lengths: Int32Array;
  /** Where each begins in its text, if they are overlapping windows; a text begins at a 0. */
  readonly windowStarts?: Int32Array;
  /** N×L, one sentence after another. */
  readonly emissions: Float64Array;
  readonly labelCount: number;
}

/**
 * The emissions of a file, whatever else it holds: [B,T,L] with a mask or lengths, [N,L] with
 * lengths, or [T,L], which is one sentence; `window_starts` says that they are windows. What says
 * by another name where sentences end is refused.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, sentence and position
 */
export function emissionRows(file: TensorFile, source: string): EmissionRows {
  refuseUnread(file, ["emissions", "lengths", "mask", "window_starts"], source, BORDERS);
  const dense = isPadded(file) ? unpadded(file, source) : file;
  const reading = new Reading(ROWS, dense, source);
  const emissions = reading.numbers("emissions") as Float64Array;
  const labelCount = reading.sizes.get("L")!;
  const lengths = dense.tensors.has("lengths")
    ? reading.numbers("lengths") as Int32Array
    : Int32Array.of(emissions.length / labelCount);
  if (!dense.tensors.has("window_starts")) return { lengths, emissions, labelCount };
  reading.sizes.set("S", lengths.length);
  const windowStarts = reading.numbers("window_starts") as Int32Array;
  return { lengths, windowStarts, emissions, labelCount };
}

/** How many positions of each sentence the mask has, all at the start. */
function maskLengths(reading: Reading): Int32Array {
  const { data, shape: [sentences = 0, width = 0] } = reading.tensor("mask");
  return Int32Array.from({ length: sentences }, (_, b) => {
    const isMasked = (t: number) => Number(data[b * width + t]) !== 0;
    let length = 0;
    while (length < width && isMasked(length)) length++;
    for (let t = length; t < width; t++) {
      if (!isMasked(t)) continue;
      throw reading.refused("mask", `sentence ${b} has position ${t}, not ${length}`);
    }
    if (length === 0) throw reading.refused("mask", `sentence ${b} has no position`);
    return length;
  });
}

/** Lengths beside a mask are those of the mask, and none is longer than the padded sentences. */
function checkLengthsOfMask(reading: Reading, stored: Int32Array, lengths: Int32Array): void {
  const width = reading.sizes.get("T")!;
  stored.forEach((length, b) => {
    if (length < 0) throw reading.refused("lengths", `sentence ${b} has length ${length}`);
    if (length === lengths[b] && length <= width) return;
    const wanted = length > width ? `the emissions ${width} positions` : `the mask ${lengths[b]}`;
    throw reading.refused("lengths", `sentence ${b} has length ${length}, ${wanted}`);
  });
}
