import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { prepared } from "../../decoders/chain/prepared.ts";
import { newWork } from "../../decoders/contract.ts";
import viterbi from "../../decoders/viterbi.ts";
import { Random } from "../../datasets/random.ts";
import { LATTICE, MODEL } from "../helpers/problems.ts";

describe("viterbi", () => {
  it("counts (T−1)·L² edges and one iteration when k is 1", () => {
    const work = newWork();
    prepared(viterbi, MODEL)(LATTICE, 1, work);
    assertEquals(work, { iterations: 1, nodeExpansions: 3, edgeEvaluations: 9 });
  });

  it("gives the same paths and work when its loop is a textbook's", () => {
    const draws = [(random: Random) => random.integer(3), (random: Random) => random.uniform()];
    for (const [exactness, draw] of draws.entries()) {
      for (let seed = 0; seed < 200; seed++) {
        const random = new Random(seed);
        const [labelCount, length] = [1 + random.integer(9), 1 + random.integer(6)];
        const scores = (count: number) =>
          Float64Array.from(
            { length: count },
            () => random.integer(5) === 0 ? -Infinity : draw(random),
          );
        const transitions = scores(labelCount ** 2);
        const exactSums = exactness === 0;
        const model = { labelCount, transitions, exactSums, float32Exact: exactSums };
        const lattice = { length, emissions: scores(length * labelCount) };
        for (const k of [1, 3]) {
          const [lean, textbook] = (["lean", "textbook"] as const).map((loop) => {
            const work = newWork();
            return { ...prepared(viterbi, model, { loop })(lattice, k, work), work };
          });
          assertEquals(textbook, lean, `seed ${seed}`);
        }
      }
    }
  });

  it("lists the best paths in order when k is larger", () => {
    const { paths } = prepared(viterbi, MODEL)(LATTICE, 3);
    assertEquals(paths.map(({ score, labels }) => [score, ...labels]), [
      [11, 1, 2],
      [5, 0, 0],
      [4, 0, 2],
    ]);
  });

  it("takes the smallest labels when all scores are equal", () => {
    const model = { ...MODEL, transitions: new Float64Array(9) };
    const lattice = { length: 3, emissions: new Float64Array(9) };
    const decode = prepared(viterbi, model);
    assertEquals([...decode(lattice, 1, newWork()).paths[0]!.labels], [0, 0, 0]);
    assertEquals([...decode(lattice, 2, newWork()).paths[0]!.labels], [0, 0, 0]);
  });

  it("gives all 27 paths once when k is beyond their number", () => {
    const lattice = { length: 3, emissions: new Float64Array(9) };
    const { paths } = prepared(viterbi, MODEL)(lattice, 100);
    assertEquals(new Set(paths.map(({ labels }) => labels.join())).size, 27);
  });
});
