import { assert, assertEquals, assertLessOrEqual, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import {
  checkPairLattice,
  type PairLattice,
  scorePairPath,
} from "../../../decoders/pairs/lattice.ts";
import { pairPaths } from "../../../decoders/pairs/paths.ts";
import { pairLogPartition, pairMarginals, pairSamples } from "../../../decoders/pairs/sums.ts";
import { logPartition, marginals } from "../../../decoders/probability/log_partition.ts";
import viterbi from "../../../decoders/viterbi.ts";
import beam from "../../../decoders/beam.ts";
import dominance from "../../../decoders/dominance.ts";
import posterior from "../../../decoders/posterior.ts";
import viterbiAStar from "../../../decoders/viterbi_a_star.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";
import { distance } from "../../../harness/conformance/big_float.ts";
import { exactPaths } from "../../../harness/conformance/exact_paths.ts";
import {
  assertNear,
  assertNearMarginals,
  probabilityCases,
} from "../../helpers/probability_cases.ts";

/** A campaign takes more: `TRELLIS_CASES=10000`. */
const CASES = Number(Deno.env.get("TRELLIS_CASES") ?? 100);
const SCALES = [1, 1, 30, 1000];

/** Few labels and positions, ties, decimals, forbidden pairs. */
function randomLattice(seed: number): PairLattice {
  const random = seededRandom(seed);
  const labelCount = 1 + Math.floor(3 * random.unit());
  const length = 1 + Math.floor(4 * random.unit());
  const scale = random.pick(SCALES);
  const isWhole = random.unit() < 0.5;
  const score = () => {
    if (random.unit() < 0.15) return -Infinity;
    const value = scale * (random.unit() * 6 - 3);
    return isWhole ? Math.round(value) : value;
  };
  return {
    labelCount,
    length,
    emissions: Float64Array.from({ length: length * labelCount }, score),
    pairs: Float64Array.from({ length: (length - 1) * labelCount ** 2 }, score),
  };
}

/** The same with a label for each label at each position, whose transitions are the pairs. */
function unrolled({ labelCount, length, emissions, pairs }: PairLattice): [Model, Lattice] {
  const count = length * labelCount;
  const transitions = new Float64Array(count ** 2).fill(-Infinity);
  const rows = new Float64Array(length * count).fill(-Infinity);
  for (let t = 0; t < length; t++) {
    for (let y = 0; y < labelCount; y++) {
      rows[t * count + t * labelCount + y] = emissions[t * labelCount + y]!;
      for (let x = 0; t > 0 && x < labelCount; x++) {
        const from = (t - 1) * labelCount + x;
        transitions[from * count + t * labelCount + y] =
          pairs[((t - 1) * labelCount + x) * labelCount + y]!;
      }
    }
  }
  const model = { labelCount: count, transitions, exactSums: false, float32Exact: false };
  return [model, { length, emissions: rows }];
}

describe("pairPaths()", () => {
  it("finds what ordinary decoders find with a label for each position, k best", () => {
    for (let seed = 0; seed < CASES * 10; seed++) {
      const lattice = randomLattice(seed);
      const [model, plain] = unrolled(lattice);
      const best = pairPaths(lattice, 1);
      const ofPositions = prepared(viterbi, model)(plain).paths
        .map(({ score, labels }) => ({ score, labels: labels.map((y) => y % lattice.labelCount) }));
      assertEquals(best, ofPositions, `seed ${seed}`);
      const k = 1 + seed % 7;
      const paths = pairPaths(lattice, k);
      const expected = prepared(viterbiAStar, model)(plain, k).paths;
      const message = `seed ${seed}, k ${k}`;
      assertEquals(paths.map(({ score }) => score), expected.map(({ score }) => score), message);
      assertEquals(new Set(paths.map(({ labels }) => labels.join())).size, paths.length, message);
      for (const { score, labels } of paths) assertEquals(scorePairPath(lattice, labels), score);
    }
  });

  it("has the bits of Viterbi where pairs do not depend on the position", () => {
    for (const { model, lattice, title } of probabilityCases(CASES)) {
      const { labelCount, transitions } = model;
      const { length, emissions } = lattice;
      const pairs = new Float64Array((length - 1) * transitions.length);
      for (let t = 1; t < length; t++) pairs.set(transitions, (t - 1) * transitions.length);
      const same = { labelCount, length, emissions, pairs };
      assertEquals(pairPaths(same, 1), prepared(viterbi, model)(lattice).paths, title);
      const sum = pairLogPartition(same);
      const expected = logPartition(model)(lattice);
      assertNear(sum, expected, title);
      if (sum.value === -Infinity) continue;
      assertNearMarginals(pairMarginals(same)!, marginals(model)(lattice)!, title);
    }
  });

  it("refuses a k that is none and lattices that do not fit", () => {
    const lattice = randomLattice(1);
    assertThrows(() => pairPaths(lattice, 0), RangeError, "Cannot find so many paths");
    const [emissions, pairs] = [new Float64Array(4), new Float64Array(4)];
    const refused = (change: Partial<PairLattice>, message: string) => {
      const changed = { labelCount: 2, length: 2, emissions, pairs, ...change };
      assertThrows(() => checkPairLattice(changed), RangeError, message);
    };
    refused({ labelCount: 0 }, "so many labels: 0");
    refused({ length: 1 }, "1 positions and 2 labels with so many emissions and pairs: 4, 4");
    refused({ pairs: Float64Array.of(0, NaN, 0, 0) }, "pairs, position 1, labels 0 to 1, as a");
    refused({ emissions: Float64Array.of(0, 0, Infinity, 0) }, "position 1, label 0");
  });
});

describe("pairLogPartition() and pairMarginals()", () => {
  it("are as near as they say to eighty digits", () => {
    let largest = 0;
    for (let seed = 0; seed < CASES; seed++) {
      const lattice = randomLattice(seed);
      const exact = exactPaths(...unrolled(lattice));
      const [sum, found] = [pairLogPartition(lattice), pairMarginals(lattice)];
      if (exact === undefined) {
        assertEquals([sum, found], [{ value: -Infinity, error: 0 }, undefined]);
        continue;
      }
      const off = distance(exact.logPartition, sum.value);
      assertLessOrEqual(off, sum.error, `seed ${seed}`);
      assertEquals(found!.logPartition, sum);
      const { labelCount, length } = lattice;
      const count = labelCount * length;
      for (let t = 0; t < length; t++) {
        for (let y = 0; y < labelCount; y++) {
          const own = exact.nodes[t * count + t * labelCount + y]!;
          const node = distance(own, found!.nodes[t * labelCount + y]!);
          assertLessOrEqual(node, found!.error, `seed ${seed}, position ${t}, label ${y}`);
          largest = Math.max(largest, node / found!.error);
        }
        if (t === 0) continue;
        const edges = found!.edges(t);
        edges.forEach((p, edge) => {
          const from = (t - 1) * labelCount + Math.floor(edge / labelCount);
          const to = t * labelCount + edge % labelCount;
          const share = distance(exact.edges[t]![from * count + to]!, p);
          assertLessOrEqual(share, found!.error, `seed ${seed}, edge ${edge} into ${t}`);
        });
      }
    }
    assert(largest > 0);
    if (CASES > 100) console.log("largest share of the error used", largest);
  });

  it("says that a sentence has no edges before its first position", () => {
    const lattice = {
      labelCount: 1,
      length: 2,
      emissions: new Float64Array(2),
      pairs: Float64Array.of(3),
    };
    assertThrows(() => pairMarginals(lattice)!.edges(0), RangeError, "a position of 1 to 1: 0");
  });
});

it("pairSamples() draws paths as probable as they are, and none that is forbidden", () => {
  const lattice = {
    labelCount: 2,
    length: 2,
    emissions: Float64Array.of(0, 0, 0, Math.log(3)),
    pairs: Float64Array.of(0, 0, 0, -Infinity),
  };
  const random = seededRandom(5);
  const drawn = pairSamples(lattice, 5000, () => random.unit()).map((labels) => labels.join());
  const shares = ["0,0", "0,1", "1,0"].map((path) => drawn.filter((one) => one === path).length);
  assertEquals(shares[0]! + shares[1]! + shares[2]!, 5000);
  [1, 3, 1].forEach((weight, i) => assertLessOrEqual(Math.abs(shares[i]! - 1000 * weight), 150));
  const forbidden = new Float64Array(4).fill(-Infinity);
  assertEquals(pairSamples({ ...lattice, pairs: forbidden }, 1, () => 0), []);
  for (const [count, unit, said] of [[NaN, 0, "paths: NaN"], [1, 1, "[0, 1): 1"]] as const) {
    assertThrows(() => pairSamples(lattice, count, () => unit), RangeError, said);
  }
});

describe("prepared() for pairs", () => {
  const model = { labelCount: 2, transitions: new Float64Array(4), hasPairs: true };
  const lattice = {
    length: 3,
    emissions: Float64Array.of(0, 1, 2, 0, 0, 0),
    pairs: Float64Array.of(0, 0, 0, 0, 5, 0, 0, 9),
  };

  it("takes decoders that say so, with a beam of any width", () => {
    assertEquals(prepared(viterbi, model)(lattice).paths[0]!.score, 1 + 0 + 0 + 0 + 9);
    assertEquals(prepared(beam, model)(lattice).paths[0]!.score, 1 + 0 + 2 + 5 + 0);
    const wide = prepared(beam, model, { width: 2 })(lattice, 8).paths;
    assertEquals(wide, prepared(viterbi, model)(lattice, 8).paths);
    assertEquals(wide.length, 8);
    assertEquals(prepared(posterior, model)(lattice).paths[0]!.labels.length, 3);
  });

  it("refuses other decoders, lattices without pairs, and pairs that the model does not say", () => {
    assertThrows(() => prepared(dominance, model), TypeError, "dominance, which takes no pairs");
    const { pairs, ...without } = lattice;
    const decode = prepared(viterbi, model);
    assertThrows(() => decode(without), TypeError, "3 positions and 2 labels from such pairs");
    const cut = { ...lattice, pairs: pairs.subarray(1) };
    assertThrows(() => decode(cut), TypeError, "from such pairs: 7 scores");
    const wrong = { ...lattice, pairs: pairs.with(5, NaN) };
    assertThrows(() => decode(wrong), RangeError, "pairs, position 2, labels 0 to 1, as a score");
    const { hasPairs: _, ...silent } = model;
    assertThrows(() => prepared(viterbi, silent)(lattice), TypeError, "does not say hasPairs");
    assertThrows(() => logPartition(model), TypeError, "says hasPairs");
  });
});
