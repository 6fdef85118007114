/**
 * Kinds of tensors: how their numbers are stored, and which there may be.
 *
 * @module
 */

import { remembered, sentenceStarts } from "../dataset.ts";
import { briefList } from "../visible.ts";
import type { Dtype, Tensor, TensorData, TensorFile } from "./tensors.ts";

/** One more than the largest index. */
const MAX_IDS = 2 ** 31 - 1;
/** How counts, and the ids that are counted, are stored. */
const COUNTED: readonly Dtype[] = ["U16", "U8", "I32"];
/** The type in which other indices are stored. */
const IDS: readonly Dtype[] = [...COUNTED, "I64"];

/** The numbers of a tensor in memory. */
export type Numbers = Int32Array | Float64Array | Uint8Array;

/** How the numbers of a tensor are stored, and which there may be. */
export interface Kind {
  /** Element types that are read. */
  readonly dtypes: readonly Dtype[];
  /** Which numbers there are, for documentation. */
  readonly numbers: string;
  /** The numbers in memory; what may not be there is refused. */
  read(data: TensorData, name: string, known: Known): Numbers;
  /** The numbers as they are stored: in few bytes, and nothing is lost. */
  write(numbers: Numbers): TensorData;
}

/** What is known while a file is read. */
export interface Known {
  /** The file. */
  readonly file: TensorFile;
  /** Names it in errors. */
  readonly source: string;
  /** Sizes of the dimensions that are known. */
  readonly sizes: Map<string, number>;
  /** Scores are multiples of the unit 2^−unitExponent. */
  readonly unitExponent: number;
  /** The error of a tensor that cannot be used. */
  refused(name: string, why: string): RangeError;
  /** Whole numbers of a tensor that has been read. */
  integers(name: string): Int32Array;
}

/** Scores of any size, as float64. */
export const SCORES: Kind = {
  dtypes: ["F32", "F16", "F64"],
  numbers: "scores",
  read: (data) => new Float64Array(data as ArrayLike<number>),
  write: (scores: Float64Array) =>
    scores.every((score) => score === Math.fround(score)) ? Float32Array.from(scores) : scores,
};

/** Scores that are finite multiples of the unit. */
export const UNITS: Kind = { ...SCORES, numbers: "multiples of the unit", read: readUnits };

/** The same score, or −∞ for what is forbidden. */
export const UNITS_OR_FORBIDDEN: Kind = {
  ...UNITS,
  numbers: "multiples of the unit, or −∞",
  read: (data, name, known) => readUnits(data, name, known, true),
};

/** Whole numbers of 32 bits; PyTorch's are I64. */
export const INTEGERS: Kind = {
  dtypes: ["I32", "I64"],
  numbers: "whole numbers",
  read(data, name, known) {
    if (data instanceof Int32Array) return data;
    return Int32Array.from(data as BigInt64Array, (value, index) => {
      if (BigInt.asIntN(32, value) === value) return Number(value);
      throw known.refused(name, `index ${index} is ${value}`);
    });
  },
  write: (values: Int32Array) => values,
};

/** Weights, which count the unit. */
export const WEIGHTS: Kind = {
  dtypes: ["I16", "I8", "I32"],
  numbers: "weights",
  read: (data) => new Int32Array(data as ArrayLike<number>),
  write: (weights: Int32Array) =>
    weights.every((weight) => Math.abs(weight) < 2 ** 15) ? Int16Array.from(weights) : weights,
};

/** Numbers below 256. */
export const BYTES: Kind = {
  dtypes: ["U8"],
  numbers: "bytes",
  read: (data) => data as Uint8Array,
  write: (bytes: Uint8Array) => bytes,
};

/**
 * Ids.
 *
 * @param what they number, in messages
 * @param below one more than the largest: a number, or the name of a dimension
 */
export function ids(what: string, below: string | number = MAX_IDS, least = 0): Kind {
  return {
    dtypes: IDS,
    numbers: what,
    read(data, name, { sizes, refused }) {
      const count = typeof below === "number" ? below : sizes.get(below) ?? MAX_IDS;
      for (let index = 0; index < data.length; index++) {
        const value = data[index]!;
        if (value >= least && value < count) continue;
        throw refused(name, `index ${index} is ${value}, the ${what} are ${least} to ${count - 1}`);
      }
      return data instanceof BigInt64Array ? Int32Array.from(data, Number) : new Int32Array(data);
    },
    write: (values: Int32Array) => least < 0 ? values : narrow(values),
  };
}

/** Ids of which another tensor counts how many each row has. */
export function listed(what: string, below: string): Kind {
  return { ...ids(what, below), dtypes: COUNTED };
}

/**
 * The same, which ascend in each row.
 *
 * @param counts the tensor that counts them
 * @param row what has them, in messages
 */
