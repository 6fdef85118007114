import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Role } from "../../../harness/store/key.ts";
import { type Timeable, timedSlots } from "../../../harness/run/slots.ts";

const ALL = 100;

function cell(role: Role, k: number, changes: Partial<Timeable> = {}): Timeable {
  const usual = { isAlive: true, sentences: ALL, fits: true, clocks: ["decode"] as const };
  return { planned: { role, k }, ...usual, ...changes };
}

/** Sentences and clocks of each cell in turn. */
function slotsOf(...cells: Timeable[]): string[] {
  const slots = timedSlots(cells);
  return cells.map((cell) =>
    slots.filter((slot) => slot.cell === cell)
      .map(({ sentences, clock }) => `${sentences} ${clock}`).join()
  );
}

describe("timedSlots()", () => {
  it("takes all sentences where everybody can, by every clock of a cell", () => {
    const clocks = ["decode", "memory64", "memory32"] as const;
    assertEquals(slotsOf(cell("baseline", 1), cell("rival", 1, { clocks })), [
      "100 decode",
      "100 decode,100 memory64,100 memory32",
    ]);
  });

  it("takes the least prefix for a slow cell, and that besides for the others of its k", () => {
    const slow = cell("rival", 1, { fits: false });
    const others = [cell("baseline", 5), cell("rival", 5)];
    assertEquals(slotsOf(cell("baseline", 1), slow, cell("rival", 1), ...others), [
      "100 decode,16 decode",
      "16 decode",
      "100 decode,16 decode",
      "100 decode",
      "100 decode",
    ]);
  });

  it("takes what a cell has that has few sentences for the others of its k, too", () => {
    const few = cell("rival", 1, { sentences: 16 });
    assertEquals(slotsOf(cell("baseline", 1), few), ["100 decode,16 decode", "16 decode"]);
  });

  it("takes the least prefix, too, where the baseline is slow: 8 for k > 1, or all there are", () => {
    const slow = { fits: false };
    assertEquals(slotsOf(cell("baseline", 5, slow), cell("rival", 5)), [
      "8 decode",
      "100 decode,8 decode",
    ]);
    const few = { sentences: 3 };
    assertEquals(slotsOf(cell("baseline", 1, { ...slow, ...few }), cell("rival", 1, few)), [
      "3 decode",
      "3 decode",
    ]);
  });

  it("leaves out cells that failed, and a failed baseline limits nobody", () => {
    const failed = cell("baseline", 1, { fits: false, isAlive: false });
    assertEquals(slotsOf(failed, cell("rival", 1)), ["", "100 decode"]);
  });
});
