import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Chart } from "../../../reports/charts/contract.ts";
import type { Spec } from "../../../reports/picture.ts";
import { decoderLooks } from "../../../reports/drawing/decoder_looks.ts";
import { look } from "../../../reports/drawing/look.ts";
import { renderPng, renderSvg } from "../../../reports/drawing/render.ts";
import { sentenceSeries } from "../../../reports/numbers/series.ts";
import { ALONE } from "../../../harness/store/side_tables.ts";
import type { SentenceSeries } from "../../../reports/numbers/run_data.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import { importFolder } from "../../../reports/pages/content.ts";
import { logTicks } from "../../../reports/picture.ts";
import { fakeKBestRows } from "../../helpers/k_best_rows.ts";
import { snapshotsOf } from "../../helpers/parts.ts";
import {
  asOwnOrder,
  fakePaperRows,
  fakeRows,
  fakeRowsWithFailures,
  withChanges,
} from "../../helpers/rows.ts";
import { aRun } from "../../helpers/run_data.ts";
import { fakeSentenceTimes } from "../../helpers/sentences.ts";

const CHARTS = (await importFolder<Chart>(new URL("../../../reports/charts/", import.meta.url)))
  .filter(({ problem }) => problem !== "parsing");
const ROWS = fakeRows();
const SUMMARY = summarize(ROWS);
const SENTENCES = sentenceSeries(SUMMARY, ROWS, fakeSentenceTimes(ROWS));
const PAPER_SUMMARY = summarize(fakePaperRows());
const K_BEST_SUMMARY = summarize(fakeKBestRows());

type Values = Record<string, unknown>[];
type Part = Record<string, unknown>;

/** What a chart draws of a run with these cells. */
const draw = (chart: Chart, summary: SummaryRow[], sentences: SentenceSeries[] = []) =>
  chart.spec(aRun({ summary, sentences }));

function specOfItsRun(chart: Chart): Spec {
  const summary = chart.name.endsWith("-by-strength")
    ? PAPER_SUMMARY
    : chart.name.includes("-by-k")
    ? K_BEST_SUMMARY
    : chart.name === "own-order"
    ? asOwnOrder(SUMMARY)
    : SUMMARY;
  return draw(chart, summary, SENTENCES)!;
}

function values(spec: Spec): Values {
  return (spec.data as { values: Values }).values;
}

/** The marks of the first view with what their channels show, and the rows that all views have. */
function outline(spec: Part): string[] {
  const [view, ...others] = "spec" in spec
    ? [spec["spec"] as Part]
    : spec["concat"] as Part[] ?? [spec];
  const { encoding = {}, layer = [view!] } = view as { encoding?: Part; layer?: Part[] };
  const rows = values(spec as unknown as Spec);
  return [
    ...layer.map((own) => {
      const channels = { ...encoding, ...own["encoding"] as Part };
      const fields = Object.entries(channels).flatMap(([channel, value]) => {
        const { field, title } = (value ?? {}) as Part;
        return field === undefined ? [] : [`${channel} ${field}${title ? ` “${title}”` : ""}`];
      });
      return `${(own["mark"] as Part)["type"]}: ${fields.join(", ")}`;
    }),
    `${rows.length} rows in ${1 + others.length} views, the first ${JSON.stringify(rows[0])}`,
  ];
}

function find(name: string): Chart {
  return CHARTS.find((chart) => chart.name === name)!;
}

for (const chart of CHARTS) {
  Deno.test(`chart ${chart.name} draws the rows and fields as before`, async (t) => {
    const lines = outline(specOfItsRun(chart) as unknown as Part);
    await t.assertSnapshot(lines, snapshotsOf(import.meta.url));
  });
}

