import { htmlOf } from "../../helpers/run_data.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { composeReport } from "../../../reports/pages/report.ts";
import type { TableContent } from "../../../reports/columns.ts";
import { paidBy } from "../../../reports/numbers/series.ts";
import { runData } from "../../../reports/numbers/read_run.ts";
import { terminalSummary } from "../../../reports/pages/terminal.ts";
import tables from "../../../reports/tables/yours.ts";
import { datasetColumns, decoderColumns } from "../../helpers/names.ts";
import { FAKE_MANIFEST, fakeRows, withChanges } from "../../helpers/rows.ts";

const [yourDecoder, yourPack] = [tables[0]!, tables[1]!];
const TASK = fakeRows(7, 5).filter(({ dataset }) => dataset === "ewt_pos45");
/** The same lattices under a name that is none of the project's. */
const OWN = TASK.map((row) => ({ ...row, ...datasetColumns("mine") }));

const curve = (decoder: string, times: readonly [number, number][]) => ({
  dataset: "mine",
  decoder,
  elapsedMs: new Map(times.map(([sentences, ms]) => [sentences, [ms]])),
});

/** The lines of a table, each as texts by column. */
const textsOf = ({ columns, rows }: TableContent) =>
  rows.map((line) => Object.fromEntries(line.map(({ text }, i) => [columns[i]!.name, text])));

const lines = (rows: typeof OWN, curves: ReturnType<typeof curve>[] = []) =>
  textsOf(yourPack.build({ ...runData(rows), curves }));

describe("the table your-decoder", () => {
  const cells = (rows: typeof OWN) => textsOf(yourDecoder.build(runData(rows)));
  const decoder = "iterative-viterbi{prune=false}";
  const yours = withChanges(TASK, { decoder }, decoderColumns("top-n"));

  it("is empty for the project's own decoders", () => {
    assertEquals(cells(TASK), []);
  });

  it("compares a decoder from a file with Viterbi and with the fastest exact one", () => {
    const [one] = cells(yours);
    const said = ["decoder", "dataset", "answers", "fastest exact"].map((column) => one![column]);
    assertEquals(said, ["top-n", "ewt_pos45", "all exact", "iterative-viterbi"]);
    assertMatch(one!["× Viterbi [interval]"]!, /^[\d.]+× \[[\d.]+, [\d.]+\]$/);
    assertMatch(one!["× fastest [interval]"]!, /^0\.\d+× \[0\.\d+, /);
  });

  it("begins the report, and the terminal and the first chart name the decoder", async () => {
    const html = await htmlOf(await composeReport(runData(yours), FAKE_MANIFEST));
    const overview = html.slice(html.indexOf('id="overview"'));
    assert(overview.indexOf("Your decoder") < overview.indexOf("<figure"));
    assertMatch(html, /"top-n [\d.]+×/); // Its label in the first chart.
    assertMatch(terminalSummary(runData(yours).summary), /top-n \(yours\)/);
  });
});

describe("the table your-pack", () => {
  it("is empty for the project's own packs", () => {
    assertEquals(lines(TASK), []);
  });

  it("says for each k which decoder, how fast and how sure", () => {
    const [one, five] = lines(OWN);
    assertEquals([one!["dataset"], one!["paths"], five!["paths"]], ["mine", "1", "5"]);
    const said = [one!["take"], one!["answers"]];
    assertEquals(said, ["iterative-viterbi", "all exact, 400 sentences"]);
    assertMatch(one!["sentences/s, decoding"]!, /^[\d,.]+$/);
    assertEquals(one!["sentences/s, from memory"], "not timed");
    assertMatch(one!["× Viterbi [interval]"]!, /^[\d.]+× \[[\d.]+, [\d.]+\]$/);
    assertEquals(one!["preparation paid for by"], "not measured");
  });

  it("advises auto where it is as fast as the fastest", () => {
    const best = OWN.filter(({ decoder }) => decoder === "iterative-viterbi");
    const twins = withChanges(best, {}, { ...decoderColumns("auto"), key: "auto" });
    assertEquals(lines([...OWN, ...twins])[0]!["take"], "auto");
  });

  it("says by which sentence the preparation is paid for, from first use", () => {
    const viterbi = curve("viterbi", [[1, 1], [10, 10], [100, 100]]);
    const early = curve("iterative-viterbi", [[1, 5], [10, 9], [100, 20]]);
    const never = curve("iterative-viterbi", [[1, 500], [10, 510], [100, 600]]);
    const paid = (own: typeof early) => lines(OWN, [viterbi, own])[0]!["preparation paid for by"];
    assertEquals(paid(early), "sentence 10");
    assertEquals(paid(never), "later than sentence 100");
    assertEquals(paidBy([viterbi], "mine", "auto", "viterbi"), undefined);
  });

  it("begins the report of a run on such a pack", async () => {
    const [own, other] = await Promise.all(
      [OWN, TASK].map(async (rows) => htmlOf(await composeReport(runData(rows), FAKE_MANIFEST))),
    );
    const overview = own!.slice(own!.indexOf('id="overview"'));
    assert(overview.indexOf("Your pack") < overview.indexOf("<figure"));
    assertStringIncludes(overview.slice(0, overview.indexOf("<figure")), "iterative-viterbi");
    assert(!other!.includes("Your pack"));
  });
});
