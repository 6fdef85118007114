import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { scoreDerivation } from "../../../decoders/parsing/forest/score_derivation.ts";
import { parsesOf } from "../../../harness/problems/parsing/parses_file.ts";
import { assertRefused, refusalDefect } from "../../faults/lines.ts";
import { cli } from "../../helpers/child.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { inProcess, printed } from "../../helpers/in_process.ts";
import { denseFile, TINY } from "../../helpers/packs.ts";
import { SMALL_PARSES, writeSmallParses } from "../../helpers/parses.ts";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";

const BOASTFUL = new URL("../../helpers/boastful_parser.ts", import.meta.url).pathname;

/** A parser that finds the best parses, and claims something else of them. */
const liar = (claim: string) => `
  import right from "${new URL("../../../decoders/parsing/bar_hillel.ts", import.meta.url)}";
  const lie = (parsed) => ({ ...parsed, ${claim} });
  const prepare = (model, options) => {
    const parse = right.prepare(model, { prune: true });
    return (sentence, work) => lie(parse(sentence, work));
  };
  export default { ...right, name: "liar", options: {}, prepare };
`;

interface Line {
  readonly sentence: number;
  readonly tags: number[] | null;
  readonly steps: number[][] | null;
  readonly objective: number | null;
  readonly bound: number | null;
  readonly converged: boolean;
  readonly beam: number;
  readonly work: Readonly<Record<string, number>>;
}

const linesOf = (stdout: string) =>
  stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as Line);

describe("cli.ts decode", () => {
  it("takes names with two settings, and prints proofs and beliefs of parses", async () => {
    const pack = "--pack=synthetic-parsing-9{beam=0.01,cutoff=20}";
    const flags = ["--limit=1", "--proof", "--beliefs"];
    const { code, stdout } = await inProcess(["decode", pack, ...flags]);
    const { proof, beliefs } = JSON.parse(stdout);
    assertEquals([code, proof.every(Number.isFinite), beliefs], [0, true, null]);
  });

  itInFolder("prints a line a sentence, whose derivation scores what it says", async (dir) => {
    const path = await writeSmallParses(`${dir}/small.safetensors.gz`);
    const exact = await cli("cell", "decode", "--pack", path, "--decoder", "bar-hillel");
    const ofGold = [`--pack=${path}`, "--decoder=pipeline", "--space=gold", "--limit=3"];
    const gold = await inProcess(["decode", ...ofGold]);
    assertEquals([exact.code, gold.code], [0, 0], exact.errors.join());
    assertMatch(exact.errors[0]!, /^accuracy: \S+%, \d+ of 60 tokens$/);
    assertMatch(exact.errors.at(-1)!, /^span F: \d+\.\d\d%, precision \S+%, recall \S+%$/);
    assertEquals(gold.errors[0], "accuracy: 100.00%, 15 of 15 tokens");
    assertEquals(linesOf(gold.stdout).length, 3);
    // Whatever the file is called, and with its space after it as datasets have it.
    const renamed = path.replace("small.safetensors.gz", "parses");
    await Deno.copyFile(path, renamed);
    const own = [`--pack=${renamed}{space=gold}`, "--decoder=pipeline", "--limit=3"];
    assertEquals(await inProcess(["decode", ...own]), gold);
    const { model, sentences } = parsesOf(SMALL_PARSES, {});
    const lines = linesOf(exact.stdout);
    assertEquals(lines.length, 12);
    const keys = ["sentence", "tags", "steps", "objective", "bound", "converged", "beam", "work"];
    lines.forEach((line, index) => {
      assertEquals([Object.keys(line), line.sentence], [keys, index]);
      assertEquals(Object.keys(line.work), ["iterations", "nodeExpansions", "edgeEvaluations"]);
      if (line.steps === null) {
        assertEquals([line.tags, line.objective, line.bound], [null, null, null]);
        return;
      }
      const steps = Int32Array.from(line.steps.flat());
      const derivation = { tags: Int32Array.from(line.tags!), steps };
      const score = scoreDerivation(model, sentences[index]!, derivation, line.beam);
      assertEquals(line.objective, score.objective);
      const above = line.bound! - line.objective!;
      assert(above >= 0 && above < model.unit, `${above}`);
    });
    assert(lines.some(({ steps }) => steps !== null));
  });

  itInFolder("ends with 1 at a parse whose objective or proof is not what it says", async (dir) => {
    const path = await writeSmallParses(`${dir}/small.safetensors`);
    for (
      const [claim, says] of [
        ["objective: parsed.objective + 1", "sentence 0: claims the objective"],
        ["proof: new Float64Array(1)", "sentence 0: gives 1 multipliers for"],
      ]
    ) {
      const decoder = `${dir}/liar.ts`;
      await Deno.writeTextFile(decoder, liar(claim!));
      const ended = await inProcess(["decode", "--pack", path, "--decoder", decoder, "--proof"]);
      assertEquals(refusalDefect(ended, [says!], [1]), undefined);
    }
  });

  itInFolder("refuses with one line what does not go together", async (dir) => {
    const path = await writeSmallParses(`${dir}/small.safetensors.gz`);
    const lattices = `${path}.dense.safetensors`;
    await writePackFile(lattices, denseFile(TINY));
    const wrong = [
      [path, "pipeline", "--k=2", "Cannot ask pipeline for --k 2"],
      [path, "viterbi", "", "Cannot use viterbi for a parsing problem"],
      [path, "pipeline", "--space=beam=0.00001", "Cannot search sentence 0 in this space"],
      [lattices, "viterbi", "--space=ast", "Cannot use --space"],
      [`${dir}/none.safetensors`, "pipeline", "--space=ast", "Cannot read the file"],
      [lattices, BOASTFUL, "", "Cannot use parsing-boast for a sequence problem"],
      ["synthetic-parsing-30", "pipeline", "--space=ast", "write it as NAME{space=…}"],
    ] as const;
    for (const [pack, decoder, flag, said] of wrong) {
      const args = ["decode", "--pack", pack, "--decoder", decoder, ...flag ? [flag] : []];
      assertRefused(await inProcess(args), said);
    }
  });
});

