/**
 * Lattice packs: the lattices of a dataset in one safetensors file, optionally gzipped.
 *
 * A dense pack holds scores: `DENSE` lists its tensors, `PADDED` those of a padded batch, `PAIRED`
 * and `POTENTIALS` those of pairs that depend on the position. Instead of `transitions` there may
 * be the two matrices that they are the sum of, see `product.ts`. A factored pack says `kind =
 * "factored"` in its metadata and is read by `factored.ts`, a product pack says `kind = "product"`
 * and is read by `product.ts`.
 *
 * `__metadata__` may name the dataset (`name`) and its labels (`labels`, a JSON array of strings by
 * index).
 *
 * @module
 */

import { fitsFloat32, naturalExponent, partialSumBound } from "../../decoders/chain/grid.ts";
import {
  largestMagnitude,
  type Lattice,
  type TransitionStructure,
} from "../../decoders/lattice.ts";
import { type Dataset, sentenceAt, sentenceStarts } from "../dataset.ts";
import { readPackTensors } from "./bytes.ts";
import { openFactored } from "./factored.ts";
import { requireTensor, SCORES } from "./kinds.ts";
import {
  checkDenseNames,
  DENSE,
  isPadded,
  PAIRED,
  POTENTIALS,
  unpadded,
} from "./lattice_schema.ts";
import { checkLabelNames, datasetOf } from "./pack_metadata.ts";
import { isParsing } from "./parsing_contents.ts";
import {
  expandTransitions,
  FACTOR_TENSORS,
  LABEL_COMPONENTS,
  openProduct,
  readComponents,
} from "./product.ts";
import { tensor, type TensorFile } from "./tensors.ts";
import { checkLabelCount, Reading } from "./schema.ts";
import { largestOf, Losses, snap } from "./snap.ts";

/** What is folded into the first and the last position of each sentence. */
type Folded = Partial<Record<"start_transitions" | "end_transitions", Float64Array>>;

/** Files of models, by their `kind`, and what reads them. */
const MODELS: ReadonlyMap<string | undefined, string> = new Map([
  ["model", "a model, for `tag` and `readModel`"],
  ["parser", "a parser, for `parse`"],
]);

/** How to open a pack. */
export interface OpenOptions {
  /** Scores below this become −∞ on load (`--forbid-below`). */
  readonly forbidBelow?: number;
}

/**
 * The dataset that a pack's tensors describe. Everything in it is checked.
 *
 * Start and end scores are folded into the first and last row of each sentence. Scores are
 * snapped to the dyadic grid (see `snap.ts`), so every sum of them is exact.
 *
 * @param source names the file in errors, and the dataset if the metadata do not
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, sentence, index and value
 */
export function packDataset(file: TensorFile, source: string, options: OpenOptions = {}): Dataset {
  const { kind } = file.metadata;
  const model = file.tensors.has("emissions") ? undefined : MODELS.get(kind);
  const other = isParsing(file) ? "a pack of parses" : model;
  if (other !== undefined) {
    throw new SyntaxError(`Cannot open ${source} as lattices: it is ${other}`);
  }
  if (kind !== "factored" && kind !== "product") return openDense(file, source, options);
  if (options.forbidBelow !== undefined) {
    throw new RangeError(
      `Cannot forbid scores of ${source} below ${options.forbidBelow}: a ${kind} pack holds weights`,
    );
  }
  return kind === "factored" ? openFactored(file, source) : openProduct(file, source);
}

/**
 * Reads a pack from the bytes of a `.safetensors` or `.safetensors.gz` file, in browsers too.
 *
 * @param source names the file in errors, and the dataset if the metadata do not
 * @throws as `packDataset`; SyntaxError if gzip is broken, RangeError if it holds more than the
 * header describes, or describes far more than packs of its size hold
 */
export async function readPack(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
  options: OpenOptions = {},
): Promise<Dataset> {
  return packDataset(await readPackTensors(bytes, source), source, options);
}

