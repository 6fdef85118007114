import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makePlan, type PlanOptions } from "../../../harness/plan/plan.ts";
import type { Manifest } from "../../../harness/store/manifest.ts";
import { plannedCells, refuseOthers } from "../../../harness/run/resumable.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";

const BEGUN: Manifest = { ...FAKE_MANIFEST, plan: "p", cells: 3, sentences: 2 };
const DATASET = "synthetic-weak-5";
const ASKED: PlanOptions = { suite: "quick", datasets: [DATASET], decoders: ["beam"], ks: [1] };

/** Rows of a run of ASKED. */
const ROWS: Row[] = ["viterbi", "control", "beam"].map((decoder) => ({
  ...fakeRows(1, 1)[0]!,
  ...decoderColumns(decoder),
  ...{ dataset: DATASET, k: 1 },
}));

/** Goes on with a run of ASKED, with some things changed. */
async function resume(
  asked: Partial<PlanOptions> = {},
  now: Partial<Manifest> = {},
  begun: Partial<Manifest> = {},
): Promise<() => void> {
  const plan = await makePlan({ ...ASKED, ...asked });
  const tables = { rows: ROWS, sentences: [], firstUse: [] };
  return () =>
    refuseOthers(
      { dir: "run", manifest: { ...BEGUN, ...begun }, ...tables },
      { ...BEGUN, ...now },
      plan,
    );
}

describe("refuseOthers()", () => {
  it("allows the same again, and more datasets, decoders and ks", async () => {
    for (
      const more of [
        {},
        { datasets: [DATASET, "synthetic-weak-6"] },
        { decoders: ["beam", "beam{width=2}"] },
        { ks: [1, 5] },
      ]
    ) (await resume(more))();
    (await resume({}, { commit: "another", sessions: 2, plan: "q", cells: 9 }))();
  });

  const others: readonly [
    said: string,
    now: Partial<Manifest>,
    begun?: Partial<Manifest>,
  ][] = [
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
    it(`throws UsageError that says: ${said}`, async () => {
      assertThrows(await resume({}, now, begun), UsageError, `Cannot resume run: ${said}`);
    });
  }

  for (
    const [what, fewer] of [
      ["dataset", { datasets: ["synthetic-weak-6"] }],
      ["decoder", { decoders: ["beam{width=2}"] }],
      ["k", { ks: [5] }],
    ] as const
  ) {
    it(`throws UsageError when a ${what} of its rows is not asked for`, async () => {
      const said = new RegExp(`rows of ${DATASET}, \\w+, k = 1, .*deno task bench --suite quick`);
      const error = assertThrows(await resume(fewer), UsageError, "which is not asked for");
      assertEquals(said.test(error.message), true, error.message);
    });
  }
});

describe("plannedCells()", () => {
  it("names the cells of a plan as rows do", async () => {
    assertEquals(plannedCells(await makePlan(ASKED)), [
      `${DATASET}, viterbi, k = 1`,
      `${DATASET}, control, k = 1`,
      `${DATASET}, beam, k = 1`,
    ]);
  });
});
