import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { cellName, compareCounts } from "../../../harness/store/compare.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { fakeRows, withChanges } from "../../helpers/rows.ts";

const ROWS = fakeRows();
const CELL = (({ dataset, decoder, k }: Row) => ({ dataset, decoder, k }))(ROWS[0]!);

/** The rows with one cell's values changed. */
function changed(change: Partial<Row>): Row[] {
  return withChanges(ROWS, CELL, change);
}

/** What is found between two runs, each change as its finding and whether it fails. */
function findings(before: readonly Row[], after: readonly Row[], partial = false) {
  return compareCounts(before, after, { partial }).changes.map(({ finding, isRegression }) => [
    finding,
    isRegression,
  ]);
}

describe("compareCounts()", () => {
  it("finds nothing when only times differ", () => {
    const slower = ROWS.map((row) => ({
      ...row,
      elapsed_ms: 2 * row.elapsed_ms,
      prepare_ms: 3,
      session: 3,
      passes: 1,
      timed_sentences: 1,
      timed_tokens: 9,
    }));
    const cells = new Set(ROWS.map(({ dataset, decoder, k }) => `${dataset} ${decoder} ${k}`));
    assertEquals(compareCounts(ROWS, slower.reverse()), { compared: cells.size, changes: [] });
  });

  it("names the cell, the column and both values", () => {
    const { edge_evaluations } = ROWS[0]!;
    assertEquals(compareCounts(ROWS, changed({ edge_evaluations: 7 })).changes, [{
      ...CELL,
      finding: "changed",
      isRegression: true,
      differences: [{ column: "edge_evaluations", before: edge_evaluations, after: 7 }],
    }]);
  });

  const { iterations, mean_gap, pack, sentences } = ROWS[0]!;
  const cases: readonly [
    before: Partial<Row>,
    after: Partial<Row>,
    finding: string,
    isRegression: boolean,
  ][] = [
    [{}, { iterations: iterations - 1 }, "changed", true],
    [{}, { iterations: iterations + 1 }, "changed", true],
    [{}, { mean_gap: mean_gap + 1e-9 }, "changed", true],
    [{}, { right_tokens: -1 }, "changed", true],
    [{}, { verdict: "wrong" }, "wrong", true],
    [{ verdict: "wrong" }, { verdict: "wrong" }, "wrong", true],
    [{}, { verdict: "unchecked" }, "changed", true],
    [{}, { status: "timeout", verdict: "unchecked" }, "ended as timeout", true],
    [{ status: "skipped" }, { status: "error" }, "ended as error", true],
    [{ pack: `not ${pack}` }, {}, "other lattices", true],
    [{}, { sentences: sentences - 1 }, "other lattices", true],
    [{}, { sample: "others" }, "other lattices", true],
    [{ verdict: "unchecked", iterations: iterations + 1 }, {}, "changed", true],
    [{ verdict: "wrong", iterations: 1 }, {}, "right now", false],
    [{ verdict: "unchecked", exact_share: 0 }, {}, "checked now", false],
    [{ status: "timeout", iterations: 1 }, {}, "measured now", false],
  ];
  it("finds what is worse or better in a cell", () => {
    for (const [before, after, finding, isRegression] of cases) {
      assertEquals(findings(changed(before), changed(after)), [[finding, isRegression]]);
    }
  });

  it("looks at every row of a cell, in whatever order they are", () => {
    const [first, ...others] = ROWS;
    for (const change of [{ edge_evaluations: 7 }, { verdict: "wrong" }] as const) {
      const odd = [{ ...first!, ...change }, ...others];
      assertEquals(findings(ROWS, odd).map(([, isRegression]) => isRegression), [true]);
      assertEquals(findings(ROWS, odd.reverse()).length, 1);
    }
    const ended = [{ ...first!, status: "timeout" } as const, ...others];
    assertEquals(findings(ended, ended.toReversed()), []);
  });

  it("does not count how far a cell came that failed in both runs", () => {
    const late = { status: "timeout", iterations: 1 } as const;
    assertEquals(findings(changed(late), changed({ ...late, iterations: 2 })), []);
  });

  it("fails for a cell that vanished, unless a part was meant, and not for a new one", () => {
    const fewer = ROWS.filter((row) => cellName(row) !== cellName(CELL));
    assertEquals(findings(ROWS, fewer), [["vanished", true]]);
    assertEquals(findings(ROWS, fewer, true), []);
    // With none left the part is of something else: a file has another name.
    const alone = ROWS.filter(({ role }) => role !== "rival");
    assert(findings(ROWS, alone, true).some(([finding]) => finding === "vanished"));
    assertEquals(findings(fewer, ROWS), [["new", false]]);
    assertEquals(findings(fewer, changed({ verdict: "wrong" })), [["wrong", true]]);
  });
});
