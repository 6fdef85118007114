import { assert, assertEquals, assertLess, assertLessOrEqual, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import { newWork } from "../../../decoders/contract.ts";
import { Arena, openArena } from "../../../decoders/kernels/arena.ts";
import { PROBABILITY } from "../../../decoders/kernels/probability/kernels.ts";
import { BLOCK, blocksOf } from "../../../decoders/kernels/rows.ts";
import type { Model } from "../../../decoders/lattice.ts";
import { type EdgeList, EdgeLists, edgeLists } from "../../../decoders/probability/edge_list.ts";
import { entropy } from "../../../decoders/probability/entropy.ts";
import { CompensatedSum } from "../../../decoders/probability/estimate.ts";
import { nonZeroEntries } from "../../../decoders/probability/exception_steps.ts";
import { logPartition, marginals } from "../../../decoders/probability/log_partition.ts";
import { pathSampler } from "../../../decoders/probability/path_sampler.ts";
import {
  add,
  type Big,
  big,
  distance,
  toNumber,
  ZERO,
} from "../../../harness/conformance/big_float.ts";
import { exactPaths } from "../../../harness/conformance/exact_paths.ts";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import {
  assertNear,
  assertNearMarginals,
  probabilityCases,
} from "../../helpers/probability_cases.ts";
import { draw, problemOf } from "../../helpers/problems.ts";
import { replacing } from "../../helpers/replacing.ts";

const ARITHMETICS = ["scaled", "exceptions", "log"] as const;

/** Transitions that are 0 but for a share of them. */
function sparseModel(labelCount: number, share: number, forbidden = 0): Model {
  const random = new Random(labelCount);
  const transitions = new Float64Array(labelCount ** 2).map(() => {
    if (random.uniform() < forbidden) return -Infinity;
    return random.uniform() < share ? random.gaussian() : 0;
  });
  return { labelCount, transitions, exactSums: false, float32Exact: false };
}

function drawLattice(labelCount: number, length: number) {
  const random = new Random(labelCount, length);
  const emissions = new Float64Array(length * labelCount).map(() => 4 * random.gaussian());
  return { length, emissions };
}

/** Lets arenas allocate no more bytes at once than this, until the block ends. */
function allocating(most: number): Disposable {
  const { allocate } = Arena.prototype;
  return replacing(Arena.prototype, "allocate", function (this: Arena, bytes) {
    if (bytes > most) throw new RangeError("no room");
    return allocate.call(this, bytes);
  });
}

describe("logPartition()", () => {
  it("is the same in every arithmetic, within the errors, which are small", () => {
    for (const [labelCount, share, forbidden] of [[40, 1, 0], [70, 0.05, 0], [70, 0.05, 0.05]]) {
      const model = sparseModel(labelCount!, share!, forbidden);
      for (const length of [1, 2, 9, 60]) {
        const lattice = drawLattice(labelCount!, length);
        const found = ARITHMETICS.map((arithmetic) => logPartition(model, { arithmetic })(lattice));
        for (const one of found) {
          assertLessOrEqual(one.error, 1e-10);
          assertNear(one, found[0]!);
        }
      }
    }
  });

  it("multiplies possible transitions alone where a third or fewer are", () => {
    // Chunks: the kind k begins with 2k + 1 and goes on with 2k + 2. And any few.
    const goesOn = (x: number, y: number) => y % 2 === 1 || x === y || x === y - 1;
    const shapes = [
      { of: (x: number, y: number) => (x % 3 === 0 || y % 2 === 0) && goesOn(x, y), most: 0.3 },
      { of: (x: number, y: number) => (7 * x + 3 * y * y) % 11 < 2, most: 0.2 },
    ];
    for (const { of, most } of shapes) {
      for (const labelCount of [33, 48, 61]) {
        const dense = sparseModel(labelCount, 1);
        const transitions = dense.transitions.map((score, edge) =>
          of(Math.floor(edge / labelCount), edge % labelCount) ? score : -Infinity
        );
        const model = { ...dense, transitions };
        const possible = transitions.filter((score) => score > -Infinity).length;
        for (const length of [1, 2, 9, 60]) {
          const lattice = drawLattice(labelCount, length);
          const work = newWork();
          const [few, all, log] = (["auto", "scaled", "log"] as const).map((arithmetic) =>
            marginals(model, { arithmetic })(lattice, work)!
          );
          assertLessOrEqual(possible, most * labelCount ** 2 + 2 * labelCount);
          const edges = possible + 2 * labelCount ** 2;
          assertEquals(work.edgeEvaluations, 2 * (length - 1) * edges);
          assertLessOrEqual(all!.error + log!.error, 1e-8);
          for (const one of [few!, all!]) assertNearMarginals(one, log!);
          // Fewer additions: no bound is looser than that of all products.
          assertLessOrEqual(few!.error, all!.error);
          assertLessOrEqual(few!.logPartition.error, all!.logPartition.error);
          const plain = marginals(model, { kernel: "plain" })(lattice)!;
          assertEquals([plain.nodes, plain.logPartition], [few!.nodes, few!.logPartition]);
        }
      }
    }
  });

  it("multiplies a tenth of the edges where at most 8% of the transitions are not 0", () => {
    const model = sparseModel(300, 0.08);
    const lattice = drawLattice(300, 5);
    const edgesIn = (arithmetic: typeof ARITHMETICS[number] | "auto") => {
      const work = newWork();
      logPartition(model, { arithmetic })(lattice, work);
      return work.edgeEvaluations;
    };
    assertEquals(edgesIn("scaled"), 4 * 300 ** 2);
    assertLessOrEqual(10 * edgesIn("exceptions"), edgesIn("scaled"));
    assertEquals(edgesIn("auto"), edgesIn("exceptions"));
  });

  it("loses nothing where every weight but one underflows on the way", () => {
    // The prefix that all weights favour ends in a forbidden transition.
    const emissions = [[0, -2000], [0, -2000], [-Infinity, 5]];
    const [model, lattice] = problemOf([[0, -Infinity], [-Infinity, 0]], emissions);
    for (const arithmetic of ["auto", ...ARITHMETICS] as const) {
      const { value, error } = logPartition(model, { arithmetic })(lattice);
      assertLessOrEqual(Math.abs(value + 3995), 1e-9);
      assertLessOrEqual(error, 1e-9);
      const { nodes } = marginals(model, { arithmetic })(lattice)!;
      assertEquals([...nodes], [0, 1, 0, 1, 0, 1]);
    }
  });

  it("goes on with products where weights underflow and each label is reached", () => {
    const model = sparseModel(32, 1);
    model.transitions.forEach((_, edge, scores) => edge % 9 > 0 && (scores[edge] = -1e4));
    const lattice = drawLattice(32, 500);
    const work = newWork();
    const found = marginals(model)(lattice, work)!;
    assertEquals(work.iterations, 1);
    assertLessOrEqual(found.error, 1e-11);
    assertNearMarginals(found, marginals(model, { arithmetic: "log" })(lattice)!);
  });

  it("computes nothing with logarithms that would be off by as much", () => {
    const length = 20_000;
    const [model, lattice] = draw(16, length, () => 0);
    // Logarithms round by the range of scores.
    model.transitions[5] = 99;
    for (const arithmetic of ["auto", "exceptions"] as const) {
      const work = newWork();
      assert(logPartition(model, { arithmetic })(lattice, work).error > 2 ** -30);
      assertEquals(work.edgeEvaluations, length - 1);
      assert(marginals(model, { arithmetic })(lattice, work)!.error > 2 ** -30);
      assertEquals(work.edgeEvaluations, 3 * (length - 1));
    }
  });

  it("has an entropy that is off by T·ln L at most", () => {
    const random = new Random(3);
    const [model, lattice] = draw(3, 4, () => 1e100 * random.gaussian());
    const { value, error } = entropy(model)(lattice)!;
    assertLessOrEqual(Math.max(value, error), 1.0011 * 4 * Math.log(3));
  });

  it("has an error for scores that may be off", () => {
    const model = sparseModel(5, 1);
    const lattice = drawLattice(5, 4);
    const [exact, off] = [0, 1e-6].map((scoreError) => ({ scoreError }));
    const partition = logPartition(model, off)(lattice);
    const undecided = entropy(model, off)(lattice)!;
    const shares = marginals(model, off)(lattice)!;
    const emissions = lattice.emissions.map((score, i) => score + 1e-6 * (-1) ** i);
    const moved = { ...lattice, emissions };
    const other = logPartition(model, exact)(moved);
    assertLessOrEqual(Math.abs(other.value - partition.value), partition.error);
    assertLessOrEqual(partition.error, 1e-5);
    assertLessOrEqual(Math.max(undecided.error, shares.error), 1e-3);
    const change = Math.abs(entropy(model, exact)(moved)!.value - undecided.value);
    assertLessOrEqual(change, undecided.error);
    marginals(model, exact)(moved)!.nodes.forEach((p, i) =>
      assertLessOrEqual(Math.abs(p - shares.nodes[i]!), shares.error)
    );
  });

  it("is off by less than 1e-10 on sentences of real tasks", async () => {
    for (const name of ["ewt_pos45", "hwu_slot_scenario323"]) {
      const { dataset } = await (await resolveDataset(name)).open(0, 0);
      const [partition, disorder] = [logPartition(dataset.model), entropy(dataset.model)];
      for (let sentence = 0; sentence < 40; sentence++) {
        const lattice = dataset.lattice(sentence);
        assertLessOrEqual(partition(lattice).error, 1e-10);
        assertLessOrEqual(disorder(lattice)!.error, 1e-10);
      }
    }
  });

  it("multiplies all weights again where those that are not 0 round too much", async () => {
    const { dataset } = await (await resolveDataset("hwu_slot_scenario323")).open(0, 0);
    const lattice = dataset.lattice(261);
    const [auto, few, all] = (["auto", "exceptions", "scaled"] as const)
      .map((arithmetic) => entropy(dataset.model, { arithmetic })(lattice)!);
    assert(few!.error > 1e-10);
    assertEquals(auto, all);
    // Where they do not fit, what those that are not 0 gave stays.
    using _ = allocating(800_000);
    assertEquals(entropy(dataset.model)(lattice), few);
  });

  it("takes room for no more positions than the first sentence has", () => {
    // 1,000 rows of 16 weights are 128,000 bytes.
    using _ = allocating(200_000);
    assertLessOrEqual(logPartition(sparseModel(16, 1))(drawLattice(16, 1000)).error, 1e-9);
  });
});

describe("marginals()", () => {
  it("keep their edges when another lattice is done, unless theirs has changed", () => {
    const find = marginals(sparseModel(5, 1));
    const lattice = drawLattice(5, 4);
    const first = find(lattice)!;
    const before = [first.edges(1), first.edges(2)];
    assert(find(drawLattice(5, 6)) !== undefined);
    assertEquals([first.edges(1), first.edges(2)], before);
    assert(find(drawLattice(5, 6)) !== undefined);
    lattice.emissions[7]! += 1;
    const said = "Cannot find edges of 4 positions whose scores or marginals have changed since";
    assertThrows(() => first.edges(1), TypeError, said);
    lattice.emissions[7]! -= 1;
    assertEquals([first.edges(1), first.edges(2)], before);
  });
});

/** Lists of none to all labels; some with low or forbidden transitions. */
function unevenModel(labelCount: number): Model {
  const random = new Random(labelCount);
  const transitions = new Float64Array(labelCount ** 2).map((_, i) => {
    const [x, y] = [Math.floor(i / labelCount), i % labelCount];
    if (random.uniform() >= (x * y) / labelCount ** 2) return 0;
    if (y % 7 === 3 && random.uniform() < 0.1) return -Infinity;
    return random.gaussian() - (y % 11 === 5 ? 2 : 0);
  });
  return { labelCount, transitions };
}

/** What a list adds up to by itself: parts of 32 edges, one after another. */
function sumAlone({ sources, weights }: EdgeList, row: Float64Array, start: number): number {
  let sum = start;
  for (let first = 0; first === 0 || first < sources.length; first += 32) {
    let part = 0;
    for (let i = first; i < Math.min(first + 32, sources.length); i++) {
      part += row[sources[i]!]! * weights[i]!;
    }
    sum += part;
  }
  return sum;
}

it("EdgeLists add up each label's edges to the bits they have alone, paired as they are", () => {
  const [shift, base, start] = [1.5, Math.exp(-1.5), 0.7];
  for (const labelCount of [1, 2, 3, 5, 17, 40, 150]) {
    const model = unevenModel(labelCount);
    const entries = nonZeroEntries(model.transitions);
    const width = blocksOf(labelCount) * (BLOCK + 1);
    const random = new Random(labelCount, 2);
    const weights = Float64Array.from({ length: width }, () => random.uniform());
    for (const kernel of ["simd", "plain"] as const) {
      for (const direction of ["into", "out of"] as const) {
        const arena = openArena(kernel, false);
        const [row, sums] = [arena.allocate(8 * width), arena.allocate(8 * width)];
        const lists = new EdgeLists(arena, model, direction, row);
        // Twice, as after a change.
        for (const some of [entries.subarray(0, 1), entries]) lists.fill(some, shift, base);
        arena.doubles.set(weights, row / 8);
        lists.sum(PROBABILITY.open(arena), start, sums);
        const alone = edgeLists(model, direction === "into", entries, shift, base);
        const expected = alone.map((list) => sumAlone(list, weights, list.isWhole ? 0 : start));
        const found = arena.doubles.subarray(sums / 8, sums / 8 + labelCount);
        assertEquals([...found], expected, `${labelCount} labels, ${kernel}, ${direction}`);
        assertEquals(lists.edges, alone.reduce((sum, { sources }) => sum + sources.length, 0));
        if (labelCount < 150) continue;
        assert(lists.longest > 64);
        assert(alone.some(({ isWhole }) => isWhole) && alone.some(({ isWhole }) => !isWhole));
        assert(alone.some(({ sources }) => sources.some((source) => source >= BLOCK * 10)));
      }
    }
  }
});

describe("CompensatedSum", () => {
  it("is off by no more than it says, whatever cancels", () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = new Random(seed);
      const sum = new CompensatedSum();
      let exact: Big = ZERO;
      for (let i = 0; i < 60; i++) {
        const term = random.gaussian() * 10 ** (random.integer(30) - 15);
        for (const one of random.uniform() < 0.5 ? [term, -term, term * 1e-9] : [term]) {
          sum.add(one);
          exact = add(exact, big(one));
        }
      }
      assertLessOrEqual(distance(exact, sum.value), sum.error, `seed ${seed}`);
    }
  });

  it("takes another sum away with what its additions lost, and does not change it", () => {
    const sum = new CompensatedSum();
    sum.add(1e16);
    sum.add(1);
    const other = new CompensatedSum();
    other.subtract(sum);
    other.add(1e16);
    assertEquals([sum.value, other.value], [1e16, -1]);
  });
});

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
    const none = [-Infinity, -Infinity];
    const [model, lattice] = problemOf([none, none], [[0, 0], [0, 0]]);
    const sample = pathSampler(model);
    assertEquals(sample(lattice, 3, Math.random), []);
    const nine = () => {
      const random = new Random(SEED);
      return sample({ length: 1, emissions: Float64Array.of(0, 1) }, 9, () => random.uniform());
    };
    assertEquals(nine(), nine());
  });
});
