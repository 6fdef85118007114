import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { cli } from "../../helpers/child.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { writeSmallParses } from "../../helpers/parses.ts";
import { withFolder } from "../../helpers/packs.ts";

describe("cli.ts work", () => {
  it("counts every decoder on a sentence, as the task runs it", async () => {
    const { code, stdout, errors } = await cli("cell", "work", "--pack=ewt_pos45", "--sentence=1");
    assertEquals([code, errors], [0, []]);
    const [head, , columns, ...lines] = stdout.trimEnd().split("\n");
    assertMatch(head!, /^ewt_pos45: \d+ positions, 45 labels$/);
    assertEquals(columns!.split(/ {2,}/), [
      ...["decoder", "iterations", "nodes", "edges", "of viterbi", "answer"],
    ]);
    const positions = Number(/\d+(?= positions)/.exec(head!)?.[0]);
    const edges = ((positions - 1) * 45 ** 2).toLocaleString("en-US");
    const dense = lines.find((line) => line.startsWith("viterbi "))!;
    assertEquals(dense.split(/ {2,}/).slice(3), [edges, "100%", "best"]);
    const decoders = await listDecoders();
    assertEquals(lines.map((line) => line.split(" ")[0]).sort(), decoders.map((one) => one.name));
    for (const { name, exact } of decoders) {
      const line = lines.find((line) => line.startsWith(`${name} `))!;
      if (exact) assertMatch(line, / {2}best$/);
    }
  });

  it("names those that cannot take it with the reason, and takes variants", async () => {
    const args = ["--pack=synthetic-weak-5{length=4}", "--k=3", "--sentence=30"];
    const decoders = "viterbi,viterbi{kernel=simd},beam,dominance";
    const { code, stdout } = await inProcess(["work", ...args, `--decoder=${decoders}`]);
    assertEquals(code, 0);
    assertMatch(stdout, /^viterbi\{kernel=simd\} .* best$/m);
    assertMatch(stdout, /^beam .* (\S+ below the best|not all of the best|best)$/m);
    assertMatch(stdout, /^dominance .* skipped: it finds 1 path$/m);
  });

  it("counts parsing decoders in the space that is asked for", () =>
    withFolder(async (dir) => {
      const path = `${dir}/small.safetensors.gz`;
      await writeSmallParses(path);
      const { code, stdout } = await inProcess(["work", "--pack", path, "--space=gold"]);
      assertEquals(code, 0);
      assertMatch(stdout, /^bar-hillel .* best$/m);
      assertMatch(stdout, /^pipeline .* 100% /m);
    }));

  it("exits with 1 where an answer is wrong, and names the file's decoder", async () => {
    const file = new URL("../../wrong/beam_claiming_exactness.ts", import.meta.url).pathname;
    const args = ["work", "--pack=synthetic-strong-9{length=20}", `--decoder=${file}`];
    const { code, stdout } = await inProcess(args);
    assertEquals(code, 1);
    assertMatch(stdout, /WRONG: not the best scores$/m);
  });
});
