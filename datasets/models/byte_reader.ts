/**
 * Bytes of a model file, read with every offset and count checked.
 *
 * @module
 */

import { byteStringOf } from "./byte_strings.ts";

/** Little-endian numbers and strings of a file; what lies beyond it is refused by its name. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #source: string;

  /** @param source what errors call the file */
  constructor(bytes: Uint8Array, source: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#source = source;
  }

  /** Bytes of the file. */
  get size(): number {
    return this.#bytes.length;
  }

  /** An unsigned integer of four bytes. @throws RangeError naming it if it is not in the file */
  uint32(offset: number, what: string): number {
    this.require(offset, 4, what);
    return this.#view.getUint32(offset, true);
  }

  /** A number of eight bytes. @throws as `uint32` */
  float64(offset: number, what: string): number {
    this.require(offset, 8, what);
    return this.#view.getFloat64(offset, true);
  }

  /** A number of four bytes. @throws as `uint32` */
  float32(offset: number, what: string): number {
    this.require(offset, 4, what);
    return this.#view.getFloat32(offset, true);
  }

  /** A byte string of so many bytes. @throws as `uint32` */
  text(offset: number, length: number, what: string): string {
    this.require(offset, length, what);
    return byteStringOf(this.#bytes, offset, offset + length);
  }

  /** Checks that so many bytes are in the file. @throws RangeError naming them if not */
  require(offset: number, length: number, what: string): void {
    if (offset + length <= this.size) return;
    this.refuse(what, `bytes ${offset} to ${offset + length}, the file has ${this.size}`);
  }

  /** @throws RangeError that names a part of the file */
  refuse(what: string, defect: string): never {
    throw new RangeError(`Cannot read ${what} of ${this.#source}: ${defect}`);
  }
}
