import { describe, it } from "@std/testing/bdd";
import { assert, assertAlmostEquals, assertEquals, assertLessOrEqual } from "@std/assert";
import { closeLibrary } from "../../../datasets/training/bilstm/library.ts";
import type { EncodedCorpus } from "../../../datasets/training/linear_model.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { Random } from "../../../datasets/random.ts";
import { listDecoders } from "../../../harness/problems/sequence/discover.ts";
import tutorial from "../../../reports/studies/tutorial.ts";
import {
  measureForbidding,
  measureMasks,
  measureOrder,
  measurePrintedLoss,
  measureRoot,
  measureRootTies,
} from "../../../reports/studies/_tutorial_batches.ts";
import type { Measured, Subject } from "../../../reports/studies/_tutorial_measure.ts";
import {
  measureDropping,
  measurePathScore,
  measureViterbi,
} from "../../../reports/studies/_tutorial_paths.ts";
import {
  measureEmptyRow,
  measureGradients,
  measurePruning,
  measureRecursion,
  measureScan,
  measureStability,
} from "../../../reports/studies/_tutorial_sums.ts";
import {
  intervalOf,
  measureBatching,
  measurePairs,
  measureWholeSteps,
} from "../../../reports/studies/_tutorial_training.ts";
import { csvOf, measured } from "../../helpers/study_lines.ts";

const LABELS = 4;
const SEED = 7;

/** Sentences of 1 to 12 positions with scores in quarters, some transitions 0. */
function subject(): Subject {
  const random = new Random(SEED);
  const quarter = () => Math.round(4 * random.gaussian()) / 4 + 0.25;
  const transitions = Float64Array.from(
    { length: LABELS ** 2 },
    (_, edge) => edge % 5 === 3 ? 0 : quarter(),
  );
  const model: Model = { labelCount: LABELS, transitions, exactSums: true, float32Exact: true };
  const lattices = Array.from({ length: 12 }, (_, i): Lattice => ({
    length: i + 1,
    emissions: Float64Array.from({ length: (i + 1) * LABELS }, quarter),
  }));
  const gold = lattices.map(({ length }) =>
    Int32Array.from({ length }, () => random.integer(LABELS))
  );
  return { model, lattices, gold, seed: SEED };
}

/** Sentences of labels 0 1 0 1 …, whose only feature fires everywhere. */
function alternating(sentences: number): EncodedCorpus {
  const lengths = new Int32Array(sentences).fill(4);
  const positions = 4 * sentences;
  return {
    lengths,
    featureOffsets: Int32Array.from({ length: positions + 1 }, (_, p) => p),
    features: new Int32Array(positions),
    labels: Int32Array.from({ length: positions }, (_, p) => p % 2),
  };
}

const value = (lines: readonly Measured[], quantity: string, condition = ""): number =>
  lines.find((line) => line.quantity === quantity && line.condition === condition)!.value;

