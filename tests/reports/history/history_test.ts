import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { historyChart, MEASURES } from "../../../reports/history/chart.ts";
import { type HistoryPoint, readHistory } from "../../../reports/history/runs.ts";
import { summarize, summaryCsv } from "../../../reports/numbers/summary.ts";
import { filesBelow } from "../../helpers/folder_contents.ts";
import { printed } from "../../helpers/in_process.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";

const ROWS = fakeRows(7, 2).filter(({ dataset }) => /^(ewt_pos45|synthetic-hmm-45)$/.test(dataset));

/** Writes what the history needs of a run: the report's summary and the manifest. */
async function writeRun(dir: string, name: string, startedAt: string, cpu: string) {
  await Deno.mkdir(`${dir}/${name}`);
  const machine = { ...FAKE_MANIFEST.machine, cpu };
  const manifest = { ...FAKE_MANIFEST, startedAt, machine };
  await Deno.writeTextFile(`${dir}/${name}/summary.csv`, summaryCsv(summarize(ROWS)));
  await Deno.writeTextFile(`${dir}/${name}/manifest.json`, JSON.stringify(manifest));
  return `${dir}/${name}`;
}

async function writeRuns(dir: string): Promise<string[]> {
  return [
    await writeRun(dir, "c", "2026-03-01T00:00:00Z", "other"),
    await writeRun(dir, "a", "2026-01-01T00:00:00Z", "one"),
    await writeRun(dir, "b", "2026-02-01T00:00:00Z", "one"),
  ];
}

type Data = { data: { values: { run: number; line: string; machine: string; dataset: string }[] } };

describe("readHistory()", () => {
  itInFolder("orders runs by when they began, and counts their machines", async (dir) => {
    const points = await readHistory(await writeRuns(dir));
    const runs = new Map(points.map(({ run, label, machine }) => [run, [label, machine]]));
    assertEquals([...runs], [
      [1, ["2026-01-01 0123456", 1]],
      [2, ["2026-02-01 0123456", 1]],
      [3, ["2026-03-01 0123456", 2]],
    ]);
    assertEquals(points.some(({ decoder }) => decoder === "control"), false);
  });

  itInFolder("reads the committed runs, and any with the columns that it needs", async (dir) => {
    const old = await writeRun(dir, "old", "2026-01-01T00:00:00Z", "one");
    const columns = "dataset,decoder,k,status,verdict,family,edge_share";
    const line = "ewt_pos45,auto,1,ok,correct,real,0.5";
    await Deno.writeTextFile(`${old}/summary.csv`, `${columns}\n${line}\n`);
    const committed = new URL("../../../reports/reference", import.meta.url).pathname;
    const points = await readHistory([old, committed]);
    // Its speed was by another clock, if it had one.
    assertEquals([points[0]!.edgeShare, points[0]!.ratio], [0.5, undefined]);
    assertEquals(points.at(-1)!.run, 2);
  });

  itInFolder("rejects a folder without a report, and a summary without a column", async (dir) => {
    await assertRejects(() => readHistory([dir]), Deno.errors.NotFound, "no summary.csv");
    await Deno.writeTextFile(`${dir}/summary.csv`, "dataset\na\n");
    await assertRejects(() => readHistory([dir]), SyntaxError, "it lacks decoder");
    await Deno.writeTextFile(`${dir}/summary.csv`, "dataset,decoder\n");
    await assertRejects(() => readHistory([dir]), SyntaxError, "summary.csv: it has no lines");
    await Deno.writeTextFile(`${dir}/summary.csv`, "dataset,decoder\na,b\nc");
    await assertRejects(() => readHistory([dir]), SyntaxError, `Cannot read ${dir}/summary.csv: `);
  });

  itInFolder("leaves out parses (no dense Viterbi), names a manifest that is none", async (dir) => {
    const path = await writeRun(dir, "a", "2026-01-01T00:00:00Z", "one");
    const columns = "problem,dataset,decoder,k,status,verdict,family,edge_share";
    const line = "parsing,ewt_ccg_dev,bar-hillel,1,ok,correct,real,5.5";
    await Deno.writeTextFile(`${path}/summary.csv`, `${columns}\n${line}\n`);
    assertEquals(await readHistory([path]), []);
    await Deno.writeTextFile(`${path}/manifest.json`, "{}");
    await assertRejects(() => readHistory([path]), SyntaxError, "manifest.json");
  });
});

itInFolder("historyChart() joins ratios of one machine only, and counts of all", async (dir) => {
  const linesOf = (points: readonly HistoryPoint[]) =>
    MEASURES.map((measure) => {
      const { data: { values } } = historyChart(points, measure) as unknown as Data;
      assertEquals(new Set(values.map(({ dataset }) => dataset)), new Set(["ewt_pos45"]));
      const ofOne = values.filter(({ line }) => line.startsWith("iterative-viterbi"));
      return [...Map.groupBy(ofOne, ({ line }) => line).values()].map((of) =>
        of.map(({ run }) => run)
      );
    });
  const points = await readHistory(await writeRuns(dir));
  assertEquals(linesOf(points), [[[1, 2], [3]], [[1, 2, 3]]]);
  const merged = points.map((point) => ({ ...point, machine: 0 }));
  assertEquals(linesOf(merged), [[[1], [2], [3]], [[1, 2, 3]]], "each is of several machines");
  const at = (dataset: string, ratio = 1) => ({ ...points[0]!, decoder: "auto", dataset, ratio });
  const chart = historyChart([at("a", 12), at("a", 80), at("b"), at("b", 2000)], MEASURES[0]!);
  assertStringIncludes(JSON.stringify(chart), '"values":[1,10,15,20,30,50,70,100,1000]');
});

itInFolder("deno task history writes numbers and pictures of counts and ratios", async (dir) => {
  const out = `${dir}/out`;
  // No XML holds the sign that a terminal's commands begin with.
  const odd = await writeRun(dir, "odd", "2026\u001b[31m", "one");
  await printed("history", odd, ...await writeRuns(dir), `--out=${out}`);
  const pictures = (name: string) => ["png", "svg", "vl.json"].map((end) => `${name}.${end}`);
  const files = [...pictures("counts"), "history.csv", ...pictures("ratios")];
  assertEquals(filesBelow(out), [...files, "report_files.json"]);
  const text = await Deno.readTextFile(`${out}/history.csv`);
  assertStringIncludes(text, "run,label,machine,dataset,decoder,k,edgeShare,ratio");
});
