/**
 * Hostile decoders that would decode before the clock runs, or while it does not.
 *
 * @module
 */

import type { Decode, Decoded, Decoder, ScoreBlock } from "../../decoders/contract.ts";
import { newWork } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { plain } from "../wrong/plain.ts";

/** Integers of the pairs of a sentence. */
const INTEGERS = 6;

/** Decodes what it is shown ahead. */
class Ahead {
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
function ahead(
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
function reserving(
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

/** Puts a getter before that of all typed arrays, which is frozen. */
function shadow(type: { readonly prototype: object }, name: string, see: (it: never) => void) {
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(type.prototype), name)!;
  Object.defineProperty(type.prototype, name, {
    get() {
      see(this as never);
      return get!.call(this);
    },
  });
}

/** Goes on decoding in timers, microtasks and when something is collected. */
const decodesInBackground: Decoder = {
  ...plain,
  ...{ name: "decodes-in-background", title: "Decodes in the background", maxK: 1 },
  prepare(model, options) {
    const right = plain.prepare(model, options);
    const seen = new Map<Float64Array, Lattice>();
    const known = new WeakMap<object, Decoded>();
    const decodeAll = () => {
      for (const lattice of seen.values()) known.set(lattice, right(lattice, 1, newWork()));
    };
    const registry = new FinalizationRegistry(decodeAll);
    setInterval(decodeAll, 0);
    return (lattice, k, work) => {
      seen.set(lattice.emissions, lattice);
      registry.register({}, 0);
      queueMicrotask(decodeAll);
      return known.get(lattice) ?? right(lattice, k, work);
    };
  },
};

/** The decoders. */
export const AHEAD: readonly Decoder[] = [
  decodesInBackground,
  // It puts toJSON on all objects, and looks at what the harness says of itself.
  ahead("asks-the-object", (own) => {
    Object.defineProperty(Object.prototype, "toJSON", {
      configurable: true,
      value() {
        if (this instanceof Float64Array) own.look(this, new Int32Array(0));
        return this;
      },
    });
  }),
  // It decodes what is in its rows whenever it is asked for them: what was decoded before.
  ahead("decodes-reserved-rows", (own) => {
    let found = 0;
    return reserving(own.labelCount, (rows) => {
      found += rows.reduce((sum, score) => sum + score, 0);
      Reflect.set(own, "found", found);
    });
  }),
  // It learns where scores come from, and reads them when it is asked for its rows.
  ahead("reads-ahead", (own) => {
    let path: string | undefined;
    Object.defineProperty(Object.prototype, "sentences", {
      configurable: true,
      get() {
        path ??= this.contents;
        return undefined;
      },
      set(value) {
        Object.defineProperty(this, "sentences", { value, writable: true, enumerable: true });
      },
    });
    return reserving(own.labelCount, (rows) => {
      if (path === undefined) return;
      const bytes = Deno.readFileSync(path);
      if (bytes.length === 0) return;
      const L = own.labelCount;
      let size = 0;
      for (let i = 0; size < rows.length; i++) size += own.lengths[i]! * L;
      const numbers = new Float64Array(bytes.buffer, 0, size);
      own.look(numbers, new Int32Array(bytes.buffer, 8 * size));
    });
  }),
  // It gives the arrays of the harness a length and a buffer that look at what is in them.
  ahead("shadows-lengths", (own) => {
    shadow(Float64Array, "buffer", (numbers: Float64Array) => {
      own.numbers = numbers;
    });
    shadow(Int32Array, "length", (pairs: Int32Array) => {
      if (own.numbers === undefined) return;
      const { numbers } = own;
      own.numbers = undefined;
      own.look(numbers, pairs);
    });
  }),
];
