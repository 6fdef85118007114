import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { StudyRow } from "../../../reports/numbers/run_data.ts";
import { claimPages } from "../../../reports/pages/paper_pages.ts";
import { claimPage } from "../../../reports/pages/element_pages.ts";
import { markdownOf } from "../../../reports/pages/markdown.ts";
import { judgeClaim } from "../../../reports/papers/claims.ts";
import tutorial from "../../../reports/papers/tutorial.ts";
import { aRun } from "../../helpers/run_data.ts";
import { tutorialLine } from "../../helpers/study_lines.ts";

/** Lines of a claim: [quantity, condition, value], all on one dataset. */
type Line = readonly [quantity: string, condition: string, value: number, round?: number];

function judged(key: string, lines: readonly Line[], others: Record<string, StudyRow[]> = {}) {
  const claim = tutorial.claims.find(({ name }) => name === `tutorial-${key}`)!;
  const rows = lines.map(([quantity, condition, value, round = 1]) =>
    tutorialLine({ claim: key === "crf" ? "viterbi" : key, quantity, condition, round, value })
  );
  const studies = new Map(Object.entries({ tutorial: rows, ...others }));
  return judgeClaim(claim, aRun({ studies }));
}

const verdict = (key: string, lines: readonly Line[]) => judged(key, lines).verdict;

/** What the lines of other studies have in common. */
const TRAINING = {
  dataset: "d",
  labels: "4",
  sentences: "10",
  epochs: "6",
  block: "0",
  tokens: "100",
};
const PARTITION = { dataset: "other", labels: "10", positions: "50" };

/** What must be 0, or at most a limit, among lines that are as they should be. */
const ZEROS: Readonly<Record<string, { lines: Line[]; zero: [string, string] }>> = {
  recursion: {
    lines: [["log Z by either beyond its error of ours", "", 0], ["largest difference", "", 1e-13]],
    zero: ["log Z by α and by α̂ beyond their errors", ""],
  },
  forbidding: {
    lines: [["largest forbidden mass", "c", 0.5]],
    zero: ["log Z changed beyond its error", "c"],
  },
  masks: { lines: [], zero: ["log Z other than alone", "printed, pads 0"] },
  "path-score": {
    lines: [["largest change of a score", "", 0.5]],
    zero: ["scores that the cast changes", ""],
  },
  "printed-loss": { lines: [], zero: ["largest |Σ e^−NLL − 1|", "code: with ROOT and EOS"] },
  gradients: {
    lines: [["edges over those of forward alone", "", 2], ["scores changed", "", 9]],
    zero: ["quotients other than the marginal", ""],
  },
  root: { lines: [], zero: ["paths that do not begin at ROOT", "c"] },
};

