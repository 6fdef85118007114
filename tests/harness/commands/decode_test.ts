import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import { visible } from "../../../datasets/visible.ts";
import { Random } from "../../../datasets/random.ts";
import { scorePath } from "../../../decoders/lattice.ts";
import { assertRefused, refusalDefect } from "../../faults/lines.ts";
import { cli } from "../../helpers/child.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { inProcess, printed } from "../../helpers/in_process.ts";
import { allScores } from "../../../harness/conformance/oracles.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { TINY, writeDense, writePotentials } from "../../helpers/packs.ts";
import { longIt } from "../../helpers/long.ts";

interface Line {
  readonly sentence: number;
  readonly paths: readonly { readonly score: number; readonly labels: readonly number[] }[];
  readonly work: Readonly<Record<string, number>>;
}

/** Decodes a pack on the command line; fails unless that goes well. */
async function decode(...args: string[]): Promise<Line[]> {
  const stdout = await printed("decode", ...args);
  return stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

/** Decimals for three labels; the fourth sentence has no path. */
function randomPack() {
  const random = new Random(7);
  const row = () => [random.gaussian(), random.gaussian(), random.gaussian()];
  const lengths = [3, 1, 5, 2];
  const emissions = Array.from({ length: 11 }, row);
  emissions[10] = [-Infinity, -Infinity, -Infinity];
  const transitions = [row(), row().with(1, -Infinity), row()];
  return { emissions, transitions, lengths, start: row(), end: row() };
}

describe("cli.ts decode", () => {
  for (const [decoder, k] of [["viterbi", 1], ["viterbi", 4], ["iterative-viterbi", 1]] as const) {
    itInFolder(`prints the best ${k} paths, a line a sentence, with ${decoder}`, async (dir) => {
      const path = await writeDense(dir, randomPack(), Float64Array);
      const { model, lengths, lattice } = await openPack(path);
      const lines = await decode("--pack", path, "--decoder", decoder, "--k", String(k));
      assertEquals(lines.map(({ sentence }) => sentence), [0, 1, 2, 3]);
      for (const { sentence, paths, work } of lines) {
        const scores = paths.map(({ score }) => score);
        assertEquals(scores, allScores(model, lattice(sentence)).slice(0, k));
        for (const { score, labels } of paths) {
          assertEquals(labels.length, lengths[sentence]);
          assertEquals(scorePath(model, lattice(sentence), labels), score);
        }
        assertEquals(Object.keys(work), ["iterations", "nodeExpansions", "edgeEvaluations"]);
      }
      assertEquals(lines[3]!.paths, []);
    });
  }

  itInFolder("prints the first sentences when limited", async (dir) => {
    const path = await writeDense(dir, randomPack(), Float64Array);
    const args = ["--pack", path, "--decoder", "beam{width=2}"];
    const all = await decode(...args);
    assertEquals(await decode(...args, "--limit", "2"), all.slice(0, 2));
    assertEquals(await decode(...args, "--limit", "99"), all);
    assertEquals(await decode(...args, "--limit", "0"), []);
  });

  itInFolder("takes scores below --forbid-below as forbidden, finds all paths", async (dir) => {
    const path = await writeDense(dir, randomPack(), Float64Array);
    const args = ["--pack", path, "--decoder=viterbi", "--k=1000"];
    const { model, lattice } = await openPack(path, { forbidBelow: -0.5 });
    const lines = await decode(...args, "--forbid-below", "-0.5");
    for (const { sentence, paths } of lines) {
      assertEquals(paths.map(({ score }) => score), allScores(model, lattice(sentence)));
    }
  });

  itInFolder("adds label names, and nothing else, when asked for --names", async (dir) => {
    const names = ["noun", "verb", "\u001b[2J\u009b\u202e\n"];
    const metadata = { name: "named", labels: JSON.stringify(names) };
    const path = await writeDense(dir, { ...TINY, metadata });
    const args = ["decode", "--pack", path, "--decoder=viterbi", "--k=2"];
    const plain = await printed(...args);
    const first =
      '{"sentence":0,"paths":[{"score":12,"labels":[2,2]},{"score":8,"labels":[1,0]}],' +
      '"work":{"iterations":1,"nodeExpansions":3,"edgeEvaluations":9}}';
    assertEquals(plain.split("\n")[0], first);
    const named = await printed(...args, "--names");
    assertStringIncludes(named, '{"score":8,"labels":[1,0],"names":["verb","noun"]}');
    // Nothing that a terminal would carry out, and all of it read back.
    const [line = ""] = named.split("\n");
    assertEquals(visible(line), line);
    assertEquals(JSON.parse(line).paths[0].names, [names[2], names[2]]);
    assertEquals(named.replaceAll(/,"names":\[".*?"\](?=})/g, ""), plain);
  });

  itInFolder("says how many labels are right when the pack has the right ones", async (dir) => {
    const path = await writeDense(dir, { ...TINY, gold: [2, 1, -1] });
    const { errors } = await inProcess(["decode", "--pack", path, "--decoder=viterbi"]);
    assertEquals(errors, ["accuracy: 50.00%, 1 of 2 tokens"]);
  });

  itInFolder("ends with an answer that is not what it says, as evaluate does", async (dir) => {
    const pack = await writeDense(dir, { ...TINY, gold: [2, 1, 0] });
    const answers = [
      ["return { paths: [{ score: 12, labels: [2] }] };", 1, "path 0 has 1 labels for 2 positions"],
      ["return { paths: [{ score: 7, labels: [2, 3] }] };", 1, "path 0 has label 3 at position 1"],
      ["return { paths: [{ score: 9, labels: [2, 2] }] };", 1, "path 0 claims the score 9, its"],
      ['throw new Error("short");', 3, "Error: short"],
    ] as const;
    for (const [i, [decode, code, says]] of answers.entries()) {
      const decoder = await writeDecoder(dir, `odd-${i}`, { decode });
      for (const command of ["decode", "evaluate"]) {
        const ended = await inProcess([command, "--pack", pack, "--decoder", decoder]);
        assertEquals(refusalDefect(ended, [says], [code]), undefined);
      }
    }
  });

  longIt("decodes exactly where no decoder is named, lattices and parses", async () => {
    for (const [pack, decoder] of [["ewt_pos45", "auto"], ["ewt_ccg_dev", "bar-hillel"]] as const) {
      const args = ["decode", "--pack", pack, "--limit=1"];
      const named = await inProcess([...args, "--decoder", decoder]);
      assertEquals(named.code, 0);
      assertEquals(await inProcess(args), named);
    }
  });

  itInFolder("takes the name of a dataset and writes the lines to --out", async (dir) => {
    const out = `${dir}/paths.jsonl`;
    const args = ["decode", "--decoder=viterbi", `--out=${out}`];
    // As the task runs it, with its permissions.
    const real = await cli("program", ...args, "--pack=ewt_pos45", "--limit=2");
    assertEquals([real.code, real.stdout], [0, ""]);
    const lines = (await Deno.readTextFile(out)).trimEnd().split("\n");
    assertEquals(lines.map((line) => (JSON.parse(line) as Line).sentence), [0, 1]);
    await printed(...args, "--pack=synthetic-weak-5", "--limit=3");
    assertEquals((await Deno.readTextFile(out)).trimEnd().split("\n").length, 3);
    const refused = await inProcess([...args, `--pack=${out}{space=ast}`]);
    assertRefused(refused, "for --pack and --out: give two files");
  });
});

