import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { logTicks } from "../reports/_chart_data.ts";
import type { Chart, Spec } from "../reports/chart.ts";
import { decoderScales } from "../reports/decoder_scales.ts";
import { look } from "../reports/look.ts";
import { importFolder } from "../reports/_modules.ts";
import { renderPng, renderSvg } from "../reports/render.ts";
import { summarize } from "../reports/summary.ts";
import { fakePaperRows, fakeRows, fakeRowsWithFailures } from "./_rows.ts";

const CHARTS = await importFolder<Chart>(new URL("../reports/charts/", import.meta.url));
const SUMMARY = summarize(fakeRows());
const PAPER_SUMMARY = summarize(fakePaperRows());

function specOfItsRun(chart: Chart): Spec {
  return chart.spec(chart.name.endsWith("-by-strength") ? PAPER_SUMMARY : SUMMARY)!;
}

type Values = Record<string, unknown>[];

function values(spec: Spec): Values {
  return (spec.data as { values: Values }).values;
}

function find(name: string): Chart {
  return CHARTS.find((chart) => chart.name === name)!;
}

for (const chart of CHARTS) {
  Deno.test(`chart ${chart.name} has the specification as before`, async (t) => {
    const spec = specOfItsRun(chart);
    // One line per datum.
    await t.assertSnapshot({
      ...spec,
      data: { values: values(spec).map((datum) => JSON.stringify(datum)) },
    });
  });
}

describe("charts", () => {
  it("every chart has axis titles, a subtitle with sample sizes and a tooltip", () => {
    for (const chart of CHARTS) {
      const json = JSON.stringify(specOfItsRun(chart));
      assert(/"subtitle":\[.*sentences.*\]/.test(json), chart.name);
      assertStringIncludes(json, '"tooltip"', chart.name);
      assert(
        /"title":"(sentences per second|edge evaluations|speed, multiple)/.test(json),
        chart.name,
      );
    }
  });

  it("no chart is drawn when the run holds nothing but skipped cells", () => {
    const summary = SUMMARY.filter((row) => row.status === "skipped");
    for (const chart of CHARTS) assertEquals(chart.spec(summary), undefined, chart.name);
  });

  it("by label count needs two label counts of one synthetic family", () => {
    const summary = SUMMARY.filter((row) => row.labels === 319 || row.family === "real");
    assertEquals(find("speed-by-label-count").spec(summary), undefined);
    assertEquals(find("work-by-label-count").spec(summary), undefined);
    assert(find("speed-by-dataset").spec(summary) !== undefined);
  });

  it("speed-by-k needs two values of k, and draws at most six datasets", () => {
    assertEquals(find("speed-by-k").spec(SUMMARY.filter((row) => row.k === 1)), undefined);
    const datasets = new Set(values(find("speed-by-k").spec(SUMMARY)!).map((d) => d.dataset));
    assertEquals(datasets.size, 6);
    assert(datasets.has("ewt_pos45") && datasets.has("synthetic-hmm-2602"));
  });

  it("general charts draw no sweep, and those by strength nothing else", () => {
    for (const chart of CHARTS) {
      const spec = chart.spec(PAPER_SUMMARY);
      const isSweep = chart.name.endsWith("-by-strength");
      const datasets = spec === undefined ? [] : values(spec).map(({ dataset }) => String(dataset));
      assert(datasets.every((name) => name.includes("{dial=") === isSweep), chart.name);
    }
    const drawn = values(find("work-by-strength").spec(PAPER_SUMMARY)!);
    assertEquals(new Set(drawn.map(({ dial }) => dial)), new Set([0.01, 0.1, 1, 10]));
  });

  it("no chart draws the control or a wrong answer", () => {
    const summary = summarize(fakeRowsWithFailures());
    for (const chart of CHARTS) {
      const spec = chart.spec(summary);
      if (chart.name.endsWith("-by-strength")) assertEquals(spec, undefined);
      for (const { decoder, dataset } of spec === undefined ? [] : values(spec)) {
        assert(decoder !== "control", chart.name);
        assert(!(decoder === "naive" && dataset === "ewt_pos45"), chart.name);
      }
    }
  });
});

describe("decoderScales()", () => {
  it("gives a decoder the same look when others are left out", () => {
    const all = decoderScales(SUMMARY, () => true);
    const one = decoderScales(SUMMARY, (decoder) => decoder === "beam{width=5}");
    const index = all.color.domain.indexOf("beam{width=5}");
    assertEquals(one.color.range, [all.color.range[index]!]);
    assertEquals(one.shape.range, [all.shape.range[index]!]);
    assertEquals(one.dash.range, [all.dash.range[index]!]);
  });

  it("tells all decoders apart by hue and shape", () => {
    const { color, shape } = decoderScales(SUMMARY, () => true);
    const looks = new Set(color.domain.map((_, i) => `${color.range[i]} ${shape.range[i]}`));
    assertEquals(looks.size, 6);
    assertEquals(color.domain[0], "viterbi");
  });
});

describe("logTicks()", () => {
  it("takes powers of ten, and finer steps when the range is short", () => {
    assertEquals(logTicks([0.0003, 20]), [0.001, 0.01, 0.1, 1, 10]);
    assertEquals(logTicks([3, 60]), [5, 10, 20, 50]);
    assertEquals(logTicks([1e-5, 1]), [1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1]);
  });
});

describe("render", () => {
  const spec = { ...find("speed-by-dataset").spec(SUMMARY)!, config: look("light", "white") };

  it("renderSvg() keeps long labels whole", async () => {
    const svg = await renderSvg(spec);
    assertStringIncludes(svg, ">iterative-viterbi{expansion=uniform}</text>");
    assertStringIncludes(svg, ">synthetic-structureless-319 (L = 319)</text>");
    assert(!svg.includes("…"));
  });

  it("renderSvg() gives the same bytes when called again", async () => {
    assertEquals(await renderSvg(spec), await renderSvg(spec));
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
