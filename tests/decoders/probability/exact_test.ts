import { assert, assertAlmostEquals, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { KernelKind } from "../../../decoders/kernels/arena.ts";
import {
  constrain,
  negativeLogLikelihood,
  UNLABELLED,
} from "../../../decoders/probability/negative_log_likelihood.ts";
import { entropy } from "../../../decoders/probability/entropy.ts";
import type { Arithmetic, SumOptions } from "../../../decoders/probability/estimate.ts";
import { logPartition, marginals } from "../../../decoders/probability/log_partition.ts";
import { pathProbabilities } from "../../../decoders/tagging/path_probabilities.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";
import {
  type Big,
  big,
  distance,
  logarithm,
  subtract,
  ZERO,
} from "../../../harness/conformance/big_float.ts";
import { type ExactPaths, exactPaths } from "../../../harness/conformance/exact_paths.ts";
import { type ProbabilityCase, probabilityCases } from "../../helpers/probability_cases.ts";
import { cases, longIt } from "../../helpers/long.ts";

/** A campaign takes more: `TRELLIS_CASES=100000`. It also says how much of the errors is used. */
const CAMPAIGN = Deno.env.get("TRELLIS_CASES");
const CASES = Number(CAMPAIGN ?? cases(100, 500));
const ARITHMETICS: Arithmetic[] = ["auto", "scaled", "exceptions", "log"];
const KERNELS: KernelKind[] = ["simd", "plain"];

/** What people write for "forbidden". */
const SENTINEL = -1e30;

/** What a transition costs in lattices of one path: no weight underflows, and products soon do. */
const ONE_PATH_COSTS = [690, 345.6789, 600.7];

/** How many numbers were compared, and the largest share of a stated error, by arithmetic. */
const used = new Map<string, { count: number; share: number }>();

/** Asserts that a number is as near to the exact one as it says. */
function within(what: string, exact: Big, value: number, error: number, title: string): void {
  assert(Number.isFinite(value), `${title}: ${what} is ${value}`);
  const off = distance(exact, value);
  assertLessOrEqual(off, error, `${title}: ${what}`);
  const found = used.get(what) ?? { count: 0, share: 0 };
  used.set(what, { count: found.count + 1, share: Math.max(found.share, off / error || 0) });
}

/** The same case with -1e30 for everything that is forbidden. */
function withSentinels({ model, lattice, title }: ProbabilityCase): ProbabilityCase {
  const low = (scores: Float64Array) => scores.map((score) => Math.max(score, SENTINEL));
  return {
    model: { ...model, transitions: low(model.transitions), exactSums: false, float32Exact: false },
    lattice: { ...lattice, emissions: low(lattice.emissions) },
    title,
  };
}

/** Checks all that is computed of one lattice against enumeration, within the stated errors. */
function check(one: ProbabilityCase, options: SumOptions): void {
  const { model, lattice, title } = one;
  const exact = exactPaths(model, lattice);
  if (exact === undefined) {
    assertEquals(logPartition(model, options)(lattice), { value: -Infinity, error: 0 }, title);
    assertEquals(marginals(model, options)(lattice), undefined, title);
    assertEquals(entropy(model, options)(lattice), undefined, title);
    assertEquals(pathProbabilities(model, options)(lattice, 3).paths, [], title);
    return;
  }
  checkSums(one, exact, options);
  checkPaths(one, exact, options);
  const gold = [...exact.paths.keys()].at(-1)!.split(",").map(Number);
  const random = seededRandom(lattice.length);
  const some = gold.map((label) => random.unit() < 0.5 ? UNLABELLED : label);
  // What is so improbable has no part in any of the eighty digits.
  const low = withSentinels({ ...one, title: `${title}, sentinels` });
  checkSums(low, exact, options);
  const losses = [[one, gold], [one, some], [one, gold.with(0, UNLABELLED)], [low, gold]] as const;
  for (const [subject, labels] of losses) {
    const only = (t: number) => labels[t] === UNLABELLED ? undefined : [labels[t]!];
    const known = constrain(lattice, model.labelCount, only);
    const inside = exactPaths(model, known)!;
    for (const arithmetic of ARITHMETICS) {
      const own = { ...subject, title: `${subject.title}, loss of ${labels} with ${arithmetic}` };
      checkLoss(own, labels, exact, inside, { ...options, arithmetic });
    }
  }
}

function checkSums(
  { model, lattice, title }: ProbabilityCase,
  exact: ExactPaths,
  options: SumOptions,
): void {
  const { labelCount } = model;
  const partition = logPartition(model, options)(lattice);
  within("ln Z", exact.logPartition, partition.value, partition.error, title);
  const disorder = entropy(model, options)(lattice)!;
  within("entropy", exact.entropy, disorder.value, disorder.error, title);
  const found = marginals(model, options)(lattice)!;
  assertLessOrEqual(found.error, 1, title);
  exact.nodes.forEach((p, i) => within("nodes", p, found.nodes[i]!, found.error, title));
  for (let t = 0; t < lattice.length; t++) {
    const row = found.nodes.subarray(t * labelCount, (t + 1) * labelCount);
    assertAlmostEquals(row.reduce((sum, p) => sum + p, 0), 1, 1e-12, title);
    if (t === 0) continue;
    const edges = found.edges(t);
    exact.edges[t]!.forEach((p, i) => within("edges", p, edges[i]!, found.error, title));
  }
}

function checkPaths(
  { model, lattice, title }: ProbabilityCase,
  exact: ExactPaths,
  options: SumOptions,
): void {
  const { paths } = pathProbabilities(model, options)(lattice, exact.paths.size + 1);
  assertEquals(paths.length, exact.paths.size, title);
  let sum = 0;
  for (const { labels, logProbability: { value, error } } of paths) {
    within("paths", logarithm(exact.paths.get(labels.join())!), value, error, title);
    sum += Math.exp(value);
  }
  const { error } = paths[0]!.logProbability;
  if (error < 1e-3) assertAlmostEquals(sum, 1, 1e-12 + 10 * error, title);
}

/** Loss and gradient of labels, given what is exact of all paths and of those with the labels. */
function checkLoss(
  { model, lattice, title }: ProbabilityCase,
  labels: readonly number[],
  outside: ExactPaths,
  inside: ExactPaths,
  options: SumOptions,
): void {
  const { labelCount, transitions } = model;
  const gradient = {
    emissions: new Float64Array(lattice.emissions.length).fill(NaN),
    transitions: new Float64Array(labelCount ** 2),
  };
  const loss = negativeLogLikelihood(model, options);
  const { value, error, gradientError } = loss(lattice, labels, gradient);
  assert(gradientError !== undefined, title);
  within("loss", subtract(outside.logPartition, inside.logPartition), value, error, title);
  const { arithmetic } = options;
  outside.nodes.forEach((p, i) => {
    const exact = subtract(p, inside.nodes[i]!);
    const what = `emission gradient, ${arithmetic}`;
    within(what, exact, gradient.emissions[i]!, gradientError.emissions, title);
    if (lattice.emissions[i] === -Infinity) assertEquals(gradient.emissions[i]! + 0, 0, title);
  });
  outside.uses.forEach((uses, edge) => {
    const exact = subtract(uses, inside.uses[edge]!);
    const what = `transition gradient, ${arithmetic}`;
    within(what, exact, gradient.transitions[edge]!, gradientError.transitions, title);
    if (transitions[edge] === -Infinity) assertEquals(gradient.transitions[edge]! + 0, 0, title);
  });
}

/**
 * Checks a lattice of one path, of a known score, which is ln Z. Of two labels one is forbidden; a
 * transition costs as much as an emission gains, so that the score is that of an emission.
 */
function checkOnePath(cost: number, length: number, arithmetic: Arithmetic): void {
  const model = { labelCount: 2, transitions: Float64Array.of(-cost, 0, 0, 0) };
  const lattice = {
    length,
    emissions: new Float64Array(2 * length).map((_, i) => i % 2 === 0 ? cost : -Infinity),
  };
  const options = { arithmetic };
  const own = `one path of ${length} transitions of -${cost}, ${arithmetic}`;
  const what = (name: string) => `one path: ${name}, ${arithmetic}`;
  const partition = logPartition(model, options)(lattice);
  within(what("ln Z"), big(cost), partition.value, partition.error, own);
  const disorder = entropy(model, options)(lattice)!;
  within(what("entropy"), ZERO, disorder.value, disorder.error, own);
  const { paths } = pathProbabilities(model, options)(lattice, 2);
  assertEquals(paths.length, 1);
  within(what("path"), ZERO, paths[0]!.logProbability.value, paths[0]!.logProbability.error, own);
  const { nodes, error } = marginals(model, options)(lattice)!;
  for (let t = 0; t < length; t++) {
    if (!(Math.abs(nodes[2 * t]! - 1) <= error && nodes[2 * t + 1] === 0)) {
      throw new Error(`${own}: ${nodes.slice(2 * t, 2 * t + 2)} at position ${t}`);
    }
  }
  const labels = new Int32Array(length);
  for (const gold of [labels, labels.with(length >> 1, UNLABELLED)]) {
    const gradient = { emissions: new Float64Array(2 * length), transitions: new Float64Array(4) };
    const found = negativeLogLikelihood(model, options)(lattice, gold, gradient);
    within(what("loss"), ZERO, found.value, found.error, own);
    const { emissions, transitions } = found.gradientError!;
    const most = gradient.emissions.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
    within(what("emission gradient"), ZERO, most, emissions, own);
    for (const slope of gradient.transitions) {
      within(what("transition gradient"), ZERO, slope, transitions, own);
    }
    assertEquals(gradient.transitions.subarray(1).map((slope) => slope + 0), new Float64Array(3));
  }
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

  longIt("are that where the exponent of a sentence takes more than 21 bits", () => {
    const lengths = CAMPAIGN === undefined ? [5000] : [5000, 20_000, 100_000];
    for (const cost of ONE_PATH_COSTS) {
      for (const length of lengths) {
        for (const arithmetic of ARITHMETICS) checkOnePath(cost, length, arithmetic);
      }
    }
    if (CAMPAIGN !== undefined) console.log(used);
  });
});
