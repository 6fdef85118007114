import auto from "../../decoders/auto.ts";
import viterbi from "../../decoders/kernels/dense/viterbi.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type Prepared, prepared } from "../../decoders/tagging/prepared.ts";
import type { Decoder, GivenOptions } from "../../decoders/contract.ts";
import type { Emissions, Lattice } from "../../decoders/lattice.ts";
import { NameTable } from "../../decoders/kernels/text/name_table.ts";
import { readerArena, TextReader } from "../../decoders/kernels/text/text_reader.ts";
import { logPartition } from "../../decoders/probability/log_partition.ts";
import { type Tagger, tagger } from "../../decoders/tagging/tagger.ts";
import { listDecoders } from "../../harness/decoders/discover.ts";
import { randomProblem } from "../helpers/problems.ts";
import { longIt } from "../helpers/long.ts";

const [MODEL, LATTICE] = randomProblem(20, 6, 1);
const { length, emissions } = LATTICE;
const SINGLES = Float32Array.from(emissions);
const [EXPECTED] = prepared(viterbi, MODEL)(LATTICE).paths;

type Variant = readonly [string, Decoder, GivenOptions<Decoder["options"]>];

/** Exact decoders in TypeScript, and with kernels where they have some. */
async function variants(): Promise<Variant[]> {
  const others = (await listDecoders()).filter(({ name, exact }) => exact && name !== "viterbi");
  return [viterbi as Decoder, ...others].flatMap((decoder): Variant[] => [
    [decoder.name, decoder, {}],
    ..."kernel" in decoder.options
      ? [[`${decoder.name} with SIMD`, decoder, { kernel: "simd" }] as const]
      : [],
  ]);
}

function detached(): Float32Array {
  const array = SINGLES.slice();
  structuredClone(array, { transfer: [array.buffer] });
  return array;
}

/** A copy with another value at an index. */
function spoilt<Scores extends Emissions>(scores: Scores, value: number, at = 25): Scores {
  const copy = scores.slice() as Scores;
  copy[at] = value;
  return copy;
}

/** Does something while memory grows by no more than so many pages, as where 2 GiB are used up. */
function withPages(pages: number, run: () => void): void {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  let left = pages;
  prototype.grow = function (delta: number) {
    if (delta > left) throw new RangeError("no memory");
    left -= delta;
    return grow.call(this, delta);
  };
  try {
    run();
  } finally {
    prototype.grow = grow;
  }
}

/** Lattices as they must not be. */
const LATTICES: Readonly<Record<string, unknown>> = {
  "half a position": { length: 1.5, emissions: new Float32Array(30) },
  "no positions": { length: 0, emissions: new Float32Array(0) },
  "negative positions": { length: -6, emissions },
  "positions without end": { length: Infinity, emissions },
  "NaN positions": { length: NaN, emissions },
  "a string of positions": { length: "6", emissions },
  "2^31 positions": { length: 2 ** 31, emissions },
  "too few emissions": { length, emissions: emissions.subarray(1) },
  "detached emissions": { length, emissions: detached() },
  "a list of emissions": { length, emissions: [...emissions] },
  "emissions of float16": { length, emissions: Uint16Array.from(emissions) },
  "no emissions": { length },
  "nothing": null,
  ...Object.fromEntries(
    [NaN, Infinity, 1e308, -1e308].flatMap((value) => [
      [`${value} in float64`, { length, emissions: spoilt(emissions, value) }],
      [`${value} in float32`, { length, emissions: spoilt(SINGLES, value) }],
      [`${value} as the last`, { length, emissions: spoilt(emissions, value, 119) }],
    ]).filter(([name]) => name !== "-1e+308 in float32"),
  ),
};

/** Scores as they must not be, of a tagger. */
const SCORES: Readonly<Record<string, unknown>> = {
  "an object": {},
  "a string": "3102",
  "what looks like a list": { length: 4, 0: 3 },
  "nothing": null,
  "a list of nothing": [null],
  "half a row": emissions.subarray(0, 10),
  "detached": detached(),
  ...Object.fromEntries(
    [NaN, Infinity, 1e308, -1e308, null, true, "1", undefined, 1n, {}].map((value) => {
      const list: unknown[] = [...emissions];
      list[25] = value;
      return [`${typeof value} ${value}`, list];
    }),
  ),
};

function refuses(call: () => unknown, what: string): void {
  let error: unknown;
  try {
    call();
  } catch (caught) {
    error = caught;
  }
  assert(error instanceof RangeError || error instanceof TypeError, `${what}: ${error}`);
  assert(error.message.startsWith("Cannot "), `${what}: ${error}`);
}