describe("charts", () => {
  it("every chart has axis titles, a subtitle with sample sizes and a tooltip", () => {
    for (const chart of CHARTS) {
      const json = JSON.stringify(specOfItsRun(chart));
      assert(/"subtitle":\[.*sentences.*\]/.test(json), chart.name);
      assertStringIncludes(json, '"tooltip"', chart.name);
      assert(
        /"title":"(sentences per second|edge evaluations|speed, multiple|peak memory)/.test(json) ||
          /"title":"(time, multiple|milliseconds|times as fast)|"subtitle":\["Speed, multiple/.test(
            json,
          ),
        chart.name,
      );
    }
  });

  it("no chart is drawn when the run holds nothing but skipped cells", () => {
    const summary = SUMMARY.filter((row) => row.status === "skipped");
    for (const chart of CHARTS) assertEquals(draw(chart, summary), undefined, chart.name);
  });

  it("own-order is not drawn without the two orders", () => {
    assertEquals(draw(find("own-order"), SUMMARY), undefined);
  });

  it("by label count needs two label counts of one synthetic family", () => {
    const summary = SUMMARY.filter((row) => row.labels === 319 || row.family === "real");
    assertEquals(draw(find("speed-up-by-label-count"), summary), undefined);
    assertEquals(draw(find("work-by-label-count"), summary), undefined);
    assert(draw(find("heat-map"), summary) !== undefined);
  });

  it("by sentence need times of all sentences", () => {
    const [first, ...rest] = SENTENCES.filter(({ row }) => row.dataset === "ewt_pos45");
    const few = (count: number): SentenceSeries => ({
      ...first!,
      lengths: first!.lengths.slice(0, count),
      elapsedMs: first!.elapsedMs.slice(0, count),
    });
    for (const name of ["time-by-length", "tail-latency"]) {
      assertEquals(draw(find(name), SUMMARY), undefined);
      const isDrawn = (count: number) =>
        values(draw(find(name), SUMMARY, [few(count), ...rest])!)
          .some(({ decoder }) => decoder === first!.row.decoder);
      assertEquals([ALONE, ALONE - 1].map(isDrawn), [true, false], name);
    }
  });

  it("performance-profile counts failures, and never as solved", () => {
    const all = values(draw(find("performance-profile"), SUMMARY)!);
    const decoder = "iterative-viterbi";
    const last = (data: Values) => data.findLast((point) => point.decoder === decoder)!.share;
    assertEquals(last(all), 1);
    const summary = withChanges(SUMMARY, { decoder, labels: 45 }, { status: "timeout" });
    const spec = draw(find("performance-profile"), summary)!;
    const datasets = new Set(SUMMARY.map(({ dataset }) => dataset)).size;
    assertEquals(last(values(spec)), (datasets - 2) / datasets);
    assertStringIncludes(JSON.stringify(spec), "iterative-viterbi: 2 timeout");
    const found = { status: "error", verdict: "wrong" } as const;
    const wrong = withChanges(summary, { status: "timeout" }, found);
    const alone = withChanges(SUMMARY, { decoder, dataset: "ewt_pos45" }, { times: [] });
    // Its ratio to Viterbi is of no round of the fastest.
    const others = values(draw(find("performance-profile"), alone)!);
    assert(others.every(({ dataset, factor }) => dataset !== "ewt_pos45" && Number(factor) >= 1));
    const failed = draw(find("performance-profile"), wrong);
    assertStringIncludes(JSON.stringify(failed), "iterative-viterbi: 2 wrong");
    assert(values(spec).every(({ share, factor }) => Number(share) <= 1 && Number(factor) >= 1));
  });

  it("heat-map shows each cell, with those that failed in words", () => {
    const summary = summarize(fakeRowsWithFailures());
    const cells = values(draw(find("heat-map"), summary)!);
    const own = cells.filter(({ decoder }) => decoder === "naive");
    const naive = new Map(own.map(({ dataset, text }) => [dataset, text]));
    assertEquals(naive.get("hwu_slot_scenario323"), "timeout");
    assertEquals(naive.get("synthetic-hmm-2602"), "error");
    assertEquals(naive.get("synthetic-weak-319"), "–");
    assertEquals(naive.get("ewt_pos45"), "wrong");
    assert(cells.every(({ text, decades }) => text !== "wrong" || decades === undefined));
    assert(cells.some(({ text }) => String(text).startsWith("≈")));
  });

  it("by k needs three values of k", () => {
    const two = K_BEST_SUMMARY.filter(({ k }) => k === 1 || k === 10);
    for (const name of ["speed-by-k", "memory-by-k"]) {
      assertEquals(draw(find(name), two), undefined);
      assert(draw(find(name), K_BEST_SUMMARY) !== undefined);
    }
  });

  it("by k draws real datasets first, then a synthetic family, on at most nine panels", () => {
    const datasets = (summary: typeof SUMMARY): unknown[] => [
      ...new Set(values(draw(find("speed-by-k"), summary)!).map((d) => d.dataset)),
    ];
    const more = SUMMARY.filter(({ k }) => k === 5).map((row) => ({ ...row, k: 10 }));
    const drawn = datasets([...SUMMARY, ...more]);
    assertEquals(drawn.length, 9);
    for (const name of ["ewt_pos45", "synthetic-hmm-45", "synthetic-hmm-2602"]) {
      assert(drawn.includes(name), name);
    }
    assertEquals(datasets(K_BEST_SUMMARY).length, 6);
  });

  it("by k draws no ablation, and no line of less than half of the values of k", () => {
    for (const name of ["speed-by-k", "memory-by-k"]) {
      const decoders = new Set(values(draw(find(name), K_BEST_SUMMARY)!).map((d) => d.decoder));
      assert(decoders.has("iterative-viterbi-a-star"), name);
      assert(decoders.has("viterbi-a-star{deviations=eager}"), name);
      assert(!decoders.has("iterative-viterbi-a-star{ends=false}"), name);
      assert(!decoders.has("iterative-viterbi"), name);
    }
  });

  it("by k joins no line to short sentences alone, and says how long they are", () => {
    const summary = withChanges(K_BEST_SUMMARY, { k: 1000 }, { dataset_settings: { longest: 12 } });
    for (const name of ["speed-by-k", "memory-by-k"]) {
      const spec = draw(find(name), summary)!;
      const parts = new Set(values(spec).map(({ k, longest }) => `${k === 1000} ${longest}`));
      assertEquals(parts, new Set(["false 0", "true 12"]));
      assertStringIncludes(JSON.stringify(spec), "; apart, those of at most 12 words");
    }
  });

  it("by k draws what there is of a decoder that runs out of time", () => {
    const summary = K_BEST_SUMMARY.map((row) =>
      row.decoder === "a-star" && row.k > 10 ? { ...row, status: "timeout" as const } : row
    );
    const drawn = values(draw(find("speed-by-k"), summary)!)
      .filter(({ decoder }) => decoder === "a-star");
    assertEquals(new Set(drawn.map(({ k }) => k)), new Set([1, 5, 10]));
  });

  it("general charts draw no sweep, and those by strength nothing else", () => {
    for (const chart of CHARTS) {
      const spec = draw(chart, PAPER_SUMMARY);
      const isSweep = chart.name.endsWith("-by-strength");
      const datasets = spec === undefined ? [] : values(spec).map(({ dataset }) => String(dataset));
      assert(datasets.every((name) => name.includes("{dial=") === isSweep), chart.name);
    }
    const drawn = values(draw(find("work-by-strength"), PAPER_SUMMARY)!);
    assertEquals(new Set(drawn.map(({ dial }) => dial)), new Set([0.01, 0.1, 1, 10]));
  });

  it("no chart draws the control or a wrong answer", () => {
    const summary = summarize(fakeRowsWithFailures());
    for (const chart of CHARTS) {
      const spec = draw(chart, summary);
      const needsMore = /-by-strength|-by-k|own-order|time-by-length|tail-latency/.test(chart.name);
      assertEquals(spec === undefined, needsMore, chart.name);
      for (const { decoder, dataset, text } of spec === undefined ? [] : values(spec)) {
        assert(decoder !== "control", chart.name);
        if (text === "wrong") continue; // In words.
        assert(!(decoder === "naive" && dataset === "ewt_pos45"), chart.name);
      }
    }
  });
});

