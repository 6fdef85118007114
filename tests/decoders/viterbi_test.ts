import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertLessOrEqual, assertNotEquals, assertThrows } from "@std/assert";
import { expandTransitions } from "../../datasets/packs/product.ts";
import { Random } from "../../datasets/random.ts";
import beam from "../../decoders/beam.ts";
import { denseForward, denseViterbi, transpose } from "../../decoders/chain/dense_viterbi.ts";
import { fitsFloat32, partialSumBound } from "../../decoders/chain/grid.ts";
import { type Decode, newWork } from "../../decoders/contract.ts";
import { placedViterbi } from "../../decoders/kernels/dense/dense_viterbi.ts";
import { DenseForwardKernel } from "../../decoders/kernels/dense/forward.ts";
import viterbiWithKernels from "../../decoders/kernels/dense/viterbi.ts";
import { placePanels } from "../../decoders/kernels/edges/transitions.ts";
import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import scan from "../../decoders/scan.ts";
import viterbi from "../../decoders/viterbi.ts";
import { DRAWS, isExact, kernelCases } from "../helpers/kernel_cases.ts";
import { draw, LATTICE, measured, MODEL, problemOf } from "../helpers/problems.ts";

describe("scorePath()", () => {
  const [model] = problemOf([[0.1, 0.2], [0.3, 0.4]], [[0, 0]]);

  it("is the emission when there is one position", () => {
    assertEquals(scorePath(model, { length: 1, emissions: Float64Array.of(5, 7) }, [1]), 7);
  });

  it("adds from left to right when the order matters", () => {
    const lattice = { length: 2, emissions: Float64Array.of(0.1, 0, 0, 0.3) };
    assertEquals(scorePath(model, lattice, [0, 1]), (0.1 + 0.2) + 0.3);
    assertNotEquals(scorePath(model, lattice, [0, 1]), 0.1 + (0.2 + 0.3));
  });

  it("is -Infinity when a score on the path is", () => {
    const lattice = { length: 2, emissions: Float64Array.of(1, 0, -Infinity, 0) };
    assertEquals(scorePath(model, lattice, [0, 0]), -Infinity);
  });
});

describe("viterbi", () => {
  it("counts (T−1)·L² edges and one iteration when k is 1", () => {
    const { work } = measured(viterbi, [MODEL, LATTICE]);
    assertEquals(work, { iterations: 1, nodeExpansions: 3, edgeEvaluations: 9 });
  });

  it("gives the same paths and work when its loop is a textbook's", () => {
    const draws = [(random: Random) => random.integer(3), (random: Random) => random.uniform()];
    for (const [exactness, drawn] of draws.entries()) {
      for (let seed = 0; seed < 200; seed++) {
        const random = new Random(seed);
        const [labelCount, length] = [1 + random.integer(9), 1 + random.integer(6)];
        const score = () => random.integer(5) === 0 ? -Infinity : drawn(random);
        const problem = draw(labelCount, length, score, exactness === 0);
        for (const k of [1, 3]) {
          const [lean, textbook] = (["lean", "textbook"] as const)
            .map((loop) => measured(viterbi, problem, { loop }, k));
          assertEquals(textbook, lean, `seed ${seed}`);
        }
      }
    }
  });

  it("takes the smallest labels when all scores are equal", () => {
    for (const k of [1, 2]) {
      const [best] = measured(viterbi, draw(3, 3, () => 0), {}, k).paths;
      assertEquals([...best!.labels], [0, 0, 0]);
    }
  });
});

/** A random model of P×Q pairs in random order, some of them left out, and a lattice. */
function randomCase(seed: number, name: keyof typeof DRAWS): [Model, Lattice] {
  const random = new Random(seed);
  const [P, Q] = [1 + random.integer(5), 1 + random.integer(5)];
  const pairs = Array.from({ length: P * Q }, (_, pair) => pair)
    .map((pair) => ({ pair, at: random.uniform() })).sort((a, b) => a.at - b.at)
    .map(({ pair }) => pair).slice(0, 1 + random.integer(P * Q));
  const scores = (length: number) => Float64Array.from({ length }, () => DRAWS[name]!(random));
  const factor = (size: number, componentOf: (pair: number) => number) => ({
    size,
    components: Int32Array.from(pairs, componentOf),
    transitions: scores(size ** 2),
  });
  const structure = [
    factor(P, (pair) => Math.floor(pair / Q)),
    factor(Q, (pair) => pair % Q),
  ] as const;
  const labelCount = pairs.length;
  const length = 1 + random.integer(6);
  const model = { labelCount, transitions: expandTransitions(structure), structure };
  return [
    { ...model, exactSums: isExact(name), float32Exact: false },
    { length, emissions: scores(length * labelCount) },
  ];
}

