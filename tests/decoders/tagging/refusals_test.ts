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

for (const decoder of [auto, viterbi] as Decoder[]) {
  describe(`Tagger.decode() with ${decoder.name}`, () => {
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

it("Tagger.decode() never reads rows in its own memory that has moved in between", () => {
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

it("plainBlock() refuses what no memory holds", () => {
  assertThrows(() => plainBlock(2 ** 22, 2 ** 22), RangeError, `scores in memory: ${2 ** 44}`);
});
