import quick from "../../../harness/suites/quick.ts";
import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import { drawSentences } from "../../../harness/problems/draw.ts";
import parsing from "../../../harness/problems/parsing.ts";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import { bench, type BenchOptions } from "../../../harness/run/bench.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import {
  ALONE,
  type AnswerLine,
  ANSWERS,
  FIRST_USE,
  SENTENCES,
  TRACES,
} from "../../../harness/store/side_tables.ts";
import { readManifest } from "../../../harness/store/store.ts";
import { longItInFolder } from "../../helpers/in_folder.ts";
import { countsOf, tinyBench } from "../../helpers/runs.ts";

longItInFolder(
  "bench() times by the clocks of its suite in fresh processes, sentence by sentence and from the first use on",
  async (out) => {
    const decoders = ["auto", "beam", "viterbi{kernel=simd}"];
    const datasets = ["ewt_pos45", "synthetic-weak-5"];
    const ended = await tinyBench(out, { datasets, decoders, sentences: ALONE });
    const rows = ended.rows.filter(({ dataset }) => dataset === "ewt_pos45");
    const clocks = (decoder: string) =>
      [...new Set(rows.filter((row) => row.decoder === decoder).map(({ clock }) => clock))]
        .sort();
    assertEquals(clocks("viterbi{kernel=simd}"), ["decode", "memory64"]);
    assertEquals(clocks("viterbi"), ["decode"]);
    assertEquals([clocks("beam"), clocks("control")], [["decode"], ["decode"]]);

    const own = rows.filter(({ decoder, clock }) => decoder === "beam" && clock === "decode");
    assertEquals(own.map(({ process, round }) => [round, process]), [[1, 0], [2, 1]]);
    const preparations = new Set(own.map(({ prepare_ms }) => prepare_ms));
    assertEquals(preparations.size, quick.processes);

    // Decoders with their defaults alone are timed on single sentences, of real tasks alone.
    const times = Map.groupBy(await SENTENCES.readIfThere(out), ({ key }) => key);
    const keyOf = (decoder: string) => rows.find((row) => row.decoder === decoder)!.key;
    assertEquals(new Set(times.keys()), new Set(["viterbi", "auto", "beam"].map(keyOf)));
    const { lengths } = (await (await resolveDataset("ewt_pos45")).open(0, 0)).dataset;
    for (const of of times.values()) {
      assertEquals(of.map(({ sentence }) => sentence), drawSentences(lengths, ALONE));
      assert(of.every(({ length, elapsed_ms }) => length > 0 && elapsed_ms > 0));
    }

    const points = await FIRST_USE.readIfThere(out);
    const keys = ["viterbi", "auto"].map(keyOf);
    assertEquals(new Set(points.map(({ key }) => key)), new Set(keys));
    for (const key of keys) {
      for (let process = 0; process < quick.processes; process++) {
        const curve = points.filter((point) => point.key === key && point.process === process);
        assertEquals(curve.pop()?.sentences, 0);
        assert(curve.length > 0);
        curve.forEach(({ sentences, elapsed_ms }, i) => {
          assertEquals(sentences, 10 ** i);
          assertGreater(elapsed_ms, curve[i - 1]?.elapsed_ms ?? 0);
        });
      }
    }
  },
);

const BOASTFUL = new URL("../../helpers/boastful_parser.ts", import.meta.url);
const OPTIONS: Omit<BenchOptions, "out"> = {
  suite: "ccg_quick",
  datasets: ["synthetic-parsing-40{length=5,beam=0.001,cutoff=150}"],
  decoders: ["bar-hillel", BOASTFUL.pathname],
  sentences: 12,
  seed: 3,
  resume: false,
  countsOnly: true,
  commandLine: "tiny",
};

longItInFolder("bench() judges parses by bounds, shows what is wrong, and resumes", async (dir) => {
  const { wrong, incomplete, replays } = await bench({ ...OPTIONS, out: dir });
  assertEquals([wrong.length, incomplete, replays.length], [1, [], 1]);
  assertMatch(replays[0]!, /^parsing-boast is wrong on .*: claims the bound \S+, the reference/);
  const rows = await ROWS.read(dir);
  const verdicts = rows.map(({ decoder, verdict, compared }) => [decoder, verdict, compared]);
  assertEquals(verdicts, [
    ["pipeline", "inexact", "bound"],
    ["control", "inexact", "bound"],
    ["bar-hillel", "correct", "bound"],
    ["parsing-boast", "wrong", "bound"],
  ]);
  for (const { problem, labels, gold_tokens, reference_edges } of rows) {
    assertEquals([problem, labels, gold_tokens], ["parsing", 40, 60]);
    assert(reference_edges > 0);
  }
  assertEquals((await readManifest(dir)).problem, "parsing");
  const [{ name }] = await Array.fromAsync(Deno.readDir(`${dir}/failing`)) as [Deno.DirEntry];
  const failing = { pack: `${dir}/failing/${name}`, url: BOASTFUL.href, options: {}, k: 1 };
  assertEquals((await parsing.replay(failing)).differences.length, 1);

  const answers = await ANSWERS.readIfThere(dir);
  assertEquals(answers.length, 3 * 12);
  const ofExact = rows.find(({ decoder }) => decoder === "bar-hillel")!;
  const own = answers.filter(({ key }) => key === ofExact.key);
  assertEquals(own.length, 12);
  for (const answer of own) {
    assertEquals([answer.words, answer.known_tags, answer.converged], [5, 5, 1]);
    const parsed = !Number.isNaN(answer.objective);
    assert(parsed ? answer.bound - answer.objective < 2 ** -10 : answer.edges === 0);
    assert(answer.matched_spans <= Math.min(answer.predicted_spans, answer.gold_spans));
    const points = (await TRACES.readIfThere(dir)).filter(({ key, sentence }) =>
      key === ofExact.key && sentence === answer.sentence
    );
    assertEquals(points.at(-1)?.iteration, parsed ? answer.iterations : undefined);
    assert(points.every(({ objective }) => objective <= answer.objective));
  }

  // As a kill between two cells leaves it.
  const lines = (await Deno.readTextFile(`${dir}/rows.csv`)).split("\n");
  await Deno.writeTextFile(`${dir}/rows.csv`, `${lines.slice(0, 3).join("\n")}\n`);
  await bench({ ...OPTIONS, out: dir, resume: true });
  assertEquals(countsOf(await ROWS.read(dir)), countsOf(rows));
  const counted = ({ session: _, ...answer }: AnswerLine) => JSON.stringify(answer);
  // The baseline is run again beside what was missing.
  const again = new Set((await ANSWERS.readIfThere(dir)).map(counted));
  assertEquals([...again].sort(), answers.map(counted).sort());

  // As a disk leaves them that lost what it was given.
  const path = `${dir}/answers.csv`;
  for (const lose of [() => Deno.truncate(path, 700), () => Deno.remove(path)]) {
    await lose();
    await bench({ ...OPTIONS, out: dir, resume: true });
    const healed = new Set((await ANSWERS.readIfThere(dir)).map(counted));
    assertEquals([...healed].sort(), answers.map(counted).sort());
  }
});
