import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { ALONE, type AnswerLine, type TraceLine } from "../../../harness/store/side_tables.ts";
import type { Clock, Row } from "../../../harness/store/rows.ts";
import {
  groupedCell,
  lastRows,
  type Tables,
  wholeCells,
  withRows,
} from "../../../harness/store/whole_cells.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { aRow } from "../../helpers/rows.ts";

const NO_TABLES = { hasSentences: false, hasAnswers: false };

/** The rows of whole cells; the times of sentences do not matter. */
function wholeRows(rows: readonly Row[], rounds: number): readonly Row[] {
  return wholeCells({ rows, sentences: [], firstUse: [] }, { rounds, ...NO_TABLES }).rows;
}

describe("wholeCells()", () => {
  it("keeps cells that have all rounds, or one row that says why not", () => {
    const rounds = (key: string, session: number, last: number) =>
      Array.from({ length: last }, (_, i) => aRow({ key, session, round: i + 1 }));
    const failed = aRow({ key: "c", session: 0, round: 0, status: "timeout", reason: "late" });
    const skipped = aRow({ key: "d", session: 0, round: 0, status: "skipped", reason: "k" });
    const late = [...rounds("e", 0, 2), aRow({ key: "e", round: 0, session: 0, status: "error" })];
    const kept = [...rounds("a", 0, 3), failed, skipped, ...late, ...rounds("b", 1, 3)];
    const dropped = [...rounds("b", 0, 2), ...rounds("f", 2, 1)];
    assertEquals(wholeRows([...dropped, ...kept], 3), kept);
    assertEquals(wholeRows([], 3), []);
  });

  it("keeps cells that share sentences with a slow one as long as that lives", () => {
    const own = [1, 2].map((round) => aRow({ key: "a", round, timed_sentences: 20 }));
    const shared = aRow({ key: "a", round: 1, timed_sentences: 16 });
    assertEquals(wholeRows([shared, ...own], 2), [shared, ...own]);
  });

  it("tells cells of one key in two datasets apart", () => {
    const [a, b] = ["a", "b"].map((dataset) =>
      [1, 2].map((round) => aRow({ dataset, key: "same", round }))
    );
    assertEquals(wholeRows([...a!, b![0]!], 2), a!);
  });

  const real = { family: "real", k: 1, ...decoderColumns("beam") };
  const time = (key: string, sentence: number, session = 0) => ({
    ...{ key, session, sentence, length: 3, elapsed_ms: 1 },
  });
  const point = (key: string) => ({ key, session: 0, process: 0, sentences: 1, elapsed_ms: 1 });

  const times = (key: string, count: number) =>
    Array.from({ length: count }, (_, sentence) => time(key, sentence));

  it("drops a cell whose sentences were not all timed, and what belongs to no cell", () => {
    const cell = (key: string, changes: Partial<Row> = {}) =>
      aRow({ ...real, key, round: 1, timed_sentences: ALONE, ...changes });
    const kept = [
      cell("whole"),
      cell("variant", decoderColumns("beam{width=5}")),
      cell("synthetic", { family: "hmm" }),
      cell("slow", { timed_sentences: 16 }),
      cell("failed", { status: "error", round: 0 }),
      // A baseline is in several groups, and its sentences are timed in the first.
      cell("whole", { group: 1 }),
    ];
    const tables = {
      rows: [...kept, cell("cut"), cell("whole", { session: 1 })],
      sentences: [
        ...times("whole", ALONE),
        ...times("cut", ALONE - 1),
        ...[time("whole", 0, 1), time("gone", 0)],
      ],
      firstUse: [point("whole"), point("cut"), point("gone")],
    };
    const [sentences, firstUse] = [tables.sentences.slice(0, ALONE), [point("whole")]];
    const whole = wholeCells(tables, { rounds: 1, ...NO_TABLES, hasSentences: true });
    assertEquals(whole, { rows: kept, sentences, firstUse });
    const rowsAlone = wholeCells(tables, { rounds: 1, ...NO_TABLES });
    assertEquals(rowsAlone.rows, tables.rows);
  });
});

it("wholeCells() drops a cell whose curves of first use are not all ended", () => {
  const cell = (key: string) =>
    aRow({ ...decoderColumns("beam"), family: "real", k: 1, key, round: 1 });
  const other = { ...cell("other"), ...decoderColumns("a-star") };
  const points = (key: string, ends: number) =>
    [0, 1].flatMap((process) =>
      (process < ends ? [1, 10, 0] : [1, 10]).map((sentences) => ({
        ...{ key, session: 0, process, sentences, elapsed_ms: sentences },
      }))
    );
  const tables = {
    rows: [cell("whole"), cell("cut"), cell("none"), other],
    sentences: [],
    firstUse: [...points("whole", 2), ...points("cut", 1)],
  };
  const firstUse = { decoders: ["beam"], processes: 2 };
  const left = { rows: [cell("whole"), other], sentences: [], firstUse: points("whole", 2) };
  assertEquals(wholeCells(tables, { rounds: 1, ...NO_TABLES, firstUse }), left);
});

