import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { newLabels } from "../../../decoders/chain/label_pool.ts";
import { mayBe, resolveOptions, valuesOf } from "../../../decoders/chain/options.ts";
import { findNoScore, isScore } from "../../../decoders/chain/score_check.ts";
import { ScoreHeap } from "../../../decoders/chain/score_heap.ts";
import dominance from "../../../decoders/dominance.ts";
import { Random } from "../../../datasets/random.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { OPTIONS, plain, searcher } from "../../wrong/plain.ts";

describe("resolveOptions()", () => {
  it("gives a value for every option and keeps those that are given", () => {
    const defaults = { width: 4, depth: 0, order: "rank", prune: true } as const;
    assertEquals(resolveOptions(searcher), defaults);
    assertEquals(resolveOptions(searcher, { order: "reverse" }), { ...defaults, order: "reverse" });
  });

  it("gives every decoder its own defaults", async () => {
    for (const decoder of await listDecoders()) {
      for (const [name, value] of Object.entries(resolveOptions(decoder))) {
        assertEquals(value, decoder.options[name]!.default, `${decoder.name} ${name}`);
      }
    }
  });

  it("refuses names that are not declared, and says which are", () => {
    const given = JSON.parse('{ "kernel": "simd", "widht": 1 }');
    const call = () => resolveOptions(dominance, given);
    assertThrows(call, TypeError, 'Cannot set an option "widht" of dominance: it has bound, ');
    assertThrows(() => resolveOptions(plain, given), TypeError, "it has none");
    const inherited = JSON.parse('{ "constructor": 1 }');
    assertThrows(() => resolveOptions(searcher, inherited), TypeError, '"constructor"');
  });

  const refused: readonly [string, ...unknown[]][] = [
    ["width", 0, 1.5, NaN, Infinity, "4", true, null, undefined],
    ["depth", 0.5, "0", false],
    ["order", "revers", "", 1, false],
    ["prune", "true", 1, 0, null],
  ];
  for (const [name, ...values] of refused) {
    for (const value of values) {
      it(`refuses ${typeof value} ${value} for ${name}, and says what it may be`, () => {
        const call = () => resolveOptions(searcher, { [name]: value });
        const { message } = assertThrows(call, RangeError);
        const what = valuesOf(OPTIONS[name as keyof typeof OPTIONS]);
        const said = `Cannot set the option "${name}" of searcher to ${value}: it is ${what}`;
        assertEquals(message, said);
      });
    }
  }
});

it("mayBe() takes the least number, any where there is no least, choices and both switches", () => {
  assertEquals([1, 7].map((value) => mayBe(OPTIONS.width, value)), [true, true]);
  assertEquals([-3, 0].map((value) => mayBe(OPTIONS.depth, value)), [true, true]);
  assertEquals(OPTIONS.order.choices.map((value) => mayBe(OPTIONS.order, value)), [true, true]);
  assertEquals([true, false].map((value) => mayBe(OPTIONS.prune, value)), [true, true]);
});

it("newLabels() refuses what is no length, which would stay in the slab for everyone", () => {
  for (const length of [1.5, -1, NaN, Infinity, 2 ** 33 + 0.5]) {
    const message = `Cannot label this number of positions: ${length}`;
    assertThrows(() => newLabels(length), RangeError, message);
    assertEquals(newLabels(3), new Int32Array(3));
  }
});

const LARGEST = 2 ** 1000;

it("findNoScore() finds the first of any place and size, among others and forbidden scores", () => {
  for (let length = 1; length <= 9; length++) {
    for (const bad of [NaN, Infinity, 2 ** 1001, -(2 ** 1001)]) {
      for (const fill of [0, 3.5, -Infinity, 2 ** 600, LARGEST, -LARGEST]) {
        for (const Scores of [Float64Array, Float32Array]) {
          const scores = new Scores(length).fill(fill);
          const isFine = isScore(scores[0], LARGEST);
          assertEquals(findNoScore(scores), isFine ? -1 : 0, `${fill}`);
          for (let at = 0; at < length; at++) {
            scores.fill(fill);
            scores[at] = bad;
            const expected = Array.from(scores).findIndex((score) => !isScore(score, LARGEST));
            assertEquals(findNoScore(scores), expected, `${bad} at ${at} of ${fill}`);
          }
        }
      }
    }
  }
});

function drain(heap: ScoreHeap): [number, number][] {
  const pairs: [number, number][] = [];
  for (; heap.size > 0; heap.pop()) pairs.push([heap.topScore, heap.topItem]);
  return pairs;
}

describe("ScoreHeap", () => {
  it("pops in descending order, smaller items first among ties, when pushed in any order", () => {
    const random = new Random(1);
    for (let size = 0; size < 70; size++) {
      const pairs = Array.from({ length: size }, (_, item) => [random.integer(5), item] as const);
      const heap = new ScoreHeap();
      for (const [score, item] of pairs) heap.push(score, item);
      const sorted = pairs.toSorted((a, b) => b[0] - a[0] || a[1] - b[1]);
      assertEquals(drain(heap), sorted.map(([score, item]) => [score, item]));
    }
  });

  it("replaces the top in place when asked", () => {
    const heap = new ScoreHeap();
    for (const score of [3, 1, 2]) heap.push(score, score);
    heap.replaceTop(0, 9);
    assertEquals(drain(heap), [[2, 2], [1, 1], [0, 9]]);
  });
});