describe("measures of the tutorial's claims", () => {
  it("measureScan() counts the depth of a tree and of two ends", () => {
    const lines = measureScan(subject());
    for (const way of ["two ends", "tree"]) {
      assertEquals(value(lines, "scores other than Viterbi's", way), 0);
      assertEquals(value(lines, "log Z beyond its error", way), 0);
    }
    // ⌈log₂ T⌉ and ⌈(T − 1) / 2⌉ of T = 2, …, 12.
    assertEquals(value(lines, "depth", "tree"), 1 + 2 * 2 + 4 * 3 + 4 * 4);
    assertEquals(value(lines, "depth", "two ends"), 1 + 1 + 2 + 2 + 3 + 3 + 4 + 4 + 5 + 5 + 6);
    assertEquals(value(lines, "products over those from the left", "two ends"), 1);
    assert(value(lines, "products over those from the left", "tree") > 1);
  });

  it("measureBatching() times every size in every round and counts the noise", async () => {
    const lines = await measureBatching(subject());
    const sizes = lines.filter(({ quantity }) => quantity === "time a sentence");
    assertEquals(new Set(sizes.map(({ condition }) => condition)).size, 5);
    assertEquals(sizes.length % 5, 0);
    const share = value(lines, "variance of the gradient", "B = 32");
    assertAlmostEquals(32 * share, 1, 0.5);
    assertEquals(await measureBatching({ ...subject(), gold: undefined }), []);
  });

  it("measureStability() sees what the shift is for, and what it does not help", () => {
    const lines = measureStability(subject());
    assert(value(lines, "positions before plain products are 0 or ∞") < 5000);
    const higher = (way: string) => value(lines, "log Z not finite", `${way}, scores 400 higher`);
    assert(higher("without the shift") > 0);
    assertEquals(higher("with the shift"), 0);
    assertEquals(measureEmptyRow()[0]!.value, 1);
  });

  it("measureRecursion() finds both recursions within their errors", () => {
    const lines = measureRecursion(subject());
    assertEquals(value(lines, "log Z by α and by α̂ beyond their errors"), 0);
    assertEquals(value(lines, "log Z by either beyond its error of ours"), 0);
    assertLessOrEqual(value(lines, "largest difference"), 1e-12);
  });

  it("measureForbidding() sees −10,000 fail where weights have decayed or scores are lower", () => {
    const lines = measureForbidding(subject());
    const changed = (condition: string) =>
      value(lines, "log Z changed beyond its error", condition);
    assertEquals(changed("ROOT and EOS, scores as they are"), 0);
    assertEquals(changed("ROOT and EOS, emissions lower by 25000"), 12);
    assertEquals(changed("transitions of weight 0, scores as they are"), 0);
    // A sentence of one position has no transition.
    assertEquals(changed("transitions of weight 0, 100000 steps of decay"), 11);
  });

  it("measureMasks() sees pads that are no numbers come through the printed mask alone", () => {
    const lines = measureMasks(subject());
    const changed = (condition: string) => value(lines, "log Z other than alone", condition);
    assertEquals(["0", "NaN", "Infinity"].map((pad) => changed(`printed, pads ${pad}`)), [
      0,
      11,
      11,
    ]);
    assertEquals(["0", "NaN", "Infinity"].map((pad) => changed(`ours, pads ${pad}`)), [0, 0, 0]);
    assertEquals(value(lines, "log Z not finite", "printed, −∞ forbids"), 12);
  });

  it("measureViterbi() counts (T−1)·L² and less for others", async () => {
    const { model, lattices, ...rest } = subject();
    const lines = measureViterbi({ model, lattices, ...rest }, await listDecoders());
    assertEquals(value(lines, "edges of Viterbi"), value(lines, "(T−1)·L²"));
    assertEquals(value(lines, "(T−1)·L²"), 66 * LABELS ** 2);
    assert(lines.some(({ condition }) => condition === "dominance"));
  });

  it("measureDropping() tells sentences in range from others", () => {
    const lines = measureDropping(subject());
    assertEquals(value(lines, "paths worth less", "all e^q in range"), 0);
    assertEquals(value(lines, "five best paths in another order"), 0);
    const { lattices, ...rest } = subject();
    const higher = lattices.map(({ length, emissions }) => ({
      length,
      emissions: emissions.map((score) => score + 400),
    }));
    const out = measureDropping({ ...rest, lattices: higher });
    const inRange = out.find(({ condition }) => condition === "all e^q in range")!;
    assertEquals(inRange.sentences, 2);
    assert(value(out, "paths worth less", "some e^q out of range") > 0);
  });

  it("measurePathScore() counts scores that are no integers", () => {
    const { model, lattices, ...rest } = subject();
    assert(
      value(measurePathScore({ model, lattices, ...rest }), "scores that the cast changes") > 0,
    );
    const whole = {
      model: { ...model, transitions: model.transitions.map(Math.round) },
      lattices: lattices.map((one) => ({ ...one, emissions: one.emissions.map(Math.round) })),
    };
    assertEquals(value(measurePathScore({ ...rest, ...whole }), "scores that the cast changes"), 0);
  });

  it("measurePrintedLoss() adds probabilities up to 1 with ROOT and EOS alone", () => {
    const [code, formula] = measurePrintedLoss(SEED);
    assertLessOrEqual(code!.value, 1e-12);
    assert(formula!.value > 0.1);
  });

  it("measureGradients() finds marginals by differences, at twice the edges", () => {
    const lines = measureGradients(subject());
    assertEquals(value(lines, "quotients other than the marginal"), 0);
    assertEquals(value(lines, "edges over those of forward alone"), 2);
  });

  it("measureOrder() breaks the printed rule by another order, and not ours", () => {
    const lines = measureOrder(subject());
    const wrong = (rule: string) => value(lines, "paths that are not the best", rule);
    assertEquals(wrong("printed, longest first"), 0);
    assert(wrong("printed, any order") > 0);
    assertEquals([wrong("ours, longest first"), wrong("ours, any order")], [0, 0]);
  });

  it("measureRoot() loses ROOT where a transition outweighs −10,000", () => {
    assertEquals(measureRoot(subject()).map(({ value }) => value).slice(0, 2), [0, 0]);
    assertEquals(measureRootTies().map(({ value }) => value), [1, 1]);
  });

  it("intervalOf() holds the mean of differences, and is narrow where they are all alike", () => {
    const lengths = new Int32Array(50).fill(4);
    assertEquals(intervalOf(new Int32Array(50).fill(1), lengths, SEED), [0.25, 0.25]);
    const [low, high] = intervalOf(lengths.map((_, i) => i % 2), lengths, SEED);
    assert(low < 0.125 && high > 0.125);
  });

  it("measurePruning() keeps no more by the oracle than by dominance", () => {
    const lines = measurePruning(subject());
    const share = (quantity: string) => value(lines, quantity, "ε = 0.000001");
    assert(share("labels kept by the oracle") <= share("labels kept by dominance"));
    assert(share("labels kept by the oracle") > 0 && share("labels kept by dominance") <= 1);
    assertEquals(share("products with exceptions"), 1);
  });

  it("measurePairs() finds transitions worth it where features say nothing", async () => {
    const [training, testing] = [alternating(12), alternating(5)];
    const lines = await measurePairs({ labelCount: 2, featureCount: 1, training, testing }, 1);
    const found = Object.fromEntries(lines.map(({ condition, value }) => [condition, value]));
    assertEquals(found["features, without"], 0.5);
    assertEquals(found["features, with transitions"], 1);
    assertEquals(found["features, difference"], 0.5);
    assertEquals(found["features, training"], 12);
  });

  it("measureWholeSteps() times a pass of each size in each round, and one for control", async () => {
    const sentences = [["a", "b"], ["c"]].map((forms) => ({ forms, labels: forms.map(() => "X") }));
    try {
      const lines = await measureWholeSteps(sentences, ["X", "Y"], 1, {
        batches: [1, 2],
        rounds: 2,
      });
      assertEquals(
        lines.map(({ condition, round }) => `${round}: ${condition}`).sort(),
        [1, 2].flatMap((round) =>
          ["B = 1", "B = 2", "control"].map((way) => `${round}: whole step, ${way}`)
        ),
      );
      assertEquals(lines.every(({ value }) => value > 0), true);
    } finally {
      closeLibrary();
    }
  });
});

describe("the study tutorial", () => {
  it("shows a table for each claim that was measured, with medians over the rounds", async () => {
    const settings = { format: "columns", seed: 1, sentences: 4, datasets: ["synthetic-weak-5"] };
    const cells = await tutorial.cells(settings, "");
    assertEquals(new Set(cells.map(({ key }) => key)).size, cells.length);
    const lines = (await Promise.all(cells.map((cell) => measured(tutorial, cell)))).flat();
    const claims = tutorial.show(lines).tables.map(({ title }) => title);
    assertEquals(claims, [...new Set(lines.map(({ claim }) => claim!))]);
    assertEquals(
      csvOf(tutorial, lines, "tutorial-path-score")[1],
      "scores that the cast changes," +
        "synthetic-weak-5,,4,1,4,sentences",
    );
    const rounds = [3, 1, 2].map((value, i) => ({
      ...lines[0]!,
      round: `${i}`,
      value: `${value}`,
    }));
    assertEquals(tutorial.show(rounds).tables[0]!.content.rows[0]!.slice(-3, -1), [
      { text: "3" },
      { text: "2", value: 2 },
    ]);
  });
});
