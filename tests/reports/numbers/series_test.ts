import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { SentenceTime } from "../../../harness/store/side_tables.ts";
import { sentenceSeries } from "../../../reports/numbers/series.ts";
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