function openDense(stored: TensorFile, source: string, { forbidBelow }: OpenOptions): Dataset {
  const padded = isPadded(stored);
  const file = padded
    ? unpadded(stored, source)
    : stored.tensors.has("log_potentials")
    ? fromPotentials(stored, source)
    : stored;
  const reading = new Reading(DENSE, file, source);
  const [, labelCount = 0] = reading.tensor("emissions").shape;
  checkLabelCount(reading, "emissions");
  checkDenseNames(stored, source);
  const lengths = reading.numbers("lengths") as Int32Array;
  const starts = sentenceStarts(lengths);
  const places = new Places(source, labelCount, starts, padded);
  const checked = (name: string, scores: Float64Array) =>
    usable(scores, forbidBelow, (index) => places.of(name, index));
  const read = (name: string, shape?: number[]) =>
    checked(name, reading.numbers(name, shape) as Float64Array);
  // Sums that lose too much; `snap` first, as it names the score that is to blame.
  const losses = new Losses();
  const pairs = file.tensors.has("pairs")
    ? readPairs(file, source, starts, checked, losses)
    : undefined;
  const structure = readStructure(reading, read);
  // The two matrices are snapped, so that each transition is their sum to the last bit.
  const scores: Record<string, Float64Array> = pairs !== undefined
    ? { pairs }
    : structure === undefined
    ? { transitions: read("transitions") }
    : Object.fromEntries(structure.map((factor, i) => [FACTOR_TENSORS[i], factor.transitions]));
  const emissions = read("emissions");
  const folded: Folded = {};
  for (const [name, row] of [["start_transitions", 0], ["end_transitions", -1]] as const) {
    if (file.tensors.has(name)) {
      folded[name] = read(name);
      const where = (index: number) => places.of("emissions", index);
      fold(emissions, folded[name], starts, row, where, losses);
    }
  }
  const gold = file.tensors.has("gold") ? reading.numbers("gold") as Int32Array : undefined;
  checkLabelNames(file, source, labelCount);

  const bound = partialSumBound(
    largestOf(lengths),
    largestMagnitude(emissions),
    Object.values(scores).reduce((sum, transitions) => sum + largestMagnitude(transitions), 0),
  );
  const named = Object.entries({ ...scores, emissions });
  const grid = snap(
    named.map(([, values]) => values),
    bound,
    (tensor, index) => {
      const name = named[tensor]![0];
      if (name !== "emissions") return places.of(name, index);
      return places.ofLarge(emissions, index, folded);
    },
  );
  if (losses.refused !== undefined) throw losses.refused;
  // A transition is a sum of two scores that were snapped, an emission of three that were not yet.
  const snapped = structure === undefined ? grid.largestChange : 2 * grid.largestChange;
  const natural = named.reduce(
    (exponent, [, values]) => naturalExponent(values, exponent, grid.exponent),
    Math.min(0, grid.exponent),
  );
  return datasetOf(stored, source, {
    model: {
      labelCount,
      transitions: pairs !== undefined
        ? new Float64Array(labelCount ** 2)
        : structure === undefined
        ? scores["transitions"]!
        : expandTransitions(structure),
      exactSums: true,
      float32Exact: fitsFloat32(bound, natural),
      ...(structure === undefined ? {} : { structure }),
      ...(pairs === undefined ? {} : { hasPairs: true }),
    },
    lengths,
    lattice: (sentence: number): Lattice => {
      const [start, end] = [starts[sentence]!, starts[sentence + 1]!];
      const size = labelCount ** 2;
      return {
        length: lengths[sentence]!,
        emissions: emissions.subarray(start * labelCount, end * labelCount),
        ...(pairs && { pairs: pairs.subarray((start + 1) * size, end * size) }),
      };
    },
    grid: { ...grid, largestChange: snapped + 2 * losses.most },
    gold,
  });
}

