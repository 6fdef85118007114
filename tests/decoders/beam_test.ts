import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { Random } from "../../datasets/random.ts";
import { prepared } from "../../decoders/chain/prepared.ts";
import beam from "../../decoders/beam.ts";
import { newWork } from "../../decoders/contract.ts";
import { LATTICE, MODEL } from "../helpers/problems.ts";

const SEED = 20261121;

describe("beam", () => {
  it("is greedy when the width is 1", () => {
    const work = newWork();
    const { paths } = prepared(beam, MODEL, { width: 1 })(LATTICE, 1, work);
    assertEquals(paths, [{ score: 5, labels: Int32Array.of(0, 0) }]);
    assertEquals(work, { iterations: 1, nodeExpansions: 1, edgeEvaluations: 3 });
  });

  it("finds the best path when it stays within the width", () => {
    const { paths } = prepared(beam, MODEL, { width: 2 })(LATTICE);
    assertEquals(paths, [{ score: 11, labels: Int32Array.of(1, 2) }]);
  });

  it("returns only the paths through kept labels when k is larger", () => {
    const { paths } = prepared(beam, MODEL, { width: 1 })(LATTICE, 5);
    assertEquals(paths, [{ score: 5, labels: Int32Array.of(0, 0) }]);
  });

  it("keeps the smallest labels when scores are equal", () => {
    const lattice = { length: 1, emissions: Float64Array.of(1, 2, 2) };
    const { paths } = prepared(beam, MODEL, { width: 2 })(lattice, 2);
    assertEquals(paths.map(({ labels }) => labels[0]), [1, 2]);
  });

  it("is the same in TypeScript and with SIMD, path by path, when scores have ties", () => {
    const random = new Random(SEED);
    for (const labelCount of [1, 3, 16, 40, 130]) {
      const draw = (count: number) =>
        Float64Array.from(
          { length: count },
          () => random.uniform() < 0.2 ? -Infinity : random.integer(6),
        );
      const transitions = draw(labelCount ** 2);
      const lattice = { length: 6, emissions: draw(6 * labelCount) };
      for (const float32Exact of [true, false]) {
        const model = { labelCount, transitions, exactSums: true, float32Exact };
        for (const width of [1, 2, 7, labelCount]) {
          for (const k of [1, 4]) {
            const [plain, simd] = (["plain", "simd"] as const).map((kernel) => {
              const work = newWork();
              return { ...prepared(beam, model, { width, kernel })(lattice, k, work), work };
            });
            assertEquals(simd, plain, `seed ${SEED}, ${labelCount} labels, width ${width}, k ${k}`);
          }
        }
      }
    }
  });

  it("returns no path when all are forbidden", () => {
    const lattice = {
      length: 2,
      emissions: new Float64Array(2 * MODEL.labelCount).fill(-Infinity),
    };
    for (const kernel of ["plain", "simd"] as const) {
      for (const width of [1, 2]) {
        assertEquals(prepared(beam, MODEL, { width, kernel })(lattice).paths, []);
      }
    }
  });
});
