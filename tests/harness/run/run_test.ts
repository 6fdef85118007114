import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makePlan, sourceHashes } from "../../../harness/plan/plan.ts";
import type { PlannedDataset } from "../../../harness/plan/contract.ts";
import { judge } from "../../../harness/run/bench.ts";
import { writeFailing } from "../../../harness/run/outputs.ts";
import { run } from "../../../harness/run/run.ts";
import { SENTENCES } from "../../../harness/store/side_tables.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { lawlessRun } from "../../helpers/outlaws.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";
import { TINY_BENCH } from "../../helpers/runs.ts";

describe("run()", () => {
  const rowsOf = async (name: string) =>
    (await lawlessRun()).rows.filter(({ decoder }) => decoder === name);

  it("times the others when decoders fail", async () => {
    for (const name of ["viterbi", "control", "talks"]) {
      const rows = (await rowsOf(name)).filter(({ k }) => k === 1);
      // On a busy machine the baseline is timed on fewer sentences besides.
      assertEquals([...new Set(rows.map(({ round }) => round))], [1, 2]);
      assert(rows.every(({ status, verdict }) => status === "ok" && verdict === "correct"), name);
    }
  });

  longItInFolder("decodes few sentences where planned, and times others on both", async (dir) => {
    const plan = await makePlan({
      ...TINY_BENCH,
      datasets: ["synthetic-weak-5"],
      decoders: ["beam{width=2}", "viterbi{kernel=simd}"],
      sentences: 20,
    });
    const datasets = plan.datasets.map((dataset): PlannedDataset => ({
      ...dataset,
      cells: dataset.cells.map((cell) => cell.role === "rival" ? { ...cell, few: true } : cell),
    }));
    const { clocks: _, ...ofSuite } = plan.suite;
    const suite = { ...ofSuite, rounds: 1, processes: 1 };
    await ROWS.write(dir, []);
    await SENTENCES.write(dir, []);
    const sources = await sourceHashes(plan);
    await run({ ...plan, suite, datasets }, { out: dir, seed: 1, session: 0, sources });
    const rows = await ROWS.read(dir);
    const sizes = (decoder: string) =>
      rows.filter((row) => row.decoder === decoder && row.clock === "decode")
        .map(({ sentences, timed_sentences }) => `${timed_sentences} of ${sentences}`).sort();
    assertEquals(sizes("viterbi"), ["16 of 20", "20 of 20"]);
    assertEquals(sizes("beam{width=2}"), ["16 of 16"]);
    const simd = rows.filter(({ decoder }) => decoder === "viterbi{kernel=simd}");
    assertEquals(simd.map(({ clock }) => clock).sort(), ["decode", "memory32", "memory64"]);
    const [all, few] = ["viterbi", "beam{width=2}"].map((decoder) =>
      rows.find((row) => row.decoder === decoder)!
    );
    assert(few!.reference_edges < all!.reference_edges && few!.gold_tokens <= all!.gold_tokens);
    assert(few!.edge_evaluations < few!.reference_edges);
  });

  itInFolder("decodes in a later process only what a slow cell is timed on", async (dir) => {
    const viterbi = new URL("../../../decoders/viterbi.ts", import.meta.url);
    // From the 17th sentence on it counts otherwise in each process.
    const code = `import viterbi from "${viterbi}";
      let calls = 0;
      const prepare = (...given) => {
        const decode = viterbi.prepare(...given);
        return (lattice, k, work) => {
          if (++calls > 16) work.edgeEvaluations += Deno.pid;
          return decode(lattice, k, work);
        };
      };
      export default { ...viterbi, name: "own", prepare };`;
    await Deno.writeTextFile(`${dir}/own.ts`, code);
    const plan = await makePlan({
      ...TINY_BENCH,
      datasets: ["synthetic-weak-5"],
      decoders: [`${dir}/own.ts`],
      sentences: 20,
    });
    const suite = { ...plan.suite, rounds: 2, processes: 2, passMs: 0 };
    await ROWS.write(dir, []);
    await SENTENCES.write(dir, []);
    const sources = await sourceHashes(plan);
    await run({ ...plan, suite }, { out: dir, seed: 1, session: 0, sources });
    const own = (await ROWS.read(dir)).filter(({ decoder_base, clock }) =>
      decoder_base === "own" && clock === "decode"
    );
    const ends = own.map((
      { status, reason, process, timed_sentences, sentences },
    ) => [status, reason, process, timed_sentences, sentences]);
    assertEquals(ends, [["ok", "", 0, 16, 20], ["ok", "", 1, 16, 20]]);
  });

  const cases = [
    ["never-returning", "timeout", /no answer to answer within 12000 ms/],
    ["throws", "error", /RangeError: out of luck/],
    ["leaves", "error", /ended with code 0/],
    ["fails-to-prepare", "error", /Error: no memory/],
  ] as const;
  for (const [name, status, reason] of cases) {
    it(`gives one row with the reason when a decoder is ${name}`, async () => {
      const [row, ...more] = await rowsOf(name);
      assertEquals(more, []);
      assertEquals([row!.status, row!.verdict, row!.round], [status, "unchecked", 0]);
      assertMatch(row!.reason, reason);
      const { incomplete } = judge((await lawlessRun()).rows);
      const own = incomplete.filter((line) => line.includes(`, ${name}, k = 1: ${status}`));
      assertEquals(own.length, 1);
    });
  }

  it("ends a cell as an error when it counts otherwise in a second process", async () => {
    const rows = await rowsOf("counts-by-the-process");
    const ends = rows.map(({ status, process, round }) => [status, process, round]);
    assertEquals(ends, [["ok", 0, 1], ["error", 0, 0]]);
    assertEquals(rows[1]!.reason, "other answers or counts in process 1 than in the first");
  });

  it("gives one row with the reason when a decoder cannot return that many paths", async () => {
    const [row, ...more] = (await rowsOf("talks")).filter(({ k }) => k === 2);
    assertEquals(more, []);
    assertEquals([row!.status, row!.verdict, row!.round], ["skipped", "unchecked", 0]);
    assertEquals(row!.reason, "talks returns at most 1 path");
    const rivals = (await rowsOf("viterbi")).filter(({ k }) => k === 2);
    assert(rivals.length >= 2 && rivals.every(({ verdict }) => verdict === "correct"));
  });

  it("finds a wrong decoder wrong, and writes a small lattice that replays it", async () => {
    const name = "beam-claiming-exactness";
    const rows = await rowsOf(name);
    const ends = rows.map(({ verdict, status }) => [verdict, status]);
    assertEquals(ends, [["wrong", "ok"], ["wrong", "ok"]]);
    const { replays, failing } = await lawlessRun();
    assertMatch(
      replays.find((line) => line.startsWith(name)) ?? "",
      /^beam-claiming-exactness is wrong on synthetic-structureless-6 for k = 1: not the best scores\n {2}deno task check /,
    );
    const { length, labels, differences } = failing.get(name)!;
    assertEquals([differences.length, length], [1, 2]);
    assert(labels <= 3, `${labels} labels`);
    assertMatch(differences[0]!, /^sentence 0: not the best scores; beam-claiming-exactness: /);
  });

  it("judges the wrong cells wrong and no other, with lattices that replay each", async () => {
    const wrong = [
      "beam-claiming-exactness",
      "is-wrong-from-its-second-sentence-on",
      "lying-approximately",
    ];
    const { rows, failing } = await lawlessRun();
    assertEquals(judge(rows).wrong.map((line) => line.split(", ")[1]).sort(), wrong);
    for (const name of wrong) {
      assert((await rowsOf(name)).every(({ verdict }) => verdict === "wrong"));
      assertGreater(failing.get(name)!.differences.length, 0);
    }
  });
});

itInFolder("writeFailing() makes a file of each name, long or in any script", async (dir) => {
  const long = "x{y}".repeat(100);
  for (const name of [`${long}a`, `${long}b`, "名詞", "動詞"]) {
    await writeFailing(dir, name, "auto", 1, (path) => Deno.writeTextFile(path, name));
  }
  assertEquals([...Deno.readDirSync(`${dir}/failing`)].length, 4);
});