itInFolder("cli.ts check compares parses with exact ones, in a space", async (dir) => {
  const path = await writeSmallParses(`${dir}/small.safetensors.gz`);
  const ofWrong = [BOASTFUL, `--pack=${path}`, "--space=beam=0.001,cutoff=150"];
  const right = await printed("check", "dual-decomposition", "--pack", path, "--k", "1");
  const wrong = await inProcess(["check", ...ofWrong]);
  assertEquals(right, "12 passed, 0 failed");
  assertEquals([wrong.code, wrong.errors], [1, []]);
  assertMatch(wrong.stdout, /^sentence \d+: claims the bound .*; bar-hillel: \S+, at most /m);
});

it("cli.ts fuzz shows a small grammar of a wrong parser, and how to see it again", async () => {
  const right = await printed("fuzz", "--problem", "parsing", "--models", "5", "--seed", "2");
  const wrong = await inProcess(["fuzz", "--decoder", BOASTFUL, "--models", "500"]);
  assertMatch(right, /^seed 2, models 0 to 4: 6 decoders right/);
  assertEquals(wrong.code, 1);
  assertMatch(wrong.stdout, /^parsing-boast: its bound is .*\nparsingInstance\(\d+, \{"length":/);
  assertMatch(wrong.errors.join("\n"), /^WRONG: .*\n {2}deno task fuzz --decoder .* --models 1$/);
});

const TREES = `( (S (NP-SBJ (NN dogs)) (VP (VBP chase) (NP (NN cats)))) )
( (S (NP-SBJ (NN cats)) (VP (VBP chase) (NP (NN dogs) (CC and) (NN dogs)))) )
`;

itInFolder("cli.ts import writes packs of treebanks and cfgs that decode reads", async (folder) => {
  const [bank, cfg, text, out] = ["a.mrg", "a.cfg", "a.txt", "a.safetensors"]
    .map((name) => `${folder}/${name}`) as [string, string, string, string];
  await Deno.writeTextFile(bank, `# PARSE=1 SCORE=0\n${TREES}`);
  const ofTrees = ["--from", "brackets", "--sentences", bank, "--out", out, "--bigrams"];
  const made = await printed("import", bank, ...ofTrees);
  assertMatch(made, /: 2 sentences, 3 tags, \d+ rules over \d+ symbols$/);
  const decoded = await inProcess(["decode", "--pack", out, "--decoder", "bar-hillel"]);
  assertEquals(decoded.code, 0, decoded.errors.join());
  const answers = decoded.stdout.split("\n").filter((line) => line.startsWith("{"));
  assertEquals(answers.map((line) => JSON.parse(line).converged), [true, true]);
  assertStringIncludes(decoded.errors.join() + decoded.stdout, "span F: 100.00%");

  const parsed = async (grammar: string, sentences: string) => {
    await Deno.writeTextFile(cfg, grammar);
    await Deno.writeTextFile(text, sentences);
    await printed("import", cfg, "--from", "cfg", "--sentences", text, "--out", out);
    const { code, stdout } = await inProcess(["decode", "--pack", out, "--decoder", "pipeline"]);
    assertEquals(code, 0);
    return linesOf(stdout);
  };
  const [three, one] = await parsed("S -> S S [0.5] | 'a' [0.5]\n", "a a a\na\n");
  const half = Math.round(Math.log(0.5) * 2 ** 14) / 2 ** 14;
  assertEquals([three!.objective, one!.objective], [5 * half, half]);
  const [brackets] = await parsed("S -> '(' A ')'\nA -> 'a'\n", "( a )\n");
  assertEquals(brackets!.tags!.length, 3);
  const [word] = await parsed("S -> 'a' | 'b'\n", "b\n");
  assertEquals(word!.objective, 0);
  // Of N-bar, no function of N. But NP-SBJ is an NP.
  const bar = "S -> NP N-bar\nNP -> 'x'\nN-bar -> Det N(s)\nDet -> 'the'\nN(s) -> 'dog'\n";
  await parsed(bar, "(S (NP-SBJ x) (N-bar (Det the) (N-LRB-s-RRB- dog)))\n");
  const { errors } = await inProcess(["decode", "--pack", out, "--decoder", "pipeline"]);
  assertStringIncludes(errors.join(), "span F: 100.00%");
  const damped = ["--decoder", "belief-propagation{damping=100}"];
  assertRefused(await inProcess(["decode", "--pack", out, ...damped]));
});
