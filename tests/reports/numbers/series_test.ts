import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { SentenceTime } from "../../../harness/store/side_tables.ts";
import { coldRatio, firstUseCurves, sentenceSeries } from "../../../reports/numbers/series.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { fakeRows, fakeRowsWithFailures } from "../../helpers/rows.ts";
import { fakeSentenceTimes } from "../../helpers/sentences.ts";

describe("sentenceSeries()", () => {
  const rows = fakeRows().filter(({ family, k }) => family === "real" && k === 1);
  const summary = summarize(rows);

  it("takes a dataset's times from the session with the most cells, the last of several", () => {
    const times = fakeSentenceTimes(rows);
    const session = (session: number, decoders: readonly string[]) => {
      const keys = rows.filter(({ decoder }) => decoders.includes(decoder)).map(({ key }) => key);
      return times.filter(({ key }) => keys.includes(key)).map((time) => ({ ...time, session }));
    };
    const decoders = [...new Set(rows.map(({ decoder }) => decoder))];
    const found = (times: readonly SentenceTime[]) =>
      sentenceSeries(summary, rows, times).filter(({ row }) => row.dataset === "ewt_pos45")
        .map(({ row }) => row.decoder);
    const few = session(1, ["viterbi"]);
    assertEquals(found([...session(0, decoders), ...few]).length, decoders.length - 1);
    assertEquals(found(few), ["viterbi"]);
    const later = session(2, ["beam{width=5}"]);
    assertEquals(found([...few, ...later]), ["beam{width=5}"]);
  });

  it("has nothing for cells that are wrong or have other keys", () => {
    const failing = fakeRowsWithFailures();
    const all = sentenceSeries(summarize(failing), failing, fakeSentenceTimes(failing));
    assert(all.length > 0 && all.every(({ row }) => row.decoder !== "naive"));
    const stale = fakeSentenceTimes(rows).map((time) => ({ ...time, key: `old ${time.key}` }));
    assertEquals(sentenceSeries(summary, rows, stale), []);
  });
});

describe("firstUseCurves()", () => {
  const rows = fakeRows(7, 1).filter(({ k, dataset }) => k === 1 && dataset === "ewt_pos45");
  const keyOf = (name: string): string => rows.find(({ decoder }) => decoder === name)!.key;
  const point = (decoder: string, session: number, process: number, elapsed_ms: number) => ({
    key: keyOf(decoder),
    session,
    process,
    sentences: 100,
    elapsed_ms,
  });

  it("puts the points of the last session to their cells, by process", () => {
    const curves = firstUseCurves(rows, [
      point("viterbi", 0, 0, 7),
      point("viterbi", 1, 0, 40),
      point("viterbi", 1, 1, 50),
      point("beam{width=1}", 1, 0, 9),
      { ...point("viterbi", 1, 0, 1), key: "of other sources" },
    ]);
    assertEquals(curves.map(({ decoder }) => decoder), ["viterbi", "beam{width=1}"]);
    assertEquals(curves[0]!.elapsedMs.get(100), [40, 50]);
    const ratio = coldRatio(curves, "ewt_pos45", "beam{width=1}", "viterbi", 100);
    assertEquals(ratio, { median: 5, low: 40 / 9, high: 50 / 9 });
    assertEquals(coldRatio(curves, "ewt_pos45", "beam{width=1}", "viterbi", 10), undefined);
    assertEquals(coldRatio(curves, "ewt_pos45", "auto", "viterbi", 100), undefined);
  });

  it("has nothing of a decoder before it was edited, nor of one that failed or is wrong", () => {
    const edited = rows.map((row) => ({ ...row, key: `edited ${row.key}` }));
    const later = { ...point("viterbi", 1, 0, 5), key: `edited ${keyOf("viterbi")}` };
    const points = [point("viterbi", 0, 0, 7), later];
    const found = firstUseCurves([...rows, ...edited], points);
    assertEquals(found.map(({ elapsedMs }) => elapsedMs.get(100)), [[5]]);
    for (const change of [{ verdict: "wrong" }, { status: "error" }] as const) {
      const [first, ...others] = rows.filter(({ decoder }) => decoder === "viterbi");
      assertEquals(firstUseCurves([{ ...first!, ...change }, ...others], points), []);
    }
  });
});
