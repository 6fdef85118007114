import viterbi from "../../../../decoders/viterbi.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  check,
  defectOf,
  leastWork,
  type ReturnedPath,
  trueScores,
  verifyAnswer,
} from "../../../../harness/problems/sequence/judge.ts";
import { problemOf } from "../../../helpers/problems.ts";
import { resolveDataset } from "../../../../harness/problems/sequence/discover.ts";
import { referenceScores } from "../../../../harness/conformance/oracles.ts";
import { prepared } from "../../../../decoders/tagging/prepared.ts";

/** Paths: 0,1 scores 8; 0,0 scores 5; 1,1 scores 6; 1,0 is forbidden. */
const [MODEL, LATTICE] = problemOf([[0, 1], [-Infinity, 0]], [[3, 2], [2, 4]]);
const REFERENCE = [8, 6, 5];

const path = (score: number, ...labels: number[]): ReturnedPath => ({ score, labels });
const verify = (k: number, ...paths: ReturnedPath[]) =>
  verifyAnswer(MODEL, LATTICE, k, paths, REFERENCE.slice(0, k));

describe("verifyAnswer()", () => {
  it("finds nothing when the answer is right", () => {
    assertEquals(verify(1, path(8, 0, 1)), { defect: "", isExact: true, gap: 0 });
    const all = [path(8, 0, 1), path(6, 1, 1), path(5, 0, 0)];
    assertEquals(verify(3, ...all), { defect: "", isExact: true, gap: 0 });
    assertEquals(verify(9, ...all), { defect: "", isExact: true, gap: 0 });
  });

  it("takes any typed array of labels and any of the paths that tie", () => {
    const lattice = { length: 1, emissions: Float64Array.of(4, 4) };
    for (const label of [0, 1]) {
      const paths = [{ score: 4, labels: Int32Array.of(label) }];
      assertEquals(verifyAnswer(MODEL, lattice, 1, paths, [4]).isExact, true);
    }
  });

  it("finds an answer inexact, with the gap, when a better path was missed", () => {
    assertEquals(verify(1, path(6, 1, 1)), { defect: "", isExact: false, gap: 2 });
    assertEquals(verify(2, path(8, 0, 1), path(5, 0, 0)), { defect: "", isExact: false, gap: 0 });
    assertEquals(verify(2, path(8, 0, 1)), { defect: "", isExact: false, gap: 0 });
    assertEquals(verify(1), { defect: "", isExact: false, gap: Infinity });
  });

  it("finds nothing when there is no path and none was returned", () => {
    assertEquals(verifyAnswer(MODEL, LATTICE, 2, [], []), { defect: "", isExact: true, gap: 0 });
  });

  const ulp = 8 * (1 + Number.EPSILON);
  const defects: readonly [k: number, paths: ReturnedPath[], message: RegExp][] = [
    [1, [path(8, 0, 1), path(6, 1, 1)], /^2 paths for k = 1$/],
    [1, [path(3, 0)], /^path 0 has 1 labels for 2 positions$/],
    [1, [path(8, 0, 1, 0)], /^path 0 has 3 labels for 2/],
    [2, [path(8, 0, 1), path(6, 1, 2)], /^path 1 has label 2 at position 1/],
    [1, [path(8, -1, 1)], /^path 0 has label -1 at position 0/],
    [1, [path(8, 0.5, 1)], /label 0.5/],
    [1, [path(8, 0, NaN)], /label NaN/],
    [1, [path(8, 1, 1)], /^path 0 claims the score 8, .* score 6$/],
    [1, [path(ulp, 0, 1)], /claims the score 8.0/],
    [1, [path(NaN, 0, 1)], /claims the score NaN/],
    [3, [path(8, 0, 1), path(-Infinity, 1, 0)], /^path 1 is forbidden/],
    [2, [path(6, 1, 1), path(8, 0, 1)], /^path 1 is better than/],
    [3, [path(8, 0, 1), path(8, 0, 1)], /^path 1 repeats an earlier one$/],
    [3, [path(8, 0, 1), path(6, 1, 1), path(6, 1, 1)], /^path 2 repeats an earlier one$/],
  ];
  it("says what is wrong", () => {
    for (const [k, paths, message] of defects) {
      const finding = verify(k, ...paths);
      assertMatch(finding.defect, message);
      assertEquals(finding.isExact, false);
    }
  });

  it("says so when a path is better than the reference's or the reference has none", () => {
    const better = verifyAnswer(MODEL, LATTICE, 1, [path(8, 0, 1)], [6]);
    assertMatch(better.defect, /^path 0 scores 8, better than the reference's 6$/);
    const none = verifyAnswer(MODEL, LATTICE, 1, [path(8, 0, 1)], []);
    assertMatch(none.defect, /^path 0 scores 8, .*reference/);
  });
});

it("trueScores() scores the labels, whatever is claimed", () => {
  assertEquals(trueScores(MODEL, LATTICE, [path(99, 0, 1), path(8, 0, 0)]), [8, 5]);
});

it("defectOf() holds a missed best path against those alone that claim to be exact", () => {
  const missed = verify(1, path(6, 1, 1));
  assertEquals([defectOf(missed, true), defectOf(missed, false)], ["not the best scores", ""]);
  const lie = verify(1, path(9, 1, 1));
  for (const exact of [true, false]) assertMatch(defectOf(lie, exact), /^path 0 claims/);
  assertEquals(defectOf(verify(1, path(8, 0, 1)), true), "");
});

describe("check()", () => {
  const asked = { k: 1, exact: true };

  /** A sample with its best paths and with paths of label 0 only, scored as they are. */
  async function answers() {
    const sample = await (await resolveDataset("synthetic-structureless-6")).sample(3, 1);
    const { model, lattices } = sample;
    const decode = prepared(viterbi, model);
    const best = lattices.map((lattice) => decode(lattice).paths);
    const second = lattices.map((lattice) => decode(lattice, 2).paths.slice(1));
    return { sample, best, second, model, lattices };
  }

  it("judges by the reference, to the last bit", async () => {
    const { sample, best, second } = await answers();
    const right = check(sample, asked, best, best);
    assertEquals([right.verdict, right.exactShare, right.meanGap], ["correct", 1, 0]);
    assertEquals(right.evidence, { compared: "bits", tolerance: 0 });
    const missed = check(sample, asked, second, best);
    const shortest = sample.lengths.indexOf(Math.min(...sample.lengths));
    assertEquals([missed.verdict, missed.wrongSentence], ["wrong", shortest]);
    assertEquals(missed.defect, "not the best scores");
    assertEquals(check(sample, { ...asked, exact: false }, second, best).verdict, "inexact");
  });

  it("does not believe the scores that the reference claims", async () => {
    const { sample, best, second, model, lattices } = await answers();
    const modest = best.map((paths) => paths.map(({ labels }) => ({ score: 0, labels })));
    assertEquals(check(sample, asked, best, modest).verdict, "correct");
    const claims = second.map(([path], i) => [{
      labels: path!.labels,
      score: referenceScores(model, lattices[i]!, 1)[0]!,
    }]);
    assertEquals(check(sample, asked, best, claims).verdict, "wrong");
  });

  it("leaves all unchecked without a reference", async () => {
    const { sample, best } = await answers();
    const { verdict, evidence, wrongSentence } = check(sample, asked, best);
    assertEquals([verdict, evidence, wrongSentence], ["unchecked", undefined, -1]);
  });
});

describe("leastWork()", () => {
  it("is an edge for each transition of a path", () => {
    const least = { iterations: 0, nodeExpansions: 1, edgeEvaluations: 4 };
    assertEquals(leastWork(5, 3, 1, true), least);
    assertEquals(leastWork(5, 3, 10, true), least);
    assertEquals(leastWork(5, 3, 1, false), { ...least, edgeEvaluations: 0 });
  });

  it("is nothing where there is nothing to choose, and no path", () => {
    const none = { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 };
    for (const [length, labels, paths] of [[1, 3, 1], [5, 1, 1], [5, 3, 0]] as const) {
      assertEquals(leastWork(length, labels, paths, true), none);
    }
  });
});
