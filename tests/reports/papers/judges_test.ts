import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { tieFactor } from "../../../reports/numbers/speed_ratio.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import type { Evidence, Judge } from "../../../reports/papers/contract.ts";
import {
  answersAreRight,
  beamsAreExactFrom,
  beside,
  faster,
  fastestSetting,
  gainGrowsWithLabels,
  inTurn,
  iterationsAsPublished,
} from "../../../reports/papers/judges.ts";
import {
  fasterAtEveryK,
  gainShrinksWithK,
  speedsMeet,
} from "../../../reports/papers/curve_judges.ts";
import {
  BEST_A_STAR,
  choose,
  closeness,
  fastestOfAll,
  nameOf,
  outcomeOf,
  publishedRatios,
  slowerOf,
} from "../../../reports/papers/speeds.ts";
import { datasetColumns } from "../../helpers/names.ts";
import { aRun } from "../../helpers/run_data.ts";
import { summaryCell as cell } from "../../helpers/summary_cells.ts";

/** Cells by decoder and speed. */
function cells(speeds: Record<string, number>, fields: Partial<SummaryRow> = {}): SummaryRow[] {
  return Object.entries(speeds).map(([decoder, speed]) => cell(decoder, speed, fields));
}

/** The control of ewt_pos45, whose speed is so far off. */
const control = (off = 1.1) => cell("control", off);

/** A control of each dataset. */
const controls = (summary: readonly SummaryRow[]) =>
  [...new Set(summary.map(({ dataset }) => dataset))]
    .map((dataset) => cell("control", 1.1, datasetColumns(dataset)));

const evidence = (judge: Judge, ...summary: SummaryRow[]): Evidence[] =>
  judge.evidence(aRun({ summary }));

/** The outcomes on the cells, with a control of each dataset. */
const outcomes = (judge: Judge, ...summary: SummaryRow[]): string[] =>
  evidence(judge, ...controls(summary), ...summary).map(({ outcome }) => outcome);

/** The outcomes on the cells of each of some values. */
const along = <Value>(judge: Judge, at: (value: Value) => SummaryRow[], ...values: Value[]) =>
  values.map((value) => outcomes(judge, ...at(value)).join()).join(" ");

