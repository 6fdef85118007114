import { assert, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import { pathSampler } from "../../../decoders/probability/path_sampler.ts";
import { toNumber } from "../../../harness/conformance/big_float.ts";
import { exactPaths } from "../../../harness/conformance/exact_paths.ts";
import { probabilityCases } from "../../helpers/probability_cases.ts";
import { problemOf } from "../../helpers/problems.ts";

const SEED = 20261122;
const MODELS = 50;
const SAMPLES = 2_000;
/** Paths that are expected less often than this are counted together. */
const RARE = 5;

/** (χ² − degrees of freedom) / √(2·degrees of freedom) of some counts; 0 if nothing is free. */
function excess(observed: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>) {
  let [statistic, cells, rareSeen, rare] = [0, 0, 0, 0];
  for (const [path, count] of expected) {
    if (count < RARE) {
      rare += count;
      rareSeen += observed.get(path) ?? 0;
    } else {
      statistic += ((observed.get(path) ?? 0) - count) ** 2 / count;
      cells++;
    }
  }
  if (rare >= RARE) {
    statistic += (rareSeen - rare) ** 2 / rare;
    cells++;
  }
  return cells < 2 ? 0 : (statistic - (cells - 1)) / Math.sqrt(2 * (cells - 1));
}

describe("pathSampler()", () => {
  it("draws each path as often as it is probable", () => {
    let [models, sum] = [0, 0];
    for (const { model, lattice, title } of probabilityCases(10 * MODELS)) {
      if (models === MODELS) break;
      const exact = exactPaths(model, lattice);
      if (exact === undefined || exact.paths.size < 4) continue;
      const arithmetic = (["auto", "log"] as const)[models++ % 2]!;
      const random = new Random(SEED, models);
      const observed = new Map<string, number>();
      const sample = pathSampler(model, { arithmetic });
      for (const labels of sample(lattice, SAMPLES, () => random.uniform())) {
        const path = labels.join();
        assert(exact.paths.has(path), `${title}: ${path} is forbidden`);
        observed.set(path, (observed.get(path) ?? 0) + 1);
      }
      const expected = [...exact.paths].map(([path, p]) => [path, SAMPLES * toNumber(p)] as const);
      const one = excess(observed, new Map(expected));
      sum += one;
      assertLess(one, 6, title);
    }
    assertEquals(models, MODELS);
    assertLess(Math.abs(sum) / Math.sqrt(MODELS), 4);
  });

  it("draws the same for the same random numbers, and nothing where there is no path", () => {
    const [model, lattice] = problemOf([[-Infinity, -Infinity], [-Infinity, -Infinity]], [[0, 0], [
      0,
      0,
    ]]);
    const sample = pathSampler(model);
    assertEquals(sample(lattice, 3, Math.random), []);
    const draw = () => {
      const random = new Random(SEED);
      return sample({ length: 1, emissions: Float64Array.of(0, 1) }, 9, () => random.uniform());
    };
    assertEquals(draw(), draw());
  });
});
