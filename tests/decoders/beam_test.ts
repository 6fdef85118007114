import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { Random } from "../../datasets/random.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import beam from "../../decoders/beam.ts";
import { draw, LATTICE, measured, MODEL } from "../helpers/problems.ts";

const SEED = 20261121;

describe("beam", () => {
  it("is greedy when the width is 1, and finds the best path that stays within the width", () => {
    const greedy = { score: 5, labels: Int32Array.of(0, 0) };
    assertEquals(measured(beam, [MODEL, LATTICE], { width: 1 }), {
      paths: [greedy],
      work: { iterations: 1, nodeExpansions: 1, edgeEvaluations: 3 },
    });
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

  it("is the same in TypeScript and with SIMD, path by path, when scores have ties", () => {
    const random = new Random(SEED);
    for (const labelCount of [1, 3, 16, 40, 130]) {
      const score = () => random.uniform() < 0.2 ? -Infinity : random.integer(6);
      const [drawn, lattice] = draw(labelCount, 6, score);
      for (const float32Exact of [true, false]) {
        const model = { ...drawn, float32Exact };
        for (const width of [1, 2, 7, labelCount]) {
          for (const k of [1, 4]) {
            const [plain, simd] = (["plain", "simd"] as const)
              .map((kernel) => measured(beam, [model, lattice], { width, kernel }, k));
            assertEquals(simd, plain, `seed ${SEED}, ${labelCount} labels, width ${width}, k ${k}`);
          }
        }
      }
    }
  });
});