describe("faster()", () => {
  const judge = faster({ fast: "dominance", slow: "carpediem" });
  const at = (speed: number) => cells({ dominance: speed, carpediem: 1 });

  it("goes by the ratio beyond the run's error of measurement", () => {
    assertEquals(along(judge, at, 2, 0.5, 1.05), "for against tie");
    const [line] = evidence(judge, control(3), ...at(2));
    assertEquals([line!.outcome, line!.ours, line!.votes], ["tie", "2.00×", true]);
  });

  it("has nothing to say without a control, a decoder, a right answer or a time", () => {
    assertEquals(evidence(judge, ...at(2)), []);
    assertEquals(outcomes(judge, ...cells({ dominance: 2 })), []);
    const [own, other] = at(2) as [SummaryRow, SummaryRow];
    assertEquals(outcomes(judge, { ...own, verdict: "wrong" }, other), []);
    assertEquals(outcomes(judge, { ...own, verdict: "unchecked" }, other), []);
    assertEquals(outcomes(judge, { ...own, status: "timeout" }, other), []);
    assertEquals(outcomes(judge, own, { ...other, k: 5 }), []);
  });

  it("gives no vote to other data, and passes over sweeps that no rule names", () => {
    const other = at(2).map((row) => ({ ...row, ...datasetColumns("mine") }));
    const lines = evidence(judge, ...controls(other), ...other);
    assertEquals(lines.map(({ votes }) => votes), [false]);
    const sweep = at(2).map((row) => ({ ...row, ...datasetColumns("weak{dial=1}") }));
    assertEquals(outcomes(judge, ...sweep), []);
    const open = faster({ fast: "dominance", slow: "carpediem", also: () => true });
    assertEquals(outcomes(open, ...sweep), ["for"]);
    const where = ({ labels }: SummaryRow) => labels > 45;
    assertEquals(outcomes(faster({ fast: "dominance", slow: "carpediem", where }), ...at(2)), []);
  });

  it("turns round where the claim does, and asks for likeness either way", () => {
    const otherWay = { words: "everywhere", where: () => true };
    const turned = faster({ fast: "dominance", slow: "carpediem", otherWay });
    assertEquals(along(turned, at, 2, 0.5, 1), "against for tie");
    assertStringIncludes(turned.rule!, "against if below; the other way round everywhere.");
    const within = { words: "2", value: () => 2 };
    const alike = faster({ fast: "dominance", slow: "carpediem", within, k: 1 });
    const found = along(alike, at, 0.9, 0.3, 0.52, 1.2, 16, 1.9);
    assertEquals(found, "for against tie for against tie");
    assertStringIncludes(alike.rule!, "Speed of dominance over carpediem on each dataset: for if ");
    assertStringIncludes(alike.rule!, "nearer to 1, either way, than 2 by more than the error of");
  });

  it("asks for so many times as fast where the claim does", () => {
    const above = faster({ fast: "dominance", slow: "carpediem", above: 5 });
    assertEquals(along(above, at, 6, 4, 5.1), "for against tie");
    assertStringIncludes(above.rule!, "for if the ratio is above 5 by more than the error of");
  });

  it("may have the evidence of another beside it, without a vote", () => {
    const other = faster({ fast: "viterbi", slow: "carpediem" });
    const lines = evidence(beside(judge, "of old", other), control(), ...at(2), cell("viterbi", 1));
    const found = lines.map(({ subject, votes, outcome }) => [subject, votes, outcome]);
    assertEquals(found, [["ewt_pos45", true, "for"], ["ewt_pos45 of old", false, "tie"]]);
  });

  it("has the published ratio beside the task's stand-in, and a detail behind ours", () => {
    const judge = faster({
      fast: "viterbi",
      slow: "carpediem",
      table: { paper: "huang2012", table: "table4" },
      detail: (_, slow) => `to ${slow.decoder}`,
    });
    const [line] = evidence(judge, control(), ...cells({ viterbi: 1, carpediem: 0.5 }));
    assertEquals(line!.published, "1.05× (pos)");
    assertEquals(line!.ours, "2.00× to carpediem");
    assertStringIncludes(judge.published!(), "pos 1.05×, conll2000 ");
    const pair = { paper: "huang2012", table: "table4", fast: "viterbi", slow: "nobody" };
    assertEquals(publishedRatios(pair), "");
  });

  it("is judged in turn for several rivals", () => {
    const second = faster({ fast: "a", slow: "c" });
    const judge = inTurn({ first: faster({ fast: "a", slow: "b" }), second });
    const lines = evidence(judge, control(), ...cells({ a: 2, b: 1, c: 4 }));
    const found = lines.map(({ subject, outcome }) => [subject, outcome]);
    assertEquals(found, [["ewt_pos45 first", "for"], ["ewt_pos45 second", "against"]]);
    assertEquals(judge.published!(), "");
    const table = { paper: "huang2012", table: "table4" };
    const printed = inTurn({
      "over the old": faster({ fast: "viterbi", slow: "carpediem", table }),
    });
    assertMatch(printed.published!(), /^pos 1\.05×, .* over the old$/);
  });
});

it("fastestSetting() is lost by one faster value, won by a slower one, and else a tie", () => {
  const judge = fastestSetting({
    decoder: "a",
    option: "n",
    letter: "n",
    selected: 2,
    others: [1, 3],
    k: 5,
  });
  const at = (one: number, three: number) =>
    outcomes(judge, ...cells({ "a": 1, "a{n=1}": one, "a{n=3}": three }, { k: 5 }));
  assertEquals([at(0.5, 2), at(0.5, 1), at(1, 1)], [["against"], ["for"], ["tie"]]);
  assertEquals(outcomes(judge, cell("a", 1, { k: 5 })), []);
  const [line] = evidence(judge, control(), ...cells({ "a": 1, "a{n=3}": 0.5 }, { k: 5 }));
  assertEquals(line!.ours, "2.00× n = 3");
});

