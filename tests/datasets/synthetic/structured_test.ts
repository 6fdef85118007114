import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { expandTransitions } from "../../../datasets/packs/product.ts";
import { hmm } from "../../../datasets/synthetic/families.ts";
import { bioes, leftToRight, pitch } from "../../../datasets/synthetic/structured.ts";
import { syntheticDataset } from "../../../datasets/synthetic_dataset.ts";
import { describeTransitions } from "../../../datasets/transition_shape.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { answer, checkAnswer } from "../../../harness/conformance/answers.ts";
import { variants } from "../../../harness/conformance/instance.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";

const SENTENCES = 3;
const SIZE = { sentences: SENTENCES, seed: 20261124, length: 7 };
/** More labels than a block of 16 has, and enough for steps over diagonals. */
const LABELS = 42;
const decoders = await listDecoders();

const TASKS = [
  syntheticDataset(bioes, { ...SIZE, labelCount: 41 }),
  syntheticDataset(leftToRight, { ...SIZE, labelCount: LABELS }),
  syntheticDataset(pitch, { ...SIZE, labelCount: LABELS }),
  syntheticDataset(pitch, { ...SIZE, labelCount: LABELS, voicing: true }),
];

for (const { name, model, lattice } of TASKS) {
  describe(`decoders on ${name}`, () => {
    const lattices = Array.from({ length: SENTENCES }, (_, sentence) => lattice(sentence));
    for (const decoder of decoders) {
      it(`find the reference's scores: ${decoder.name} and all its variants`, () => {
        for (const options of variants(decoder)) {
          const decode = prepared(decoder, model, options);
          for (const k of decoder.maxK === 1 ? [1] : [1, 5]) {
            const instance = { model, lattices, k };
            lattices.forEach((one, sentence) =>
              checkAnswer(decoder, instance, sentence, answer(decode, one, k))
            );
          }
        }
      });
    }
  });
}

describe("syntheticDataset()", () => {
  it("draws sentences that are possible where it forbids pairs", () => {
    for (const family of [bioes, leftToRight, pitch]) {
      const { model, lattice } = syntheticDataset(family, { ...SIZE, labelCount: 41, length: 60 });
      assert(model.transitions.some((score) => score === -Infinity));
      const isGrid = (score: number) => score === -Infinity || Number.isInteger(64 * score);
      assert(model.transitions.every(isGrid) && lattice(0).emissions.every(isGrid));
      const [best] = prepared(viterbi, model)(lattice(0)).paths;
      assert(best!.score > -Infinity);
    }
  });

  it("pairs labels of pitch with voicing, whose transitions are sums", () => {
    const size = { ...SIZE, labelCount: 36 };
    const plain = syntheticDataset(pitch, size);
    const { name, model } = syntheticDataset(pitch, { ...size, voicing: true });
    assertEquals(name, "synthetic-pitch-36{length=7,voicing=true}");
    assertEquals([model.labelCount, model.exactSums, model.float32Exact], [72, true, true]);
    const [voicing, own] = model.structure!;
    assertEquals([voicing.size, own.size], [2, 36]);
    assertEquals(own.transitions, plain.model.transitions);
    assertEquals(model.transitions, expandTransitions(model.structure!));
    assertEquals(model.transitions[36 * 72 + 1], voicing.transitions[2]! + own.transitions[1]!);
  });

  it("throws RangeError when a family has no voicing", () => {
    const make = () => syntheticDataset(hmm, { ...SIZE, labelCount: 5, voicing: true });
    assertThrows(make, RangeError, "family hmm with voicing: true");
  });

  it("has the bands that are known of pitch, and says so", () => {
    const shape = (labelCount: number, voicing: boolean) =>
      describeTransitions(
        syntheticDataset(pitch, { ...SIZE, sentences: 1, length: 1, labelCount, voicing }).model,
      );
    const narrow = "band of ±12, one score along each: 6.8% of 129,600 pairs are possible";
    assertEquals(shape(360, false), narrow);
    const wide = "band of ±25, one score along each: 3.5% of 2,073,600 pairs are possible";
    assertEquals(shape(1440, false), wide);
    const sum = "sum of a 2×2 and a 360×360 matrix; 75 diagonals from -372 to 372: " +
      "6.8% of 518,400 pairs are possible";
    assertEquals(shape(360, true), sum);
  });
});
