import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { DEFAULTS } from "../../../datasets/training/bilstm/settings.ts";
import { readSettings } from "../../../harness/commands/train_bilstm.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { cli } from "../../helpers/child.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { withFolder } from "../../helpers/packs.ts";

const LIBRARY = new URL("../../../datasets/training/bilstm/library.ts", import.meta.url);
/** A child that takes this long hangs. */
const DEADLINE_MS = 30_000;

describe("readSettings()", () => {
  it("takes the defaults, and what is given instead", () => {
    assertEquals(readSettings({}), DEFAULTS);
    const given = { output: "softmax", inputs: "words", hidden: "16", rate: "0.5", decay: "0" };
    assertEquals(readSettings(given), {
      ...DEFAULTS,
      output: "softmax",
      inputs: "words",
      hidden: 16,
      rate: 0.5,
      decay: 0,
    });
  });

  it("refuses unknown names and numbers that no training can use", () => {
    for (
      const [values, message] of [
        [{ output: "crfs" }, 'did you mean "crf"?'],
        [{ inputs: "wordz" }, 'did you mean "words"?'],
        [{ optimiser: "l-bfgs" }, "Known: adam, sgd"],
        [{ hidden: "many" }, "Cannot use --hidden many: it takes a number"],
        [{ hidden: "1.5" }, "Cannot train with hidden = 1.5: it takes whole numbers from 1"],
        [{ dropout: "1" }, "Cannot train with dropout = 1: it takes numbers from 0 to below 1"],
        [{ rate: "0" }, "Cannot train with rate = 0: it takes numbers above 0"],
        [{ decay: "-1" }, "Cannot train with decay = -1: it takes numbers from 0"],
      ] as const
    ) {
      assertThrows(() => readSettings(values), UsageError, message);
    }
  });
});

describe("cli.ts train_bilstm", () => {
  it("begins when it is to go on from a checkpoint that is not there yet", () =>
    withFolder(async (dir) => {
      await Deno.writeTextFile(`${dir}/train.tsv`, "the\tDT\tDT\n\ncat\tNN\tNN\n".repeat(5));
      await Deno.copyFile(`${dir}/train.tsv`, `${dir}/test.tsv`);
      const train = (epochs: number) =>
        // The library ends with its process, and can be had once in each.
        cli(
          "write",
          ...["train_bilstm", `--data=${dir}`, `--out=${dir}/x.safetensors`, "--hidden=16"],
          ...[`--epochs=${epochs}`, `--checkpoint=${dir}/checkpoint`, "--resume"],
        );
      const [begun, gone] = [await train(1), await train(2)];
      assertEquals([begun.code, gone.code], [0, 0], [...begun.errors, ...gone.errors].join());
      const isNote = (line: string) => line.startsWith(`note: there is no ${dir}/checkpoint yet`);
      assertEquals([begun, gone].map(({ errors }) => errors.filter(isNote).length), [1, 0]);
    }));

  it("exits with 2 and one line when something is missing", async () => {
    const pack = "--out=x.safetensors";
    for (
      const [args, said] of [
        [["--data=tests"], "--out PACK"],
        [[pack], "--data DIR"],
        [["--data=tests", pack, "--resume"], "--checkpoint FILE"],
        [["--data=tests", pack], "Cannot find the train part"],
      ] as const
    ) {
      const { code, errors } = await inProcess(["train_bilstm", ...args]);
      assertEquals([code, errors.length], [2, 1]);
      assertStringIncludes(errors[0]!, said);
    }
  });
});

describe("closeLibrary()", () => {
  it("lets a process end that has loaded the library", async () => {
    const said = "loaded\nCannot load @jax-js/jax: this process has ended its threads\n";
    const script = `import { closeLibrary, loadLibrary } from "${LIBRARY}";
await loadLibrary();
console.log("loaded");
closeLibrary();
await loadLibrary().catch(({ message }) => console.log(message));`;
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "-q", script],
      cwd: new URL("../../../", import.meta.url),
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).output();
    assertEquals([code, new TextDecoder().decode(stdout)], [0, said]);
  });
});
