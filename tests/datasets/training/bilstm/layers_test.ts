import { describe, it } from "@std/testing/bdd";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { Random } from "../../../../datasets/random.ts";
import { CrfLayer } from "../../../../datasets/training/bilstm/layers.ts";

const L = 3;
const LENGTHS = Int32Array.of(1, 3, 2);
const GOLD = Int32Array.of(2, 0, 1, 1, 2, 0);

/** A layer with random scores where it learns any, and emissions. */
function drawn(isLearned: boolean): { layer: CrfLayer; emissions: Float32Array } {
  const random = new Random(4);
  const draw = () => 2 * random.uniform() - 1;
  const layer = new CrfLayer(L, isLearned);
  if (isLearned) {
    for (const { values } of layer.parameters) values.forEach((_, i) => values[i] = draw());
  }
  return { layer, emissions: Float32Array.from({ length: GOLD.length * L }, draw) };
}

/** −ln p(gold) of all sentences by enumeration of all paths. */
function enumerated({ parameters }: CrfLayer, emissions: Float32Array): number {
  const [transitions, start, end] = parameters.map(({ values }) => values);
  let [loss, position] = [0, 0];
  for (const length of LENGTHS) {
    const score = (labels: readonly number[]) =>
      labels.reduce(
        (sum, y, t) =>
          sum + emissions[(position + t) * L + y]! +
          (t > 0 ? transitions![labels[t - 1]! * L + y]! : start![y]!),
        end![labels.at(-1)!]!,
      );
    let total = 0;
    for (let path = 0; path < L ** length; path++) {
      const labels = Array.from({ length }, (_, t) => Math.floor(path / L ** t) % L);
      total += Math.exp(score(labels));
    }
    loss += Math.log(total) - score([...GOLD.subarray(position, position + length)]);
    position += length;
  }
  return loss;
}

describe("CrfLayer", () => {
  for (const isLearned of [true, false]) {
    it(`learn() agrees with enumeration ${isLearned ? "with" : "without"} label pairs`, () => {
      const { layer, emissions } = drawn(isLearned);
      const derivatives = new Float32Array(emissions.length);
      const loss = layer.learn(emissions, LENGTHS, GOLD, derivatives, 2);
      assertAlmostEquals(loss, enumerated(layer, emissions), 1e-12);
      const step = 2 ** -10;
      const check = (values: Float32Array, found: Float32Array) =>
        values.forEach((kept, i) => {
          values[i] = kept + step;
          const high = enumerated(layer, emissions);
          const width = values[i]! - (values[i] = kept - step);
          const quotient = (high - enumerated(layer, emissions)) / width;
          values[i] = kept;
          // They are divided by the share.
          assertAlmostEquals(2 * found[i]!, quotient, 1e-5);
        });
      check(emissions, derivatives);
      for (const { values, gradient } of layer.parameters) {
        if (isLearned) check(values, gradient);
        else assertEquals([...gradient], new Array(gradient.length).fill(0));
      }
    });
  }
});
