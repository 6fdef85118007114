import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import viterbi from "../../../decoders/viterbi.ts";
import type { Plan, PlannedCell, PlannedDataset } from "../../../harness/plan/contract.ts";
import { formatShard, type Shard } from "../../../harness/store/manifest.ts";
import sequence from "../../../harness/problems/sequence.ts";
import { cellGroups } from "../../../harness/run/cell_groups.ts";
import { LiveCell } from "../../../harness/run/live_cell.ts";
import { cellName } from "../../../harness/store/compare.ts";
import { mergeRuns } from "../../../harness/store/merge.ts";
import { plannedCells, shardPlan } from "../../../harness/plan/plan.ts";
import type { Row } from "../../../harness/store/rows.ts";
import type { Run } from "../../../harness/store/store.ts";
import quick from "../../../harness/suites/quick.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";

const [ROW] = fakeRows(1, 1);
const VARIANT = { name: "viterbi", decoder: viterbi, url: "", options: {} };
const LIMITS = { deadlineMs: 1, passMs: 1, baselinePassMs: 1, batchMs: 1 };

/** What runs on a dataset at one k: any rivals, with a baseline or without. */
const atK = fc.record({
  hasBaseline: fc.boolean(),
  rivals: fc.uniqueArray(fc.constantFrom("beam", "a-star", "carpediem", "auto", "block-skip")),
});
const dataset = fc.record({
  countsOnly: fc.boolean(),
  ks: fc.array(atK, { minLength: 1, maxLength: 4 }),
});

/** A plan as `makePlan` makes them: a control beside the first baseline. */
const plans = fc.array(dataset, { minLength: 1, maxLength: 3 }).map((some): Plan => ({
  suite: quick,
  problem: { url: "", value: sequence },
  reference: VARIANT,
  datasets: some.map(({ countsOnly, ks }, index): PlannedDataset => {
    const controlled = countsOnly ? -1 : ks.findIndex(({ hasBaseline }) => hasBaseline);
    return {
      name: `d${index}`,
      sample: () => Promise.reject(new Error("nothing is decoded")),
      sentences: 2,
      ...(countsOnly ? { countsOnly } : {}),
      cells: ks.flatMap(({ hasBaseline, rivals }, i): PlannedCell[] => {
        const cell = { variant: VARIANT, k: i + 1 };
        return [
          ...(hasBaseline ? [{ ...cell, role: "baseline" as const, name: "viterbi" }] : []),
          ...(i === controlled ? [{ ...cell, role: "control" as const, name: "control" }] : []),
          ...rivals.map((name) => ({ ...cell, role: "rival" as const, name })),
        ];
      }),
    };
  }),
})).filter((plan) => plannedCells(plan).length > 0);

/** What a shard would write: a row for each cell of each group of each dataset. */
function runOf(plan: Plan, shard: Shard, size: number): Run {
  const part = shardPlan(plan, shard);
  const rows = part.datasets.flatMap(({ name, countsOnly, cells }) =>
    cellGroups(
      cells.map((cell) => new LiveCell(cell, `${name} ${cell.name} ${cell.k}`, LIMITS)),
      size,
    )
      .flatMap((group, index) =>
        group.map(({ key, planned }): Row => ({
          ...ROW!,
          ...decoderColumns(planned.name),
          ...{ key, dataset: name, k: planned.k, group: index, round: countsOnly ? 0 : 1 },
        }))
      )
  );
  const manifest = {
    ...{ ...FAKE_MANIFEST, rounds: 1, plan: "p", shard: formatShard(shard) },
    cells: plannedCells(part).length,
  };
  return { dir: formatShard(shard), rows, sentences: [], firstUse: [], manifest };
}

describe("mergeRuns() of shardPlan()", () => {
  it("holds every cell of every plan, however many shards and groups there are", () => {
    const cases = plans.chain((plan) =>
      fc.tuple(
        fc.constant(plan),
        fc.integer({ min: 1, max: plannedCells(plan).length }),
        fc.integer({ min: 1, max: 4 }),
      )
    );
    fc.assert(
      fc.property(cases, ([plan, count, size]) => {
        const runs = Array.from(
          { length: count },
          (_, i) => runOf(plan, { index: i + 1, count }, size),
        );
        for (const { rows, manifest } of runs) {
          assertEquals(new Set(rows.map(cellName)).size, manifest.cells);
        }
        const { rows, manifest, missing } = mergeRuns(runs, "merge");
        assertEquals([...new Set(rows.map(cellName))].sort(), plannedCells(plan).sort());
        assertEquals(missing, []);
        assertEquals(manifest.cells, plannedCells(plan).length);
      }),
      { seed: 1 },
    );
  });
});