describe("a bad call", () => {
  it("is refused by every decoder, and harms none", async () => {
    const all = (await variants()).map(([name, decoder, options]) => ({
      name,
      decode: prepared(decoder, MODEL, options),
      tag: tagger({ transitions: MODEL.transitions }, decoder, options),
    }));
    assert(all.length > 15, `${all.length}`);
    const allAnswer = (what: string) => {
      for (const { name, decode, tag } of all) {
        for (const scores of [emissions, SINGLES]) {
          const { paths } = decode({ length, emissions: scores });
          assertEquals(paths[0]!.score, EXPECTED!.score, `${name} after ${what}`);
          assertEquals(paths[0]!.labels.length, length, `${name} after ${what}`);
          assertEquals(tag.decode(scores)[0]!.score, EXPECTED!.score, `${name} after ${what}`);
        }
      }
    };
    allAnswer("nothing");
    const prepareds: (readonly [string, (decode: Prepared) => unknown])[] = [
      ...Object.entries(LATTICES).flatMap(([what, lattice]) => {
        const one = lattice as Lattice;
        return [
          [what, (decode: Prepared) => decode(one)],
          [`${what} in a batch`, (decode: Prepared) => decode.batch([LATTICE, one])],
        ] as const;
      }),
      ...[0, -1, 1.5, NaN, Infinity, "2", null].map((k) =>
        [`k = ${k}`, (decode: Prepared) => decode(LATTICE, k as number)] as const
      ),
    ];
    const taggers: (readonly [string, (tag: Tagger) => unknown])[] = [
      ...Object.entries(SCORES).map(([what, scores]) =>
        [what, (tag: Tagger) => tag.decode(scores as Emissions)] as const
      ),
      ...[0, 1.5, NaN, 1e12, 2 ** 31].map((positions) =>
        [`reserve(${positions})`, (tag: Tagger) => tag.reserve(positions)] as const
      ),
      ...[[1.5], [2 ** 31], [-1], [7], ["6"], [6, 0.5], [6n], [null]].map((lengths) =>
        [
          `lengths ${lengths}`,
          (tag: Tagger) => tag.decode(emissions, { lengths: lengths as number[] }),
        ] as const
      ),
    ];
    for (const { name, decode, tag } of all) {
      for (const [what, call] of prepareds) refuses(() => call(decode), `${name}: ${what}`);
      for (const [what, call] of taggers) refuses(() => call(tag), `${name}: ${what}`);
      allAnswer(`bad calls of ${name}`);
    }
    const [{ decode, tag }] = all as [typeof all[0]];
    for (const [what, call] of prepareds) {
      refuses(() => call(decode), what);
      allAnswer(what);
    }
    for (const [what, call] of taggers) {
      refuses(() => call(tag), what);
      allAnswer(what);
    }
  });

  longIt("for which there is no memory leaves the decoder as it was", async () => {
    const long = { length: 3000, emissions: new Float64Array(3000 * 20) };
    const longer = { length: 12, emissions: Float64Array.of(...emissions, ...emissions) };
    const [both] = prepared(viterbi, MODEL)(longer).paths;
    let refused = 0;
    for (const [name, decoder, options] of await variants()) {
      const decode = prepared(decoder, MODEL, options);
      const tag = tagger({ transitions: MODEL.transitions }, decoder, options);
      const answers = (what: string) => {
        for (const k of decoder.maxK === 1 ? [1] : [1, 20]) {
          assertEquals(decode(LATTICE, k).paths[0]!.score, EXPECTED!.score, `${name} ${what}`);
          const [path] = tag.decode(emissions, { k });
          assertEquals(path!.score, EXPECTED!.score, `${name} ${what}`);
        }
      };
      answers("at first");
      for (const pages of [0, 1, 4, 8, 16, 24]) {
        withPages(pages, () => {
          for (let i = 0; i < 3; i++) {
            for (const run of [() => decode(long), () => tag.decode(long.emissions)]) {
              try {
                run();
              } catch (error) {
                assert(error instanceof RangeError, `${error}`);
                assert(error.message.startsWith("Cannot grow"), `${name}: ${error.stack}`);
                refused++;
              }
            }
            answers(`with ${pages} pages left`);
          }
        });
        assertEquals(decode(longer).paths[0]!.score, both!.score, name);
        assertEquals(tag.decode(longer.emissions)[0]!.score, both!.score, name);
      }
    }
    assert(refused > 50, `${refused}`);
    const call = () => tagger({ transitions: MODEL.transitions }).reserve(2 ** 24);
    assertThrows(call, RangeError, `positions: ${2 ** 24}`);
  });

  it("for which there is no memory leaves sums and bands as they were", () => {
    const L = 32;
    let refused = 0;
    const transitions = Float64Array.from({ length: L * L }, (_, edge) => {
      const step = Math.abs(Math.floor(edge / L) - edge % L);
      return step > 1 ? -Infinity : -step / 2;
    });
    const band = { labelCount: L, transitions };
    const lattice = (length: number) => ({
      length,
      emissions: Float64Array.from({ length: length * L }, (_, i) => (i * 37 % 64) / 8),
    });
    const makes: Record<string, () => (length: number) => number> = {
      "a band": () => {
        const decode = prepared(auto, band);
        return (length) => decode(lattice(length)).paths[0]!.score;
      },
      "the 5 best of a band": () => {
        const decode = prepared(auto, band);
        return (length) => decode(lattice(length), 5).paths[4]!.score;
      },
      "sums over a band": () => {
        const sums = logPartition(band);
        return (length) => sums(lattice(length)).value;
      },
      "rows of a text": () => {
        const bytes = (text: string) => new TextEncoder().encode(text);
        const names = new NameTable(new Map([["w=a", 0], ["w=b", 1]]));
        const reader = new TextReader(readerArena()!, names, [bytes("X")]);
        return (length) => {
          const text = bytes("O\tw=a\tw=b\n".repeat(length));
          assert(reader.read(text, () => 1));
          return reader.lists(0).rows.reduce((sum, row) => 2 * sum % 1009 + row, 0);
        };
      },
      "sums over all pairs": () => {
        const sums = logPartition({ labelCount: L, transitions: transitions.map(Math.exp) });
        return (length) => sums(lattice(length)).value;
      },
    };
    for (const [name, make] of Object.entries(makes)) {
      const expected = make()(60);
      for (let pages = 0; pages < 120; pages += 6) {
        const own = make();
        own(6);
        withPages(pages, () => {
          try {
            own(3000);
          } catch (error) {
            assert(error instanceof RangeError, `${name}, ${pages} pages: ${error}`);
            refused++;
          }
        });
        assertEquals(own(60), expected, `${name}, ${pages} pages`);
      }
    }
    assert(refused > 20, `${refused}`);
  });
});
