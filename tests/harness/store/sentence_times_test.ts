import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  readSentenceTimes,
  type SentenceTime,
  timesSentences,
} from "../../../harness/store/sentence_times.ts";
import { makePlan } from "../../../harness/plan/plan.ts";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import { drawSentences } from "../../../harness/problems/draw.ts";
import { sentenceSeries } from "../../../reports/numbers/series.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { withFolder } from "../../helpers/packs.ts";
import { fakeRows, fakeRowsWithFailures } from "../../helpers/rows.ts";
import { tinyBench } from "../../helpers/runs.ts";
import { fakeSentenceTimes } from "../../helpers/sentences.ts";

describe("timesSentences()", () => {
  it("chooses decoders with their defaults at k = 1 on real tasks", async () => {
    const { datasets } = await makePlan({ suite: "quick", datasets: ["ewt_pos45"], sentences: 2 });
    const cells = datasets.flatMap(({ cells }) => cells)
      .map(({ name, role, variant, k }) => ({
        ...{
          problem: "sequence",
          family: "real",
          decoder: name,
          decoder_base: variant.decoder.name,
          role,
          k,
        },
      }));
    const chosen = cells.filter(timesSentences);
    assert(chosen.length > 5 && chosen.length < cells.length / 2);
    for (const { decoder, k } of chosen) {
      assert(k === 1 && !decoder.includes("{") && decoder !== "control", decoder);
    }
    assert(!cells.some((cell) => timesSentences({ ...cell, family: "hmm" })));
  });
});

describe("bench()", () => {
  it("times the sentences of a real task one by one, and no others", () =>
    withFolder(async (out) => {
      const options = { datasets: ["ewt_pos45", "synthetic-weak-5"], sentences: 3 };
      const { rows } = await tinyBench(out, { ...options, decoders: ["beam", "beam{width=2}"] });
      const times = await readSentenceTimes(out);
      const keyOf = (decoder: string) =>
        rows.find((row) => row.dataset === "ewt_pos45" && row.decoder === decoder)!.key;
      const keys = ["viterbi", "beam"].map(keyOf);
      const { lengths } = (await (await resolveDataset("ewt_pos45")).open(0, 0)).task;
      assertEquals(new Set(times.map(({ key }) => key)), new Set(keys));
      for (const key of keys) {
        const of = times.filter((time) => time.key === key);
        assertEquals(of.map(({ sentence }) => sentence), drawSentences(lengths, 3));
        assert(of.every(({ length, elapsed_ms }) => length > 0 && elapsed_ms > 0));
      }
    }));
});

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
