import { assert, assertEquals, assertLessOrEqual, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { snap } from "../../../datasets/packs/snap.ts";
import { Random } from "../../../datasets/random.ts";
import { fitsFloat32, naturalExponent, partialSumBound } from "../../../decoders/chain/grid.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { denseFile } from "../../helpers/packs.ts";

const nowhere = () => "nowhere";

/** Random decimals of any magnitude up to 1e5 or as small as 1e-12, some forbidden. */
const scores = fc.record({
  seed: fc.nat(),
  magnitude: fc.integer({ min: -12, max: 5 }),
  size: fc.integer({ min: 1, max: 40 }),
}).map(({ seed, magnitude, size }) => {
  const random = seededRandom(seed);
  return Float64Array.from({ length: size }, () => {
    if (random.unit() < 0.1) return -Infinity;
    return (2 * random.unit() - 1) * 10 ** magnitude;
  });
});

const finite = (list: Float64Array) => list.filter((score) => score !== -Infinity);
const largest = (list: Float64Array) =>
  finite(list).reduce((most, score) => Math.max(most, Math.abs(score)), 0);
/** Every sum of a sentence's scores: each position of `scores` counts as one. */
const boundOf = (list: Float64Array) => partialSumBound(list.length, largest(list), 0);

/** Adds the scores up in a random association: joins two random partial sums until one is left. */
function sumInAnyOrder(list: Float64Array, seed: number, round = (sum: number) => sum): number {
  const random = seededRandom(seed);
  const sums = [...finite(list), 0];
  while (sums.length > 1) {
    const [a] = sums.splice(random.integer(0, sums.length - 1), 1);
    const at = random.integer(0, sums.length - 1);
    sums[at] = round(sums[at]! + a!);
  }
  return sums[0]!;
}

describe("snap()", () => {
  it("gives the same bits however the snapped scores are added", () => {
    const property = fc.property(scores, fc.nat(), fc.nat(), (list, one, other) => {
      snap([list], boundOf(list), nowhere);
      const sum = sumInAnyOrder(list, one);
      assertEquals(sumInAnyOrder(list, other), sum);
      assertEquals(finite(list).reduce((total, score) => total + score, 0), sum);
    });
    fc.assert(property, { seed: 2, numRuns: 300 });
  });

  it("says the largest change, at most half a step, and leaves -Infinity", () => {
    const property = fc.property(scores, (list) => {
      const before = list.slice();
      const { exponent, largestChange } = snap([list], boundOf(list), nowhere);
      let change = 0;
      list.forEach((score, i) => {
        if (before[i] === -Infinity) return assertEquals(score, -Infinity);
        change = Math.max(change, Math.abs(score - before[i]!));
        assert(Number.isInteger(score * 2 ** exponent));
      });
      assertEquals(largestChange, change);
      assertLessOrEqual(change, 2 ** -(exponent + 1));
    });
    fc.assert(property, { seed: 4, numRuns: 300 });
  });

  it("changes nothing when done twice", () => {
    const property = fc.property(scores, (list) => {
      const { exponent } = snap([list], boundOf(list), nowhere);
      const once = list.slice();
      assertEquals(snap([list], boundOf(list), nowhere), { exponent, largestChange: 0 });
      assertEquals(list, once);
    });
    fc.assert(property, { seed: 5, numRuns: 300 });
  });

  it("gives scores whose float32 sums are exact when they fit float32", () => {
    let fitting = 0;
    const quarters = fc.array(fc.integer({ min: -4000, max: 4000 }), { minLength: 1 })
      .map((list) => Float64Array.from(list, (score) => score / 4));
    fc.assert(
      fc.property(quarters, fc.nat(), fc.integer({ min: 0, max: 12 }), (list, seed, shift) => {
        const scaled = list.map((score) => score * 2 ** shift + 2 ** -shift);
        const bound = boundOf(scaled);
        const { exponent } = snap([scaled], bound, nowhere);
        const natural = naturalExponent(scaled, Math.min(0, exponent), exponent);
        if (!fitsFloat32(bound, natural)) return;
        fitting++;
        const sum = sumInAnyOrder(scaled, seed);
        assertEquals(sumInAnyOrder(scaled, seed + 1, Math.fround), sum);
      }),
      { seed: 6, numRuns: 500 },
    );
    assert(fitting > 50, `only ${fitting} fitted`);
  });

  it("keeps the digits of scores near 1e-10", () => {
    const list = Float64Array.of(1e-10, 2.5e-10, -Infinity);
    const { exponent, largestChange } = snap([list], boundOf(list), nowhere);
    assertEquals(exponent, 32 + 32);
    assert(0 < largestChange && largestChange < 1e-19);
  });

  for (const magnitude of [1e-100, 1e-300]) {
    it(`keeps eight digits of scores near ${magnitude}`, () => {
      const list = Float64Array.of(1.234567891 * magnitude, -7.654321 * magnitude, -Infinity);
      const { largestChange } = snap([list], boundOf(list), nowhere);
      assert(largestChange <= 1e-8 * 7.7 * magnitude, `${largestChange}`);
    });
  }

  for (const magnitude of [1e-305, 1e-310, 5e-324]) {
    it(`throws RangeError naming the largest score when it is ${magnitude}`, () => {
      const list = Float64Array.of(magnitude, -magnitude / 2, 0);
      const call = () => snap([list], boundOf(list), (_, index) => `score ${index}`);
      assertThrows(call, RangeError, `Cannot add up scores like score 0: ${magnitude} (sums reach`);
    });
  }

  it("leaves scores alone when all are 0 or forbidden", () => {
    const list = Float64Array.of(0, -0, -Infinity);
    assertEquals(snap([list], boundOf(list), nowhere).largestChange, 0);
  });

  it("takes decimals near a million", () => {
    const list = Float64Array.from({ length: 25 }, (_, t) => 1e6 + t / 10);
    const { exponent, largestChange } = snap([list], boundOf(list), nowhere);
    assertEquals(exponent, 53 - 25);
    assert(1e-9 < largestChange && largestChange < 1e-8);
  });

  it("throws RangeError naming the largest score when a change would pass 1e-6", () => {
    const locate = (tensor: number, index: number) => `score ${index} of tensor ${tensor}`;
    const lists = [Float64Array.of(1, 0.1), Float64Array.of(0.3, -1e11)];
    const said = "Cannot add up scores like score 1 of tensor 1: -100000000000 (sums reach";
    assertThrows(() => snap(lists, 1e11 + 1, locate), RangeError, said);
  });
});

const L = 9;
const LENGTHS = [7, 1, 12];

/** The same decimals times a power of two, which loses none of their digits. */
function datasetOf(scale: number) {
  const random = new Random(3);
  const row = () => Array.from({ length: L }, () => (2 * random.uniform() - 1) * scale);
  const rows = (count: number) => Array.from({ length: count }, row);
  const transitions = rows(L);
  const emissions = rows(LENGTHS.reduce((sum, length) => sum + length, 0));
  transitions[2]![5] = -Infinity;
  return packDataset(denseFile({ transitions, emissions, lengths: LENGTHS }, Float64Array), "FILE");
}

const usual = datasetOf(1);
const decoders = (await listDecoders()).filter(({ exact }) => exact);

for (const exponent of [-33, -133, -980]) {
  describe(`exact decoders of scores near 2^${exponent}`, () => {
    const scale = 2 ** exponent;
    const tiny = datasetOf(scale);
    for (const decoder of decoders) {
      it(`gives the paths of the same scores near 1 with ${decoder.name}`, () => {
        const k = Math.min(3, decoder.maxK);
        const [own, other] = [tiny, usual].map(({ model }) => prepared(decoder, model));
        LENGTHS.forEach((_, sentence) => {
          const { paths } = other!(usual.lattice(sentence), k);
          const expected = paths.map(({ score, labels }) => ({ score: score * scale, labels }));
          assertEquals(own!(tiny.lattice(sentence), k).paths, expected);
        });
      });
    }
  });
}
