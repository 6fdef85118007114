/**
 * What decoders have in common that would decode before the clock runs.
 *
 * @module
 */

import type { Decode, Decoded, Decoder, ScoreBlock } from "../../../decoders/contract.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { Model } from "../../../decoders/lattice.ts";
import { plain } from "../../wrong/plain.ts";

/** Integers of the pairs of a sentence. */
const INTEGERS = 6;

/** Decodes what it is shown ahead. */
export class Ahead {
  readonly #decode: Decode;
  readonly labelCount: number;
  /** T of the sentences in the order of the sample. */
  readonly lengths: number[] = [];
  #isBusy = false;
  #queue: Decoded[] = [];
  /** Whatever was seen. */
  numbers: Float64Array | undefined;

  constructor(model: Model) {
    this.#decode = plain.prepare(model, {});
    this.labelCount = model.labelCount;
  }

  /** Decodes all variants of what is there. Pairs are places in their sentences, or among all. */
  look(numbers: Float64Array, pairs: Int32Array, areAmongAll = false): void {
    if (this.#isBusy || numbers.length === 0) return;
    this.#isBusy = true;
    try {
      const L = this.labelCount;
      const scores = numbers.slice();
      const queue: Decoded[] = [];
      for (let at = 0; at < pairs.length;) {
        for (let i = 0, start = 0; start < scores.length; i++) {
          const length = this.lengths[i]!;
          const own = scores.slice(start, start + length * L);
          const offset = areAmongAll ? start : 0;
          for (const end = at + INTEGERS; at < end; at += 2) {
            const [one, other] = [pairs[at]! - offset, pairs[at + 1]! - offset];
            [own[one], own[other]] = [own[other]!, own[one]!];
          }
          queue.push(this.#decode({ length, emissions: own }, 1, newWork()));
          start += length * L;
        }
      }
      this.#queue = queue.reverse();
    } catch {
      // It was not what it seemed to be.
    }
    this.#isBusy = false;
  }

  /** The answer that is due, or undefined. */
  next(): Decoded | undefined {
    return this.#queue.pop();
  }
}

/** A decoder that takes what was decoded ahead, and otherwise decodes. */
export function ahead(
  name: string,
  spy: (ahead: Ahead) => Partial<Decode> | void,
): Decoder {
  return {
    ...plain,
    ...{ name, title: name, maxK: 1 },
    prepare(model, options) {
      const decode = plain.prepare(model, options);
      const own = new Ahead(model);
      const members = spy(own) ?? {};
      return Object.assign<Decode, Partial<Decode>>((lattice, k, work) => {
        own.lengths.push(lattice.length);
        return own.next() ?? decode(lattice, k, work);
      }, members);
    },
  };
}

/** Rows of its own, with what is done when somebody asks for them. */
export function reserving(
  labelCount: number,
  onAsked: (rows: Float64Array) => void,
  changes: (rows: Float64Array) => Partial<ScoreBlock> = () => ({}),
): Pick<Decode, "reserve"> {
  return {
    reserve(positions) {
      const rows = new Float64Array(positions * labelCount);
      return Object.assign(
        Object.defineProperty(
          {
            stride: labelCount,
            lattice: (position: number, length: number) => ({
              length,
              emissions: rows.subarray(position * labelCount, (position + length) * labelCount),
            }),
          } as unknown as ScoreBlock,
          "scores",
          {
            configurable: true,
            enumerable: true,
            get() {
              onAsked(rows);
              return rows;
            },
          },
        ),
        changes(rows),
      );
    },
  };
}
