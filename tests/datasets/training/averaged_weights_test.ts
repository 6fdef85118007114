import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { Random } from "../../../datasets/random.ts";
import {
  AveragedRows,
  RegularisedPairs,
  type Regulariser,
} from "../../../datasets/training/averaged_weights.ts";
import { PathFinder } from "../../../datasets/training/path_finder.ts";
import {
  type PerceptronOptions,
  type TrainingWatcher,
  trainPerceptron,
} from "../../../datasets/training/perceptron.ts";
import beam from "../../../decoders/beam.ts";
import { type Decoder, newWork, type Options } from "../../../decoders/contract.ts";
import dominance from "../../../decoders/dominance.ts";
import type { Model } from "../../../decoders/lattice.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { variants } from "../../../harness/conformance/instance.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { variantName } from "../../../harness/decoders/variant.ts";
import { cases } from "../../helpers/long.ts";
import { draw, problemOf } from "../../helpers/problems.ts";
import { denseRows, encodedSentences } from "../../helpers/word_sentences.ts";

const GRID = 2 ** 30;

function shrunk(regulariser: Regulariser, weights: number[]): number[] {
  const transitions = Float64Array.from(weights);
  const revised = [0, 0, 0, 0];
  const revise = (previous: number, label: number) => revised[2 * previous + label]!++;
  new RegularisedPairs(2, regulariser).shrink(transitions, revise);
  assertEquals(revised, weights.map((weight, i) => Number(weight !== transitions[i])));
  return [...transitions];
}

const options = (decoder: Decoder, more: Partial<PerceptronOptions>): PerceptronOptions => ({
  ...encodedSentences(30, 1),
  decoder,
  epochs: 3,
  seed: 1,
  ...more,
});

