import { assert, assertAlmostEquals, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { KernelKind } from "../../../decoders/kernels/arena.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { entropy } from "../../../decoders/probability/entropy.ts";
import type { Arithmetic, SumOptions } from "../../../decoders/probability/estimate.ts";
import { logPartition } from "../../../decoders/probability/log_partition.ts";
import { marginals } from "../../../decoders/probability/marginals.ts";
import { negativeLogLikelihood } from "../../../decoders/probability/negative_log_likelihood.ts";
import { pathProbabilities } from "../../../decoders/probability/path_probabilities.ts";
import { big, distance, logarithm, subtract, toNumber, ZERO } from "../../helpers/big_float.ts";
import { type ExactPaths, exactPaths } from "../../helpers/exact_paths.ts";
import { type ProbabilityCase, probabilityCases } from "../../helpers/probability_cases.ts";

/** A campaign takes more: `TRELLIS_CASES=100000`. */
const CASES = Number(Deno.env.get("TRELLIS_CASES") ?? 500);
const ARITHMETICS: Arithmetic[] = ["auto", "scaled", "exceptions", "log"];
const KERNELS: KernelKind[] = ["simd", "plain"];

/** Checks all that is computed of one lattice against enumeration, within the stated errors. */
function check({ model, lattice, title }: ProbabilityCase, options: SumOptions): void {
  const exact = exactPaths(model, lattice);
  const partition = logPartition(model, options)(lattice);
  if (exact === undefined) {
    if (partition.error === 0) assertEquals(partition.value, -Infinity, title);
    else {
      // Underflow might have taken what there is.
      assertEquals(partition.error, Infinity, title);
      assert(options.arithmetic === "scaled" || options.arithmetic === "exceptions", title);
    }
    if (options.arithmetic === "auto") {
      assertEquals(marginals(model, options)(lattice), undefined, title);
      assertEquals(entropy(model, options)(lattice), undefined, title);
      assertEquals(pathProbabilities(model, options)(lattice, 3).paths, [], title);
    }
    return;
  }
  assertLessOrEqual(distance(exact.logPartition, partition.value), partition.error, title);
  checkMarginals(model, lattice, exact, options, title);
  const found = entropy(model, options)(lattice);
  if (options.arithmetic === "auto" || found !== undefined && found.error < Infinity) {
    assertLessOrEqual(distance(exact.entropy, found!.value), found!.error, title);
  }
  checkPaths(model, lattice, exact, options, title);
}

function checkMarginals(
  model: Model,
  lattice: Lattice,
  exact: ExactPaths,
  options: SumOptions,
  title: string,
): void {
  const { labelCount } = model;
  const found = marginals(model, options)(lattice);
  // Only logarithms can tell everything.
  if (options.arithmetic !== "auto" && (found === undefined || !(found.error < 1))) return;
  assert(found !== undefined, title);
  assertLessOrEqual(found.error, 1, title);
  exact.nodes.forEach((p, i) =>
    assertLessOrEqual(distance(p, found.nodes[i]!), found.error, title)
  );
  if (found.error >= 1e-3) return;
  for (let t = 0; t < lattice.length; t++) {
    const row = found.nodes.subarray(t * labelCount, (t + 1) * labelCount);
    assertAlmostEquals(row.reduce((sum, p) => sum + p, 0), 1, 1e-12, title);
    if (t === 0) continue;
    const edges = found.edges(t);
    exact.edges[t]!.forEach((p, i) =>
      assertLessOrEqual(distance(p, edges[i]!), found.error, title)
    );
  }
}

function checkPaths(
  model: Model,
  lattice: Lattice,
  exact: ExactPaths,
  options: SumOptions,
  title: string,
): void {
  const { labelCount, transitions } = model;
  const { length, emissions } = lattice;
  const { logPartition, paths } = pathProbabilities(model, options)(lattice, exact.paths.size + 1);
  if (!(logPartition.error < 1e-3)) return;
  assertEquals(paths.length, exact.paths.size, title);
  let sum = 0;
  for (const { labels, logProbability: { value, error } } of paths) {
    assertLessOrEqual(distance(logarithm(exact.paths.get(labels.join())!), value), error, title);
    sum += Math.exp(value);
  }
  assertAlmostEquals(sum, 1, 1e-12 + 10 * paths[0]!.logProbability.error, title);

  const gradient = {
    emissions: new Float64Array(emissions.length),
    transitions: new Float64Array(labelCount ** 2),
  };
  const gold = paths.at(-1)!.labels;
  const { value, error } = negativeLogLikelihood(model, options)(lattice, gold, gradient);
  const expected = subtract(ZERO, logarithm(exact.paths.get(gold.join())!));
  assertLessOrEqual(distance(expected, value), error, title);
  const { error: tolerance } = marginals(model, options)(lattice)!;
  if (!(tolerance < 1e-3)) return;
  const observed = new Float64Array(labelCount ** 2);
  for (let t = 1; t < length; t++) observed[gold[t - 1]! * labelCount + gold[t]!]! += 1;
  exact.nodes.forEach((p, i) => {
    const isGold = gold[Math.floor(i / labelCount)] === i % labelCount;
    const derivative = subtract(p, big(Number(isGold)));
    assertAlmostEquals(gradient.emissions[i]!, toNumber(derivative), 1e-15 + tolerance, title);
  });
  exact.uses.forEach((uses, edge) => {
    const derivative = toNumber(subtract(uses, big(observed[edge]!)));
    assertAlmostEquals(
      gradient.transitions[edge]!,
      derivative,
      length * (1e-15 + tolerance),
      title,
    );
    if (transitions[edge] === -Infinity) assertEquals(gradient.transitions[edge], 0, title);
  });
}

describe("probabilities", () => {
  it("are within their stated errors of enumeration with eighty digits", () => {
    let index = 0;
    for (const one of probabilityCases(CASES)) {
      const arithmetic = ARITHMETICS[index % ARITHMETICS.length]!;
      const kernel = KERNELS[Math.floor(index / ARITHMETICS.length) % KERNELS.length]!;
      check({ ...one, title: `${one.title}, ${arithmetic}, ${kernel}` }, { arithmetic, kernel });
      index++;
    }
  });
});
