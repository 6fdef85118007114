import { describe, it } from "@std/testing/bdd";
import { assert, assertAlmostEquals, assertEquals, assertLess, assertRejects } from "@std/assert";
import { blockBounds, gradientSum } from "../../../../datasets/training/crf/loss.ts";
import {
  QuasiNewton,
  type QuasiNewtonOptions,
} from "../../../../datasets/training/crf/quasi_newton.ts";
import { seenSupport, weightCount } from "../../../../datasets/training/crf/support.ts";
import { Random } from "../../../../datasets/random.ts";
import { encodedSentences } from "../../../helpers/word_sentences.ts";

const { corpus, labelCount, featureCount } = encodedSentences(20, 1);
const support = seenSupport(corpus, labelCount, featureCount);
const count = weightCount(support);
const gaussian = new Random(3);
const WEIGHTS = Float64Array.from({ length: count }, () => gaussian.gaussian());

/** A sum at random weights. */
function openSum(workers: number) {
  const sum = gradientSum(corpus, support, workers);
  sum.weights.set(WEIGHTS);
  return Object.assign(sum, { [Symbol.dispose]: () => sum.close() });
}

describe("gradientSum()", () => {
  it("gives the slopes of the loss, by every weight", async () => {
    using sum = openSum(1);
    const gradient = new Float64Array(count);
    await sum.evaluate(gradient);
    const other = new Float64Array(count);
    const step = 2 ** -13;
    const largest = gradient.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0);
    for (let i = 0; i < count; i++) {
      const at = async (shift: number) => {
        sum.weights[i] = WEIGHTS[i]! + shift;
        return await sum.evaluate(other);
      };
      // Richardson's two differences: the error is of the order of the fourth power of the step.
      const wide = (await at(2 * step) - await at(-2 * step)) / (4 * step);
      const narrow = (await at(step) - await at(-step)) / (2 * step);
      sum.weights[i] = WEIGHTS[i]!;
      const slope = (4 * narrow - wide) / 3;
      assertLess(Math.abs(slope - gradient[i]!) / Math.max(1, largest), 1e-8, `weight ${i}`);
    }
  });

  for (const workers of [1, 2]) {
    it(`refuses weights that are not numbers, with ${workers} workers`, async () => {
      using sum = openSum(workers);
      const gradient = new Float64Array(count);
      sum.weights[support.offsets[corpus.features[0]!]!] = NaN;
      const said = "Cannot learn from position 0 of sentence 0: its scores sum to NaN";
      await assertRejects(() => sum.evaluate(gradient), RangeError, said);
    });
  }

  it("refuses a right path over a forbidden transition", async () => {
    using sum = openSum(1);
    const [x, y] = [corpus.labels[1]!, corpus.labels[2]!];
    const pair = support.pairs.indexOf(x * labelCount + y);
    sum.weights[support.labels.length + pair] = -Infinity;
    const gradient = new Float64Array(count);
    await assertRejects(() => sum.evaluate(gradient), RangeError, "sentence 1");
  });
});

it("blockBounds() cuts a corpus into eight blocks in order, of about as many tokens", () => {
  assertEquals([...blockBounds(new Int32Array(16).fill(5))], [0, 2, 4, 6, 8, 10, 12, 14, 16]);
  const bounds = [...blockBounds(Int32Array.of(100, 1, 1, 1))];
  assertEquals([bounds[0], bounds.at(-1), bounds.length], [0, 4, 9]);
  assertEquals(bounds, bounds.toSorted((a, b) => a - b));
});

it("seenSupport() has a weight for what occurs, and for nothing else", () => {
  const own = {
    lengths: Int32Array.of(2, 1),
    featureOffsets: Int32Array.of(0, 2, 3, 4),
    features: Int32Array.of(0, 2, 0, 0),
    labels: Int32Array.of(1, 0, 1),
  };
  const { offsets, labels, pairs } = seenSupport(own, 3, 3);
  assertEquals([...offsets], [0, 2, 2, 3]);
  assertEquals([...labels], [0, 1, 1]);
  assertEquals([...pairs], [1 * 3 + 0]);
});