it("gainGrowsWithLabels() judges one trend over the papers' tasks by the orders of so many", () => {
  const judge = gainGrowsWithLabels("a");
  const tasks = [
    ["ewt_pos45", 45],
    ["ewt_pos_morph_chunk319", 319],
    ["hwu_slot_scenario323", 323],
    ["ewt_pos_morph_chunk443", 443],
    ["erg_supertag2597", 2597],
  ] as const;
  const at = (gains: readonly number[]) =>
    gains.map((gain, i) =>
      cell("a", gain, { ...datasetColumns(tasks[i]![0]), labels: tasks[i]![1] })
    );
  const found = (...gains: number[]) => outcomes(judge, ...at(gains)).join();
  // Of 120 orders one has all ten pairs in order, four have nine, nine have eight.
  assertEquals([found(1, 2, 4, 8, 16), found(1, 2, 4, 16, 8)], ["for", "for"]);
  assertEquals([found(2, 1, 4, 16, 8), found(0.7, 1.4, 3.4, 1, 2.4)], ["tie", "tie"]);
  assertEquals([found(16, 8, 4, 2, 1), found(8, 16, 4, 2, 1)], ["against", "against"]);
  assertEquals([found(1, 1, 1, 1, 1), found(1, 2, 4, 8.1, 8)], ["tie", "for"]);
  // Of 24 orders one is in order: 4%; of six one is 17%.
  assertEquals([found(1, 2, 4, 8), found(1, 2, 4), found(1, 2)], ["for", "tie", "tie"]);
  const [line] = evidence(judge, ...controls(at([2, 8])), ...at([2, 8]));
  assertEquals(line!.ours, "2.00× at 45 labels, 8.00× at 319: 1 of 1 pairs in order");
  assertEquals(outcomes(judge, cell("a", 2)), []);
  assertEquals(evidence(judge, ...at([2, 8])), [], "no control");
  const others = at([2, 8, 4]).map((row) => ({ ...row, ...datasetColumns(`weak-${row.labels}`) }));
  const [other] = evidence(judge, ...controls(others), ...others);
  const said = other && [other.votes, other.outcome, other.ours];
  assertEquals(said, [false, "for", "2.00× at 45 labels, 4.00× at 323"]);
});

it("the error of measurement is that of the control of a dataset and k, or of the dataset", () => {
  const other = { ...datasetColumns("hwu_slot_scenario323"), labels: 323 };
  const summary = [control(1.02), cell("control", 1.3, { k: 5 }), cell("control", 2, other)];
  const at = (dataset: string, k: number) => tieFactor(summary, { dataset, k });
  assertEquals([at("ewt_pos45", 1), at("ewt_pos45", 5), at("ewt_pos45", 9)], [1.02, 1.3, 1.3]);
  assertEquals([at("hwu_slot_scenario323", 1), at("mine", 1)], [2, undefined]);
  const judge = faster({ fast: "dominance", slow: "carpediem" });
  const lines = evidence(judge, ...summary, ...cells({ dominance: 1.2, carpediem: 1 }));
  assertEquals(lines.map(({ outcome }) => outcome), ["for"]);
});

it("beamsAreExactFrom() wants narrower beams to miss some and the width none, on its task", () => {
  const beams = (shares: Record<number, number>, dataset = "ewt_pos45") =>
    Object.entries(shares).map(([width, exact_share]) =>
      cell(width === "1" ? "beam" : `beam{width=${width}}`, 2, {
        ...datasetColumns(dataset),
        exact_share,
        verdict: "inexact",
      })
    );
  const printedShare = (width: number) => width === 1 ? 97 : 99;
  const judge = beamsAreExactFrom({ about: "pos", tooNarrow: [1, 2], enough: 4, printedShare });
  assertEquals(outcomes(judge, ...beams({ 1: 0.7, 2: 0.99, 4: 1 })), ["for"]);
  const many = (shares: Record<number, number>, sentences: number) =>
    beams(shares).map((row) => ({ ...row, sentences }));
  assertEquals(outcomes(judge, ...many({ 1: 0.7, 2: 1, 4: 1 }, 300)), ["against"]);
  assertEquals(outcomes(judge, ...many({ 1: 0.7, 2: 1, 4: 1 }, 299)), ["tie"], "too few");
  assertEquals(outcomes(judge, ...many({ 1: 0.7, 2: 1, 4: 0.99 }, 299)), ["against"]);
  assertEquals(outcomes(judge, ...beams({ 1: 0.7, 2: 0.9, 4: 0.99 })), ["against"]);
  assertEquals(outcomes(judge, ...beams({ 1: 0.7, 4: 1 })), [], "a width was not measured");
  const [other] = evidence(judge, ...beams({ 1: 0.7, 2: 0.9, 4: 1 }, "erg_supertag2597"));
  assertEquals(other!.votes, false);
});