export function ascending(what: string, below: string, counts: string, row = "row"): Kind {
  const kind = listed(what, below);
  return {
    ...kind,
    numbers: `${what}, ascending`,
    read(data, name, known) {
      const values = kind.read(data, name, known) as Int32Array;
      const offsets = known.integers(counts);
      for (let r = 0; r + 1 < offsets.length; r++) {
        for (let i = offsets[r]! + 1; i < offsets[r + 1]!; i++) {
          if (values[i]! > values[i - 1]!) continue;
          const found = `index ${i} (${row} ${r}) is ${values[i]} after ${values[i - 1]}`;
          throw known.refused(name, `${found}, ${what} must ascend`);
        }
      }
      return values;
    },
  };
}

/**
 * How many entries of another tensor each row has, which must be all; in memory where each row
 * starts, and the end. Their sum is the dimension `Σ` and the name of the tensor.
 */
export function counts(of: string): Kind {
  return {
    dtypes: COUNTED,
    numbers: `counts of \`${of}\``,
    read(data, name, { file, source, sizes, refused }) {
      const total = requireTensor(file, source, of, COUNTED, ["sum"]).data.length;
      const offsets = new Int32Array(data.length + 1);
      for (let i = 0; i < data.length; i++) {
        const [size, left] = [data[i] as number, total - offsets[i]!];
        if (size < 0 || size > left) {
          throw refused(name, `index ${i} is ${size}, ${left} of "${of}" are left`);
        }
        offsets[i + 1] = offsets[i]! + size;
      }
      const sum = offsets.at(-1)!;
      if (sum !== total) throw refused(name, `it adds up to ${sum}, "${of}" has ${total}`);
      sizes.set(`Σ ${name}`, total);
      return offsets;
    },
    write: (offsets: Int32Array) => narrow(differences(offsets)),
  };
}

/** The same of several tensors, which must have as many. */
export const PARTS: Kind = {
  dtypes: IDS,
  numbers: "numbers of parts",
  read(data, name, known) {
    const sizes = ids("numbers of parts").read(data, name, known) as Int32Array;
    const total = sizes.reduce((sum, size) => sum + size, 0);
    // In 32 bits such a sum may come out as small as the tensor of the parts.
    if (total > MAX_IDS) throw known.refused(name, `it adds up to ${total}`);
    known.sizes.set(`Σ ${name}`, total);
    return sentenceStarts(sizes);
  },
  write: (offsets: Int32Array) => narrow(differences(offsets)),
};

/**
 * The tensor of that name, which must have one of the dtypes and the shape; a string in `shape`
 * names a dimension of any size, the same wherever the name stands again.
 *
 * @throws SyntaxError if it is missing, TypeError for another dtype, RangeError for another shape
 */
export function requireTensor(
  file: TensorFile,
  source: string,
  name: string,
  dtypes: readonly Dtype[],
  shape: readonly (number | string)[],
): Tensor {
  const tensor = file.tensors.get(name);
  if (tensor === undefined) {
    const names = briefList([...file.tensors.keys()], ", ");
    throw new SyntaxError(`Cannot find tensor "${name}" in ${source}: it has ${names}`);
  }
  const refused = `Cannot use tensor "${name}" of ${source}`;
  if (!dtypes.includes(tensor.dtype)) {
    throw new TypeError(`${refused}: its dtype is ${tensor.dtype}, not ${dtypes.join(" or ")}`);
  }
  const sizes = new Map<string, number>();
  const fits = tensor.shape.length === shape.length && shape.every((expected, d) => {
    const size = tensor.shape[d]!;
    if (typeof expected === "number") return size === expected;
    return size === remembered(sizes, expected, () => size);
  });
  if (fits) return tensor;
  throw new RangeError(`${refused}: its shape is [${briefList(tensor.shape)}], not [${shape}]`);
}

function readUnits(
  data: TensorData,
  name: string,
  { unitExponent, refused }: Known,
  mayForbid = false,
): Float64Array {
  const scale = 2 ** unitExponent;
  return Float64Array.from(data as ArrayLike<number>, (score, index) => {
    if (Number.isInteger(score * scale) || (mayForbid && score === -Infinity)) return score;
    throw refused(name, `index ${index} is ${score}, no multiple of the unit 1/${scale}`);
  });
}

/** How many entries each row has, by where rows start, and the end. */
export function differences(offsets: Int32Array): Int32Array {
  return offsets.subarray(1).map((end, i) => end - offsets[i]!);
}

/** The narrowest of 16 or 32 bits. */
function narrow(values: Int32Array): Uint16Array | Int32Array {
  return values.every((value) => value < 2 ** 16) ? Uint16Array.from(values) : values;
}
