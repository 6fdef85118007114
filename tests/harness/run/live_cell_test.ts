import { assertEquals, assertRejects } from "@std/assert";
import { setTimeout as delay } from "node:timers/promises";
import { describe, it } from "@std/testing/bdd";
import { type LiveCell, sumOf, workDefect } from "../../../harness/run/live_cell.ts";
import { openCells } from "../../../harness/run/measure.ts";
import type { Workload } from "../../../harness/run/workload.ts";

describe("openCells()", () => {
  it("leaves nothing behind that is still opening when a cell throws", async () => {
    const open = new Set<number>();
    const opening = [
      () => Promise.reject(new Error("the disk is full")),
      () => delay(20),
      () => delay(20),
      () => delay(20),
    ];
    const cells = opening.map((work, i) => ({
      open: async () => {
        await work();
        open.add(i);
      },
      close: () => open.delete(i),
    })) as unknown as LiveCell[];
    await assertRejects(
      () => openCells(cells, {} as Workload, { process: 0, isTimed: true }),
      Error,
      "the disk is full",
    );
    for (const cell of cells) void cell.close();
    await delay(50);
    assertEquals([...open], []);
  });
});

describe("workDefect()", () => {
  const least = { iterations: 1, nodeExpansions: 1, edgeEvaluations: 4 };
  const work = { iterations: 1, nodeExpansions: 5, edgeEvaluations: 4 };

  it("is empty when the counts can be", () => {
    assertEquals(workDefect(work, least), "");
    assertEquals(workDefect(least, least), "");
  });

  for (
    const [changes, defect] of [
      [{ iterations: -1 }, "counts -1 iterations"],
      [{ iterations: NaN }, "counts NaN iterations"],
      [{ nodeExpansions: 2.5 }, "counts 2.5 nodeExpansions"],
      [{ edgeEvaluations: Infinity }, "counts Infinity edgeEvaluations"],
      [{ edgeEvaluations: 2 ** 60 }, `counts ${2 ** 60} edgeEvaluations`],
      [{ edgeEvaluations: 3 }, "counts 3 edgeEvaluations where there are 4 at least"],
    ] as const
  ) {
    it(`says "${defect}"`, () => assertEquals(workDefect({ ...work, ...changes }, least), defect));
  }

  it("refuses what JSON makes of what is no number", () => {
    const read = JSON.parse(JSON.stringify({ ...work, iterations: NaN }));
    assertEquals(workDefect(read, least), "counts null iterations");
  });
});

describe("sumOf()", () => {
  it("adds up each counter", () => {
    const work = { iterations: 1, nodeExpansions: 2, edgeEvaluations: 3 };
    assertEquals(sumOf([work, work]), { iterations: 2, nodeExpansions: 4, edgeEvaluations: 6 });
    assertEquals(sumOf([]), { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 });
  });
});
