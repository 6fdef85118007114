import auto from "../../decoders/auto.ts";
import viterbi from "../../decoders/kernels/dense/viterbi.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type Prepared, prepared } from "../../decoders/tagging/prepared.ts";
import { shown } from "../../decoders/chain/score_check.ts";
import type { Decoder, GivenOptions } from "../../decoders/contract.ts";
import type { Emissions, Lattice } from "../../decoders/lattice.ts";
import { NameTable } from "../../decoders/kernels/text/name_table.ts";
import { readerArena, TextReader } from "../../decoders/kernels/text/text_reader.ts";
import { logPartition } from "../../decoders/probability/log_partition.ts";
import { type Tagger, tagger } from "../../decoders/tagging/tagger.ts";
import { listDecoders } from "../../harness/decoders/discover.ts";
import { randomProblem } from "../helpers/problems.ts";
import { replacing } from "../helpers/replacing.ts";
import { longIt } from "../helpers/long.ts";

const [MODEL, LATTICE] = randomProblem(20, 6, 1);
const { length, emissions } = LATTICE;
const SINGLES = Float32Array.from(emissions);
const [EXPECTED] = prepared(viterbi, MODEL)(LATTICE).paths;

/** A decoder in both of its forms. */
interface Called {
  readonly decode: Prepared;
  readonly tag: Tagger;
}

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
  using _ = replacing(prototype, "grow", function (this: WebAssembly.Memory, delta: number) {
    if (delta > left) throw new RangeError("no memory");
    left -= delta;
    return grow.call(this, delta);
  });
  run();
}

/** What is given, and how it is refused. */
type Bad<Given = unknown> = readonly [typeof RangeError | typeof TypeError, Given, says: string];

/** Lattices as they must not be. */
const LATTICES: readonly Bad[] = [
  [RangeError, { length: 1.5, emissions: new Float32Array(30) }, "1.5 positions and 20 labels"],
  [RangeError, { length: 0, emissions: new Float32Array(0) }, "0 positions and 20 labels"],
  [RangeError, { length: -6, emissions }, "-6 positions"],
  [RangeError, { length: Infinity, emissions }, "Infinity positions"],
  [RangeError, { length: NaN, emissions }, "NaN positions"],
  [RangeError, { length: "6", emissions }, '"6" positions'],
  [RangeError, { length: 2 ** 31, emissions }, "2147483648 positions"],
  [RangeError, { length, emissions: emissions.subarray(1) }, "6 positions and 20 labels"],
  [RangeError, { length, emissions: detached() }, "6 positions and 20 labels"],
  [TypeError, { length, emissions: [...emissions] }, "no Float64Array or Float32Array"],
  [TypeError, { length, emissions: Uint16Array.from(emissions) }, "no Float64Array"],
  [TypeError, { length }, "no Float64Array or Float32Array"],
  [TypeError, null, "no lattice: null"],
  ...[NaN, Infinity, 1e308, -1e308].flatMap((value): Bad[] =>
    [
      [spoilt(emissions, value), "position 1, label 5", value] as const,
      [spoilt(SINGLES, value), "position 1, label 5", Math.fround(value)] as const,
      [spoilt(emissions, value, 119), "position 5, label 19", value] as const,
    ].filter(([, , score]) => score !== -Infinity).map((
      [emissions, where, score],
    ) => [RangeError, { length, emissions }, `${where}, as a score: ${score}`])
  ),
];

const ROWS = Array.from({ length }, (_, t) => [...emissions.subarray(20 * t, 20 * t + 20)]);
const [ROW] = ROWS as [number[]];
const withHole = ROW.slice();
delete withHole[5];

/** Scores as they must not be, of a tagger. */
const SCORES: readonly Bad[] = [
  [TypeError, {}, "Cannot use emissions, no array: [object Object]"],
  [TypeError, "3102", 'Cannot use emissions, no array: "3102"'],
  [TypeError, { length: 4, 0: 3 }, "no array"],
  [TypeError, null, "Cannot use emissions, no array: null"],
  [TypeError, new DataView(new ArrayBuffer(160)), "DataView"],
  [TypeError, [ROW, null], "emissions, position 1, no array: null"],
  [TypeError, [ROWS, null], "emissions, sentence 1, no array: null"],
  [TypeError, Object.assign(new Array(2), [ROWS]), "sentence 1, no array: undefined"],
  [TypeError, [ROWS, [5]], "sentence 1, position 0, no array: 5"],
  [RangeError, [null], "1 scores are no rows of 20 labels"],
  [RangeError, emissions.subarray(0, 10), "10 scores"],
  [RangeError, [ROW, ROW.slice(2)], "position 1: 18 scores, not one for each of 20 labels"],
  [RangeError, [ROWS, [ROW.slice(2)]], "sentence 1, position 0: 18 scores, not one for each"],
  [TypeError, detached(), "emissions, detached"],
  [TypeError, [ROWS, detached()], "sentence 1, detached"],
  [TypeError, [ROW, detached()], "position 1, detached"],
  [TypeError, [withHole], "position 0, label 5, as a score: undefined"],
  ...[NaN, Infinity, 1e308, -1e308, null, true, "1", undefined, 1n, {}].flatMap((value): Bad[] => {
    const kind = typeof value === "number" ? RangeError : TypeError;
    const list = [...emissions].with(25, value as number);
    const row = ROW.with(5, value as number);
    return [
      [kind, list, "position 1, label 5, as a score: "],
      [kind, [row], "sentence 0, position 0, label 5, as a score: "],
      [kind, [ROWS, [ROW, row]], "sentence 1, position 1, label 5, as a score: "],
    ];
  }),
];

