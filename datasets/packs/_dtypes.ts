/**
 * Element types of tensors.
 *
 * @module
 */

import { Float16 } from "./float16.ts";

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
