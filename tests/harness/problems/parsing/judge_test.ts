import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../../decoders/contract.ts";
import barHillel from "../../../../decoders/parsing/bar_hillel.ts";
import dualDecomposition from "../../../../decoders/parsing/dual_decomposition.ts";
import pipeline from "../../../../decoders/parsing/pipeline.ts";
import type { ReturnedParse } from "../../../../harness/problems/parsing/answers.ts";
import { judgeParses } from "../../../../harness/problems/parsing/judge.ts";
import { parsesOf } from "../../../../harness/problems/parsing/parses_file.ts";
import { preparedParser } from "../../../../harness/problems/parsing/counterexample.ts";
import { SMALL_PARSES } from "../../../helpers/parses.ts";

const { model, sentences } = parsesOf(SMALL_PARSES, { beam: 0.001, cutoff: 150 });
const judge = judgeParses(model);
const parsedBy = (decoder: typeof barHillel | typeof pipeline | typeof dualDecomposition) => {
  const parse = preparedParser(decoder as typeof barHillel, model);
  return sentences.map((sentence): ReturnedParse => parse(sentence, newWork()));
};
const exact = parsedBy(barHillel);
const dual = parsedBy(dualDecomposition);
const greedy = parsedBy(pipeline);
/** A sentence where the pipeline's parse is not the best, and one where multipliers are not 0. */
const hard = greedy.findIndex(({ objective }, i) => objective < exact[i]!.objective);
const multiplied = dual.findIndex(({ proof }) => proof?.some((value) => value !== 0));

describe("judgeParses()", () => {
  it("finds nothing wrong with the project's own, and knows which are best", () => {
    sentences.forEach((sentence, i) => {
      const own = judge(sentence, exact[i]!, exact[i]!);
      assertEquals(own, { defect: "", isClaimed: true, isExact: true, gap: 0 });
      const gap = exact[i]!.objective - greedy[i]!.objective;
      const other = judge(sentence, greedy[i]!, exact[i]!);
      assertEquals(other, { defect: "", isClaimed: false, isExact: gap === 0, gap });
      assertEquals(judge(sentence, dual[i]!, exact[i]!).defect, "");
    });
  });

  const base = exact[hard]!;
  const proven = dual[multiplied]!;
  const none = { objective: -Infinity, converged: true, beam: 0 };
  const wrong: [sentence: number, answer: ReturnedParse, defect: RegExp][] = [
    [
      hard,
      { ...base, objective: base.objective + model.unit, bound: base.objective + 1 },
      /^claims the objective \S+, its derivation scores \S+$/,
    ],
    [
      hard,
      { ...greedy[hard]!, bound: greedy[hard]!.objective },
      /^claims the bound \S+, the reference scores \S+$/,
    ],
    [
      hard,
      { ...base, bound: base.objective - model.unit },
      /^claims the bound \S+ below its objective/,
    ],
    [
      multiplied,
      { ...proven, proof: proven.proof!.map((value) => -value) },
      /^claims the bound \S+, its multipliers prove \S+$/,
    ],
    ...[1e-7, 2 ** 53].map((more): typeof wrong[number] => [
      multiplied,
      { ...proven, proof: proven.proof!.map((value) => value + more) },
      /^gives the multiplier \S+, no multiple of 2\^-20 up to 1048576$/,
    ]),
    [
      multiplied,
      { ...proven, proof: proven.proof!.slice(1) },
      /^gives \d+ multipliers for \d+ slots$/,
    ],
    [hard, { ...base, beam: 1 }, /^step 1 of a search space/],
    [
      hard,
      { ...base, derivation: { ...base.derivation!, steps: base.derivation!.steps.slice(4) } },
      /^Cannot score a derivation: /,
    ],
    [hard, { ...none, failure: "unparsed" }, /^finds unparsed, the reference a parse$/],
    [hard, { ...none, failure: "bored\n\u001b" }, /^finds no parse for .* bored\\u000a\\u001b$/],
    [hard, none, /^no derivation, with the objective -Infinity and no reason$/],
  ];
  it("finds what is wrong with an answer, and says it", () => {
    for (const [sentence, answer, defect] of wrong) {
      const found = judge(sentences[sentence]!, answer, exact[sentence]!);
      assertMatch(found.defect, defect);
      assertEquals(found.isExact, false);
    }
  });

  it("says that the reference is beaten when an answer is above the reference's bound", () => {
    const refuted = { ...greedy[hard]!, bound: greedy[hard]!.objective };
    const { defect } = judge(sentences[hard]!, exact[hard]!, refuted);
    assertMatch(defect, /^scores \S+, better than the reference's bound \S+$/);
  });

  it("compares with an upper bound, and calls nothing exact, when the reference proves nothing", () => {
    const unproven = { ...exact[hard]!, bound: exact[hard]!.objective + 1 };
    const found = judge(sentences[hard]!, exact[hard]!, unproven);
    assertEquals(found, { defect: "", isClaimed: true, isExact: false, gap: 1 });
  });
});
