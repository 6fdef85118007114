import { assertAlmostEquals, assertEquals, assertLessOrEqual, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { Evaluation, evaluationText } from "../../../datasets/models/evaluation.ts";
import {
  chunkTag,
  SCHEMES,
  type Span,
  spanLabels,
  SpanProbabilities,
  spansOf,
} from "../../../datasets/models/spans.ts";
import { Random } from "../../../datasets/random.ts";
import { scorePath } from "../../../decoders/lattice.ts";
import { constrain } from "../../../decoders/probability/negative_log_likelihood.ts";
import { logPartition, marginals } from "../../../decoders/probability/log_partition.ts";
import { draw } from "../../helpers/problems.ts";
import { allPaths } from "./label_paths.ts";

/** Chunks one after another with gaps, as (gap, length, kind). */
const PIECE = fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 3 }), fc.constantFrom("X", "Y"));
const PIECES = fc.array(PIECE, { maxLength: 5 });

function spansFrom(pieces: readonly (readonly [number, number, string])[]): [Span[], number] {
  const spans: Span[] = [];
  let at = 0;
  for (const [gap, length, kind] of pieces) {
    spans.push({ start: at + gap, end: at + gap + length, kind });
    at += gap + length;
  }
  return [spans, at + 1];
}

describe("spansOf()", () => {
  it("finds the spans that labels of any notation were made of", () => {
    const property = fc.property(PIECES, fc.constantFrom(...SCHEMES), (pieces, scheme) => {
      const [spans, length] = spansFrom(pieces);
      assertEquals(spansOf(spanLabels(spans, length, scheme)), spans);
    });
    fc.assert(property, { seed: 1 });
    const words = [{ start: 0, end: 1, kind: "" }, { start: 1, end: 4, kind: "" }];
    assertEquals(spanLabels(words, 4, "BMES"), ["S", "B", "M", "E"]);
    for (const [start, end] of [[3, 5], [1, 1], [-1, 1], [0.5, 1]] as const) {
      const call = () => spanLabels([{ start, end, kind: "X" }], 4, "BIO");
      assertThrows(call, RangeError, `from ${start} to ${end}: 0 to 4 are free`);
    }
    const twice = () => spanLabels([...words, { start: 3, end: 4, kind: "X" }], 4, "BIO");
    assertThrows(twice, RangeError, "from 3 to 4: 4 to 4");
  });

  it("reads labels that break the notation as conlleval does", () => {
    const spans = (text: string) =>
      spansOf(text.split(" ")).map(({ start, end, kind }) => `${start}-${end} ${kind}`).join(", ");
    assertEquals(spans("I-X I-X O I-Y"), "0-2 X, 3-4 Y");
    assertEquals(spans("I-X I-Y"), "0-1 X, 1-2 Y");
    assertEquals(spans("B-X E-X I-X"), "0-2 X, 2-3 X");
    assertEquals(spans("E-X E-X"), "0-1 X, 1-2 X");
    assertEquals(spans("S-X I-X"), "0-1 X, 1-2 X");
    assertEquals(spans("NN|B-X|_ NN|I-X|_ O"), "0-2 X");
    assertEquals(spans("NNP|I-NP|I-ORG NN|I-NP|O O|go O|B-X"), "0-1 ORG, 3-4 X");
    assertEquals(spans("B I O I I-X"), "0-2 , 3-4 , 4-5 X");
    assertEquals(spans("B M E S NN S"), "0-3 , 3-4 , 5-6 ");
  });
});

