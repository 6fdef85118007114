/**
 * Lattice packs: the lattices of a task in one safetensors file, optionally gzipped.
 *
 * A dense pack holds `emissions` [N,L] (all sentences concatenated), `lengths` [S], `transitions`
 * [L,L] (row = previous label), and optionally `start_transitions`, `end_transitions` [L] and
 * `gold` [N]. Scores are F32, F16 or F64; lengths and gold are I32 or I64. The emissions may also
 * be a padded batch [B,T,L] with `mask` [B,T], see `padded.ts`.
 *
 * `__metadata__` may name the task (`name`) and its labels (`labels`, a JSON array of strings by
 * index). Instead of `transitions` there may be the two matrices that they are the sum of, see
 * `transition_structure.ts`. A factored pack says `kind = "factored"` in its metadata and is read
 * by `factored.ts`, a product pack says `kind = "product"` and is read by `product.ts`.
 *
 * @module
 */

import { sentenceStarts, type Task } from "../task.ts";
import { fitsFloat32, naturalExponent, partialSumBound } from "../../decoders/chain/grid.ts";
import {
  largestMagnitude,
  type Lattice,
  type TransitionStructure,
} from "../../decoders/lattice.ts";
import {
  checkLabelCount,
  checkLabelNames,
  checkLengths,
  readGold,
  readIntegers,
  requireTensor,
  SCORES,
} from "./_tensor_checks.ts";
import { isPadded, unpadded } from "./padded.ts";
import { type Folded, Places } from "./_places.ts";
import { taskOf } from "./pack_task.ts";
import { readPackTensors } from "./bytes.ts";
import { openFactored } from "./factored.ts";
import { isParsing } from "./parsing_contents.ts";
import { openProduct } from "./product.ts";
import type { TensorFile } from "./safetensors.ts";
import { snap } from "./snap.ts";
import {
  expandTransitions,
  FACTOR_TENSORS,
  LABEL_COMPONENTS,
  readComponents,
} from "./transition_structure.ts";

/** How to open a pack. */
export interface OpenOptions {
  /** Scores below this become −∞ on load (`--forbid-below`). */
  readonly forbidBelow?: number;
}

/**
 * The task that a pack's tensors describe. Everything in it is checked.
 *
 * Start and end scores are folded into the first and last row of each sentence. Scores are
 * snapped to the dyadic grid (see `snap.ts`), so every sum of them is exact.
 *
 * @param source names the file in errors, and the task if the metadata do not
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, sentence, index and value
 */
