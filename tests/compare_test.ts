import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { compareCounts } from "../harness/compare.ts";
import type { Row } from "../harness/rows.ts";
import { fakeRows } from "./_rows.ts";

/** The rows with one cell's counts changed. */
function changed(rows: readonly Row[], change: Partial<Row>): Row[] {
  const { dataset, decoder, k } = rows[0]!;
  return rows.map((row) =>
    row.dataset === dataset && row.decoder === decoder && row.k === k ? { ...row, ...change } : row
  );
}

describe("compareCounts()", () => {
  const rows = fakeRows();
  const { dataset, decoder, k, edge_evaluations } = rows[0]!;
  const cell = `${dataset}, ${decoder}, k = ${k}`;

  it("finds nothing when only times differ", () => {
    const slower = rows.map((row) => ({ ...row, elapsed_ms: 2 * row.elapsed_ms, session: 3 }));
    assertEquals(compareCounts(rows, slower.reverse()), []);
  });

  it("finds a count that is smaller as well as one that is larger", () => {
    for (const edges of [edge_evaluations - 1, edge_evaluations + 1]) {
      assertEquals(compareCounts(rows, changed(rows, { edge_evaluations: edges })), [
        `${cell}: edge_evaluations was ${edge_evaluations}, is ${edges}`,
      ]);
    }
  });

  it("finds a cell that one of the runs does not have", () => {
    const fewer = rows.filter((row) =>
      row.dataset !== dataset || row.decoder !== decoder || row.k !== k
    );
    assertEquals(compareCounts(rows, fewer), [`${cell}: only in the first run`]);
    assertEquals(compareCounts(fewer, rows), [`${cell}: only in the second run`]);
  });
});
