import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { newWork } from "../../decoders/contract.ts";
import viterbi from "../../decoders/viterbi.ts";
import { LATTICE, MODEL } from "../helpers/problems.ts";

describe("viterbi", () => {
  it("counts (T−1)·L² edges and one iteration when k is 1", () => {
    const work = newWork();
    viterbi.prepare(MODEL, {})(LATTICE, 1, work);
    assertEquals(work, { iterations: 1, nodeExpansions: 3, edgeEvaluations: 9 });
  });

  it("lists the best paths in order when k is larger", () => {
    const { paths } = viterbi.prepare(MODEL, {})(LATTICE, 3, newWork());
    assertEquals(paths.map(({ score, labels }) => [score, ...labels]), [
      [11, 1, 2],
      [5, 0, 0],
      [4, 0, 2],
    ]);
  });

  it("takes the smallest labels when all scores are equal", () => {
    const model = { ...MODEL, transitions: new Float64Array(9) };
    const lattice = { length: 3, emissions: new Float64Array(9) };
    const decode = viterbi.prepare(model, {});
    assertEquals([...decode(lattice, 1, newWork()).paths[0]!.labels], [0, 0, 0]);
    assertEquals([...decode(lattice, 2, newWork()).paths[0]!.labels], [0, 0, 0]);
  });

  it("gives all 27 paths once when k is beyond their number", () => {
    const lattice = { length: 3, emissions: new Float64Array(9) };
    const { paths } = viterbi.prepare(MODEL, {})(lattice, 100, newWork());
    assertEquals(new Set(paths.map(({ labels }) => labels.join())).size, 27);
  });
});
