import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertLess, assertStrictEquals } from "@std/assert";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import carpediem from "../../../decoders/carpediem.ts";
import { centred, Centring } from "../../../decoders/chain/centring.ts";
import { type Decode, newWork } from "../../../decoders/contract.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import { draw } from "../../helpers/problems.ts";
import { Random } from "../../../datasets/random.ts";

const LABELS = 12;
const LENGTH = 9;

/** Scores that are multiples of 2^−bits; a fifth of them are forbidden. */
function randomProblem(seed: number, bits: number): [Model, Lattice] {
  const random = new Random(seed);
  const score = () =>
    random.integer(5) === 0 ? -Infinity : random.integer(2 ** (bits + 3)) / 2 ** bits - 5;
  const [model, lattice] = draw(LABELS, LENGTH, score);
  model.transitions.fill(-Infinity, 0, LABELS);
  return [{ ...model, float32Exact: false }, lattice];
}

describe("Centring", () => {
  it("lattice() keeps the score of every path to the last bit", () => {
    for (let seed = 0; seed < 20; seed++) {
      const [model, lattice] = randomProblem(seed, 27);
      const centring = new Centring(model);
      const other = centring.lattice(lattice)!;
      const random = new Random(seed, 1);
      for (let path = 0; path < 100; path++) {
        const labels = Array.from({ length: LENGTH }, () => random.integer(LABELS));
        assertStrictEquals(
          scorePath(centring.model, other, labels),
          scorePath(model, lattice, labels),
        );
      }
    }
  });

  it("makes 0 the largest transition out of each label that has one", () => {
    const [model] = randomProblem(1, 20);
    const { transitions } = new Centring(model).model;
    for (let x = 0; x < LABELS; x++) {
      const row = transitions.subarray(x * LABELS, (x + 1) * LABELS);
      assertEquals(Math.max(...row), x === 0 ? -Infinity : 0);
    }
  });

  it("lattice() returns nothing when the scores have too many bits for their sums", () => {
    const [model, lattice] = randomProblem(1, 20);
    assert(new Centring(model).lattice(lattice) !== undefined);
    const fine = { length: LENGTH, emissions: lattice.emissions.map((score) => score + 2 ** -49) };
    assertEquals(new Centring(model).lattice(fine), undefined);
    const large = { length: LENGTH, emissions: lattice.emissions.map((score) => score + 2 ** 33) };
    assertEquals(new Centring(model).lattice(large), undefined);
    const transitions = model.transitions.map((score) => score / 3);
    assertEquals(new Centring({ ...model, transitions }).lattice(lattice), undefined);
  });
});

describe("centred()", () => {
  it("decodes lattices as they are when sums round", () => {
    const [model, lattice] = randomProblem(1, 20);
    const seen: Lattice[] = [];
    const prepare = (): Decode => (lattice) => {
      seen.push(lattice);
      return { paths: [] };
    };
    centred({ ...model, exactSums: false }, prepare)(lattice, 1, newWork());
    const fine = { length: LENGTH, emissions: lattice.emissions.map((score) => score + 2 ** -49) };
    centred(model, prepare)(fine, 1, newWork());
    centred(model, prepare)(lattice, 1, newWork());
    assertEquals(seen.map((other) => other === lattice || other === fine), [true, true, false]);
  });

  it("saves CarpeDiem edges when labels differ in what their transitions have in common", () => {
    const random = new Random(1);
    const frequencies = Array.from({ length: LABELS }, () => random.integer(64));
    const transitions = new Float64Array(LABELS * LABELS)
      .map((_, at) => frequencies[at % LABELS]! - frequencies[Math.floor(at / LABELS)]!);
    const model = { labelCount: LABELS, transitions, exactSums: true, float32Exact: true };
    const emissions = new Float64Array(LENGTH * LABELS).map(() => random.integer(64));
    const work = (prepare: (centre: boolean) => Decode, centre: boolean) => {
      const work = newWork();
      prepare(centre)({ length: LENGTH, emissions }, 1, work);
      return work;
    };
    // The transitions are all offsets: centred, the best path is that of the best emissions.
    const carpe = (centre: boolean) => prepared(carpediem, model, { bound: "global", centre });
    assertLess(LENGTH - 1, work(carpe, false).edgeEvaluations / 5);
    assertEquals(work(carpe, true).edgeEvaluations, LENGTH - 1);
  });
});
