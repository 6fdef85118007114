import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { cli } from "../../helpers/child.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { inProcess, printed } from "../../helpers/in_process.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";
import { TINY, writeDense } from "../../helpers/packs.ts";
import { longIt } from "../../helpers/long.ts";
import { writeSmallParses } from "../../helpers/parses.ts";

/** Writes a file of a wrong decoder. */
async function wrong(dir: string, name: string): Promise<string> {
  const table = new URL("../../wrong/sequence.ts", import.meta.url).href;
  const source = `import { WRONG } from "${table}";
export default WRONG.find(({ decoder }) => decoder.name === "${name}").decoder;
`;
  await Deno.writeTextFile(`${dir}/${name}.ts`, source);
  return `${dir}/${name}.ts`;
}

describe("cli.ts check", () => {
  itInFolder("exits with 0 when a decoder is right on a pack, for every k", async (dir) => {
    const path = await writeDense(dir);
    for (const k of [1, 100]) {
      const said = await printed("check", "viterbi", "--pack", path, "--k", `${k}`);
      assertEquals(said, "2 passed, 0 failed");
    }
    await printed("check", "beam", "--pack", path);
  });

  itInFolder("exits with 1, sentence and scores when a decoder is wrong on a pack", async (dir) => {
    // It is wrong only where there is no path.
    const file = await wrong(dir, "forbidden-padding");
    const said = await printed("check", file, `--pack=${await writeDense(dir)}`);
    assertEquals(said, "2 passed, 0 failed");
    const none = await writeDense(dir, { ...TINY, start: [-Infinity, -Infinity, -Infinity] });
    const failed = await inProcess(["check", file, `--pack=${none}`]);
    assertEquals([failed.code, failed.errors], [1, []]);
    assertMatch(failed.stdout, /^sentence 0: .*viterbi: none$/m);
    assertMatch(failed.stdout, /^0 passed, 2 failed$/m);
  });

  longIt("compares on datasets of the project, real or not, lattices or parses", async () => {
    const cases = [
      ["auto", "hwu_slot_scenario323", 3],
      ["viterbi", "synthetic-weak-5{length=2}", 40],
      ["bar-hillel", "ewt_ccg_dev{space=reverse}", 2],
      ["pipeline", "synthetic-parsing-20{length=3}", 40],
    ] as const;
    for (const [decoder, pack, sentences] of cases) {
      // As the task runs it, with its permissions.
      const ended = await cli("cell", "check", decoder, "--pack", pack, "--limit", `${sentences}`);
      assertEquals(ended, { code: 0, stdout: `${sentences} passed, 0 failed\n`, errors: [] });
    }
  });

  itInFolder("exits with 1 and a counterexample when a file fails conformance", async (dir) => {
    const file = await wrong(dir, "too-few-hypotheses");
    const { code, stdout, errors } = await inProcess(["check", file]);
    assertEquals([code, errors], [1, []]);
    assertMatch(stdout, /^FAILED {2}too-few-hypotheses: /m);
    assert(!/^ok /m.test(stdout));
    assertMatch(stdout, /^\d+ passed, [1-9]\d* failed$/m);
  });

  /** A decoder that does something else with sentences of one position, and a pack. */
  const writeOdd = async (dir: string, what: string) => {
    const decode = `if (lattice.length === 1) ${what} return right(lattice, k, work);`;
    return [await writeDecoder(dir, "odd", { decode }), await writeDense(dir)] as const;
  };

  /** What keeps no processor busy, but its thread for good. */
  const waiting = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";

  longItInFolder("exits with 1 and says where when a decoder does not end", async (dir) => {
    const [file, pack] = await writeOdd(dir, waiting);
    const [suite, replay, decoded, fuzzed] = await Promise.all([
      cli("cell", "check", file, "--deadline=15", "--verbose"),
      cli("cell", "check", file, "--deadline=15", `--pack=${pack}`),
      cli("cell", "decode", "--decoder", file, "--deadline=15", `--pack=${pack}`),
      cli("cell", "fuzz", "--decoder", file, "--deadline=15"),
    ]);
    const said = (what: string) => [`error: Cannot finish ${what} within --deadline 15 s`];
    assertEquals([suite.code, suite.errors], [1, said("odd: one label, one position")]);
    assertMatch(suite.stdout, /^ok {6}odd: the description is complete$/m);
    assertEquals([replay.code, replay.errors], [1, said("odd on sentence 1")]);
    assertEquals([decoded.code, fuzzed.code], [3, 1]);
    assertStringIncludes(decoded.errors.join(), "no answer to decode within 15000 ms");
    assertStringIncludes(fuzzed.errors.join(), "no answer to fuzz within 15000 ms");
  });

  itInFolder("exits with 1 and one line when a decoder throws on a pack", async (dir) => {
    const [file, pack] = await writeOdd(dir, 'throw new Error("short");');
    const { code, errors } = await inProcess(["check", file, `--pack=${pack}`]);
    assertEquals([code, errors.length], [1, 1]);
    assertStringIncludes(errors[0]!, "error: Cannot finish odd on sentence 1: Error: short");
  });
});

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
    const stdout = await printed("work", ...args, `--decoder=${decoders}`);
    assertMatch(stdout, /^viterbi\{kernel=simd\} .* best$/m);
    assertMatch(stdout, /^beam .* (\S+ below the best|not all of the best|best)$/m);
    assertMatch(stdout, /^dominance .* skipped: it finds 1 path$/m);
  });

  itInFolder("counts parsing decoders in the space that is asked for", async (dir) => {
    const path = await writeSmallParses(`${dir}/small.safetensors.gz`);
    const stdout = await printed("work", "--pack", path, "--space=gold");
    assertMatch(stdout, /^bar-hillel .* best$/m);
    assertMatch(stdout, /^pipeline .* 100% /m);
  });

  it("exits with 1 where an answer is wrong, and names the file's decoder", async () => {
    const file = new URL("../../wrong/beam_claiming_exactness.ts", import.meta.url).pathname;
    const args = ["work", "--pack=synthetic-strong-9{length=20}", `--decoder=${file}`];
    const { code, stdout } = await inProcess(args);
    assertEquals(code, 1);
    assertMatch(stdout, /WRONG: not the best scores$/m);
  });
});