it("wholeCells() drops a parsing cell without all answers, timed or not, if there is a table", () => {
  const parses = (key: string, changes: Partial<Row> = {}) =>
    aRow({ key, session: 0, problem: "parsing", sentences: 2, round: 1, ...changes });
  const kept = [
    ...[parses("timed"), parses("counted", { round: 0 }), parses("control", { role: "control" })],
    parses("failed", { status: "error", round: 0 }),
    parses("chains", { problem: "sequence" }),
  ];
  const answer = (key: string) => ({ key, session: 0 }) as AnswerLine;
  const tables = {
    rows: [...kept, parses("cut"), parses("gone", { round: 0 })],
    ...{ sentences: [], firstUse: [] },
    answers: ["timed", "timed", "counted", "counted", "cut"].map(answer),
  };
  const rowsOf = (hasAnswers: boolean) =>
    wholeCells(tables, { rounds: 1, ...NO_TABLES, hasAnswers }).rows;
  assertEquals(rowsOf(true), kept);
  assertEquals(rowsOf(false), tables.rows);
});

it("withRows() keeps answers and traces of its rows alone", () => {
  const { key, session } = aRow();
  const [answer, point] = [{ key: "abc", session } as AnswerLine, { key: "abc" } as TraceLine];
  const tables = withRows({
    ...{ rows: [], sentences: [], firstUse: [] },
    answers: [answer, { ...answer, key }],
    traces: [point, { ...point, key, session }],
  }, [aRow()]);
  assertEquals(tables.answers, [{ ...answer, key }]);
  assertEquals(tables.traces, [{ ...point, key, session }]);
});

/** What a group of cells writes: rows of rounds in any order, and its last rows. */
const group = fc.record({
  rivals: fc.array(
    fc.record({ fits: fc.boolean(), isPlaced: fc.boolean(), isFailed: fc.boolean() }),
    { minLength: 1, maxLength: 4 },
  ),
  baselineFails: fc.boolean(),
  rounds: fc.integer({ min: 2, max: 4 }),
  order: fc.infiniteStream(fc.nat()),
});

it("lastRows() leaves no cell that only looks whole, and no rival alone, wherever one cuts", () =>
  fc.assert(
    fc.property(group, ({ rivals, baselineFails, rounds, order }) => {
      const cells = [
        { name: "viterbi", fits: true, isPlaced: false, isFailed: baselineFails },
        ...rivals.map((rival, i) => ({ name: `beam{width=${i + 1}}`, ...rival })),
      ];
      const common = cells.some(({ fits }) => !fits) ? [16] : [];
      const shuffle = <T>(items: readonly T[]): T[] =>
        items.map((item) => ({ item, at: order.next().value! })).sort((a, b) => a.at - b.at)
          .map(({ item }) => item);
      const slots = ({ fits, isPlaced }: typeof cells[number]) =>
        [...new Set([fits ? 20 : 16, ...common])].flatMap((timed_sentences) =>
          ["decode" as const, ...(isPlaced ? ["memory32" as const] : [])]
            .map((clock: Clock) => ({ timed_sentences, clock }))
        );
      const rowsOf = (round: number) =>
        shuffle(
          cells.filter(({ isFailed }) => !isFailed || round < rounds).flatMap((cell) =>
            slots(cell).map((slot) =>
              aRow({ ...decoderColumns(cell.name), key: cell.name, k: 1, round, ...slot })
            )
          ),
        );
      const failed = cells.filter(({ isFailed }) => isFailed).map(({ name }) =>
        aRow({
          ...{ ...decoderColumns(name), key: name, k: 1, round: 0, status: "error" as const },
          ...{ timed_sentences: 0, verdict: "unchecked" as const },
        })
      );
      const early = Array.from({ length: rounds - 1 }, (_, i) => rowsOf(i + 1)).flat();
      const written = [...early, ...lastRows(shuffle([...failed, ...rowsOf(rounds)]))];
      const all = Map.groupBy(written, groupedCell);
      for (let end = 0; end <= written.length; end++) {
        const tables: Tables = { rows: written.slice(0, end), sentences: [], firstUse: [] };
        const { rows } = wholeCells(tables, { rounds, ...NO_TABLES });
        const whole = Map.groupBy(rows, groupedCell);
        for (const [cell, of] of whole) assertEquals(of.length, all.get(cell)!.length);
        const timed = rows.filter(({ round }) => round === rounds);
        assert(timed.length === 0 || rows.some(({ role }) => role === "baseline"));
        if (end === written.length) assertEquals(whole.size, cells.length);
      }
    }),
    { seed: 1 },
  ));
