import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Plan, PlannedCell } from "../../../harness/plan/contract.ts";
import { listRealDatasets } from "../../../harness/problems/sequence/discover.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import {
  findProblem,
  listSuites,
  makePlan,
  planHash,
  plannedCells,
  planSummary,
  shardPlan,
  sourceHashes,
} from "../../../harness/plan/plan.ts";
import { formatShard, parseShard } from "../../../harness/store/manifest.ts";
import { resolveVariant } from "../../../harness/decoders/variant.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { ASKED_FOR } from "../../../harness/suites/_variants.ts";

/** A plan of three cells. */
const SMALL = { suite: "quick", datasets: ["synthetic-weak-5"], decoders: ["beam"], ks: [1] };

/** The cells of the first dataset, in their order. */
const names = async (options: Omit<Parameters<typeof makePlan>[0], "suite">) =>
  cellsOf(await makePlan({ suite: "quick", ...options })).map(({ name, k }) => `${name} ${k}`)
    .join(", ");

/** The cells of a plan's first dataset. */
function cellsOf({ datasets: [first] }: Plan) {
  return first!.cells;
}

/** The datasets of a plan as a suite names them. */
function sizes({ datasets }: Plan) {
  return datasets.map(({ name, sentences }) => ({ name, sentences }));
}

it("planSummary() counts datasets and cells, and says how long what is left takes", async () => {
  const plan = await makePlan({ ...SMALL, datasets: ["synthetic-weak-5", "synthetic-weak-6"] });
  const summary = (changes: Partial<Plan>, there: readonly string[] = []) =>
    planSummary({ ...plan, ...changes }, new Set(there));
  assertEquals(summary({}), "2 datasets, 6 cells, about 6 s");
  const suite = { ...plan.suite, rounds: 0 };
  assertMatch(summary({ suite }, plannedCells(plan).slice(1)), /s, 1 of them to .*, about 1 s$/);
  assertMatch(summary({ suite: { ...plan.suite, passSeconds: 22 } }), /, about 2 min$/);
  // What is counted alone takes a third of the time.
  const [first, second] = plan.datasets;
  assertMatch(summary({ datasets: [first!, { ...second!, countsOnly: true }] }), /, about 4 s$/);
});

describe("makePlan()", () => {
  itInFolder("refuses options that rows cannot hold", async (dir) => {
    const option = '{ mode: { default: "1", choices: ["1", "2"], meaning: "how" } }';
    const odd = await writeDecoder(dir, "odd", { members: `options: ${option}` });
    const asked = makePlan({ suite: "quick", decoders: [odd] });
    await assertRejects(() => asked, UsageError, 'rows cannot hold its options {"mode":"1"}');
  });

  it("puts the baseline first at each k, and the control beside it at the first", async () => {
    assertEquals(
      await names({ decoders: ["beam", "iterative-viterbi"], ks: [3, 1] }),
      "viterbi 3, control 3, beam 3, iterative-viterbi 3, viterbi 1, beam 1, iterative-viterbi 1",
    );
    assertEquals(await names({ decoders: [], ks: [1] }), "viterbi 1, control 1");
  });

  it("leaves the baseline out where a suite does, unless decoders are given", async () => {
    const options = { suite: "paper", datasets: ["erg_supertag2597"], ks: [1000] };
    const { datasets } = await makePlan(options);
    const cells = datasets.flatMap(({ cells }) => cells);
    assert(cells.length > 0);
    assertEquals(cells.filter(({ role }) => role !== "rival"), []);
    const given = await names({ ...options, decoders: ["auto"] });
    assertEquals(given, "viterbi 1000, control 1000, auto 1000");
  });

  it("leaves out decoders that are too slow for a block", async () => {
    const planned = await names({ datasets: ["erg_supertag2597"], ks: [1] });
    assert(planned.includes("iterative-viterbi 1"));
    assert(!planned.includes("carpediem 1"));
  });

  it("lets cells that are too slow for all sentences decode few, given by name too", async () => {
    const options = { suite: "paper", datasets: ["erg_supertag2597"], ks: [1] };
    const few = async (more: { decoders?: string[] }) =>
      cellsOf(await makePlan({ ...options, ...more })).filter((cell) => cell.few)
        .map(({ name }) => name);
    const slow = await few({});
    assert(slow.includes("carpediem") && !slow.includes("viterbi") && !slow.includes("auto"));
    assertEquals(await few({ decoders: ["carpediem", "auto"] }), ["carpediem"]);
  });

  it("plans a k that is asked for as the blocks that have it do", async () => {
    const options = { suite: "paper", datasets: ["erg_supertag2597"], ks: [1000] };
    for (const more of [{}, { decoders: ["auto"] }]) {
      const { datasets } = await makePlan({ ...options, ...more });
      assertEquals(datasets.map(({ sentences, longest }) => [sentences, longest]), [[8, 12]]);
    }
  });

  it("plans no control where nothing is timed", async () => {
    const { datasets } = await makePlan({ suite: "sweeps" });
    for (const { countsOnly, cells } of datasets) {
      assertEquals(cells.some(({ role }) => role === "control"), countsOnly === undefined);
    }
    assert(datasets.some(({ countsOnly }) => countsOnly));
  });

  it("says what each cell is there for", async () => {
    const decoders = ["viterbi", "viterbi{kernel=simd}", "beam"];
    const plan = await makePlan({ suite: "quick", decoders, ks: [1] });
    const said = cellsOf(plan).map(({ role, name }) => `${role} ${name}`).join(", ");
    assertEquals(said, "baseline viterbi, control control, rival viterbi{kernel=simd}, rival beam");
  });

  it("takes every variant once, however it is written", async () => {
    const decoders = ["beam{width=1}", "beam", "viterbi", "beam{ width=3 }", "beam{width=3}"];
    const once = "viterbi 1, control 1, beam 1, beam{width=3} 1";
    assertEquals(await names({ decoders, ks: [1] }), once);
  });

  it("takes every k and dataset once", async () => {
    const once = await makePlan({ suite: "quick", ks: [1, 5], datasets: ["synthetic-hmm-45"] });
    const datasets = ["synthetic-hmm-45", "synthetic-hmm-45"];
    const twice = await makePlan({ suite: "quick", ks: [1, 5, 1], datasets });
    assertEquals(cellsOf(twice).length, cellsOf(once).length);
    assertEquals(sizes(twice), sizes(once));
  });

  it("takes everything that the suite's blocks name when nothing is said", async () => {
    for (const suite of await listSuites()) {
      const { value: { decoders } } = await findProblem(suite.problem);
      const everyone = (await decoders()).map(({ value }) => value.name);
      const { datasets } = await makePlan({ suite: suite.name });
      const cells = Map.groupBy(datasets, ({ name }) => name);
      for (const block of suite.blocks) {
        for (const { name: dataset } of block.datasets) {
          const planned = cells.get(dataset)!.flatMap(({ cells }) => cells)
            .map(({ name, k }) => `${name} ${k}`);
          const { allBut } = block;
          const able = everyone.filter((name) => allBut !== undefined && !allBut.includes(name));
          for (const variant of [...able, ...block.variants ?? []]) {
            for (const k of block.ks ?? [1]) assert(planned.includes(`${variant} ${k}`), variant);
          }
        }
      }
    }
  });

  it("takes the suite's sentences for its datasets, and those given before all", async () => {
    const datasets = ["synthetic-hmm-319", "synthetic-weak-7{dial=0.5}"];
    const [suites, other] = sizes(await makePlan({ suite: "quick", datasets }));
    const [quick] = (await listSuites()).filter(({ name }) => name === "quick");
    const named = quick!.blocks.flatMap((block) => block.datasets);
    assertEquals(suites, named.find(({ name }) => name === "synthetic-hmm-319"));
    assert(other!.sentences > 0);
    const given = await makePlan({ suite: "quick", datasets, sentences: 7, roundMs: 3 });
    assertEquals(given.datasets.map(({ sentences }) => sentences), [7, 7]);
    assertEquals(given.suite, { ...quick, roundMs: 3 });
  });
});

