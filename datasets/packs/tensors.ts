/**
 * Tensors: blocks of numbers of some element type, also of 16 bits where there is no
 * `Float16Array`.
 *
 * Source: IEEE 754-2019, binary16: a sign, 5 bits of exponent with a bias of 15, 10 of fraction.
 *
 * @module
 */

/** The array type, where there is one: Deno, Node 24, browsers since 2025. */
const Float16: typeof Float16Array | undefined =
  (globalThis as { Float16Array?: typeof Float16Array }).Float16Array;

const INFINITE = 0x7c00;
const FRACTION = 0x3ff;
/** The least normal number, and the step between those below. */
const LEAST_NORMAL = 2 ** -14;
const LEAST_STEP = 2 ** -24;

/** The element types that Trellis reads and writes. */
export type Dtype = "F64" | "F32" | "F16" | `I${8 | 16 | 32 | 64}` | `U${8 | 16 | 32}` | "BOOL";

/** The values of a tensor, one element a number (a bigint for I64). */
export type TensorData =
  | Float64Array
  | Float32Array
  | Float16Array
  | BigInt64Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array;

/** A named block of numbers, row-major. */
export interface Tensor {
  /** Element type. */
  readonly dtype: Dtype;
  /** Sizes of the dimensions; their product is `data.length`. */
  readonly shape: readonly number[];
  /** The elements; of F16 in float32 where there is no `Float16Array`. */
  readonly data: TensorData;
}

/** The contents of a safetensors file. */
export interface TensorFile {
  /** `__metadata__`: strings by name. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Tensors by name. */
  readonly tensors: ReadonlyMap<string, Tensor>;
}

type TensorArray =
  & (new (buffer: ArrayBuffer, offset: number, length: number) => TensorData)
  & { readonly BYTES_PER_ELEMENT: number };

/** The arrays that hold elements of each type as a file has them. */
export const ARRAYS: Readonly<Record<Dtype, TensorArray>> = {
  F64: Float64Array,
  F32: Float32Array,
  I64: BigInt64Array,
  I32: Int32Array,
  U32: Uint32Array,
  I16: Int16Array,
  U16: Uint16Array,
  I8: Int8Array,
  U8: Uint8Array,
  F16: Float16 ?? Uint16Array,
  BOOL: Uint8Array,
};

/**
 * Makes a tensor from its values, which give the dtype.
 *
 * @param shape `[data.length]` if it is not given; who reads the tensor checks it
 * @throws TypeError for what is none of these arrays
 */
export function tensor(data: TensorData, shape: readonly number[] = [data.length]): Tensor {
  for (const [dtype, ArrayType] of Object.entries(ARRAYS)) {
    if (data instanceof ArrayType) return { dtype: dtype as Dtype, shape, data };
  }
  throw new TypeError(
    `Cannot make a tensor of this array: ${Object.prototype.toString.call(data)}`,
  );
}

/** The numbers that 16-bit patterns stand for. Exact: float32 holds all of them. */
export function fromHalves(bits: Uint16Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(bits, (half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half & INFINITE) >> 10;
    const fraction = half & FRACTION;
    if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
    if (exponent === 0) return sign * fraction * LEAST_STEP;
    return sign * 2 ** (exponent - 25) * (FRACTION + 1 + fraction);
  });
}

/** The patterns of numbers that `fromHalves` has made. @throws RangeError for any other */
export function toHalves(numbers: Float32Array): Uint16Array<ArrayBuffer> {
  const bits = Uint16Array.from(numbers, (number) => {
    if (Number.isNaN(number)) return INFINITE | 1;
    const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
    const size = Math.abs(number);
    if (size === Infinity) return sign | INFINITE;
    if (size < LEAST_NORMAL) return sign | (size / LEAST_STEP);
    const exponent = Math.floor(Math.log2(size));
    return sign | ((exponent + 15) << 10) | ((size / 2 ** exponent - 1) * (FRACTION + 1));
  });
  const lost = fromHalves(bits).findIndex((number, i) => !Object.is(number, numbers[i]));
  if (lost < 0) return bits;
  throw new RangeError(`Cannot hold element ${lost} of F16 in 16 bits: ${numbers[lost]}`);
}