describe("commands on a pack with pairs", () => {
  itInFolder("decode, check and sum over it", async (dir) => {
    const pack = await writePotentials(dir);
    const decoded = await inProcess(["decode", "--pack", pack, "--k", "100"]);
    const options = ["--k", "2", "--samples", "1", "--marginals"];
    const summed = await inProcess(["probabilities", "--pack", pack, ...options]);
    const margins = await inProcess(["margins", "--pack", pack]);
    const paths = decoded.stdout.trim().split("\n").map((line) => JSON.parse(line).paths);
    assertEquals(paths.map(({ length }) => length), [81, 3, 27]);
    for (const [sentence, line] of summed.stdout.trim().split("\n").entries()) {
      const { logPartition, error, labels, paths: [best], samples } = JSON.parse(line);
      const total = paths[sentence].reduce(
        (sum: number, { score }: { score: number }) => sum + Math.exp(score - logPartition),
        0,
      );
      assertEquals([Math.round(1e9 * total), error < 1e-12], [1e9, true]);
      assertEquals([labels, samples[0].length], [paths[sentence][0].labels, labels.length]);
      assertEquals(best.score, paths[sentence][0].score);
    }
    assertRefused(margins, "it has pairs by position");
  });

  itInFolder("check a decoder that takes it, and say why another does not", async (dir) => {
    const pack = await writePotentials(dir);
    assertEquals(await printed("check", "auto", "--pack", pack, "--k", "4"), "3 passed, 0 failed");
    const bad = await inProcess(["decode", "--pack", pack, "--decoder", "dominance"]);
    assertRefused(bad, `Cannot decode ${pack} with dominance, which takes no pairs`);
    const work = await printed("work", "--pack", pack);
    assertMatch(work, /^viterbi .* best$/m);
    assertMatch(work, /^dominance .* skipped: it takes no pairs$/m);
    const listed = await printed("list", "--dataset", pack);
    assertStringIncludes(listed, "9 pairs, with scores of their own at each position");
  });

  itInFolder("bench those that take it, and skip others with the reason", async (dir) => {
    const pack = await writePotentials(dir);
    const args = ["--decoder", "viterbi,beam,auto,dominance", "--counts", "--out", `${dir}/run`];
    assertEquals((await inProcess(["bench", "--dataset", pack, ...args])).code, 0);
    const rows = await ROWS.read(`${dir}/run`);
    assertEquals(
      rows.map(({ decoder, status, verdict }) => `${decoder}: ${status}, ${verdict}`).sort(),
      [
        "auto: ok, correct",
        "beam: ok, inexact",
        "control: ok, correct",
        "dominance: skipped, unchecked",
        "viterbi: ok, correct",
      ],
    );
    const skipped = rows.find(({ decoder }) => decoder === "dominance")!;
    assertStringIncludes(skipped.reason, "takes no scores of pairs that depend on the position");
  });
});
