import { assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../../datasets/random.ts";
import { type KernelKind, openArena } from "../../../../decoders/kernels/arena.ts";
import { PROBABILITY } from "../../../../decoders/kernels/probability/kernels.ts";
import {
  exp,
  EXP_ERROR,
  exponentOf,
  log,
  logError,
} from "../../../../decoders/kernels/probability/exp.ts";
import {
  big,
  distance,
  exponential,
  logarithm,
  toNumber,
} from "../../../../harness/conformance/big_float.ts";

const SEED = 20261122;

/** Arguments from all over the range, and around multiples of ½ ln 2, where the reduction turns. */
function* exponents(count: number): Generator<number> {
  const random = new Random(SEED);
  for (let i = 0; i < count; i++) {
    yield -708 * random.uniform();
    yield -random.uniform();
    yield (random.integer(2040) - 2040) * Math.LN2 / 2 + (random.uniform() - 0.5) * 1e-9;
    yield 709 * random.uniform();
  }
  yield* [0, -0, 1e-300, -1e-300, -708, 709, 2 ** -53, -(2 ** -53)];
}

describe("exp()", () => {
  it("is as near e^x as it says", () => {
    for (const x of exponents(100)) {
      const exact = exponential(big(x));
      assertLessOrEqual(distance(exact, exp(x)), EXP_ERROR * toNumber(exact), `${x}`);
    }
  });

  it("is 0 and ∞ beyond, and exact for 0", () => {
    const exponents = [-Infinity, -709, -1e300, Infinity, 710, 0, NaN];
    assertEquals(exponents.map(exp), [0, 0, 0, Infinity, Infinity, 1, NaN]);
  });

  it("is within a bit or two of the engine's", () => {
    for (const x of exponents(5_000)) {
      assertLessOrEqual(Math.abs(exp(x) / Math.exp(x) - 1), 2 ** -51, `${x}`);
    }
  });

  it("has the same bits in both kernels", () => {
    const beyond = [-Infinity, -708.5, -1e9, -1e300];
    const scores = [...exponents(2_000)].filter((x) => x <= 0).concat(beyond);
    const bytes = 64 * Math.ceil(scores.length / 8);
    const inKernel = (kind: KernelKind) => {
      const arena = openArena(kind, false);
      const address = arena.allocate(bytes);
      arena.doubles.fill(-Infinity, address / 8, (address + bytes) / 8);
      arena.doubles.set(scores, address / 8);
      PROBABILITY.open(arena).exponentials(address, bytes, 0);
      return arena.doubles.slice(address / 8, address / 8 + scores.length);
    };
    assertEquals(inKernel("simd"), Float64Array.from(scores, exp));
    assertEquals(inKernel("plain"), Float64Array.from(scores, exp));
  });
});

describe("log()", () => {
  it("is as near ln x as it says", () => {
    for (const x of exponents(100)) {
      for (const argument of [exp(x), 1 + x * 1e-3, -x]) {
        if (!(argument > 0 && argument < Infinity)) continue;
        const exact = logarithm(big(argument));
        const found = log(argument);
        assertLessOrEqual(distance(exact, found), logError(toNumber(exact)), `${argument}`);
      }
    }
  });

  it("is −∞ for 0, ∞ for ∞ and no number below", () => {
    assertEquals([0, Infinity, -1, NaN].map(log), [-Infinity, Infinity, NaN, NaN]);
    assertLessOrEqual(Math.abs(log(2 ** -1074) + 1074 * Math.LN2), 1e-12);
    assertLessOrEqual(Math.abs(log(Number.MAX_VALUE) - 1024 * Math.LN2), 1e-12);
  });
});

it("exponentOf() is the exponent, of subnormal numbers too", () => {
  const values = [1, 1.99, 2, 0.5, 2 ** -1022, 2 ** -1074, 3 * 2 ** -1074, Number.MAX_VALUE];
  assertEquals(values.map(exponentOf), [0, 0, 1, -1, -1022, -1074, -1073, 1023]);
});