/** The two matrices that stand for the transitions; undefined if the pack has the transitions. */
function readStructure(
  reading: Reading,
  read: (name: string, shape: number[]) => Float64Array,
): TransitionStructure | undefined {
  const { file, source } = reading;
  if (!file.tensors.has(LABEL_COMPONENTS)) return undefined;
  if (file.tensors.has("transitions")) {
    throw new SyntaxError(
      `Cannot use tensor "transitions" of ${source}: "${LABEL_COMPONENTS}" says that it is a sum`,
    );
  }
  const sizes = FACTOR_TENSORS.map((name) =>
    requireTensor(file, source, name, SCORES.dtypes, ["P", "P"]).shape[0]!
  ) as [number, number];
  const components = readComponents(reading, sizes);
  const factor = (i: 0 | 1) => ({
    size: sizes[i],
    components: components[i],
    transitions: read(FACTOR_TENSORS[i], [sizes[i], sizes[i]]),
  });
  return [factor(0), factor(1)];
}

/** Refuses NaN and +∞, and forbids what lies below the limit. */
function usable(
  scores: Float64Array,
  forbidBelow: number | undefined,
  where: (index: number) => string,
): Float64Array {
  scores.forEach((score, index) => {
    if (Number.isNaN(score) || score === Infinity) {
      throw new RangeError(`Cannot use ${where(index)} as a score: ${score}`);
    }
    if (forbidBelow !== undefined && score < forbidBelow) scores[index] = -Infinity;
  });
  return scores;
}

/**
 * Adds one score a label to the first (row 0) or last (row −1) position of every sentence.
 *
 * @param losses gets what sums lose
 */
function fold(
  emissions: Float64Array,
  scores: Float64Array,
  starts: Int32Array,
  row: 0 | -1,
  where: (index: number) => string,
  losses: Losses,
): void {
  const labelCount = scores.length;
  const refused = (index: number, y: number) =>
    new RangeError(`Cannot add ${scores[y]} to ${where(index)}: ${emissions[index]}`);
  for (let sentence = 0; sentence + 1 < starts.length; sentence++) {
    const position = row === 0 ? starts[sentence]! : starts[sentence + 1]! - 1;
    for (let y = 0; y < labelCount; y++) {
      const index = position * labelCount + y;
      emissions[index] = losses.sum(emissions[index]!, scores[y]!, () => refused(index, y));
    }
  }
}

/** Names the scores of a dense pack. */
class Places {
  /** @param isPadded whether the file has the emissions by sentence */
  constructor(
    readonly source: string,
    readonly labelCount: number,
    readonly starts: Int32Array,
    readonly isPadded: boolean,
  ) {}

  /** "emissions[7,3] of FILE (sentence 1, position 2, label 3)" */
  of(name: string, index: number): string {
    const row = Math.floor(index / this.labelCount);
    const label = index % this.labelCount;
    if (name === "pairs") {
      const [at, x] = [Math.floor(row / this.labelCount), row % this.labelCount];
      const sentence = sentenceAt(this.starts, at);
      return `pairs of ${this.source} (sentence ${sentence}, ` +
        `position ${at - this.starts[sentence]!}, labels ${x} to ${label})`;
    }
    if (name === "transitions") return `transitions[${row},${label}] of ${this.source}`;
    if (name !== "emissions") return `${name}[${index}] of ${this.source}`;
    const sentence = sentenceAt(this.starts, row);
    const position = row - this.starts[sentence]!;
    const place = this.isPadded ? `${sentence},${position},${label}` : `${row},${label}`;
    return `emissions[${place}] of ${this.source} ` +
      `(sentence ${sentence}, position ${position}, label ${label})`;
  }

  /** The place that a large emission comes from: a third of it or more may have been folded in. */
  ofLarge(emissions: Float64Array, index: number, folded: Folded): string {
    const row = Math.floor(index / this.labelCount);
    const label = index % this.labelCount;
    const isEdge = {
      start_transitions: this.starts.includes(row),
      end_transitions: this.starts.includes(row + 1),
    };
    const [blamed] = (["start_transitions", "end_transitions"] as const)
      .filter((name) => isEdge[name])
      .map((name) => ({ name, score: Math.abs(folded[name]?.[label] ?? 0) }))
      .filter(({ score }) => 3 * score >= Math.abs(emissions[index]!))
      .sort((a, b) => b.score - a.score);
    return blamed === undefined ? this.of("emissions", index) : this.of(blamed.name, label);
  }
}