/** The transitions after each sentence. */
class Recorder implements TrainingWatcher {
  readonly #befores: Float64Array[] = [];
  #model: Model | undefined;
  sentence(model: Model): void {
    this.#model = model;
    this.#befores.push(model.transitions.slice());
  }
  revise(): void {}
  get steps(): Float64Array[] {
    return [...this.#befores.slice(1), this.#model!.transitions];
  }
}

describe("AveragedRows", () => {
  it("average() is the rounded mean over all steps when rows grow and move", () => {
    const random = new Random(5);
    const [rows, width, steps] = [7, 40, 50];
    const averaged = new AveragedRows(rows);
    const weights = new Array<number>(rows * width).fill(0);
    const sums = weights.slice();
    for (let step = 0; step < steps; step++) {
      for (let change = 0; change < 30; change++) {
        const [row, column] = [random.integer(rows), random.integer(width)];
        const delta = random.integer(2) === 0 ? 1 : -1;
        averaged.add(row, column, delta, step);
        weights[row * width + column]! += delta;
      }
      weights.forEach((weight, i) => sums[i]! += weight);
    }
    const expected = sums.map((sum) => Math.round(64 * sum / steps) + 0);
    assertEquals(denseRows(averaged.average(steps, 64), width), expected);

    const target = new Float64Array(width + 1);
    averaged.addRowTo(3, target, 1);
    assertEquals([...target], [0, ...weights.slice(3 * width, 4 * width)]);
  });

  it("average() rounds halves upwards and drops zeros", () => {
    const averaged = new AveragedRows(1);
    averaged.add(0, 4, 1, 1); // 1/2
    averaged.add(0, 2, -1, 1); // −1/2
    averaged.add(0, 1, -3, 1); // −3/2
    averaged.add(0, 3, 3, 1); // 3/2
    const { offsets, columns, values } = averaged.average(2, 1);
    assertEquals([[...offsets], [...columns], [...values]], [[0, 3], [1, 3, 4], [-1, 2, 1]]);
  });
});

describe("RegularisedPairs", () => {
  it("shrink() takes the strength off magnitudes to 0 with l1, that share off with l2", () => {
    const strength = 2 ** -3;
    assertEquals(shrunk({ norm: "l1", strength }, [2, -2, 0.125, -0.0625]), [1.875, -1.875, 0, 0]);
    assertEquals(shrunk({ norm: "l2", strength: 0.25 }, [2, -2, 0, 1]), [1.5, -1.5, 0, 0.75]);
  });

  it("shrink() leaves multiples of 2^-30 whatever the strength", () => {
    for (const norm of ["l1", "l2"] as const) {
      for (const strength of [1e-5, 0.1, 0.3]) {
        for (const weight of shrunk({ norm, strength }, [1, 2, 3, -7])) {
          assert(Number.isInteger(weight * GRID), `${norm} ${strength}: ${weight}`);
        }
      }
    }
  });

  it("refuses strengths that shrink nothing or turn signs", () => {
    for (const [norm, strength] of [["l1", 0], ["l1", NaN], ["l2", -1], ["l2", 1]] as const) {
      const call = () => new RegularisedPairs(2, { norm, strength });
      assertThrows(call, RangeError, `Cannot regularise by ${norm} with the strength ${strength}`);
    }
  });
});

describe("trainPerceptron() with a regulariser", () => {
  const REGULARISERS = [{ norm: "l1", strength: 0.01 }, { norm: "l2", strength: 0.1 }] as const;

  it("learns the same weights whatever the exact decoder", async () => {
    const exact = (await listDecoders()).filter((decoder) => decoder.exact);
    for (const regulariser of REGULARISERS) {
      const learned = exact.map((decoder) => trainPerceptron(options(decoder, { regulariser })));
      const models = await Promise.all(learned);
      models.forEach((model, i) => assertEquals(model, models[0]!, exact[i]!.name));
    }
  });

  it("gives the mean of the transitions after each sentence in units of 2^-16", async () => {
    for (const regulariser of REGULARISERS) {
      const watcher = new Recorder();
      const asked = options(viterbi, { regulariser, watcher });
      const { transitions, unitExponent } = await trainPerceptron(asked);
      assertEquals(unitExponent, 16);
      assertEquals(watcher.steps.length, 3 * 30);
      const L = transitions.offsets.length - 1;
      const means = watcher.steps[0]!.map((_, i) =>
        watcher.steps.reduce((sum, step) => sum + step[i]!, 0) / watcher.steps.length
      );
      const rounded = Array.from(means, (mean) => Math.round(mean * 2 ** 16) + 0);
      assertEquals(denseRows(transitions, L), rounded);
    }
  });

  it("leaves smaller transitions the stronger it is", async () => {
    for (const norm of ["l1", "l2"] as const) {
      const sizes: number[] = [];
      for (const strength of [1e-5, 1e-3, 1e-1]) {
        const watcher = new Recorder();
        const regulariser = { norm, strength };
        await trainPerceptron(options(dominance, { regulariser, watcher }));
        sizes.push(watcher.steps.at(-1)!.reduce((sum, weight) => sum + Math.abs(weight), 0));
      }
      assert(sizes[0]! > sizes[1]! && sizes[1]! > sizes[2]!, `${norm}: ${sizes}`);
    }
  });
});

/** Best paths while the transitions change, by the finder and by dense Viterbi made anew. */
function compare(decoder: Decoder, options: Options, seed: number) {
  const random = new Random(seed);
  // Scores 0 to 2 on up to 9 labels: most lattices have several best paths.
  const score = () => random.integer(3);
  const [model] = draw(2 + random.integer(8), 1, score);
  const finder = new PathFinder(model, decoder, options);
  const found: number[][] = [];
  const expected: number[][] = [];
  for (let step = 0; step < 8; step++) {
    const [, lattice] = draw(model.labelCount, 1 + random.integer(8), score);
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
    const [model, lattice] = problemOf([[0, 0], [0, 5]], [[1, 0], [0, 0]]);
    const greedy = new PathFinder(model, beam, { width: 1 });
    assertThrows(
      () => greedy.best(lattice),
      RangeError,
      "Cannot trust beam: it finds 1, the best is 5",
    );
  });

  it("counts the work of the decoder and not that of breaking ties", () => {
    const random = new Random(2);
    const [model] = draw(9, 1, () => random.integer(3));
    const lattice = { length: 3, emissions: new Float64Array(3 * 9) };
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