describe("viterbi{transitions=structured}", () => {
  for (const name of Object.keys(DRAWS)) {
    it(`finds the path of dense Viterbi, ties too, on ${name}`, () => {
      for (let seed = 0; seed < 400; seed++) {
        const [model, lattice] = randomCase(seed, name);
        const k = seed % 20 === 3 ? 4 : 1;
        const expected = prepared(viterbi, model)(lattice, k);
        const found = prepared(viterbi, model, { transitions: "structured" })(lattice, k);
        assertEquals(found, expected, `seed ${seed}`);
      }
    });
  }

  it("counts (T−1)·PQ·(P+Q) edges, and those of dense Viterbi on a model without structure", () => {
    const structure = [
      { size: 3, components: Int32Array.of(0, 1, 2, 0, 1), transitions: new Float64Array(9) },
      { size: 2, components: Int32Array.of(0, 0, 0, 1, 1), transitions: new Float64Array(4) },
    ] as const;
    const transitions = expandTransitions(structure);
    const plain = { labelCount: 5, transitions, exactSums: true, float32Exact: true };
    const lattice = { length: 3, emissions: new Float64Array(15) };
    const count = (model: Model) =>
      measured(viterbi, [model, lattice], { transitions: "structured" }).work;
    const dense = { iterations: 1, nodeExpansions: 2 * 5, edgeEvaluations: 2 * 25 };
    assertEquals(count(plain), dense);
    assertEquals(count({ ...plain, structure }), { ...dense, edgeEvaluations: 2 * 6 * (3 + 2) });
  });
});

it("viterbi refuses kernel=simd where its extension is not imported", () => {
  const decode = () => prepared(viterbi, MODEL, { kernel: "simd" });
  assertThrows(decode, TypeError, "kernels/dense/viterbi.ts");
});

describe("viterbiWithKernels", () => {
  it("finds with kernel=simd what viterbi finds, by the same work, for one path and for many", () => {
    for (const { model, lattice, title } of kernelCases()) {
      for (const k of [1, 4]) {
        const options = { kernel: "simd", ends: "left" } as const;
        const expected = measured(viterbi, [model, lattice], {}, k);
        const found = measured(viterbiWithKernels, [model, lattice], options, k);
        assertEquals(found, expected, title);
      }
    }
  });

  it("leaves structured transitions to viterbi", () => {
    for (let seed = 0; seed < 20; seed++) {
      const problem = randomCase(seed, "integers with many ties");
      const options = { transitions: "structured" } as const;
      const expected = measured(viterbi, problem, options);
      assertEquals(measured(viterbiWithKernels, problem, { ...options, kernel: "simd" }), expected);
    }
  });
});

function answer(decode: Decode, lattice: Lattice) {
  const work = newWork();
  return { paths: decode(lattice, 1, work).paths, work };
}

/** Both ends may find another one of several best paths. */
function assertAsGood(model: Model, lattice: Lattice, ends: "left" | "both", title = ""): void {
  const expected = answer(denseViterbi(model), lattice);
  const found = answer(placedViterbi(model, ends), lattice);
  assertEquals(found.work, expected.work, title);
  assertEquals(found.paths[0]?.score, expected.paths[0]?.score, title);
  for (const path of found.paths) assertEquals(scorePath(model, lattice, path.labels), path.score);
}

