import { assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import auto from "../../../decoders/auto.ts";
import { newWork } from "../../../decoders/contract.ts";
import { openArena } from "../../../decoders/kernels/arena.ts";
import { edgesOn, findDiagonals } from "../../../decoders/kernels/diagonals/diagonals.ts";
import { diagonalDecode } from "../../../decoders/k_best/diagonal_decode.ts";
import { Placement } from "../../../decoders/kernels/scores/placement.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { logPartition, marginals } from "../../../decoders/probability/log_partition.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { assertNear, assertNearMarginals } from "../../helpers/probability_cases.ts";

/** Which transitions are finite, by label count and labels. */
const SHAPES: Readonly<Record<string, (L: number, x: number, y: number) => boolean>> = {
  "a band": (_, x, y) => Math.abs(x - y) <= 3,
  "left to right": (_, x, y) => y === x || y === x + 1,
  "a band of one side": (_, x, y) => y - x >= 2 && y - x <= 5,
  "bands of two halves": (L, x, y) => Math.abs((x % (L >> 1)) - (y % (L >> 1))) <= 1,
  "none": () => false,
};

/** A model of a shape, and a lattice; some of the transitions of the shape are forbidden, too. */
function drawn(
  shape: keyof typeof SHAPES,
  L: number,
  length: number,
  score: () => number,
  exactSums: boolean,
): [Model, Lattice] {
  const transitions = new Float64Array(L * L).fill(-Infinity);
  for (let x = 0; x < L; x++) {
    for (let y = 0; y < L; y++) if (SHAPES[shape]!(L, x, y)) transitions[x * L + y] = score();
  }
  const emissions = Float64Array.from({ length: length * L }, score);
  const model = { labelCount: L, transitions, exactSums, float32Exact: exactSums };
  return [model, { length, emissions }];
}

const SCORES = {
  integers: (random: Random) => () => random.integer(4),
  decimals: (random: Random) => () => random.integer(2000) / 1000 - 1,
  forbidden: (random: Random) => () => random.integer(5) === 0 ? -Infinity : random.integer(9),
};

it("findDiagonals() finds those with a finite transition, if they are few", () => {
  const [band] = drawn("a band", 40, 1, () => 1, true);
  const found = findDiagonals(band.transitions, 40)!;
  assertEquals([...found], [-3, -2, -1, 0, 1, 2, 3]);
  assertEquals(edgesOn(found, 40), 40 * 7 - 12);
  const [halves] = drawn("bands of two halves", 40, 1, () => 1, true);
  assertEquals(findDiagonals(halves.transitions, 40)!.length, 9);
  assertEquals(findDiagonals(new Float64Array(1600), 40), undefined);
  const [small] = drawn("a band", 31, 1, () => 1, true);
  assertEquals(findDiagonals(small.transitions, 31), undefined);
});

/** One path of many sizes, and further ones of a few. */
const SIZES: readonly (readonly [L: number, length: number, k: number])[] = [
  ...[32, 34, 50, 80].flatMap((L) => [1, 2, 7].map((length) => [L, length, 1] as const)),
  ...[[32, 1, 3], [34, 2, 50], [40, 6, 7], [32, 3, 5000]] as const,
];

describe("diagonalDecode()", () => {
  for (const shape of Object.keys(SHAPES)) {
    it(`finds the paths of dense Viterbi with ${shape}, compiled and plain alike`, () => {
      const random = new Random(11);
      for (const [name, scores] of Object.entries(SCORES)) {
        const isExact = name !== "decimals";
        for (const [L, length, k] of SIZES) {
          const title = `${name} ${L} ${length} ${k}`;
          const [model, lattice] = drawn(shape, L, length, scores(random), isExact);
          // A longer sentence before leaves rows behind.
          const [, other] = drawn(shape, L, length + 3, scores(random), isExact);
          const diagonals = findDiagonals(model.transitions, L)!;
          const [simd, plain] = (["simd", "plain"] as const).map((kind) => {
            const placement = new Placement(openArena(kind, isExact), L);
            const decode = diagonalDecode(model, diagonals, placement);
            decode(other, Math.min(k, 2), newWork());
            const work = newWork();
            return { paths: decode(lattice, k, work).paths, work };
          });
          assertEquals(simd, plain, title);
          const { paths, work } = simd!;
          const wanted = prepared(viterbi, model)(lattice, k).paths;
          if (k === 1) {
            assertEquals(paths, wanted, title);
            assertEquals(work.edgeEvaluations, (length - 1) * edgesOn(diagonals, L));
          }
          assertEquals(paths.map(({ score }) => score), wanted.map(({ score }) => score), title);
          assertEquals(new Set(paths.map(({ labels }) => labels.join())).size, paths.length);
          for (const { score, labels } of paths) {
            assertEquals(scorePath(model, lattice, labels), score);
          }
        }
      }
    });
  }

  it("is what auto takes for one path of a band, and for further ones", () => {
    const [model, lattice] = drawn("a band", 64, 9, SCORES.integers(new Random(3)), true);
    const decode = prepared(auto, model);
    const work = newWork();
    const [best] = decode(lattice, 1, work).paths;
    assertEquals(work.edgeEvaluations, 8 * edgesOn(findDiagonals(model.transitions, 64)!, 64));
    const further = newWork();
    const five = decode(lattice, 5, further).paths.map(({ score }) => score);
    // A scan of the labels before each node of the best path, and few others.
    assertLessOrEqual(further.edgeEvaluations, work.edgeEvaluations + 8 * 64 + 20 * 64);
    assertEquals(five[0], best!.score);
    assertEquals(five, prepared(viterbi, model)(lattice, 5).paths.map(({ score }) => score));
    assertEquals(scorePath(model, lattice, best!.labels), best!.score);
  });
});

describe("DiagonalSteps", () => {
  for (const shape of Object.keys(SHAPES).filter((shape) => shape !== "none")) {
    it(`sums over paths within its errors with ${shape}, compiled and plain alike`, () => {
      const random = new Random(5);
      for (const scores of [SCORES.decimals, SCORES.forbidden]) {
        const [model, lattice] = drawn(shape, 48, 6, scores(random), false);
        const [simd, plain] = (["simd", "plain"] as const).map((kernel) => {
          const options = (["auto", "log"] as const).map((arithmetic) => ({ arithmetic, kernel }));
          const [total, exact] = options.map((one) => logPartition(model, one)(lattice));
          assertNear(total!, exact!);
          const [found, wanted] = options.map((one) => marginals(model, one)(lattice));
          assertEquals(found === undefined, wanted === undefined);
          if (found === undefined) return { total };
          assertLessOrEqual(Math.max(total!.error, found!.error), 1e-12);
          assertNearMarginals(found, wanted!);
          return { total, nodes: found.nodes };
        });
        assertEquals(simd, plain);
      }
    });
  }
});