describe("judges of curves", () => {
  /** A curve by k: how many times as fast a is as b. */
  const curve = (ratios: Record<number, number>, fields: Partial<SummaryRow> = {}) =>
    Object.entries(ratios).flatMap(([k, ratio]) =>
      cells({ a: ratio, b: 1 }, { k: Number(k), ...fields })
    );
  const range = { fast: "a", slow: "b", to: 100 };

  it("fasterAtEveryK() is lost by one k, and a tie where one is", () => {
    const judge = fasterAtEveryK({ ...range, from: 5, givesLeast: true });
    const at = (least: number) => curve({ 1: 0.1, 5: 3, 10: least, 200: 0.1 });
    assertEquals(along(judge, at, 2, 0.5, 1), "for against tie");
    assertEquals(evidence(judge, control(), ...at(2))[0]!.ours, "2.00× at k = 10");
    assertEquals(outcomes(judge, ...curve({ 1: 2 })), []);
    const far = fasterAtEveryK({ ...range, from: 5, reach: 50 });
    assertEquals(outcomes(far, ...at(2)), []);
    assertEquals(outcomes(far, ...at(2), ...curve({ 60: 2 })), ["for"]);
    assertStringIncludes(far.rule!, "from 5 to 100, where one is at least 50: for if");
    assertEquals(evidence(judge, ...at(2)), [], "no control");
  });

  it("gainShrinksWithK() judges one trend over all k of a range that is wide enough", () => {
    const judge = gainShrinksWithK({ ...range, range: 10 });
    const at = (ratios: readonly number[]) =>
      [1, 5, 20, 50, 100, 1000].flatMap((k, i) => curve({ [k]: ratios[i] ?? 99 }));
    // Of 120 orders one has all ten pairs in order, four have nine, nine have eight.
    assertEquals(along(judge, at, [16, 8, 4, 2, 1], [8, 16, 4, 2, 1]), "for for");
    assertEquals(along(judge, at, [4, 8, 16, 6, 2], [4, 4, 4, 4, 4]), "tie tie");
    assertEquals(along(judge, at, [1, 2, 4, 8, 16]), "against");
    const [line] = evidence(judge, control(), ...at([4, 8, 16, 6, 2]));
    assertEquals(line!.ours, "4.00× at k = 1, 2.00× at k = 100: 6 of 10 pairs in order");
    assertEquals(outcomes(judge, ...curve({ 1: 16, 2: 8, 3: 4, 4: 2, 5: 1 })), []);
    assertStringIncludes(judge.rule!, "of all orders of so many k have as many in order");
  });

  it("speedsMeet() wants a curve that was ahead to come down to 1, and not below", () => {
    const judge = speedsMeet({ ...range, at: 90, within: 1.25 });
    const at = (end: number) =>
      evidence(judge, control(1.05), ...curve({ 1: 4, 20: 1.2, 90: end }));
    const found = [1, 2, 0.2, 1.25].map((end) => at(end)[0]!.outcome);
    assertEquals(found.join(" "), "for against against tie");
    assertEquals(at(1)[0]!.ours, "4.00× at k = 1, 1.00× at k = 90 (met at 20)");
    assertEquals(at(2)[0]!.ours, "4.00× at k = 1, 2.00× at k = 90");
    assertEquals(outcomes(judge, ...curve({ 1: 0.9, 90: 1 })), [], "it never was ahead");
    assertEquals(outcomes(judge, ...curve({ 1: 4, 20: 1 })), [], "no k is large enough");
    assertEquals(outcomes(judge, ...curve({ 90: 2 })), [], "no smaller k was measured");
    assertEquals(outcomes(judge, ...curve({ 20: 1, 90: 2 })), [], "it is ahead at the end alone");
  });
});

