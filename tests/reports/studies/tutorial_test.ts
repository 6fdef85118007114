import tutorial from "../../../reports/studies/tutorial.ts";
import * as batches from "../../../reports/studies/_tutorial_batches.ts";
import * as paths from "../../../reports/studies/_tutorial_paths.ts";
import * as sums from "../../../reports/studies/_tutorial_sums.ts";
import { describe, it } from "@std/testing/bdd";
import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import { closeLibrary } from "../../../datasets/training/bilstm/library.ts";
import type { EncodedCorpus } from "../../../datasets/linear_model.ts";
import type { Model } from "../../../decoders/lattice.ts";
import { Random } from "../../../datasets/random.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { type Measured, raised, type Subject } from "../../../reports/studies/_tutorial_measure.ts";
import {
  measureBatching,
  measurePairs,
  measureWholeSteps,
} from "../../../reports/studies/_tutorial_training.ts";
import { csvOf, measured } from "../../helpers/study_lines.ts";
import { longIt } from "../../helpers/long.ts";

const LABELS = 4;
const SEED = 7;

/** Sentences of 1 to 12 positions with scores in quarters, some transitions 0. */
const SUBJECT: Subject = drawSubject();

function drawSubject(): Subject {
  const random = new Random(SEED);
  const quarter = () => Math.round(4 * random.gaussian()) / 4 + 0.25;
  const draw = (length: number) => Float64Array.from({ length }, quarter);
  const transitions = draw(LABELS ** 2).map((score, edge) => edge % 5 === 3 ? 0 : score);
  const model: Model = { labelCount: LABELS, transitions, exactSums: true, float32Exact: true };
  const lengths = Array.from({ length: 12 }, (_, i) => i + 1);
  const lattices = lengths.map((length) => ({ length, emissions: draw(length * LABELS) }));
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

type Expected = readonly [quantity: string, condition: string, value: number];

/** What is counted of the subject. */
const COUNTED: Readonly<Record<string, readonly [readonly Measured[], ...Expected[]]>> = {
  "scans are exact, as deep as a tree or two ends": [
    sums.measureScan(SUBJECT),
    ["scores other than Viterbi's", "two ends", 0],
    ["scores other than Viterbi's", "tree", 0],
    ["log Z beyond its error", "two ends", 0],
    ["log Z beyond its error", "tree", 0],
    // ⌈log₂ T⌉ and ⌈(T − 1) / 2⌉ of T = 2, …, 12.
    ["depth", "tree", 1 + 2 * 2 + 4 * 3 + 4 * 4],
    ["depth", "two ends", 1 + 1 + 2 + 2 + 3 + 3 + 4 + 4 + 5 + 5 + 6],
    ["depth from the left", "tree", 66],
    ["products over those from the left", "two ends", 1],
  ],
  "the shift keeps ln Z finite, but not of a row of −∞": [
    [...sums.measureStability(SUBJECT), ...sums.measureEmptyRow()],
    ["log Z not finite", "with the shift, scores 400 higher", 0],
    ["results that are not numbers", "a row of −∞", 1],
  ],
  "both recursions are within their errors": [
    sums.measureRecursion(SUBJECT),
    ["log Z by α and by α̂ beyond their errors", "", 0],
    ["log Z by either beyond its error of ours", "", 0],
  ],
  "marginals are derivatives, at twice the edges": [
    sums.measureGradients(SUBJECT),
    ["quotients other than the marginal", "", 0],
    ["edges over those of forward alone", "", 2],
  ],
  "−10,000 fails where weights have decayed or scores are lower": [
    batches.measureForbidding(SUBJECT),
    ["log Z changed beyond its error", "ROOT and EOS, scores as they are", 0],
    ["log Z changed beyond its error", "ROOT and EOS, emissions lower by 25000", 12],
    ["log Z changed beyond its error", "transitions of weight 0, scores as they are", 0],
    // A sentence of one position has no transition.
    ["log Z changed beyond its error", "transitions of weight 0, 100000 steps of decay", 11],
  ],
  "pads that are no numbers come through the printed mask alone": [
    batches.measureMasks(SUBJECT),
    ["log Z other than alone", "printed, pads 0", 0],
    ["log Z other than alone", "printed, pads NaN", 11],
    ["log Z other than alone", "printed, pads Infinity", 11],
    ["log Z other than alone", "ours, pads 0", 0],
    ["log Z other than alone", "ours, pads NaN", 0],
    ["log Z other than alone", "ours, pads Infinity", 0],
    ["log Z not finite", "printed, −∞ forbids", 12],
  ],
  "the printed rule needs the longest first, ours does not": [
    batches.measureOrder(SUBJECT),
    ["paths that are not the best", "printed, longest first", 0],
    ["paths that are not the best", "ours, longest first", 0],
    ["paths that are not the best", "ours, any order", 0],
  ],
  "ROOT is lost where a transition outweighs −10,000": [
    [...batches.measureRoot(SUBJECT), ...batches.measureRootTies()],
    ["paths that do not begin at ROOT", "scores as they are", 0],
    ["paths that do not begin at ROOT", "with a row of length 0", 0],
    ["paths that do not begin at ROOT", "a tie", 1],
    ["paths that do not begin at ROOT", "a transition of 10,001", 1],
  ],
  "exp and log change nothing in range": [
    paths.measureDropping(SUBJECT),
    ["paths worth less", "all e^q in range", 0],
    ["five best paths in another order", "", 0],
  ],
  "Viterbi takes (T−1)·L²": [
    paths.measureViterbi(SUBJECT, await listDecoders()),
    ["(T−1)·L²", "", 66 * LABELS ** 2],
    ["edges of Viterbi", "", 66 * LABELS ** 2],
  ],
};

const valueIn = (lines: readonly Measured[], quantity: string, condition = ""): number =>
  lines.find((line) => line.quantity === quantity && line.condition === condition)!.value;

describe("measures of the tutorial's claims", () => {
  for (const [what, [lines, ...expected]] of Object.entries(COUNTED)) {
    it(`say that ${what}`, () => {
      for (const [quantity, condition, value] of expected) {
        assertEquals(valueIn(lines, quantity, condition), value, `${quantity}, ${condition}`);
      }
    });
  }

  it("find what is wrong in the printed code", () => {
    const stability = sums.measureStability(SUBJECT);
    assertLess(valueIn(stability, "positions before plain products are 0 or ∞"), 5000);
    assert(valueIn(stability, "log Z not finite", "without the shift, scores 400 higher") > 0);
    const order = batches.measureOrder(SUBJECT);
    assert(valueIn(order, "paths that are not the best", "printed, any order") > 0);
    const [code, formula] = batches.measurePrintedLoss(SEED);
    assertLess(code!.value, 1e-12);
    assertLess(0.1, formula!.value);
    const higher = { ...SUBJECT, lattices: raised(400, SUBJECT.lattices) };
    const [inRange, out] = paths.measureDropping(higher);
    assertEquals(inRange!.sentences, 2);
    assert(out!.value > 0);
  });

  it("say nothing of one sentence of one position, which has no edge and no variance", async () => {
    const [lattices, gold] = [SUBJECT.lattices.slice(0, 1), SUBJECT.gold!.slice(0, 1)];
    const single = { ...SUBJECT, lattices, gold };
    assertEquals([sums.measureScan(single), sums.measureGradients(single)], [[], []]);
    const lines = await measureBatching(single);
    assertEquals(new Set(lines.map(({ quantity }) => quantity)), new Set(["time a sentence"]));
  });

  it("count scores that the cast changes, and no integers", () => {
    const { model, lattices, ...rest } = SUBJECT;
    const whole = {
      model: { ...model, transitions: model.transitions.map(Math.round) },
      lattices: lattices.map((one) => ({ ...one, emissions: one.emissions.map(Math.round) })),
    };
    assert(paths.measurePathScore(SUBJECT)[0]!.value > 0);
    assertEquals(paths.measurePathScore({ ...rest, ...whole })[0]!.value, 0);
  });

  it("time every size in every round, and count the noise of batches", async () => {
    const lines = await measureBatching(SUBJECT);
    const times = lines.filter(({ quantity }) => quantity === "time a sentence");
    assertEquals([new Set(times.map(({ condition }) => condition)).size, times.length], [5, 45]);
    assertAlmostEquals(32 * valueIn(lines, "variance of the gradient", "B = 32"), 1, 0.5);
    assertEquals(await measureBatching({ ...SUBJECT, gold: undefined }), []);
  });

  it("find transitions worth it where features say nothing", async () => {
    const [training, testing] = [alternating(12), alternating(5)];
    const lines = await measurePairs({ labelCount: 2, featureCount: 1, training, testing }, 1);
    const found = Object.fromEntries(lines.map(({ condition, value }) => [condition, value]));
    assertEquals(found["features, without"], 0.5);
    assertEquals(found["features, with transitions"], 1);
    assertEquals(found["features, difference"], 0.5);
    assertEquals(found["features, training"], 12);
  });

  longIt("time whole steps of each size in each round, and one for control", async () => {
    const sentences = [["a", "b"], ["c"]].map((forms) => ({ forms, labels: forms.map(() => "X") }));
    try {
      const effort = { batches: [1, 2], rounds: 2 };
      const lines = await measureWholeSteps(sentences, ["X", "Y"], 1, effort);
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

it("the study tutorial shows a table for each claim measured, with medians of rounds", async () => {
  const settings = { seed: 1, sentences: 4, datasets: ["synthetic-weak-5"] };
  const cells = await tutorial.cells(settings, "");
  assertEquals(new Set(cells.map(({ key }) => key)).size, cells.length);
  const lines = (await Promise.all(cells.map((cell) => measured(tutorial, cell)))).flat();
  const claims = tutorial.show(lines).tables.map(({ title }) => title);
  assertEquals(claims, [...new Set(lines.map(({ claim }) => claim!))]);
  const shown = "scores that the cast changes,synthetic-weak-5,,4,1,4,sentences";
  assertEquals(csvOf(tutorial, lines, "tutorial-path-score")[1], shown);
  const rounds = ["3", "1", "2"].map((value, i) => ({ ...lines[0]!, round: `${i}`, value }));
  const [row] = tutorial.show(rounds).tables[0]!.content.rows;
  assertEquals(row!.slice(-3, -1), [{ text: "3" }, { text: "2", value: 2 }]);
});
