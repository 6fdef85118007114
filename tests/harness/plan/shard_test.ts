import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makePlan, planHash, shardPlan } from "../../../harness/plan/plan.ts";
import type { Plan, PlannedCell } from "../../../harness/plan/contract.ts";
import { formatShard, parseShard } from "../../../harness/store/manifest.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";

/** The cells of a plan by name. */
function names({ datasets }: Plan): string[] {
  return datasets.flatMap(({ name, cells }) =>
    cells.map((cell) => `${name} ${cell.name} ${cell.k}`)
  );
}

/** Whether a cell may be in several shards. */
function isShared(cell: string): boolean {
  return / (viterbi|control) \d+$/.test(cell);
}

describe("parseShard()", () => {
  it("reads what formatShard() writes", () => {
    for (const text of ["1/1", "2/7", "128/128"]) assertEquals(formatShard(parseShard(text)), text);
  });

  it("throws UsageError when given anything else", () => {
    const wrong = ["0/3", "4/3", "1", "1/", "/2", "-1/3", "1/3/5", "1.5/3", "a/b", "", "1 / 3"];
    for (const text of wrong) assertThrows(() => parseShard(text), UsageError, "i/n");
  });
});

function baselineKs(cells: readonly PlannedCell[]): number[] {
  return cells.filter(({ role }) => role === "baseline").map(({ k }) => k);
}

describe("shardPlan()", () => {
  for (const suite of ["quick", "paper"]) {
    it(`deals every cell of ${suite} out once, and the baseline where it is needed`, async () => {
      const plan = await makePlan({ suite });
      const whole = names(plan);
      for (const count of [1, 2, 3, 7, 16]) {
        const shards = Array.from(
          { length: count },
          (_, i) => shardPlan(plan, { index: i + 1, count }),
        );
        const own = shards.map((shard) => names(shard).filter((cell) => !isShared(cell)));
        assertEquals(own.flat().sort(), whole.filter((cell) => !isShared(cell)).sort());
        assertEquals(new Set(shards.flatMap(names)), new Set(whole));
        for (const { datasets } of shards) {
          for (const { cells } of datasets) {
            const part = plan.datasets.find((of) => of.cells.includes(cells.at(-1)!))!;
            const ks = new Set(cells.map(({ k }) => k));
            assertEquals(
              baselineKs(cells),
              baselineKs(part.cells).filter((k) => ks.has(k)),
              "the baseline at each k that has one, once",
            );
          }
        }
        const sizes = own.map(({ length }) => length);
        assert(Math.max(...sizes) < 2 * whole.length / count + 2, `${count} shards: ${sizes}`);
      }
    });
  }

  it("gives the whole plan in its order when there is one shard", async () => {
    const plan = await makePlan({ suite: "quick" });
    assertEquals(shardPlan(plan, { index: 1, count: 1 }), plan);
  });

  it("throws UsageError when there are more shards than cells", async () => {
    const plan = await makePlan({
      suite: "quick",
      datasets: ["synthetic-weak-5"],
      decoders: ["beam"],
      ks: [1],
    });
    assertEquals(names(shardPlan(plan, { index: 3, count: 3 })).length > 0, true);
    assertThrows(() => shardPlan(plan, { index: 1, count: 4 }), UsageError, "it has 3 cells");
  });
});

it("planHash() is another when anything that is measured is another", async () => {
  const options = { suite: "quick", datasets: ["synthetic-weak-5"], decoders: ["beam"], ks: [1] };
  const hash = async (changes: Partial<Parameters<typeof makePlan>[0]>, seed = 1) =>
    await planHash(await makePlan({ ...options, ...changes }), seed);
  const same = await hash({});
  assertEquals(await hash({}), same);
  const others = [
    await hash({}, 2),
    await hash({ datasets: ["synthetic-weak-6"] }),
    await hash({ decoders: ["beam{width=2}"] }),
    await hash({ ks: [2] }),
    await hash({ sentences: 3 }),
    await hash({ suite: "sweeps" }),
  ];
  assertEquals(new Set([same, ...others]).size, 7);
});
