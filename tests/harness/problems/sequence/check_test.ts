import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { check } from "../../../../harness/problems/sequence/check.ts";
import { resolveDataset } from "../../../../harness/problems/sequence/discover.ts";
import { referenceScores } from "../../../../harness/conformance/oracles.ts";
import { prepared } from "../../../../decoders/tagging/prepared.ts";
import viterbi from "../../../../decoders/viterbi.ts";

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
