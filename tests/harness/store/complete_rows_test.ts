import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { completeRows } from "../../../harness/store/complete_rows.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { fakeRows } from "../../helpers/rows.ts";

/** A row of a cell. */
function row(changes: Partial<Row>): Row {
  return { ...fakeRows(1, 1)[0]!, status: "ok", verdict: "correct", reason: "", ...changes };
}

describe("completeRows()", () => {
  it("keeps cells that have all rounds, or one row that says why not", () => {
    const rounds = (key: string, session: number, last: number) =>
      Array.from({ length: last }, (_, i) => row({ key, session, round: i + 1 }));
    const failed = row({ key: "c", session: 0, round: 0, status: "timeout", reason: "late" });
    const skipped = row({ key: "d", session: 0, round: 0, status: "skipped", reason: "k" });
    const late = [...rounds("e", 0, 2), row({ key: "e", round: 0, session: 0, status: "error" })];
    const kept = [...rounds("a", 0, 3), failed, skipped, ...late, ...rounds("b", 1, 3)];
    const dropped = [...rounds("b", 0, 2), ...rounds("f", 2, 1)];
    assertEquals(completeRows([...dropped, ...kept], 3), kept);
    assertEquals(completeRows([], 3), []);
  });

  it("drops a cell whose last round lacks a clock or a number of sentences", () => {
    const slots = [{ timed_sentences: 16 }, { clock: "memory32" as const }, {}];
    const rounds = slots.flatMap((slot) =>
      [1, 2].map((round) => row({ key: "a", round, ...slot }))
    );
    assertEquals(completeRows(rounds, 2), rounds);
    for (const lost of [1, 3, 5]) assertEquals(completeRows(rounds.toSpliced(lost, 1), 2), []);
  });
});