/** Layouts that are, of four positions. */
const LAYOUTS: readonly Bad<Record<string, unknown>>[] = [
  [TypeError, { mask: [[1, 0], [1, "x"]] }, 'sentence 1, position 1, neither 0 nor 1: "x"'],
  [TypeError, { mask: [[1, 2], [1, 1]] }, "sentence 0, position 1, neither 0 nor 1: 2"],
  [TypeError, { mask: [BigInt64Array.of(1n, 0n), [1, 1]] }, "position 0, neither 0 nor 1: 1n"],
  [TypeError, { mask: [[1, 1], [null, 1]] }, "sentence 1, position 0"],
  [TypeError, { mask: [[1, 1], null] }, "mask of sentence 1, no array: null"],
  [TypeError, { mask: null }, "a mask, no array: null"],
  [TypeError, { lengths: "22" }, 'lengths, no array: "22"'],
  [TypeError, { lengths: null }, "lengths, no array: null"],
  [TypeError, { shape: null }, "shape, no array: null"],
  [RangeError, { lengths: [1, 2], mask: [[1, 1], [1, 1]] }, "sentence 0: 1 and 2"],
  [RangeError, { lengths: ["2", "2"] }, 'sentence 0: "2"'],
  [RangeError, { lengths: BigInt64Array.of(2n, 2n) }, "sentence 0: 2n"],
  [RangeError, { lengths: [2 ** 31, 4 - 2 ** 31] }, "sentence 1"],
  [RangeError, { lengths: [2 ** 31, 2] }, "sentence 0: 2147483648, emissions has 2"],
  ...[1.5, 2 ** 31, -1, 5, null].map((one) =>
    [RangeError, { lengths: [one] }, `sentence 0: ${one}`] as const
  ),
  [RangeError, { lengths: [4, 0.5] }, "sentence 1: 0.5"],
  [RangeError, { shape: [0.5, 8] }, "not [B, T] or [B, T, 20]: [0.5, 8]"],
  [RangeError, { shape: [-2, -2] }, "[-2, -2]"],
  [RangeError, { shape: [2, 2, 3] }, "[2, 2, 3]"],
];

/** How a decoder may be called, and how it refuses. */
const CALLS = [
  ...LATTICES.flatMap(([kind, given, says]) => {
    const one = given as Lattice;
    return [
      [kind, says, ({ decode }: Called) => decode(one)],
      [kind, says, ({ decode }: Called) => decode.batch([LATTICE, one]), "sentence 1"],
    ] as const;
  }),
  ...SCORES.map(([kind, scores, says]) =>
    [kind, says, ({ tag }: Called) => tag.decode(scores as Emissions)] as const
  ),
  ...LAYOUTS.map(([kind, layout, says]) =>
    [kind, says, ({ tag }: Called) => tag.decode(emissions.subarray(40), layout)] as const
  ),
  ...[0, 1.5, NaN, 1e12, 2 ** 31, 2 ** 24, "2"].map((positions) =>
    [
      RangeError,
      "Cannot reserve rows for this number of positions: ",
      ({ tag }: Called) => tag.reserve(positions as number),
    ] as const
  ),
];

const ALL = (await variants()).map(([name, decoder, options]) => ({
  name,
  decoder,
  decode: prepared(decoder, MODEL, options),
  tag: tagger({ transitions: MODEL.transitions }, decoder, options),
}));

/** What is hostile to one may not harm another: they share memory. */
function allAnswer(what: string): void {
  for (const { name, decode, tag } of ALL) {
    for (const scores of [emissions, SINGLES]) {
      const { paths } = decode({ length, emissions: scores });
      assertEquals(paths[0]!.score, EXPECTED!.score, `${name} after ${what}`);
      assertEquals(paths[0]!.labels.length, length, `${name} after ${what}`);
      assertEquals(tag.decode(scores)[0]!.score, EXPECTED!.score, `${name} after ${what}`);
    }
  }
}

describe("a bad call", () => {
  it("is tried of every decoder", () => {
    assert(ALL.length > 15, `${ALL.length}`);
    allAnswer("nothing");
  });

  for (const called of ALL) {
    it(`is refused by ${called.name}, and harms none`, () => {
      const { decode, decoder: { name, maxK } } = called;
      for (const k of [0, -1, 1.5, NaN, Infinity, "2", null, ...maxK === 1 ? [2] : []]) {
        const says = `${name}, which finds ${maxK === 1 ? 1 : "1 or more"}: ${shown(k)}`;
        assertThrows(() => decode(LATTICE, k as number), RangeError, says);
        assertThrows(() => decode.batch([LATTICE], k as number), RangeError, says);
      }
      for (const [kind, says, call, where = ""] of CALLS) {
        const { message } = assertThrows(() => call(called), kind, says);
        assert(message.startsWith("Cannot ") && message.includes(where), message);
        if (called === ALL[0]) allAnswer(says);
      }
      allAnswer(`bad calls of ${called.name}`);
    });
  }

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