export function packTask(file: TensorFile, source: string, options: OpenOptions = {}): Task {
  const { kind } = file.metadata;
  if (isParsing(file)) {
    throw new SyntaxError(`Cannot open ${source} as lattices: it is a pack of parses`);
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
 * @param source names the file in errors, and the task if the metadata do not
 * @throws as `packTask`; SyntaxError if gzip is broken, RangeError if it holds more than the header
 * describes, or describes far more than packs of its size hold
 */
export async function readPack(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
  options: OpenOptions = {},
): Promise<Task> {
  return packTask(await readPackTensors(bytes, source), source, options);
}

function openDense(given: TensorFile, source: string, { forbidBelow }: OpenOptions): Task {
  const padded = isPadded(given);
  const file = padded ? unpadded(given, source) : given;
  const emissionTensor = requireTensor(file, source, "emissions", SCORES, ["N", "L"]);
  const [positions, labelCount] = emissionTensor.shape as [number, number];
  checkLabelCount(labelCount, "emissions", source);
  const lengths = readIntegers(file, source, "lengths", ["S"]);
  checkLengths(lengths, positions, source);
  const starts = sentenceStarts(lengths);
  const places = new Places(source, labelCount, starts, padded);
  const read = (name: string, shape: number[]) => {
    const { data } = requireTensor(file, source, name, SCORES, shape);
    return readScores(data as ArrayLike<number>, forbidBelow, (index) => places.of(name, index));
  };
  const structure = readStructure(file, source, labelCount, read);
  // The two matrices are snapped, so that each transition is their sum to the last bit.
  const scores: Record<string, Float64Array> = structure === undefined
    ? { transitions: read("transitions", [labelCount, labelCount]) }
    : Object.fromEntries(structure.map((factor, i) => [FACTOR_TENSORS[i], factor.transitions]));
  const emissions = read("emissions", [positions, labelCount]);
  const folded: Partial<Record<keyof Folded, Float64Array>> = {};
  for (const [name, row] of [["start_transitions", 0], ["end_transitions", -1]] as const) {
    if (file.tensors.has(name)) {
      folded[name] = read(name, [labelCount]);
      fold(emissions, folded[name], starts, row, (index) => places.of("emissions", index));
    }
  }
  const gold = readGold(file, source, starts, labelCount);
  checkLabelNames(file, source, labelCount);

  const bound = partialSumBound(
    lengths.reduce((longest, length) => Math.max(longest, length), 1),
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
  const natural = named.reduce(
    (exponent, [, values]) => naturalExponent(values, exponent, grid.exponent),
    Math.min(0, grid.exponent),
  );
  return taskOf(given, source, {
    model: {
      labelCount,
      transitions: structure === undefined ? scores["transitions"]! : expandTransitions(structure),
      exactSums: true,
      float32Exact: fitsFloat32(bound, natural),
      ...(structure === undefined ? {} : { structure }),
    },
    lengths,
    lattice: (sentence: number): Lattice => ({
      length: lengths[sentence]!,
      emissions: emissions.subarray(
        starts[sentence]! * labelCount,
        starts[sentence + 1]! * labelCount,
      ),
    }),
    grid,
    gold,
  });
}

/** The two matrices that stand for the transitions; undefined if the pack has the transitions. */
function readStructure(
  file: TensorFile,
  source: string,
  labelCount: number,
  read: (name: string, shape: number[]) => Float64Array,
): TransitionStructure | undefined {
  if (!file.tensors.has(LABEL_COMPONENTS)) return undefined;
  if (file.tensors.has("transitions")) {
    throw new SyntaxError(
      `Cannot use tensor "transitions" of ${source}: "${LABEL_COMPONENTS}" says that it is a sum`,
    );
  }
  const sizes = FACTOR_TENSORS.map((name) =>
    requireTensor(file, source, name, SCORES, ["P", "P"]).shape[0]!
  ) as [number, number];
  const components = readComponents(file, source, labelCount, sizes);
  const factor = (i: 0 | 1) => ({
    size: sizes[i],
    components: components[i],
    transitions: read(FACTOR_TENSORS[i], [sizes[i], sizes[i]]),
  });
  return [factor(0), factor(1)];
}

/** Copies scores to float64, refusing NaN and +∞ and forbidding what lies below the limit. */
function readScores(
  data: ArrayLike<number>,
  forbidBelow: number | undefined,
  where: (index: number) => string,
): Float64Array {
  const scores = new Float64Array(data);
  scores.forEach((score, index) => {
    if (Number.isNaN(score) || score === Infinity) {
      throw new RangeError(`Cannot use ${where(index)} as a score: ${score}`);
    }
    if (forbidBelow !== undefined && score < forbidBelow) scores[index] = -Infinity;
  });
  return scores;
}

/** Adds one score a label to the first (row 0) or last (row −1) position of every sentence. */
function fold(
  emissions: Float64Array,
  scores: Float64Array,
  starts: Int32Array,
  row: 0 | -1,
  where: (index: number) => string,
): void {
  const labelCount = scores.length;
  for (let sentence = 0; sentence + 1 < starts.length; sentence++) {
    const position = row === 0 ? starts[sentence]! : starts[sentence + 1]! - 1;
    for (let y = 0; y < labelCount; y++) {
      const index = position * labelCount + y;
      const sum = emissions[index]! + scores[y]!;
      if (!Number.isFinite(sum) && Number.isFinite(emissions[index]!) && scores[y] !== -Infinity) {
        throw new RangeError(`Cannot add ${scores[y]} to ${where(index)}: ${emissions[index]}`);
      }
      emissions[index] = sum;
    }
  }
}