it("iterationsAsPublished() compares each variant once with its own means at the same k", () => {
  const at = (iterations: number, k = 1) =>
    outcomes(iterationsAsPublished(1), cell("iterative-viterbi", 1, { iterations, k }));
  // Of tagging, two papers print 6.32 and 6.12.
  assertEquals([at(6.5), at(60), at(7.1), at(6.5, 5)], [["for"], ["against"], ["tie"], []]);
  const six = cell("iterative-viterbi", 1, { iterations: 6 });
  const [both] = evidence(iterationsAsPublished(1), six);
  assertEquals(both!.published, "6.32 (pos, Huang et al. 2012), 6.12 (pos, Kaji et al. 2010)");
  const uniform = cell("iterative-viterbi{expansion=uniform}", 1, { iterations: 6 });
  const part = { ...uniform, sample_sentences: uniform.sentences + 1 };
  const [partial] = evidence(iterationsAsPublished(1), part);
  assertEquals([partial!.votes, partial!.ours], [false, `6.00 *${uniform.sentences}`]);
  const wrong = { ...uniform, verdict: "wrong" } as const;
  assertEquals(evidence(iterationsAsPublished(1), wrong), []);
  const other = { ...uniform, ...datasetColumns("mine") };
  const lines = evidence(iterationsAsPublished(1), uniform, other);
  assertEquals(lines.map(({ published }) => published), ["6.02 (pos, Kaji et al. 2010)"]);
  assertStringIncludes(iterationsAsPublished(1).published!(), "; Kaji et al. 2010: pos ");
  assertStringIncludes(iterationsAsPublished(5).rule!, " at k = 5 on each task that stands");
});

it("answersAreRight() is lost by one wrong cell of any data, not by unverified ones", () => {
  const judge = answersAreRight();
  const right = cell("auto", 1, datasetColumns("weak{dial=10}"));
  const wrong = cell("scan", 1, { ...datasetColumns("weak{dial=10}"), verdict: "wrong" });
  assertEquals(outcomes(judge, right), ["for"]);
  const [line] = evidence(judge, right, wrong);
  assertEquals([line!.outcome, line!.votes], ["against", true]);
  assertEquals(line!.ours, "1 of 2 cells wrong: scan");
  const others = [{ verdict: "unchecked" }, { exact: false }, { status: "timeout" }] as const;
  assertEquals(outcomes(judge, ...others.map((fields) => cell("auto", 1, fields))), []);
  const yours = cell("yours", 1, { ...datasetColumns("weak{dial=10}"), verdict: "wrong" });
  assertEquals(outcomes(judge, right, yours), ["for"], "no paper has the reader's own");
});

describe("contenders", () => {
  const chosen = (...args: Parameters<typeof choose>) => choose(...args)?.decoder;

  it("BEST_A_STAR is the fastest of at least two heuristics", () => {
    const all = cells({ "viterbi": 9, "a-star": 1, "a-star{level=0}": 2 });
    assertEquals(chosen(BEST_A_STAR, all), "a-star{level=0}");
    assertEquals(chosen(BEST_A_STAR, all.slice(0, 2)), undefined);
  });

  it("fastestOfAll() and slowerOf() want all of them, and say what they are", () => {
    const all = cells({ a: 1, b: 2, c: 3 });
    const by = "(by these rounds)";
    const cases = [
      [fastestOfAll(["a", "b"]), "b", `the fastest ${by} of a and b`],
      [fastestOfAll(["a", "b", "d"]), undefined, `the fastest ${by} of a, b and d`],
      [slowerOf("a", "b"), "a", `the slower ${by} of a and b`],
      [slowerOf("b", fastestOfAll(["a"])), "a", `the slower ${by} of b and the fastest ${by} of a`],
      [slowerOf("a", "d"), undefined, `the slower ${by} of a and d`],
    ] as const;
    for (const [contender, name, words] of cases) {
      assertEquals([chosen(contender, all), nameOf(contender)], [name, words]);
    }
  });

  it("outcomeOf() is a tie where an interval holds the limit, or the control is off by more", () => {
    const ratio = { median: 0.5, low: 0.45, high: 0.55 };
    const at = (tie: number, limit: number) => outcomeOf(ratio, tie, limit);
    const found = [at(1.05, 0.5), at(1.05, 0.4), at(1.05, 0.6), at(1.5, 0.6)];
    assertEquals(found.join(" "), "tie for against tie");
    assertEquals(outcomeOf({ median: 2, low: 0.9, high: 3 }, 1.05), "tie");
    const single = { median: 1, low: undefined, high: undefined };
    assertEquals(outcomeOf(closeness(single), 1.05, 0.5), "tie", "of one round, as elsewhere");
  });
});