describe("decoderLooks()", () => {
  type Scale = { scale: { domain: string[]; range: unknown[] } };
  const channels = (shown: (decoder: string) => boolean) =>
    Object.values(decoderLooks(SUMMARY.filter(({ role }) => role !== "control"), shown))
      .map((channel) => (channel as unknown as Scale).scale);

  it("gives a decoder the same look when others are left out", () => {
    const all = channels(() => true);
    const index = all[0]!.domain.indexOf("beam{width=5}");
    channels((decoder) => decoder === "beam{width=5}").forEach(({ range }, channel) =>
      assertEquals(range, [all[channel]!.range[index]])
    );
  });

  it("tells all decoders apart by hue and shape", () => {
    const [color, shape] = channels(() => true);
    const looks = new Set(color!.domain.map((_, i) => `${color!.range[i]} ${shape!.range[i]}`));
    assertEquals(looks.size, 6);
    assertEquals(color!.domain[0], "viterbi");
    // A decoder of a reader's may be called what all objects have.
    const own = { decoder: "constructor", decoder_base: "constructor" };
    assertEquals((decoderLooks([own]).color as unknown as Scale).scale.range, ["#7d7d7d"]);
  });
});

describe("logTicks()", () => {
  it("takes powers of ten, and finer steps when the range is short", () => {
    assertEquals(logTicks([0.0003, 20]), [0.001, 0.01, 0.1, 1, 10]);
    assertEquals(logTicks([3, 60]), [5, 10, 20, 50]);
    assertEquals(logTicks([66, 112]), [70, 80, 100]);
    assertEquals(logTicks([1e-5, 1]), [1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1]);
    assertEquals(logTicks([104, 118]), [104, 118]);
    assertEquals(logTicks([7.3]), [7.3]);
  });

  it("has no place for what is not above 0", () => {
    assertEquals(logTicks([0, 1, 3]), [1, 1.5, 2, 3]);
    assertEquals(logTicks([0]), []);
  });
});

describe("render", () => {
  const spec = { ...draw(find("heat-map"), SUMMARY)!, config: look("light", "white") };

  it("renderSvg() keeps long labels whole", async () => {
    const svg = await renderSvg(spec);
    assertStringIncludes(svg, ">iterative-viterbi{expansion=uniform}</text>");
    assertStringIncludes(svg, ">synthetic-structureless-319 (L = 319)</text>");
    assert(!svg.includes("…"));
  });

  it("renderPng() draws text", async () => {
    const svg = (text: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">` +
      `<text y="15" font-family="DejaVu Sans, Verdana, sans-serif">${text}</text></svg>`;
    const [blank, text] = [await renderPng(svg("")), await renderPng(svg("Abc"))];
    assertEquals([...text.subarray(1, 4)], [..."PNG"].map((c) => c.charCodeAt(0)));
    assert(text.length > blank.length + 100, `${blank.length} and ${text.length} bytes`);
  });
});
