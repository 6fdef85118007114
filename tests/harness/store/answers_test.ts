import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type AnswerLine,
  appendAnswers,
  readAnswers,
  writeAnswers,
} from "../../../harness/store/answers.ts";
import { hasTable } from "../../../harness/store/table_file.ts";
import {
  appendTraces,
  readTraces,
  type TraceLine,
  writeTraces,
} from "../../../harness/store/traces.ts";
import { withRows } from "../../../harness/store/whole_cells.ts";
import { withFolder } from "../../helpers/packs.ts";
import { fakeRows } from "../../helpers/rows.ts";

const ANSWER: AnswerLine = {
  ...{ key: "abc", session: 0, sentence: 3, words: 7, beam: 1, slots: 9, items: 20, edges: 30 },
  ...{
    converged: 1,
    iterations: 2,
    objective: -4.5 - 2 ** -12,
    parser_score: 2,
    bound: NaN,
    claimed: 0,
  },
  ...{ right_tags: 6, known_tags: 7, matched_spans: 1, predicted_spans: 2, gold_spans: 3 },
  ...{
    matched_labelled: 1,
    matched_unlabelled: 2,
    predicted_dependencies: 3,
    gold_dependencies: 4,
  },
};
const POINT: TraceLine = {
  ...{ key: "abc", session: 0, sentence: 3, iteration: 1 },
  ...{ objective: -1, bound: NaN, delta: 0.001, proven: 0 },
};

describe("appendAnswers() and readAnswers()", () => {
  it("keep every multiple of the unit, and what is not known", () =>
    withFolder(async (dir) => {
      assertEquals(await readAnswers(dir), []);
      await appendAnswers(dir, []);
      assertEquals(await hasTable(`${dir}/answers.csv`), false);
      await appendAnswers(dir, [ANSWER]);
      await appendAnswers(dir, [{ ...ANSWER, session: 1 }]);
      assertEquals(await readAnswers(dir), [ANSWER, { ...ANSWER, session: 1 }]);
      await writeAnswers(dir, [ANSWER]);
      assertEquals(await readAnswers(dir), [ANSWER]);
      await writeAnswers(dir, []);
      assertEquals(await hasTable(`${dir}/answers.csv`), false);
    }));
});

describe("appendTraces() and readTraces()", () => {
  it("keep points, and what is not known", () =>
    withFolder(async (dir) => {
      await appendTraces(dir, [POINT]);
      await appendTraces(dir, [{ ...POINT, bound: 2 }]);
      assertEquals(await readTraces(dir), [POINT, { ...POINT, bound: 2 }]);
      await writeTraces(dir, []);
      assertEquals(await readTraces(dir), []);
    }));
});

describe("withRows()", () => {
  it("keeps answers and traces of its rows alone", () => {
    const [row] = fakeRows(1, 2);
    const { key, session } = row!;
    const tables = withRows({
      ...{ rows: [], sentences: [], firstUse: [] },
      answers: [ANSWER, { ...ANSWER, key, session }],
      traces: [POINT, { ...POINT, key, session }],
    }, [row!]);
    assertEquals(tables.answers, [{ ...ANSWER, key, session }]);
    assertEquals(tables.traces, [{ ...POINT, key, session }]);
  });
});
