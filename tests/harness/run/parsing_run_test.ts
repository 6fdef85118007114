import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { bench, type BenchOptions } from "../../../harness/run/bench.ts";
import parsing from "../../../harness/problems/parsing.ts";
import { type AnswerLine, ANSWERS, TRACES } from "../../../harness/store/side_tables.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { readManifest } from "../../../harness/store/store.ts";
import { longItInFolder } from "../../helpers/in_folder.ts";
import { countsOf } from "../../helpers/runs.ts";

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

describe("bench()", () => {
  longItInFolder(
    "judges parses by bounds, shows what is wrong, and goes on with the same counts",
    async (dir) => {
      const { wrong, incomplete, replays } = await bench({ ...OPTIONS, out: dir });
      assertEquals([wrong.length, incomplete, replays.length], [1, [], 1]);
      assertMatch(
        replays[0]!,
        /^parsing-boast is wrong on .*: claims the bound \S+, the reference/,
      );
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
      for (const answer of answers.filter(({ key }) => key === ofExact.key)) {
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
    },
  );
});
