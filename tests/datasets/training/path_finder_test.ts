import beam from "../../../decoders/beam.ts";
import dominance from "../../../decoders/dominance.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { type Decoder, newWork, type Options } from "../../../decoders/contract.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { Random } from "../../../datasets/random.ts";
import { PathFinder } from "../../../datasets/training/path_finder.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { variantName } from "../../../harness/decoders/variant.ts";
import { variants } from "../../../harness/conformance/instance.ts";
import { cases } from "../../helpers/long.ts";

/** Scores 0 to 2 on up to 9 labels: most lattices have several best paths. */
function tiedModel(random: Random): Model {
  const labelCount = 2 + random.integer(8);
  return {
    labelCount,
    transitions: Float64Array.from({ length: labelCount ** 2 }, () => random.integer(3)),
    exactSums: true,
    float32Exact: true,
  };
}

function tiedLattice({ labelCount }: Model, random: Random): Lattice {
  const length = 1 + random.integer(8);
  return {
    length,
    emissions: Float64Array.from({ length: length * labelCount }, () => random.integer(3)),
  };
}

/** Best paths while the transitions change, by the finder and by dense Viterbi made anew. */
function compare(decoder: Decoder, options: Options, seed: number) {
  const random = new Random(seed);
  const model = tiedModel(random);
  const finder = new PathFinder(model, decoder, options);
  const found: number[][] = [];
  const expected: number[][] = [];
  for (let step = 0; step < 8; step++) {
    const lattice = tiedLattice(model, random);
    found.push([...finder.best(lattice).labels]);
    const dense = prepared(viterbi, model);
    expected.push([...dense(lattice).paths[0]!.labels]);
    for (let change = 0; change < step; change++) {
      const [previous, label] = [random.integer(model.labelCount), random.integer(2)];
      model.transitions[previous * model.labelCount + label] = random.integer(4);
      finder.revise(previous, label);
    }
  }
  return { found, expected };
}

describe("PathFinder", () => {
  it("best() is the path of dense Viterbi when several are best, for every exact decoder", async () => {
    for (const decoder of await listDecoders()) {
      if (!decoder.exact) continue;
      for (const options of variants(decoder)) {
        for (let seed = 0; seed < cases(5, 25); seed++) {
          const { found, expected } = compare(decoder, options, seed);
          assertEquals(found, expected, `${variantName(decoder, options)}, seed ${seed}`);
        }
      }
    }
  });

  it("best() refuses a path that is not a best one", () => {
    const model: Model = {
      labelCount: 2,
      transitions: Float64Array.of(0, 0, 0, 5),
      exactSums: true,
      float32Exact: true,
    };
    const greedy = new PathFinder(model, beam, { width: 1 });
    const call = () => greedy.best({ length: 2, emissions: Float64Array.of(1, 0, 0, 0) });
    assertThrows(call, Error, "Cannot trust beam: it finds 1, the best is 5");
  });

  it("counts the work of the decoder and not that of breaking ties", () => {
    const random = new Random(2);
    const model = tiedModel(random);
    const lattice = { length: 3, emissions: new Float64Array(3 * model.labelCount) };
    const work = (decoder: Decoder) => {
      const finder = new PathFinder(model, decoder);
      finder.best(lattice);
      const alone = newWork();
      prepared(decoder, model)(lattice, 1, alone);
      return [finder.work, alone];
    };
    for (const decoder of [viterbi, dominance]) {
      const [counted, alone] = work(decoder);
      assertEquals(counted, alone);
    }
  });
});
