import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import auto from "../../../decoders/auto.ts";
import type { Decoder } from "../../../decoders/contract.ts";
import { plainBlock } from "../../../decoders/tagging/reserved.ts";
import { type Tagger, tagger } from "../../../decoders/tagging/tagger.ts";
import viterbi from "../../../decoders/viterbi.ts";

const MODEL = { transitions: [[0, -1], [-2, 0]] };
const ROWS = [[3, 1], [0, 2]];
const BEST = { score: 4, labels: [0, 1] };

/** `decode` of what no compiler lets through. */
function decode(tag: Tagger, scores: unknown, layout: Record<string, unknown> = {}): unknown {
  return tag.decode(scores as number[], layout);
}

type Kind = typeof RangeError | typeof TypeError;

/** Scores that are refused, and what is said. */
const SCORES: readonly [Kind, (readonly [scores: unknown, message: string])[]][] = [
  [TypeError, [
    [[[-1, null], [0, 2]], "sentence 0, position 0, label 1, as a score: null"],
    [[[null, 1]], "position 0, label 0, as a score: null"],
    [[[0, 1], [true, 0]], "position 1, label 0, as a score: true"],
    [[["1", "2"]], 'position 0, label 0, as a score: "1"'],
    [[[0, , 2].slice(0, 2)], "label 1, as a score: undefined"],
    [[ROWS, [[1, 2], [0, null]]], "sentence 1, position 1, label 1"],
    [{}, "Cannot use emissions, no array: [object Object]"],
    ["3102", 'Cannot use emissions, no array: "3102"'],
    [{ length: 4, 0: 3 }, "no array"],
    [null, "Cannot use emissions, no array: null"],
    [[[0, 1], null], "emissions, position 1, no array: null"],
    [[ROWS, null], "emissions, sentence 1, no array: null"],
    [[ROWS, [5]], "sentence 1, position 0, no array: 5"],
    [new DataView(new ArrayBuffer(32)), "DataView"],
  ]],
  [RangeError, [
    [[[0, 1e308]], "label 1, as a score: 1e+308 (the bound is"],
    [[null], "1 scores are no rows of 2 labels"],
  ]],
];

/** Layouts that are, of eight scores. */
const LAYOUTS: readonly [Kind, (readonly [layout: Record<string, unknown>, message: string])[]][] =
  [
    [TypeError, [
      [{ mask: [[1, 0], [1, "x"]] }, 'sentence 1, position 1, neither 0 nor 1: "x"'],
      [{ mask: [[1, 2], [1, 1]] }, "sentence 0, position 1, neither 0 nor 1: 2"],
      [{ mask: [[1, 1], [null, 1]] }, "sentence 1, position 0"],
      [{ mask: [[1, 1], null] }, "mask of sentence 1, no array: null"],
      [{ mask: null }, "a mask, no array: null"],
      [{ lengths: "22" }, 'lengths, no array: "22"'],
      [{ lengths: null }, "lengths, no array: null"],
      [{ shape: null }, "shape, no array: null"],
    ]],
    [RangeError, [
      [{ lengths: [1, 2], mask: [[1, 1], [1, 1]] }, "sentence 0: 1 and 2"],
      [{ lengths: ["2", "2"] }, 'sentence 0: "2"'],
      [{ lengths: BigInt64Array.of(2n, 2n) }, "sentence 0: 2"],
      [{ lengths: [2 ** 31, 4 - 2 ** 31] }, "sentence 1"],
      [{ lengths: [2 ** 31, 2] }, "sentence 0: 2147483648, emissions has 2"],
      [{ shape: [0.5, 8] }, "not [B, T] or [B, T, 2]: [0.5, 8]"],
      [{ shape: [-2, -2] }, "[-2, -2]"],
      [{ shape: [2, 2, 3] }, "[2, 2, 3]"],
    ]],
  ];

