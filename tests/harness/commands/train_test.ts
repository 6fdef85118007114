import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { BILSTM_DEFAULTS, settingsFlags } from "../../../datasets/training/settings.ts";
import command, {
  readBilstm,
  readCrf,
  readParserOptions,
} from "../../../harness/commands/train.ts";
import { parseFlags } from "../../../harness/terminal/flags.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { cli } from "../../helpers/child.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";

const flags = (...args: string[]) => parseFlags("train", command.flags, args);

describe("readCrf()", () => {
  it("takes L-BFGS with ℓ2 = 1 unless it is asked for something else", () => {
    const norms = { l1: 0, l2: 1, penalty: "all" };
    const settings = { optimiser: "l-bfgs", tolerance: 1e-5, start: "curvature", ...norms };
    assertEquals<unknown>(readCrf(flags()), settings);
  });

  it("reads the flags that are written into a pack", () => {
    const lines = [
      "--optimiser l-bfgs --tolerance 0.001 --start unit --l1 0.5 --l2 0.25 --penalty transitions",
      "--optimiser sgd --rate 0.3 --batch 4 --l1 0 --l2 0.25 --penalty transitions",
    ];
    for (const line of lines) {
      const written = Object.entries(settingsFlags(readCrf(flags(...line.split(" ")))));
      assertEquals(written.map(([flag, value]) => `--${flag} ${value}`).join(" "), line);
    }
  });
});

describe("readBilstm()", () => {
  it("takes the defaults, and what is given instead", () => {
    assertEquals(readBilstm({}), BILSTM_DEFAULTS);
    const given = { output: "softmax", inputs: "words", hidden: "16", rate: "0.5", decay: "0" };
    const read = { output: "softmax", inputs: "words", hidden: 16, rate: 0.5, decay: 0 } as const;
    assertEquals(readBilstm(given), { ...BILSTM_DEFAULTS, ...read });
  });

  it("refuses unknown names and numbers that no training can use", () => {
    const cases = [
      [{ output: "crfs" }, 'did you mean "crf"?'],
      [{ inputs: "wordz" }, 'did you mean "words"?'],
      [{ optimiser: "l-bfgs" }, "Known: adam, sgd"],
      [{ hidden: "many" }, "Cannot use --hidden many: it takes a number"],
      [{ hidden: "1.5" }, "Cannot train with hidden = 1.5: it takes whole numbers from 1"],
      [{ dropout: "1" }, "Cannot train with dropout = 1: it takes numbers from 0 to below 1"],
      [{ rate: "0" }, "Cannot train with rate = 0: it takes numbers above 0"],
      [{ decay: "-1" }, "Cannot train with decay = -1: it takes numbers from 0"],
    ] as const;
    for (const [values, message] of cases) {
      assertThrows(() => readBilstm(values), UsageError, message);
    }
  });
});

it("readParserOptions() has defaults", () => {
  assertEquals(readParserOptions(flags("--data", "bank", "--out", "a/german.safetensors")), {
    ...{ data: "bank", out: "a/german.safetensors", name: "german", part: "dev", pos: "bank" },
    ...{ deep: 0, notes: {} },
    model: { taggerEpochs: 8, taggerL2: 2, parserEpochs: 3, seed: 1 },
  });
  const wide = flags("--data", "bank", "--out", "a.safetensors", "--chart-limit", "20000");
  assertEquals(readParserOptions(wide).model.chartLimit, 20_000);
});

describe("cli.ts train", () => {
  itInFolder("makes the pack of an alias with --model", async (dir) => {
    await Deno.writeTextFile(`${dir}/train.tsv`, "the\t_\tDT|_|B-NP\ncat\t_\tNN|_|I-NP\n\n");
    await Deno.copyFile(`${dir}/train.tsv`, `${dir}/test.tsv`);
    const pack = `${dir}/x.safetensors`;
    const made = async (...command: string[]) => {
      const { code } = await inProcess([...command, `--data=${dir}`, `--out=${pack}`]);
      assertEquals(code, 0);
      return await Deno.readFile(pack);
    };
    assertEquals(await made("train", "--model=factorial"), await made("train_factorial"));
    const model = await made("train", "--model=crf", "--workers=1");
    assertEquals(model, await made("train", "--learner=crf", "--workers=1"));
  });

  itInFolder("says in a line that a decoder of a file throws, or is wrong", async (dir) => {
    await Deno.writeTextFile(`${dir}/train.tsv`, "the\tDT\tDT\n\n");
    await Deno.copyFile(`${dir}/train.tsv`, `${dir}/test.tsv`);
    const about = 'name: "own", title: "t", source: "s", exact: true, maxK: 1, options: {}';
    const cases = [
      ['throw "text"', 3, (file: string) => `Cannot train with ${file}: text`],
      [
        'throw new TypeError("no")',
        3,
        (file: string) => `Cannot train with ${file}: TypeError: no`,
      ],
      [
        "return { paths: [{ labels: new Int32Array(1), score: 7 }] }",
        1,
        () => "Cannot trust own: it finds 7, the best is 0",
      ],
    ] as const;
    for (const [i, [does, code, said]] of cases.entries()) {
      const file = `${dir}/${i}.ts`;
      await Deno.writeTextFile(
        file,
        `export default { ${about}, prepare: () => () => { ${does}; } };`,
      );
      const line = ["train", `--data=${dir}`, `--out=${dir}/x.safetensors`, `--decoder=${file}`];
      const { code: exit, errors } = await inProcess(line);
      assertEquals([exit, errors], [code, [`error: ${said(file)}`]]);
    }
  });

  longItInFolder("begins when it is to go on from a checkpoint that is not there", async (dir) => {
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
  });
});
