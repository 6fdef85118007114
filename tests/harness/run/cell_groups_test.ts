import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import viterbi from "../../../decoders/viterbi.ts";
import { cellGroups, cellsAtOnce } from "../../../harness/run/cell_groups.ts";
import { LiveCell } from "../../../harness/run/live_cell.ts";

function cell(name: string, k: number): LiveCell {
  const variant = { name, decoder: viterbi, url: "", options: {} };
  const limits = { deadlineMs: 1, passMs: 1, baselinePassMs: 1, batchMs: 1 };
  const role = name === "viterbi" ? "baseline" : "rival";
  return new LiveCell({ role, name, variant, k }, `${name} ${k}`, limits);
}

describe("cellGroups()", () => {
  const names = (groups: LiveCell[][]) =>
    groups.map((group) => group.map(({ planned }) => `${planned.name} ${planned.k}`));

  it("puts the baselines that are needed into each group", () => {
    const cells = ["viterbi", "control", "beam", "a-star"].map((name) => cell(name, 1));
    const more = ["viterbi", "beam"].map((name) => cell(name, 5));
    assertEquals(names(cellGroups([...cells, ...more], 2)), [
      ["viterbi 1", "control 1", "beam 1"],
      ["viterbi 1", "viterbi 5", "a-star 1", "beam 5"],
    ]);
  });

  it("puts baselines without a rival into the first group", () => {
    const cells = [cell("viterbi", 1), cell("control", 1), cell("viterbi", 5), cell("beam", 1)];
    assertEquals(names(cellGroups(cells, 1)), [
      ["viterbi 1", "viterbi 5", "control 1"],
      ["viterbi 1", "beam 1"],
    ]);
  });

  it("gives each group a baseline of its own, with the same key", () => {
    const groups = cellGroups([cell("viterbi", 1), cell("beam", 1), cell("a-star", 1)], 1);
    const [first, second] = groups.map(([baseline]) => baseline!);
    assert(first !== second);
    assertEquals(first!.key, second!.key);
  });

  it("has a group when there is only the baseline", () => {
    assertEquals(names(cellGroups([cell("viterbi", 1)], 3)), [["viterbi 1"]]);
  });
});

describe("cellsAtOnce()", () => {
  it("falls with the size of a cell and is at least one", () => {
    assertEquals([0, 180, 100_000].map((cellMb) => cellsAtOnce({ cellMb }, 1200)), [19, 4, 1]);
  });

  it("grows with the memory", () => {
    assertEquals([1200, 4800].map((memoryMb) => cellsAtOnce({ cellMb: 180 }, memoryMb)), [4, 19]);
  });
});
