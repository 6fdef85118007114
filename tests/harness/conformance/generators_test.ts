import { assert, assertEquals, assertGreater, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { simplerInstances } from "../../../harness/conformance/simplify.ts";
import { type Instance, showInstance } from "../../../harness/conformance/instance.ts";
import {
  drawInstance,
  REGIMES,
  seededRandom,
  type Size,
} from "../../../harness/conformance/generators.ts";
import {
  allScores,
  bestScore,
  bestScores,
  ENUMERATION_LIMIT,
  referenceScores,
  sequenceCount,
} from "../../../harness/conformance/oracles.ts";
import { problemOf } from "../../helpers/problems.ts";

const SIZES: readonly Size[] = ["small", "long", "medium", "large", "structured", "pairs"];

describe("drawInstance()", () => {
  it("draws no NaN, no +∞, and tables of the right sizes", () => {
    forEachInstance((instance, where) => {
      const { labelCount, transitions } = instance.model;
      assert(Number.isSafeInteger(instance.k) && instance.k >= 1, where);
      assertEquals(transitions.length, labelCount ** 2, where);
      assert(transitions.every((score) => score < Infinity), where);
      for (const { length, emissions } of instance.lattices) {
        assertEquals(emissions.length, length * labelCount, where);
        assert(emissions.every((score) => score < Infinity), where);
      }
    });
  });

  it("draws small lattices that can be enumerated", () => {
    for (let seed = 0; seed < 200; seed++) {
      const { model, lattices } = drawInstance(seed, "decimals", "small", 1);
      assert(lattices.every((lattice) => sequenceCount(model, lattice) <= ENUMERATION_LIMIT));
    }
  });

  it("draws scores that keep the promises of their flags", () => {
    forEachInstance(({ model, lattices }, where) => {
      for (const lattice of lattices) checkFlags(model, lattice, where);
    });
  });

  it("draws decimals whose sums depend on the order now and then", () => {
    let different = 0;
    for (let seed = 0; seed < 100; seed++) {
      const { model, lattices } = drawInstance(seed, "decimals", "medium", 1);
      const terms = somePath(model, lattices[0]!, seed);
      if (sum(terms) !== sum(terms.toReversed())) different++;
    }
    assertGreater(different, 10);
  });
});

describe("simplerInstances()", () => {
  it("yields instances that keep the promises of their flags", () => {
    forEachInstance((instance, where) => {
      for (const { model, lattices } of simplerInstances(instance).take(20)) {
        for (const lattice of lattices) checkFlags(model, lattice, where);
      }
    });
  });

  it("ends at one label, one position and zeros when everything fails", () => {
    forEachInstance((instance, where) => {
      let simplest = instance;
      for (let next: Instance | undefined = instance; next; simplest = next) {
        next = simplerInstances(simplest).next().value;
        if (!next) break;
      }
      assertEquals(simplest.k, 1, where);
      assertEquals([...simplest.model.transitions], [0], where);
      assertEquals(simplest.lattices.map(({ emissions }) => [...emissions]), [[0]], where);
    });
  });
});

it("showInstance() lists what is not zero in long rows, or says that all is", () => {
  const transitions = new Float64Array(17 * 17);
  const model = { labelCount: 17, transitions, exactSums: true, float32Exact: true };
  const emissions = new Float64Array(17).with(3, 2);
  const text = showInstance({ model, lattices: [{ length: 1, emissions }], k: 1 });
  assert(text.endsWith("\ntransitions = all zeros\nemissions = zeros but for [0][3] = 2"), text);
});

function forEachInstance(check: (instance: Instance, where: string) => void): void {
  for (const regime of REGIMES) {
    for (const size of SIZES) {
      for (let seed = 0; seed < 50; seed++) {
        check(drawInstance(seed, regime, size, Infinity), `${regime}, ${size}, seed ${seed}`);
      }
    }
  }
}

/** Sums of one path from both ends are the same where they are said to be, in float32 too. */
function checkFlags(model: Model, lattice: Lattice, where: string): void {
  const terms = somePath(model, lattice, lattice.length);
  if (model.exactSums) assertEquals(sum(terms), sum(terms.toReversed()), where);
  if (model.float32Exact) {
    assert(model.exactSums, where);
    const inFloat32 = terms.reduce((total, term) => Math.fround(total + Math.fround(term)));
    assertEquals(inFloat32, sum(terms), where);
  }
}

/** The scores along a random path. */
function somePath(model: Model, { length, emissions }: Lattice, seed: number): number[] {
  const random = seededRandom(seed);
  const terms: number[] = [];
  for (let t = 0, previous = 0; t < length; t++) {
    const label = random.integer(0, model.labelCount - 1);
    if (t > 0) terms.push(model.transitions[previous * model.labelCount + label]!);
    terms.push(emissions[t * model.labelCount + label]!);
    previous = label;
  }
  return terms;
}

function sum(terms: readonly number[]): number {
  return terms.reduce((total, term) => total + term);
}

// 00: 1+0+3, 01: 1+10+4, 10: 2+20+3, 11: forbidden.
const [model, lattice] = problemOf([[0, 10], [20, -Infinity]], [[1, 2], [3, 4]]);
const forbidden: Lattice = { length: 1, emissions: Float64Array.of(-Infinity, -Infinity) };

describe("allScores()", () => {
  it("lists the finite scores best first when some paths are forbidden", () => {
    assertEquals(allScores(model, lattice), [25, 15, 4]);
  });

  it("is empty when there is no path", () => {
    assertEquals(allScores(model, forbidden), []);
  });

  it("refuses when there are too many sequences", () => {
    const long = { length: 13, emissions: new Float64Array(26) };
    assertThrows(() => allScores(model, long), RangeError, "8192");
  });
});

it("referenceScores() lists the k best scores when there are too many to enumerate", () => {
  const emissions = Float64Array.from({ length: 26 }, (_, index) => index % 2);
  const long = { length: 13, emissions };
  const free = { ...model, transitions: new Float64Array(4) };
  assertEquals(referenceScores(free, long, 1), [13]);
  assertEquals(referenceScores(free, long, 15), [13, ...Array(13).fill(12), 11]);
  assertEquals(referenceScores(free, { ...long, emissions: emissions.fill(-Infinity) }, 1), []);
});

for (const regime of REGIMES) {
  it(`the oracles agree to the last bit on ${regime} when all sequences can be enumerated`, () => {
    for (let seed = 0; seed < 300; seed++) {
      const { model, lattices } = drawInstance(seed, regime, "small", Infinity);
      for (const lattice of lattices) {
        const scores = allScores(model, lattice);
        const count = sequenceCount(model, lattice);
        assertEquals(bestScores(model, lattice, count), scores, `seed ${seed}`);
        assertEquals(bestScores(model, lattice, 3), scores.slice(0, 3), `seed ${seed}`);
        assertEquals(bestScore(model, lattice), scores[0] ?? -Infinity, `seed ${seed}`);
      }
    }
  });
}