/**
 * A file of potentials as torch-struct has them, φ_t(y_t, y_{t−1}) with the label first, as a dense
 * pack: the same scores as `pairs`, which have the previous label first, and emissions of 0.
 * Potentials behind a sentence are not read.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor and sentence
 */
function fromPotentials(file: TensorFile, source: string): TensorFile {
  const reading = new Reading(POTENTIALS, file, source);
  for (const other of ["emissions", "transitions", "pairs"]) {
    if (!file.tensors.has(other)) continue;
    throw new SyntaxError(
      `Cannot use tensor "${other}" of ${source}: "log_potentials" holds all scores`,
    );
  }
  const { shape } = reading.tensor("log_potentials");
  const [sentences, steps, L] = shape as [number, number, number];
  // Without any score a shape can say any number of sentences.
  if (shape.includes(0)) {
    throw reading.refused("log_potentials", `its shape is [${shape}], no scores`);
  }
  const potentials = reading.numbers("log_potentials") as Float64Array;
  const lengths = file.tensors.has("lengths")
    ? reading.numbers("lengths") as Int32Array
    : new Int32Array(sentences).fill(steps + 1);
  lengths.forEach((length, b) => {
    if (length >= 1 && length <= steps + 1) return;
    throw reading.refused(
      "lengths",
      `sentence ${b} has length ${length}, the potentials ${steps + 1} positions`,
    );
  });
  const positions = lengths.reduce((sum, length) => sum + length, 0);
  const pairs = new Float64Array(positions * L * L);
  let first = 0;
  lengths.forEach((length, b) => {
    for (let t = 1; t < length; t++) {
      const [from, to] = [(b * steps + t - 1) * L * L, (first + t) * L * L];
      for (let y = 0; y < L; y++) {
        for (let x = 0; x < L; x++) pairs[to + x * L + y] = potentials[from + y * L + x]!;
      }
    }
    first += length;
  });
  const tensors = new Map(file.tensors);
  tensors.delete("log_potentials");
  tensors.set("emissions", tensor(new Float64Array(positions * L), [positions, L]));
  tensors.set("lengths", tensor(lengths));
  tensors.set("pairs", tensor(pairs, [positions, L, L]));
  return { ...file, tensors };
}

/**
 * The pairs of a dense pack, with its transitions added, if it has any; N×L×L, 0 at the first
 * position of each sentence, where nothing is read.
 *
 * @param starts where each sentence begins, and the end of the last one
 * @param read checks the scores of a tensor that has been read
 * @param losses gets what sums lose
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
function readPairs(
  file: TensorFile,
  source: string,
  starts: Int32Array,
  read: (name: string, scores: Float64Array) => Float64Array,
  losses: Losses,
): Float64Array {
  const reading = new Reading(PAIRED, file, source);
  const [, L] = reading.tensor("emissions").shape as [number, number];
  if (file.tensors.has("label_components")) {
    throw new SyntaxError(`Cannot use tensor "pairs" of ${source} with "label_components"`);
  }
  const pairs = reading.numbers("pairs") as Float64Array;
  for (const start of starts.subarray(0, -1)) pairs.fill(0, start * L * L, (start + 1) * L * L);
  read("pairs", pairs);
  if (!file.tensors.has("transitions")) return pairs;
  const transitions = read("transitions", reading.numbers("transitions") as Float64Array);
  const refused = (at: number) =>
    reading.refused("pairs", `index ${at} is ${pairs[at]}, too large for a sum`);
  for (let sentence = 0; sentence + 1 < starts.length; sentence++) {
    for (let t = starts[sentence]! + 1; t < starts[sentence + 1]!; t++) {
      for (let edge = 0, at = t * L * L; edge < L * L; edge++, at++) {
        pairs[at] = losses.sum(pairs[at]!, transitions[edge]!, () => refused(at));
      }
    }
  }
  return pairs;
}
