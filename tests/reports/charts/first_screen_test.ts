import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import atAGlance from "../../../reports/charts/at_a_glance.ts";
import exactnessFrontier from "../../../reports/charts/exactness_frontier.ts";
import { glance } from "../../../reports/numbers/glance.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { fakeRows, withChanges } from "../../helpers/rows.ts";
import { aRun } from "../../helpers/run_data.ts";

/** A run whose `iterative-viterbi` is called auto: the fastest exact decoder of its tasks. */
const SUMMARY: readonly SummaryRow[] = withChanges(
  summarize(fakeRows(7, 5)),
  { decoder: "iterative-viterbi" },
  decoderColumns("auto"),
);

interface Drawn {
  readonly title: { readonly text: string; readonly subtitle: readonly string[] };
  readonly data: { readonly values: readonly Record<string, string | number | boolean>[] };
  readonly usermeta: object;
}

function drawn(chart: typeof atAGlance, summary: readonly SummaryRow[]): Drawn {
  return chart.spec(aRun({ summary })) as unknown as Drawn;
}

describe("at-a-glance", () => {
  const { title, data: { values }, usermeta } = drawn(atAGlance, SUMMARY);

  it("has the message that its rows give as title, from the least to the most", () => {
    const ratios = SUMMARY.filter(({ decoder, family, k }) =>
      decoder === "auto" && family === "real" && k === 1
    ).map((row) => row.ratio_to_viterbi!);
    assertEquals(ratios.length, 2);
    const [least, most] = ratios.map((ratio) => Number(ratio.toPrecision(2))).sort((a, b) => a - b);
    const speed = `auto is ${least} to ${most} times as fast as Viterbi`;
    assertEquals(title.text, `${speed}, and every answer is right`);
    assertMatch(title.subtitle.at(-1)!, /^\d+–\d+ sentences timed/);
  });

  it("labels each point with its factor, and those of the first row with their names", () => {
    const [first, second] = [...Map.groupBy(values, ({ dataset }) => dataset).values()];
    assertEquals(first![0]!["dataset"], "hwu_slot_scenario323");
    for (const { label } of first!) assertMatch(String(label), /^[A-Za-z(), ]+ [\d.,]+×/);
    for (const { label } of second!) assertMatch(String(label), /^[\d.,]+×/);
    assertStringIncludes(String(first!.find(({ hollow }) => hollow === 1)!["label"]), "% exact)");
    const few = withChanges(SUMMARY, { decoder: "auto", labels: 45 }, { ratio_sentences: 8 });
    const all = withChanges(few, { decoder: "auto", labels: 323 }, { ratio_sentences: 16 });
    assertMatch(drawn(atAGlance, all).title.subtitle.at(-1)!, /\*8: on 8 of them; \*16: on 16/);
  });

  it("calls nothing published that has an order or a bound of ours", () => {
    const published = (summary: readonly SummaryRow[]) =>
      glance(summary).flatMap(({ marks }) => marks)
        .filter(({ contender }) => contender === "published").map(({ row }) => row.decoder);
    const name = "iterative-viterbi{prune=false}";
    const other = "iterative-viterbi{expansion=uniform}";
    const ratios = { ratio_to_viterbi: 999, unplaced_ratio_to_viterbi: 999 };
    const fast = withChanges(SUMMARY, { decoder: name }, ratios);
    assertEquals(new Set(published(fast)), new Set([name]));
    for (const ours of ["iterative-viterbi{order=emission}", "carpediem{bound=source}", "scan"]) {
      const named = withChanges(fast, { decoder: name }, decoderColumns(ours));
      assertEquals(new Set(published(named)), new Set([other]), ours);
    }
  });

  it("draws hollow what is inexact, and Viterbi at 1", () => {
    for (const { contender, hollow, ratio } of values) {
      assertEquals(hollow, contender === "beam" ? 1 : 0);
      if (contender === "viterbi") assertEquals(ratio, 1);
    }
    // On a telephone, where no label stands beside, its exact answers do.
    assertMatch(JSON.stringify(usermeta), /"datum\.hollow"[^]*?"text":\{"field":"answers"/);
  });

  it("draws the advised decoder cold, over Viterbi in processes as fresh, where it was measured", () => {
    const curve = (decoder: string, ms: number[]) => ({
      dataset: "ewt_pos45",
      decoder,
      elapsedMs: new Map([[100, ms]]),
    });
    const curves = [curve("auto", [2, 1]), curve("viterbi", [30, 60])];
    const spec = atAGlance.spec(aRun({ summary: SUMMARY, curves })) as unknown as Drawn;
    const cold = spec.data.values.filter(({ contender }) => contender === "cold");
    assertEquals(
      cold.map(({ dataset, ratio, low, high }) => [dataset, ratio, low, high]),
      [["ewt_pos45", 30, 15, 60]],
    );
    assertStringIncludes(spec.title.subtitle.at(-1)!, "cold: the first 100 sentences");
    assert(!values.some(({ contender }) => contender === "cold"));
  });

  it("takes ratios from the caller's memory where the advised decoder was timed so", () => {
    assertStringIncludes(title.subtitle[0]!, "without copying the scores");
    const placed = SUMMARY.map((row) =>
      row.status !== "ok" ? row : {
        ...row,
        times: row.times.flatMap((round) => [round, { ...round, clock: "memory64" as const }]),
        unplaced_ratio_to_viterbi: row.decoder === "auto" ? 7 : 1,
      }
    );
    const spec = drawn(atAGlance, placed);
    assertStringIncludes(spec.title.subtitle[0]!, "from the caller's memory");
    assertMatch(spec.title.text, /^auto is 7\.0 times as fast as Viterbi, and every answer/);
  });

  it("shows what was not measured as missing, and no wrong answers", () => {
    const wrong = withChanges(SUMMARY, { decoder: "auto", labels: 45 }, { verdict: "wrong" });
    const tasks = glance(wrong).map((
      { dataset, marks },
    ) => [dataset, marks.some(({ contender }) => contender === "advised")]);
    assertEquals(tasks, [["hwu_slot_scenario323", true], ["ewt_pos45", false]]);
    assertMatch(drawn(atAGlance, wrong).title.text, /, but auto gave wrong answers$/);
    // Found on the clock, it is an error too.
    const late = withChanges(wrong, { verdict: "wrong" }, { status: "error" });
    assertMatch(drawn(atAGlance, late).title.text, /, but auto gave wrong answers$/);
    const without = SUMMARY.filter(({ decoder }) => decoder !== "auto");
    assertMatch(drawn(atAGlance, without).title.text, /^iterative-viterbi\{.* is the fastest/);
    const baseline = SUMMARY.filter(({ role }) => role !== "rival");
    assertEquals(drawn(atAGlance, baseline), undefined);
  });
});

describe("exactness-frontier", () => {
  const { data: { values } } = drawn(exactnessFrontier, SUMMARY);

  it("names the decoders of real tasks that none beats in speed and exactness", () => {
    for (const task of Map.groupBy(values, ({ dataset }) => dataset).values()) {
      for (const point of task) {
        const isBeaten = task.some((other) =>
          other["share"]! >= point["share"]! && other["ratio"]! > point["ratio"]! ||
          other["share"]! > point["share"]! && other["ratio"]! >= point["ratio"]!
        );
        assertEquals(point["best"], !isBeaten);
      }
    }
    assert(values.some(({ name, best }) => String(name).startsWith("beam 1") && best === true));
  });

  it("draws what claims no exactness, and is no beam, as approximate", () => {
    const posterior = { ...decoderColumns("posterior"), exact_share: 1 };
    const other = withChanges(SUMMARY, { decoder: "beam{width=1}" }, posterior);
    const points = drawn(exactnessFrontier, other).data.values;
    const kinds = points.filter(({ decoder }) => decoder === "posterior").map(({ kind }) => kind);
    assertEquals(new Set(kinds), new Set(["approximate"]));
  });

  it("names one of those that lie on one another, be all of them as fast or as exact", () => {
    for (const fields of [{}, { exact_share: 1 }]) {
      const equal = { ratio_to_viterbi: 2, unplaced_ratio_to_viterbi: 2, ...fields };
      const points = drawn(exactnessFrontier, SUMMARY.map((row) => ({ ...row, ...equal })))
        .data.values;
      for (const task of Map.groupBy(points, ({ dataset }) => dataset).values()) {
        const named = task.filter((point) => point["named"] && point["share"] === 1);
        assertEquals(named.length, 1);
      }
    }
  });

  it("needs an exact decoder and a beam on a real task", () => {
    assertEquals(drawn(exactnessFrontier, SUMMARY.filter(({ exact }) => exact)), undefined);
    const madeUp = SUMMARY.filter(({ family }) => family !== "real");
    assertEquals(drawn(exactnessFrontier, madeUp), undefined);
  });
});