describe("DenseKernels", () => {
  it("give α of the plain path to the last bit", () => {
    for (const { model, lattice, simd: { arena, placement, own }, title } of kernelCases()) {
      const { labelCount, transitions } = model;
      const alpha = new Float64Array(lattice.emissions.length);
      denseForward(transpose(transitions, labelCount), labelCount, lattice, alpha);
      const panels = placePanels(arena, labelCount, transitions);
      const forward = new DenseForwardKernel(labelCount, placement, panels);
      forward.run(own, lattice.length);
      for (let t = 0; t < lattice.length; t++) {
        const row = alpha.subarray(t * labelCount, (t + 1) * labelCount);
        assertEquals(Float64Array.from(forward.row(t)), row, title);
      }
    }
  });

  it("find as good a path from both ends, by the same work", () => {
    for (const { model, lattice, title } of kernelCases()) {
      assertAsGood(model, lattice, "both", title);
    }
  });

  for (const ends of ["left", "both"] as const) {
    it(`add in float32 what barely fits 24 bits, from ${ends}, whatever its sign`, () => {
      const random = new Random(20261121, 6);
      for (const labelCount of [1, 16, 17, 100]) {
        for (const length of [1, 2, 3, 8]) {
          const most = Math.floor((2 ** 23 - 1) / (2 * length - 1));
          assertEquals(fitsFloat32(partialSumBound(length, most, most), 0), true);
          const ranges = [[-most, 2 * most + 1], [most - 1, 2], [-most, 2]] as const;
          for (const [least, range] of ranges) {
            const score = () => random.uniform() < 0.1 ? -Infinity : least + random.integer(range);
            const [model, lattice] = draw(labelCount, length, score);
            assertAsGood(model, lattice, ends);
          }
        }
      }
    });
  }
});

const SEED = 20261122;

describe("scan", () => {
  it("gives the path of dense Viterbi, ties included, with two leaves and with all", () => {
    const random = new Random(SEED);
    for (let i = 0; i < 300; i++) {
      const [labelCount, length] = [1 + random.integer(5), 1 + random.integer(9)];
      const score = () => random.uniform() < 0.15 ? -Infinity : random.integer(3);
      const [model, lattice] = draw(labelCount, length, score);
      const expected = prepared(viterbi, model)(lattice).paths;
      for (const leaves of ["two", "all"] as const) {
        assertEquals(prepared(scan, model, { leaves })(lattice).paths, expected, `${leaves}, ${i}`);
      }
    }
  });

  it("does Viterbi's work with two leaves, and L times that, in a tree, with all", () => {
    const random = new Random(SEED);
    const [labelCount, length] = [6, 20];
    const problem = draw(labelCount, length, () => random.integer(9));
    assertEquals(measured(scan, problem).work, measured(viterbi, problem).work);
    const { work } = measured(scan, problem, { leaves: "all" });
    assertEquals(work.iterations, Math.ceil(Math.log2(length)));
    const edges = (length - 2) * labelCount ** 3 + (length - 1) * labelCount ** 2;
    assertEquals(work.edgeEvaluations, edges);
  });

  it("takes two leaves above 64 labels", () => {
    const { work } = measured(scan, draw(65, 4, () => 0), { leaves: "all" });
    assertLessOrEqual(work.edgeEvaluations, 3 * 65 ** 2);
  });
});

describe("beam", () => {
  it("is greedy when the width is 1, and finds the best path that stays within the width", () => {
    const greedy = { score: 5, labels: Int32Array.of(0, 0) };
    const work = { iterations: 1, nodeExpansions: 1, edgeEvaluations: 3 };
    assertEquals(measured(beam, [MODEL, LATTICE], { width: 1 }), { paths: [greedy], work });
    // Only paths through kept labels are there.
    assertEquals(measured(beam, [MODEL, LATTICE], { width: 1 }, 5).paths, [greedy]);
    const { paths } = measured(beam, [MODEL, LATTICE], { width: 2 });
    assertEquals(paths, [{ score: 11, labels: Int32Array.of(1, 2) }]);
  });

  it("keeps the smallest labels when scores are equal", () => {
    const lattice = { length: 1, emissions: Float64Array.of(1, 2, 2) };
    const { paths } = prepared(beam, MODEL, { width: 2 })(lattice, 2);
    assertEquals(paths.map(({ labels }) => labels[0]), [1, 2]);
  });
});
