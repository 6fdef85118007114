/**
 * Hostile decoders that look for scores before the clock runs, or decode while it does not.
 *
 * @module
 */

import {
  type Decode,
  type Decoded,
  type Decoder,
  newWork,
  type ScoreBlock,
} from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { plain } from "../wrong/plain.ts";
import { posing } from "./recall.ts";

/** Whatever was seen; what is done with it does not matter to who should not have shown it. */
const seen: unknown[] = [];

/** A right decoder that spies. */
function spying(name: string, spy: (model: Model) => Partial<Decode> | void): Decoder {
  return posing(name, (model, options) => {
    const decode: Decode = plain.prepare(model, options);
    const members = spy(model) ?? {};
    return Object.assign<Decode, Partial<Decode>>((...question) => decode(...question), members);
  });
}

/** Rows of its own, with what is done when somebody asks for them. */
function reserving(
  labelCount: number,
  onAsked: (rows: Float64Array) => void,
): Pick<Decode, "reserve"> {
  return {
    reserve(positions) {
      const rows = new Float64Array(positions * labelCount);
      return Object.defineProperty(
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
const decodesInBackground = posing("decodes-in-background", (model, options) => {
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
});

/** The decoders. */
export const AHEAD: readonly Decoder[] = [
  decodesInBackground,
  // It puts toJSON on all objects, and looks at what the harness says of itself.
  spying("asks-the-object", () => {
    Object.defineProperty(Object.prototype, "toJSON", {
      configurable: true,
      value() {
        if (this instanceof Float64Array) seen.push(this.slice());
        return this;
      },
    });
  }),
  // It adds up what is in its rows whenever it is asked for them: what was decoded before.
  spying("decodes-reserved-rows", ({ labelCount }) =>
    reserving(labelCount, (rows) => {
      seen.push(rows.reduce((sum, score) => sum + score, 0));
    })),
  // It learns where scores come from, and reads them when it is asked for its rows.
  spying("reads-ahead", ({ labelCount }) => {
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
    return reserving(labelCount, () => {
      if (path !== undefined) seen.push(Deno.readFileSync(path));
    });
  }),
  // It gives the arrays of the harness a length and a buffer that look at what is in them.
  spying("shadows-lengths", () => {
    shadow(Float64Array, "buffer", (numbers: Float64Array) => seen.push(numbers));
    shadow(Int32Array, "length", (pairs: Int32Array) => seen.push(pairs));
  }),
];
