import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Manifest } from "../../../harness/store/manifest.ts";
import { type CurrentCell, requireSameRun, rowsToKeep } from "../../../harness/store/resume.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { aRow, FAKE_MANIFEST } from "../../helpers/rows.ts";

const BEGUN: Manifest = { ...FAKE_MANIFEST, plan: "p", cells: 3, sentences: 2 };

/** Goes on with a run, with some things changed now or when it was begun. */
function resume(now: Partial<Manifest>, begun: Partial<Manifest> = {}): void {
  requireSameRun({ dir: "run", manifest: { ...BEGUN, ...begun } }, { ...BEGUN, ...now });
}

describe("requireSameRun()", () => {
  it("allows another commit, plan and number of cells", () => {
    resume({ commit: "another", sessions: 2, plan: "q", cells: 9 });
  });

  const others: readonly [said: string, now: Partial<Manifest>, begun?: Partial<Manifest>][] = [
    ["it was begun with --suite quick, now there is --suite paper", { suite: "paper" }],
    ["it was begun with --seed 7, now there is --seed 8", { seed: 8 }],
    ["it was begun with --sentences 2, now there is --sentences 3", { sentences: 3 }],
    ["it was begun with no --shard, now there is --shard 1/2", { shard: "1/2" }],
    ["it was begun with --shard 1/2, now there is no --shard", {}, { shard: "1/2" }],
    ["it was begun with no --counts, now there is --counts", { rounds: 0 }],
    ["it was begun with --counts, now there is no --counts", {}, { rounds: 0 }],
    ["its suite had 11 rounds, now it has 5", { rounds: 5 }],
    ["its rows were measured on another machine", {
      machine: { ...FAKE_MANIFEST.machine, cpu: "Another" },
    }],
    ["it was merged from other runs", {}, { merged: [] }],
  ];
  for (const [said, now, begun] of others) {
    it(`throws UsageError that says: ${said}`, () => {
      assertThrows(() => resume(now, begun), UsageError, `Cannot resume run: ${said}`);
    });
  }
});

/** A row of a timed cell of the dataset d. */
function row(decoder: string, changes: Partial<Row> = {}): Row {
  const ofDataset = { dataset: "d", pack: "p", sample: "s" };
  return aRow({ ...decoderColumns(decoder), ...ofDataset, key: decoder, ...changes });
}

/** A cell as its rows say. */
function current(decoder: string, changes: Partial<CurrentCell> = {}): CurrentCell {
  const { role } = row(decoder);
  const measured = { pack: "p", sample: "s", decoder, sources: "", options: {}, k: 1 };
  return { role, key: decoder, measured, ...changes };
}

const [VITERBI, BEAM, CONTROL] = ["viterbi", "beam", "control"] as const;
const CELLS = [VITERBI, CONTROL, BEAM].map((name) => current(name));
const ROWS = [VITERBI, CONTROL, BEAM].map((name) => row(name));

/** Decoders, sessions and groups of what is kept. */
function kept(rows: readonly Row[], cells: readonly CurrentCell[] = CELLS): string[] {
  return rowsToKeep(rows, "d", cells)
    .map(({ decoder, session, group }) => `${decoder} ${session}.${group}`);
}

describe("rowsToKeep()", () => {
  it("keeps what was measured as it would be now, and rows of other cells", () => {
    assertEquals(rowsToKeep(ROWS, "d", CELLS), ROWS);
    const others = [
      row(BEAM, { dataset: "e", key: "old" }),
      row(BEAM, { k: 5, key: "5", status: "error" }),
    ];
    assertEquals(rowsToKeep([...ROWS, ...others], "d", CELLS), [...ROWS, ...others]);
    assertEquals(rowsToKeep(ROWS, "d", []), ROWS);
  });

  it("gives up a cell whose decoder has changed", () => {
    const cells = [current(VITERBI), current(CONTROL), current(BEAM, { key: "new" })];
    assertEquals(kept(ROWS, cells), ["viterbi 0.0", "control 0.0"]);
  });

  for (const status of ["error", "timeout"] as const) {
    it(`gives up all rows of a cell that ended as ${status}`, () => {
      const failed = [row(BEAM), row(BEAM, { round: 0, status, verdict: "unchecked" })];
      assertEquals(kept([row(VITERBI), ...failed]), ["viterbi 0.0"]);
    });
  }

  it("gives up a cell that was measured and not checked", () => {
    assertEquals(kept([row(VITERBI), row(BEAM, { verdict: "unchecked" })]), ["viterbi 0.0"]);
  });

  it("keeps what was wrong, however it ended, and skipped cells", () => {
    for (const [status, verdict] of [["error", "wrong"], ["skipped", "unchecked"]] as const) {
      const ended = row(BEAM, { round: 0, status, verdict });
      assertEquals(kept([row(VITERBI), ended]), ["viterbi 0.0", "beam 0.0"]);
    }
  });

  it("gives up rivals beside a baseline that failed or has changed, and no others", () => {
    const failed = row(VITERBI, { group: 1, round: 0, status: "error", verdict: "unchecked" });
    const other = row("a-star", { group: 1 });
    const cells = [...CELLS, current("a-star")];
    const all = ["viterbi 0.0", "control 0.0", "beam 0.0"];
    assertEquals(kept([...ROWS, failed, other], cells), all);
    const changed = [current(VITERBI, { key: "new" }), ...cells.slice(1)];
    assertEquals(kept([...ROWS, other], changed), []);
  });

  it("keeps rivals without a baseline where none is planned or nothing is timed", () => {
    assertEquals(kept([row(BEAM)], [current(BEAM)]), ["beam 0.0"]);
    assertEquals(kept([row(BEAM, { round: 0 })]), ["beam 0.0"]);
  });

  it("throws UsageError when a cell has rows of other sentences or lattices", () => {
    const others = [
      ["beam", { sample: "t" }, "sentences"],
      ["beam", { pack: "q" }, "lattices"],
      ["a-star", { pack: "q" }, "lattices"],
    ] as const;
    for (const [name, change, what] of others) {
      const said = `Cannot resume: the rows of d, ${name}, k = 1 are of other ${what}`;
      assertThrows(() => kept([row(VITERBI), row(name, change)]), UsageError, said);
    }
  });
});
