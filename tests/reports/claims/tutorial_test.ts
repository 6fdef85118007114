import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type Claim, judgeClaim, judgeClaims } from "../../../reports/claims/contract.ts";
import type { StudyRow } from "../../../reports/numbers/study_rows.ts";
import { claimPages, verdictText } from "../../../reports/pages/claim_pages.ts";
import { claimPagesHtml } from "../../../reports/pages/html/claim_page.ts";
import { claimPageMarkdown } from "../../../reports/pages/markdown/claim_page.ts";
import { importFolder } from "../../../reports/pages/modules.ts";
import page from "../../../reports/studies/tutorial.ts";
import { tutorialLine } from "../../helpers/study_lines.ts";

const FOLDER = new URL("../../../reports/claims/", import.meta.url);
const CLAIMS = (await importFolder<Claim>(FOLDER)).filter(({ paper }) => paper === "tutorial");

/** Lines of a claim: [quantity, condition, value], all on one dataset. */
type Line = readonly [quantity: string, condition: string, value: number, round?: number];

function rows(claim: string, lines: readonly Line[], dataset = "d"): StudyRow[] {
  return lines.map(([quantity, condition, value, round = 1]) =>
    tutorialLine({ claim, quantity, dataset, condition, round, value })
  );
}

function judged(key: string, lines: readonly Line[], as = key) {
  const claim = CLAIMS.find(({ name }) => name === `tutorial-${key}`)!;
  return judgeClaim(claim, [], new Map([["tutorial", rows(as, lines)]]));
}

const verdict = (key: string, lines: readonly Line[]) => judged(key, lines).verdict;

