import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { Random } from "../../../datasets/random.ts";
import { expandTransitions } from "../../../datasets/packs/product.ts";

type Draw = (random: Random) => number;

const DRAWS: Readonly<Record<string, { readonly draw: Draw; readonly exactSums: boolean }>> = {
  "integers with many ties": { draw: (random) => random.integer(4), exactSums: true },
  "forbidden scores": {
    draw: (random) => random.integer(3) === 0 ? -Infinity : random.integer(9),
    exactSums: true,
  },
  decimals: { draw: (random) => random.integer(1000) / 1000, exactSums: false },
  "decimals with a large offset": {
    draw: (random) => 1e6 + random.integer(10) / 1000,
    exactSums: false,
  },
  "opposite decimals of great size": {
    draw: (random) => (random.integer(2) === 0 ? 1e9 : -1e9) + random.integer(10) / 1000,
    exactSums: false,
  },
  "equal decimals": { draw: () => 0.1, exactSums: false },
  "forbidden decimals": {
    draw: (random) => random.integer(2) === 0 ? -Infinity : random.gaussian(),
    exactSums: false,
  },
};

/** A random model of P×Q pairs in random order, some of them left out, and a lattice. */
function randomCase(random: Random, draw: Draw, exactSums: boolean): [Model, Lattice] {
  const sizes = [1 + random.integer(5), 1 + random.integer(5)] as const;
  const pairs = Array.from({ length: sizes[0] * sizes[1] }, (_, pair) => pair)
    .map((pair) => ({ pair, at: random.uniform() })).sort((a, b) => a.at - b.at)
    .map(({ pair }) => pair).slice(0, 1 + random.integer(sizes[0] * sizes[1]));
  const scores = (length: number) => Float64Array.from({ length }, () => draw(random));
  const structure = [
    {
      size: sizes[0],
      components: Int32Array.from(pairs, (pair) => Math.floor(pair / sizes[1])),
      transitions: scores(sizes[0] ** 2),
    },
    {
      size: sizes[1],
      components: Int32Array.from(pairs, (pair) => pair % sizes[1]),
      transitions: scores(sizes[1] ** 2),
    },
  ] as const;
  const labelCount = pairs.length;
  const length = 1 + random.integer(6);
  const model = { labelCount, transitions: expandTransitions(structure), exactSums, structure };
  return [
    { ...model, float32Exact: false },
    { length, emissions: scores(length * labelCount) },
  ];
}

describe("viterbi{transitions=structured}", () => {
  for (const [name, { draw, exactSums }] of Object.entries(DRAWS)) {
    it(`finds the path of dense Viterbi, ties too, on ${name}`, () => {
      for (let seed = 0; seed < 400; seed++) {
        const [model, lattice] = randomCase(new Random(seed), draw, exactSums);
        const expected = prepared(viterbi, model)(lattice);
        const found = prepared(viterbi, model, { transitions: "structured" })(lattice);
        assertEquals(found, expected, `seed ${seed}`);
      }
    });
  }

  it("gives the k best paths of dense Viterbi", () => {
    const [model, lattice] = randomCase(new Random(3), DRAWS["decimals"]!.draw, false);
    assertEquals(
      prepared(viterbi, model, { transitions: "structured" })(lattice, 4),
      prepared(viterbi, model)(lattice, 4),
    );
  });

  it("counts (T−1)·PQ·(P+Q) edges, and those of dense Viterbi on a model without structure", () => {
    const structure = [
      { size: 3, components: Int32Array.of(0, 1, 2, 0, 1), transitions: new Float64Array(9) },
      { size: 2, components: Int32Array.of(0, 0, 0, 1, 1), transitions: new Float64Array(4) },
    ] as const;
    const transitions = expandTransitions(structure);
    const plain = { labelCount: 5, transitions, exactSums: true, float32Exact: true };
    const lattice = { length: 3, emissions: new Float64Array(15) };
    const count = (model: Model) => {
      const work = newWork();
      prepared(viterbi, model, { transitions: "structured" })(lattice, 1, work);
      return work;
    };
    assertEquals(count({ ...plain, structure }), {
      iterations: 1,
      nodeExpansions: 2 * 5,
      edgeEvaluations: 2 * 6 * (3 + 2),
    });
    assertEquals(count(plain), { iterations: 1, nodeExpansions: 2 * 5, edgeEvaluations: 2 * 25 });
  });
});
