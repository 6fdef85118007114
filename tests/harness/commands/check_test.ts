import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";
import { cli } from "../../helpers/child.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { denseFile, TINY, withFolder } from "../../helpers/packs.ts";
import { longIt } from "../../helpers/long.ts";

/** Writes a pack of its name into a folder. */
async function write(dir: string, name: string, pack = TINY) {
  const path = `${dir}/${name}`;
  await writePackFile(path, denseFile(pack));
  return path;
}

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
  it("exits with 0 when a decoder is right on a pack, for every k", () =>
    withFolder(async (dir) => {
      const path = await write(dir, "tiny.safetensors");
      for (const k of [1, 100]) {
        const ended = await inProcess(["check", "viterbi", "--pack", path, "--k", `${k}`]);
        assertEquals(ended, { code: 0, stdout: "2 passed, 0 failed", errors: [] });
      }
      const inexact = await inProcess(["check", "beam", "--pack", path]);
      assertEquals([inexact.code, inexact.errors], [0, []]);
    }));

  it("exits with 1 and shows sentence and scores when a decoder is wrong on a pack", () =>
    withFolder(async (dir) => {
      // It is wrong only where there is no path.
      const path = await write(dir, "tiny.safetensors");
      const file = await wrong(dir, "forbidden-padding");
      const right = await inProcess(["check", file, `--pack=${path}`]);
      assertEquals(right, { code: 0, stdout: "2 passed, 0 failed", errors: [] });
      const infeasible = { ...TINY, start: [-Infinity, -Infinity, -Infinity] };
      const none = await write(dir, "none.safetensors", infeasible);
      const failed = await inProcess(["check", file, `--pack=${none}`]);
      assertEquals([failed.code, failed.errors], [1, []]);
      assertMatch(failed.stdout, /^sentence 0: .*viterbi: none$/m);
      assertMatch(failed.stdout, /^0 passed, 2 failed$/m);
    }));

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

  it("exits with 1 and a counterexample when a file fails the conformance suite", () =>
    withFolder(async (dir) => {
      const file = await wrong(dir, "too-few-hypotheses");
      const { code, stdout, errors } = await inProcess(["check", file]);
      assertEquals([code, errors], [1, []]);
      assertMatch(stdout, /^FAILED {2}too-few-hypotheses: /m);
      assert(!/^ok /m.test(stdout));
      assertMatch(stdout, /^\d+ passed, [1-9]\d* failed$/m);
    }));

  /** A decoder that does something else with sentences of one position. */
  const withDecoder = (what: string, test: (file: string, pack: string) => Promise<void>) =>
    withFolder(async (dir) => {
      const decode = `if (lattice.length === 1) ${what} return right(lattice, k, work);`;
      await test(await writeDecoder(dir, "odd", { decode }), await write(dir, "tiny.safetensors"));
    });

  /** What keeps no processor busy, but its thread for good. */
  const waiting = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";

  it("exits with 1 and says where when a decoder does not end", () =>
    withDecoder(waiting, async (file, pack) => {
      const [suite, replay] = await Promise.all([
        cli("cell", "check", file, "--deadline=15", "--verbose"),
        cli("cell", "check", file, "--deadline=15", `--pack=${pack}`),
      ]);
      const said = (what: string) => [`error: Cannot finish ${what} within --deadline 15 s`];
      assertEquals([suite.code, suite.errors], [1, said("odd: one label, one position")]);
      assertMatch(suite.stdout, /^ok {6}odd: the description is complete$/m);
      assertEquals([replay.code, replay.errors], [1, said("odd on sentence 1")]);
    }));

  it("exits with 1 and one line when a decoder throws on a pack", () =>
    withDecoder('throw new Error("short");', async (file, pack) => {
      const { code, errors } = await inProcess(["check", file, `--pack=${pack}`]);
      assertEquals([code, errors.length], [1, 1]);
      assertStringIncludes(errors[0]!, "error: Cannot finish odd on sentence 1: Error: short");
    }));
});