describe("suites", () => {
  it("name datasets and variants that are there, each variant as it is called", async () => {
    for (const { blocks, rounds, problem } of await listSuites()) {
      const { value: { decoders, resolve } } = await findProblem(problem);
      const found = await decoders();
      assert(rounds > 0);
      for (const { datasets, allBut = [], variants = [], ks } of blocks) {
        for (const { name, sentences } of datasets) {
          assert(sentences > 0);
          assertEquals((await resolve(name)).name, name);
        }
        for (const variant of variants) assertEquals(resolveVariant(variant, found).name, variant);
        for (const name of allBut) assert(found.some(({ value }) => value.name === name), name);
        assert(ks === undefined || ks.length > 0);
      }
    }
  });

  it("take at least 8 sentences of a real task", async () => {
    const real = await listRealDatasets();
    for (const { name } of await listSuites()) {
      for (const { name: dataset, sentences } of (await makePlan({ suite: name })).datasets) {
        if (!real.includes(dataset)) continue;
        assert(sentences >= 8, `${name}: ${sentences} sentences of ${dataset}`);
      }
    }
  });

  it("run every decoder of the quick suite on three real tasks or more", async () => {
    const { datasets } = await makePlan({ suite: "quick" });
    for (const { name } of await listDecoders()) {
      const tasks = datasets.filter(({ name: dataset, cells }) =>
        !dataset.startsWith("synthetic-") && cells.some((cell) => cell.name === name)
      );
      assert(ASKED_FOR.includes(name) ? tasks.length === 0 : tasks.length >= 3, name);
    }
  });
});

/** Whether a cell may be in several shards. */
function isShared(cell: string): boolean {
  return /, (viterbi|control), k = \d+$/.test(cell);
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
      const whole = plannedCells(plan);
      for (const count of [1, 2, 3, 7, 16]) {
        const shardAt = (_: unknown, i: number) => shardPlan(plan, { index: i + 1, count });
        const shards = Array.from({ length: count }, shardAt);
        const own = shards.map((shard) => plannedCells(shard).filter((cell) => !isShared(cell)));
        assertEquals(own.flat().sort(), whole.filter((cell) => !isShared(cell)).sort());
        assertEquals(new Set(shards.flatMap(plannedCells)), new Set(whole));
        for (const { datasets } of shards) {
          for (const { cells } of datasets) {
            const part = plan.datasets.find((of) => of.cells.includes(cells.at(-1)!))!;
            const ks = new Set(cells.map(({ k }) => k));
            const wanted = baselineKs(part.cells).filter((k) => ks.has(k));
            assertEquals(baselineKs(cells), wanted, "the baseline at each k that has one, once");
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
    const plan = await makePlan(SMALL);
    assertEquals(plannedCells(shardPlan(plan, { index: 3, count: 3 })).length > 0, true);
    assertThrows(() => shardPlan(plan, { index: 1, count: 4 }), UsageError, "it has 3 cells");
  });
});

it("planHash() is another when anything that is measured is another", async () => {
  const hash = async (changes: Partial<Parameters<typeof makePlan>[0]>, seed = 1) => {
    const plan = await makePlan({ ...SMALL, ...changes });
    return planHash(plan, await sourceHashes(plan), seed);
  };
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
