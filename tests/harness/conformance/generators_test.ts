import { assert, assertEquals, assertGreater } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { simplerInstances } from "../../../harness/conformance/simplify.ts";
import { type Instance, showInstance } from "../../../harness/conformance/instance.ts";
import {
  drawInstance,
  type Regime,
  seededRandom,
  type Size,
} from "../../../harness/conformance/generators.ts";
import { ENUMERATION_LIMIT, sequenceCount } from "../../../harness/conformance/oracles.ts";

const REGIMES: readonly Regime[] = ["exact sums", "decimals"];
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
