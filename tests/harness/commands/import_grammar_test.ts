import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { inProcess } from "../../helpers/in_process.ts";

const TREES = `( (S (NP-SBJ (NN dogs)) (VP (VBP chase) (NP (NN cats)))) )
( (S (NP-SBJ (NN cats)) (VP (VBP chase) (NP (NN dogs) (CC and) (NN dogs)))) )
`;

describe("cli.ts import of a grammar", () => {
  it("writes packs that decode reads, of a treebank and of a cfg", async () => {
    const folder = await Deno.makeTempDir();
    const [bank, cfg, text, out] = ["a.mrg", "a.cfg", "a.txt", "a.safetensors"]
      .map((name) => `${folder}/${name}`) as [string, string, string, string];
    await Deno.writeTextFile(bank, TREES);
    await Deno.writeTextFile(cfg, "S -> S S [0.5] | 'a' [0.5]\n");
    await Deno.writeTextFile(text, "a a a\na\n");
    const made = await inProcess([
      ...["import", bank, "--from", "brackets", "--sentences", bank, "--out", out, "--bigrams"],
    ]);
    assertEquals([made.code, made.errors], [0, []]);
    assertMatch(made.stdout, /: 2 sentences, 3 tags, \d+ rules over \d+ symbols$/);
    const decoded = await inProcess(["decode", "--pack", out, "--decoder", "bar-hillel"]);
    assertEquals(decoded.code, 0, decoded.errors.join());
    const answers = decoded.stdout.split("\n").filter((line) => line.startsWith("{"));
    assertEquals(answers.map((line) => JSON.parse(line).converged), [true, true]);
    assertStringIncludes(decoded.errors.join() + decoded.stdout, "span F: 100.00%");

    await inProcess(["import", cfg, "--from", "cfg", "--sentences", text, "--out", out]);
    const { stdout } = await inProcess(["decode", "--pack", out, "--decoder", "pipeline"]);
    const [three, one] = stdout.split("\n").map((line) => JSON.parse(line).objective);
    const half = Math.round(Math.log(0.5) * 2 ** 14) / 2 ** 14;
    assertEquals([three, one], [5 * half, half]);

    await Deno.writeTextFile(cfg, "S -> '(' A ')'\nA -> 'a'\n");
    await Deno.writeTextFile(text, "( a )\n");
    await inProcess(["import", cfg, "--from", "cfg", "--sentences", text, "--out", out]);
    const brackets = await inProcess(["decode", "--pack", out, "--decoder", "pipeline"]);
    assertEquals(JSON.parse(brackets.stdout).tags.length, 3);
    const damped = ["--decoder", "belief-propagation{damping=100}"];
    const refused = await inProcess(["decode", "--pack", out, ...damped]);
    assertEquals([refused.code, refused.errors.length], [2, 1]);
    await Deno.remove(folder, { recursive: true });
  });
});