/** A function with its gradient. */
type Function = (weights: Float64Array, gradient: Float64Array) => number;

const OPTIONS: QuasiNewtonOptions = { history: 5, l1: 0, from: 0, tolerance: 0 };

/** Where the search ends, and the objectives on the way. */
function minimise(f: Function, start: readonly number[], more: Partial<QuasiNewtonOptions> = {}) {
  const search = new QuasiNewton(Float64Array.from(start), { ...OPTIONS, ...more });
  const gradient = new Float64Array(start.length);
  const objectives: number[] = [];
  for (let evaluation = 0; evaluation < 1000 && !search.isDone; evaluation++) {
    search.take(f(search.weights, gradient), gradient);
    if (objectives.at(-1) !== search.objective) objectives.push(search.objective);
  }
  assert(search.isDone);
  return { weights: [...search.weights], objectives };
}

/** 1 + ½ Σ a·(w − c)², the minima of whose coordinates are apart. */
function bowl(a: readonly number[], c: readonly number[]): Function {
  return (weights, gradient) => {
    let sum = 1;
    weights.forEach((weight, i) => {
      gradient[i] = a[i]! * (weight - c[i]!);
      sum += gradient[i]! * (weight - c[i]!) / 2;
    });
    return sum;
  };
}

describe("QuasiNewton", () => {
  const random = new Random(1);
  const a = Array.from({ length: 40 }, (_, i) => 1.1 ** i);
  const c = a.map(() => 4 * random.gaussian());

  it("finds the minimum of a narrow bowl, and no objective rises", () => {
    const { weights, objectives } = minimise(bowl(a, c), a.map(() => 0));
    weights.forEach((weight, i) => assertAlmostEquals(weight, c[i]!, 1e-6));
    objectives.forEach((value, i) => assert(i === 0 || value <= objectives[i - 1]!));
  });

  it("is there after a step by the curvatures of a bowl, and remembers steps from then on", () => {
    const { weights, objectives } = minimise(bowl(a, c), a.map(() => 0), {
      curvatures: Float64Array.from(a),
    });
    assertEquals(objectives.length, 2);
    weights.forEach((weight, i) => assertAlmostEquals(weight, c[i]!, 1e-12));
  });

  it("finds the minimum of a bent valley", () => {
    const valley: Function = ([x, y], gradient) => {
      const bend = y! - x! * x!;
      gradient.set([-400 * x! * bend - 2 * (1 - x!), 200 * bend]);
      return 100 * bend * bend + (1 - x!) ** 2;
    };
    const { weights } = minimise(valley, [-1.2, 1]);
    for (const weight of weights) assertAlmostEquals(weight, 1, 1e-6);
  });

  it("thresholds the penalised weights with l1, those that do not pay to exactly 0", () => {
    const [l1, from] = [9, 5];
    const { weights } = minimise(bowl(a, c), a.map(() => 0), { l1, from });
    let zeros = 0;
    weights.forEach((weight, i) => {
      const shift = i < from ? 0 : Math.min(Math.abs(c[i]!), l1 / a[i]!);
      const expected = Math.sign(c[i]!) * (Math.abs(c[i]!) - shift);
      assertAlmostEquals(weight, expected, 1e-5);
      if (shift < Math.abs(c[i]!)) return;
      assertEquals(weight, 0);
      zeros++;
    });
    assert(zeros > 1, `${zeros}`);
  });

  it("is done at once where there is no gradient", () => {
    const { weights, objectives } = minimise(() => 5, [1, 2]);
    assertEquals([weights, objectives], [[1, 2], [5]]);
  });

  it("stops earlier the more tolerant it is, at the best weights so far", () => {
    const steps = [0, 1e-4, 1e-1].map((tolerance) => {
      const { weights, objectives } = minimise(bowl(a, c), a.map(() => 0), { tolerance });
      const gradient = new Float64Array(a.length);
      assertEquals(bowl(a, c)(Float64Array.from(weights), gradient), objectives.at(-1));
      return objectives.length;
    });
    assert(steps[0]! > steps[1]! && steps[1]! > steps[2]!, `${steps}`);
  });
});