describe("claims of the tutorial", () => {
  for (const [key, { lines, zero: [quantity, condition] }] of Object.entries(ZEROS)) {
    it(`${key} holds where a count is 0`, () => {
      const at = (count: number) => verdict(key, [...lines, [quantity, condition, count]]);
      assertEquals([at(0), at(1)], ["holds", "does not hold"]);
    });
  }

  it("scan does not hold when the scan is exact and not deep", () => {
    const at = (depth: number, wrong: number) =>
      verdict("scan", [
        ["scores other than Viterbi's", "tree", wrong],
        ["log Z beyond its error", "tree", 0],
        ["depth", "tree", depth],
        ["depth from the left", "tree", 90],
        ["⌈log₂ T⌉", "tree", 40],
        ["products over those from the left", "tree", 3],
      ]);
    assertEquals([at(40, 0), at(41, 0), at(40, 1)], ["does not hold", "holds", "holds"]);
  });

  it("batching holds when steps of more sentences are faster beyond the control", () => {
    const at = (batch: number, largest = batch) =>
      verdict(
        "batching",
        [1, 2, 3, 4].flatMap((round): Line[] => [
          ...[8, 32].map((size): Line => ["time a sentence", `X, B = ${size}`, batch, round]),
          ["time a sentence", "X, B = 128", largest, round],
          ["time a sentence", "X, B = 1", 4, round],
          ["time a sentence", "X, control", 4.4, round],
        ]),
      );
    assertEquals([at(2), at(3.9), at(8)], ["holds", "not testable here", "does not hold"]);
    // The best of the sizes has no vote.
    assertEquals(at(2, 8), "does not hold");
    const noise = (share: number) =>
      verdict("batching", [["variance of the gradient", "B = 8", share]]);
    // It comes out so by construction.
    assertEquals([noise(0.125), noise(0.5)], ["not testable here", "not testable here"]);
  });

  it("stability holds when the shift is needed and enough, not for rows of NaN", () => {
    const at = (without: number, shifted: number) =>
      verdict("stability", [
        ["positions of the longest chain looked at", "", 50],
        ["positions before plain products are 0 or ∞", "", 50],
        ["log Z not finite", "without the shift, scores as they are", without],
        ["log Z not finite", "with the shift, scores as they are", shifted],
      ]);
    assertEquals([at(3, 0), at(3, 1), at(0, 0)], ["holds", "does not hold", "not testable here"]);
    const empty = (broken: number) =>
      verdict("stability", [["results that are not numbers", "a row of −∞", broken]]);
    assertEquals([empty(0), empty(1)], ["holds", "does not hold"]);
  });

  it("masks give our own batches no vote", () => {
    const ours = verdict("masks", [["log Z other than alone", "ours, pads NaN", 0]]);
    assertEquals(ours, "not testable here");
  });

  it("viterbi shows edges without a vote, with the best decoder beside", () => {
    const at = (edges: number) =>
      judged("viterbi", [
        ["(T−1)·L²", "", 100],
        ["edges of Viterbi", "", edges],
        ["edges of an exact decoder", "slow", 90],
        ["edges of an exact decoder", "fast", 10],
      ]);
    assertEquals([at(100).verdict, at(101).verdict], ["not testable here", "not testable here"]);
    assertEquals(at(100).evidence[0]!.votes, false);
    assertStringIncludes(at(100).evidence[0]!.ours, "100% of it; fast: 10.0%");
  });

  it("no-exp-log holds where no path in range is worth less and none is out of order", () => {
    const at = (worse: number, disordered: number) =>
      verdict("no-exp-log", [
        ["paths worth less", "all e^q in range", worse],
        ["paths worth less", "some e^q out of range", 5],
        ["five best paths in another order", "", disordered],
      ]);
    assertEquals([at(0, 0), at(1, 0), at(0, 1)], ["holds", "does not hold", "does not hold"]);
  });

  it("sorting is judged on the printed code alone", () => {
    const at = (sorted: number, ours: number) =>
      verdict("sorting", [
        ["paths that are not the best", "printed, longest first", sorted],
        ["paths that are not the best", "printed, any order", 4],
        ["paths that are not the best", "ours, longest first", 0],
        ["paths that are not the best", "ours, any order", ours],
      ]);
    assertEquals([at(0, 0), at(0, 1), at(1, 0)], ["holds", "holds", "does not hold"]);
  });

  it("pairs go by the interval of the difference, of features and of networks", () => {
    const at = (low: number, high: number) =>
      verdict("pairs", [
        ["accuracy", "features, with transitions", 0.9],
        ["accuracy", "features, without", 0.89],
        ["accuracy", "features, difference", 0.01],
        ["accuracy", "features, difference, low", low],
        ["accuracy", "features, difference, high", high],
      ]);
    const VERDICTS = ["holds", "not testable here", "does not hold"];
    assertEquals([at(0.001, 0.02), at(-0.001, 0.02), at(-0.02, -0.001)], VERDICTS);
    const learner = (learner: string, right_tokens: string) =>
      ["1", "2"].map((seed) => ({ ...TRAINING, learner, seed, right_tokens }));
    const networks = (right: number) =>
      judged("pairs", [], {
        bilstm: [...learner("bilstm-crf", String(right)), ...learner("bilstm-softmax", "90")],
      });
    assertEquals([91, 90, 89].map((right) => networks(right).verdict), VERDICTS);
    assertStringIncludes(networks(91).ours, "BiLSTM (2 seeds) 91.0% against 90.0%: +1.00 [+1.00,");
  });

  it("pruning pays when it keeps less than exceptions take, by the study partition", () => {
    const at = (kept: string, non_zero = "20") => {
      const line = (method: string, epsilon: string, kept: string) => ({
        ...PARTITION,
        non_zero,
        method,
        epsilon,
        kept,
      });
      const partition = [
        line("oracle", "1e-6", "100"),
        line("dominance", "1e-6", kept),
        line("oracle", "0.1", "9"),
      ];
      return judged("pruning", [], { partition });
    };
    const verdicts = [at("140"), at("450"), at("500", "92")].map(({ verdict }) => verdict);
    assertEquals(verdicts, ["holds", "does not hold", "does not hold"]);
    assertStringIncludes(at("450").ours, "keeps 90.0%, the oracle 20.0%; exceptions take 30.0%");
    assertStringIncludes(at("450", "92").ours, "exceptions take 102%");
  });

  it("crf goes by the edges of the papers' decoders", () => {
    const at = (edges: number) =>
      verdict("crf", [
        ["edges of Viterbi", "", 100],
        ["edges of an exact decoder", "column-generation", edges],
      ]);
    assertEquals([at(90), at(100)], ["holds", "does not hold"]);
  });

  it("throw RangeError when a value is missing, SyntaxError when it is no number", () => {
    assertThrows(() => judged("viterbi", [["edges of Viterbi", "", 1]]), RangeError, "(T−1)·L²");
    const rootless = () => judged("root", [["paths that do not begin at ROOT", "c", NaN]]);
    assertThrows(rootless, SyntaxError);
    const only: Line[] = [["paths worth less", "some e^q out of range", 5]];
    assertThrows(() => judged("no-exp-log", only), RangeError, "all e^q in range");
  });
});

it("the page of the tutorial has each claim's verdict or what would measure it", () => {
  assertEquals(claimPages([tutorial], aRun()), []);
  const lines = [
    tutorialLine({ claim: "root", quantity: "paths that do not begin at ROOT", value: 0 }),
  ];
  const [page] = claimPages([tutorial], aRun({ studies: new Map([["tutorial", lines]]) }));
  const markdown = markdownOf(claimPage(page!).blocks);
  assertStringIncludes(markdown, "Claims: holds: 1, not judged: 13.");
  assertStringIncludes(markdown, "Verdict: **holds**");
  assertStringIncludes(markdown, "Measured by `deno task study tutorial --data DIR`");
});