describe("claims of the tutorial", () => {
  it("scan does not hold when the scan is exact and not deep", () => {
    const lines = (depth: number, wrong = 0): Line[] => [
      ["scores other than Viterbi's", "tree", wrong],
      ["log Z beyond its error", "tree", 0],
      ["depth", "tree", depth],
      ["depth from the left", "tree", 90],
      ["⌈log₂ T⌉", "tree", 40],
      ["products over those from the left", "tree", 3],
    ];
    assertEquals(verdict("scan", lines(40)), "does not hold");
    assertEquals(verdict("scan", lines(41)), "holds");
    assertEquals(verdict("scan", lines(40, 1)), "holds");
  });

  it("batching holds when steps of more sentences are faster beyond the control", () => {
    const lines = (batch: number): Line[] =>
      [1, 2, 3, 4].flatMap((round): Line[] => [
        ...[8, 32, 128].map((size): Line => ["time a sentence", `X, B = ${size}`, batch, round]),
        ["time a sentence", "X, B = 1", 4, round],
        ["time a sentence", "X, control", 4.4, round],
      ]);
    assertEquals(verdict("batching", lines(2)), "holds");
    assertEquals(verdict("batching", lines(3.9)), "not testable here");
    assertEquals(verdict("batching", lines(8)), "does not hold");
    const noise = (share: number): Line[] => [["variance of the gradient", "B = 8", share]];
    assertEquals(verdict("batching", noise(0.125)), "holds");
    assertEquals(verdict("batching", noise(0.5)), "does not hold");
  });

  it("stability holds when the shift is needed and enough, not for rows of NaN", () => {
    const lines = (without: number, shifted: number): Line[] => [
      ["positions of the longest chain looked at", "", 50],
      ["positions before plain products are 0 or ∞", "", 50],
      ["log Z not finite", "without the shift, scores as they are", without],
      ["log Z not finite", "with the shift, scores as they are", shifted],
    ];
    assertEquals(verdict("stability", lines(3, 0)), "holds");
    assertEquals(verdict("stability", lines(3, 1)), "does not hold");
    assertEquals(verdict("stability", lines(0, 0)), "not testable here");
    const empty = (
      value: number,
    ): Line[] => [["results that are not numbers", "a row of −∞", value]];
    assertEquals([1, 0].map((value) => verdict("stability", empty(value))), [
      "does not hold",
      "holds",
    ]);
  });

  it("count what must be 0", () => {
    const zero: Record<string, (count: number) => Line[]> = {
      recursion: (count) => [
        ["log Z by α and by α̂ beyond their errors", "", count],
        ["log Z by either beyond its error of ours", "", 0],
        ["largest difference", "", 1e-13],
      ],
      forbidding: (count) => [
        ["log Z changed beyond its error", "c", count],
        ["largest forbidden mass", "c", 0.5],
      ],
      masks: (count) => [["log Z other than alone", "printed, pads 0", count]],
      "path-score": (count) => [
        ["scores that the cast changes", "", count],
        ["largest change of a score", "", 0.5],
      ],
      "printed-loss": (count) => [["largest |Σ e^−NLL − 1|", "n", count]],
      gradients: (count) => [
        ["quotients other than the marginal", "", count],
        ["edges over those of forward alone", "", 2],
        ["scores changed", "", 9],
      ],
      root: (count) => [["paths that do not begin at ROOT", "c", count]],
    };
    for (const [key, lines] of Object.entries(zero)) {
      assertEquals(
        [0, 1].map((count) => verdict(key, lines(count))),
        ["holds", "does not hold"],
        key,
      );
    }
  });

  it("masks give our own batches no vote", () => {
    assertEquals(
      verdict("masks", [["log Z other than alone", "ours, pads NaN", 0]]),
      "not testable here",
    );
  });

  it("viterbi holds when edges are exactly (T−1)·L², with the best decoder beside", () => {
    const lines = (edges: number): Line[] => [
      ["(T−1)·L²", "", 100],
      ["edges of Viterbi", "", edges],
      ["edges of an exact decoder", "slow", 90],
      ["edges of an exact decoder", "fast", 10],
    ];
    assertEquals(verdict("viterbi", lines(101)), "does not hold");
    const found = judged("viterbi", lines(100));
    assertEquals(found.verdict, "holds");
    assertStringIncludes(found.ours, "fast: 10.0%");
  });

  it("no-exp-log is a tie when no sentence is in range", () => {
    const lines = (worse: number, disordered: number): Line[] => [
      ["paths worth less", "all e^q in range", worse],
      ["paths worth less", "some e^q out of range", 5],
      ["five best paths in another order", "", disordered],
    ];
    assertEquals(verdict("no-exp-log", lines(0, 0)), "holds");
    assertEquals(verdict("no-exp-log", lines(1, 0)), "does not hold");
    assertEquals(verdict("no-exp-log", lines(0, 1)), "does not hold");
  });

  it("sorting holds for who needs it", () => {
    const lines = (sorted: number, any: number, ours: number): Line[] => [
      ["paths that are not the best", "printed, longest first", sorted],
      ["paths that are not the best", "printed, any order", any],
      ["paths that are not the best", "ours, longest first", 0],
      ["paths that are not the best", "ours, any order", ours],
    ];
    assertEquals(verdict("sorting", lines(0, 4, 0)), "holds in part");
    assertEquals(verdict("sorting", lines(0, 4, 1)), "holds");
    assertEquals(verdict("sorting", lines(1, 4, 0)), "does not hold");
  });

  it("pairs go by the interval of the difference", () => {
    const lines = (low: number, high: number): Line[] => [
      ["accuracy", "features, with transitions", 0.9],
      ["accuracy", "features, without", 0.89],
      ["accuracy", "features, difference", 0.01],
      ["accuracy", "features, difference, low", low],
      ["accuracy", "features, difference, high", high],
    ];
    assertEquals(verdict("pairs", lines(0.001, 0.02)), "holds");
    assertEquals(verdict("pairs", lines(-0.001, 0.02)), "not testable here");
    assertEquals(verdict("pairs", lines(-0.02, -0.001)), "does not hold");
  });

  it("pairs have the BiLSTM's difference, where its study is in the run", () => {
    const learner = (name: string, right: number) =>
      [1, 2].map((seed) => ({
        ...{ dataset: "d", labels: "4", sentences: "10", learner: name, seed: String(seed) },
        ...{ epochs: "6", block: "0", tokens: "100", right_tokens: String(right) },
      }));
    const claim = CLAIMS.find(({ name }) => name === "tutorial-pairs")!;
    const judge = (right: number) =>
      judgeClaim(
        claim,
        [],
        new Map([
          ["tutorial", []],
          ["bilstm", [...learner("bilstm-crf", right), ...learner("bilstm-softmax", 90)]],
        ]),
      );
    assertEquals([91, 89, 90].map((right) => judge(right).verdict), [
      "holds",
      "does not hold",
      "not testable here",
    ]);
    assertStringIncludes(judge(91).ours, "d, BiLSTM (2 seeds) 91.0% against 90.0%: 1.00 points");
  });

  it("pruning pays when it keeps less than exceptions take", () => {
    const lines = (kept: number): Line[] => [
      ["labels kept by dominance", "ε", kept],
      ["labels kept by the oracle", "ε", 0.1],
      ["products with exceptions", "ε", 0.5],
    ];
    assertEquals([0.4, 0.9].map((kept) => verdict("pruning", lines(kept))), [
      "holds",
      "does not hold",
    ]);
  });

  it("pruning has the datasets of the study of the partition sum beside", () => {
    const line = (method: string, epsilon: string, kept: string) => ({
      ...{ dataset: "other", labels: "10", non_zero: "20", positions: "50", method, epsilon, kept },
    });
    const lines = [["oracle", "1e-6", "300"], ["dominance", "1e-6", "450"], ["oracle", "0.1", "9"]]
      .map(([method, epsilon, kept]) => line(method!, epsilon!, kept!));
    const claim = CLAIMS.find(({ name }) => name === "tutorial-pruning")!;
    const { verdict, ours } = judgeClaim(claim, [], new Map([["partition", lines]]));
    assertEquals(verdict, "does not hold");
    assertStringIncludes(ours, "dominance keeps 90.0%, the oracle 60.0%; exceptions take 30.0%");
  });

  it("crf goes by the edges of the papers' decoders", () => {
    const lines = (edges: number): Line[] => [
      ["edges of Viterbi", "", 100],
      ["edges of an exact decoder", "column-generation", edges],
    ];
    const verdicts = [90, 100].map((edges) => judged("crf", lines(edges), "viterbi").verdict);
    assertEquals(verdicts, ["holds", "does not hold"]);
  });

  it("are left out without the study, and not judged without lines", () => {
    assertEquals(judgeClaims(CLAIMS, [], new Map()), []);
    const all = judgeClaims(CLAIMS, [], new Map([["tutorial", []]]));
    assertEquals(all.length, 16);
    const texts = new Set(all.map(verdictText));
    assertEquals(texts, new Set(["not judged: no rows", "not judged: needs --data"]));
  });

  it("throw RangeError when a value is missing, SyntaxError when it is no number", () => {
    assertThrows(() => judged("viterbi", [["edges of Viterbi", "", 1]]), RangeError, "(T−1)·L²");
    assertThrows(
      () => judged("root", [["paths that do not begin at ROOT", "c", NaN]]),
      SyntaxError,
    );
  });
});

describe("claimPages()", () => {
  const found = judged("root", [["paths that do not begin at ROOT", "c", 0]]);

  it("make a page of each paper in Markdown and HTML", () => {
    const [paper] = claimPages([found]);
    const markdown = claimPageMarkdown(paper!);
    assertStringIncludes(markdown, "Claims: holds: 1.");
    assertStringIncludes(markdown, "Verdict: **holds**");
    assertStringIncludes(markdown, "Measured by `deno task study tutorial`");
    const [html] = claimPagesHtml([paper!]);
    assertStringIncludes(html!, 'id="paper-tutorial"');
  });
});

describe("tutorial.tables()", () => {
  it("have the median over rounds, a table a claim", () => {
    const lines = rows("batching", [["t", "B = 1", 2, 1], ["t", "B = 1", 4, 2], [
      "t",
      "B = 1",
      9,
      3,
    ]]);
    const [table] = page.tables(lines);
    assertEquals(table!.content.rows.map((row) => row.map(({ text }) => text)), [
      ["t", "d", "B = 1", "10", "3", "4", ""],
    ]);
  });
});