describe("SpanProbabilities", () => {
  it("finds what the paths that have the span add up to, whatever the labels", () => {
    const random = new Random(5);
    const pool = "O B-X I-X B-Y I-Y E-X S-X L-Y U-Y NN M-X B I".split(" ");
    for (let round = 0; round < 60; round++) {
      const labels = pool.filter(() => random.integer(2) === 0).slice(0, 5);
      if (labels.length < 2) continue;
      const length = 1 + random.integer(4);
      // Some are forbidden, in each other round.
      const score = () =>
        round % 2 === 1 && random.integer(6) === 0 ? -Infinity : random.integer(7) / 3 - 1;
      const [model, lattice] = draw(labels.length, length, score, false);
      const sums = logPartition(model);
      const whole = sums(lattice);
      const probabilities = new SpanProbabilities(labels);
      const weights = new Map<string, number>();
      const scoreOf = (path: readonly string[]) =>
        scorePath(model, lattice, path.map((label) => labels.indexOf(label)));
      const { paths, total } = allPaths(labels, length, scoreOf);
      for (const path of paths) {
        for (const { start, end, kind } of spansOf(path.labels)) {
          const key = `${start} ${end} ${kind}`;
          weights.set(key, (weights.get(key) ?? 0) + Math.exp(path.score));
        }
      }
      for (let start = 0; start < length && total > 0; start++) {
        for (let end = start + 1; end <= length; end++) {
          for (const kind of ["X", "Y", "Z", ""]) {
            const { value, error } = probabilities.of(
              { start, end, kind },
              length,
              whole,
              (allowed) => sums(constrain(lattice, labels.length, allowed)),
            );
            const wanted = (weights.get(`${start} ${end} ${kind}`) ?? 0) / total;
            assertLessOrEqual(Math.abs(value - wanted), error + 1e-13, `${labels} ${start} ${end}`);
            assertLessOrEqual(error, 1e-12);
          }
        }
      }
    }
  });

  it("takes no room for kinds that nobody asks for", () => {
    const labels = Array.from({ length: 2 ** 13 }, (_, kind) => `I-${kind}`);
    const { value } = new SpanProbabilities(labels).of(
      { start: 0, end: 1, kind: "7" },
      1,
      { value: 0, error: 0 },
      (allowed) => ({ value: String(allowed(0)) === "7" ? Math.log(0.5) : -Infinity, error: 0 }),
    );
    assertAlmostEquals(value, 0.5);
  });

  it("adds the marginals of a kind's labels", () => {
    const labels = ["O", "B-X", "I-X", "B-Y"];
    const [model, lattice] = draw(4, 3, () => 0, false);
    const { nodes, error } = marginals(model)(lattice)!;
    const found = new SpanProbabilities(labels).inKind("X", nodes, 4, error);
    assertEquals([found.length, found.every(({ error }) => error < 1e-12)], [3, true]);
    found.forEach(({ value, error }) => assertLessOrEqual(Math.abs(value - 0.5), error));
    assertEquals(chunkTag("U-Y"), { place: "S", kind: "Y" });
  });
});

describe("Evaluation", () => {
  it("counts tokens, labels and chunks", () => {
    const evaluation = new Evaluation();
    // The second chunk has another border, the third another kind.
    const gold = ["B-NP", "I-NP", "O", "B-NP", "I-NP", "B-VP"];
    evaluation.add(gold, ["B-NP", "I-NP", "O", "B-NP", "O", "B-PP"]);
    evaluation.add(["O"], ["O"]);
    const result = evaluation.result();
    assertEquals([result.sentences, result.correctSentences], [2, 1]);
    assertEquals([result.tokens, result.correctTokens], [7, 5]);
    const { precision, recall, f1, ...counts } = result.chunks;
    assertEquals(counts, { correct: 1, predicted: 3, gold: 3 });
    for (const value of [precision, recall, f1]) assertAlmostEquals(value, 1 / 3);
    const none = { correct: 0, predicted: 0, gold: 1, precision: 0, recall: 0, f1: 0 };
    assertEquals(result.kinds["VP"], none);
    assertEquals(result.labels["I-NP"]!.recall, 0.5);
    assertEquals(Object.keys(result.labels), ["B-NP", "B-PP", "B-VP", "I-NP", "O"]);
    const said = "5 of 7 tokens right (71.43%), 1 of 2 sentences whole";
    assertEquals(evaluationText(result).split("\n")[0], said);
  });

  it("shows labels without what a terminal would take for a command", () => {
    const evaluation = new Evaluation();
    evaluation.add(["B-\u202eX"], ["\u001b[2J"]);
    const text = evaluationText(evaluation.result());
    const found = ["\u001b", "\u202e", "B-\\u202eX"].map((part) => text.includes(part));
    assertEquals(found, [false, false, true]);
  });

  it("gives 0 for nothing and refuses sentences of two lengths", () => {
    assertEquals(new Evaluation().result().chunks.f1, 0);
    assertThrows(() => new Evaluation().add(["O"], []), RangeError, "0 labels with 1");
  });
});
