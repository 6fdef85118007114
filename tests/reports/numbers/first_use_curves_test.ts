import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { coldRatio, firstUseCurves } from "../../../reports/numbers/series.ts";
import { fakeRows } from "../../helpers/rows.ts";

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
    const points = [
      point("viterbi", 0, 0, 7),
      { ...point("viterbi", 1, 0, 5), key: `edited ${keyOf("viterbi")}` },
    ];
    const found = firstUseCurves([...rows, ...edited], points);
    assertEquals(found.map(({ elapsedMs }) => elapsedMs.get(100)), [[5]]);
    for (const change of [{ verdict: "wrong" }, { status: "error" }] as const) {
      const [first, ...others] = rows.filter(({ decoder }) => decoder === "viterbi");
      assertEquals(firstUseCurves([{ ...first!, ...change }, ...others], points), []);
    }
  });
});