for (const decoder of [auto, viterbi] as Decoder[]) {
  describe(`Tagger.decode() with ${decoder.name}`, () => {
    it("refuses scores and layouts that are none, and says why", () => {
      for (const [kind, rows] of SCORES) {
        for (const [scores, message] of rows) {
          assertThrows(() => decode(tagger(MODEL, decoder), scores), kind, message);
        }
      }
      for (const [kind, rows] of LAYOUTS) {
        for (const [layout, message] of rows) {
          const use = () => decode(tagger(MODEL, decoder), new Float32Array(8), layout);
          assertThrows(use, kind, message);
        }
      }
    });

    it("refuses options that it does not have, and names the nearest", () => {
      const tag = tagger(MODEL, decoder);
      const said = 'an option "top" of decode: it has k, names, confidences, lengths, mask, shape';
      assertThrows(() => decode(tag, ROWS, { top: 3 }), TypeError, `${said} (did you mean "k"?)`);
      assertThrows(() => decode(tag, ROWS, { lenghts: [2] }), TypeError, 'mean "lengths"?');
      const three = 3 as unknown as Record<string, unknown>;
      assertThrows(() => decode(tag, ROWS, three), TypeError, "options of decode, no object: 3");
      const masked = tagger({ ...MODEL, bound: { emission: 5, length: 2 } }, decoder);
      const message = "-1e+30 (the bound is 5; write -Infinity for what is forbidden)";
      assertThrows(() => decode(masked, [[0, -1e30]]), RangeError, message);
    });

    it("takes lengths and a mask that agree, and a shape of nested lists", () => {
      const tag = tagger(MODEL, decoder);
      const mask = [[1, 1], [true, false]];
      const batch = [ROWS, ROWS];
      const found = decode(tag, batch, { lengths: [2, 1], mask, shape: [2, 2, 2] });
      assertEquals(found, [[BEST], [{ score: 3, labels: [0] }]]);
      const full = { lengths: [2, 2], mask: [[1, 1], [1, 1]] };
      assertEquals(decode(tag, [...ROWS, ...ROWS], full), [[BEST], [BEST]]);
      assertEquals(decode(tag, [], { mask: [] }), []);
      assertThrows(() => decode(tag, batch, { shape: [1, 2] }), RangeError, "2 sentences");
      assertThrows(() => decode(tag, batch, { shape: [2, 3] }), RangeError, "sentence 0 of 2");
    });

    it("refuses detached arrays, which have no length", () => {
      const tag = tagger(MODEL, decoder);
      const scores = Float32Array.of(3, 1, 0, 2);
      structuredClone(scores, { transfer: [scores.buffer] });
      assertThrows(() => decode(tag, scores), TypeError, "emissions, detached");
      assertThrows(() => decode(tag, [ROWS, scores]), TypeError, "sentence 1, detached");
      assertThrows(() => decode(tag, [[3, 1], scores]), TypeError, "position 1, detached");
    });

    it("refuses rows that another tagger reserved", () => {
      const tag = tagger(MODEL, decoder);
      const other = tagger(MODEL, decoder);
      const reserved = other.reserve(2);
      ROWS.forEach((row, t) => reserved.rows[t]!.set(row));
      const again = tag.reserve(2);
      again.rows.forEach((row) => row.fill(50));
      assertThrows(() => tag.decode(reserved), TypeError, "another tagger reserved");
      assertEquals(other.decode(reserved), [BEST]);
      assertEquals(tag.decode(reserved.rows), [BEST]);
    });

    it("is not called while it reads", () => {
      const tag = tagger(MODEL, decoder);
      const reserved = tag.reserve(1);
      const uses = [
        () => tag.decode([[50, 10], [10, 50]]),
        () => tag.decode(reserved),
        () => tag.reserve(1000),
        () => tag.dispose(),
      ];
      for (const use of uses) {
        const row = [0, 2];
        Object.defineProperty(row, 1, { get: () => (use(), 2) });
        assertThrows(() => tag.decode([[3, 1], row]), TypeError, "with a tagger that is reading");
        assertEquals(tag.decode(ROWS), [BEST]);
      }
      const other = tagger(MODEL, decoder);
      const row = [0, 2];
      Object.defineProperty(row, 1, { get: () => (other.decode([[50, 10]]), 2) });
      assertEquals(tag.decode([[3, 1], row]), [BEST]);
    });
  });
}

describe("Tagger.decode()", () => {
  it("never reads rows in its own memory that has moved in between", () => {
    const tag = tagger(MODEL);
    const { rows } = tag.reserve(2);
    ROWS.forEach((row, t) => rows[t]!.set(row));
    tag.decode([[9, 9]]);
    const many = Array.from({ length: 200_000 }, (_, t) => t < 2 ? rows[t]! : [0, 0]);
    const all = many.map((row) => [...row]);
    const best = tagger(MODEL).decode(all)[0]!.score;
    let score = best;
    try {
      score = tag.decode(many)[0]!.score;
    } catch (error) {
      assertEquals(error instanceof RangeError, true);
    }
    assertEquals(score, best);
  });
});

describe("Tagger.reserve()", () => {
  it("refuses what no memory holds", () => {
    for (const decoder of [auto, viterbi] as Decoder[]) {
      const tag = tagger(MODEL, decoder);
      for (const positions of [1e12, 2 ** 31, 2 ** 24, 1.5, NaN, "2"]) {
        const message = `Cannot reserve rows for this number of positions: `;
        assertThrows(() => tag.reserve(positions as number), RangeError, message);
      }
      assertEquals(tag.decode(ROWS), [BEST]);
    }
    assertThrows(() => plainBlock(2 ** 22, 2 ** 22), RangeError, `scores in memory: ${2 ** 44}`);
  });
});
