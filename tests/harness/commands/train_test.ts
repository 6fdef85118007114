import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
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
import { withFolder } from "../../helpers/packs.ts";
import { longIt } from "../../helpers/long.ts";

const flags = (...args: string[]) => parseFlags("train", command.flags, args);

describe("readCrf()", () => {
  it("takes L-BFGS with ℓ2 = 1 unless it is asked for something else", () => {
    const norms = { l1: 0, l2: 1, penalty: "all" };
    const settings = { optimiser: "l-bfgs", tolerance: 1e-5, start: "curvature", ...norms };
    assertEquals<unknown>(readCrf(flags()), settings);
  });

  it("reads the flags that are written into a pack", () => {
    const norms = ["--l2", "0.25", "--penalty", "transitions"];
    for (
      const args of [
        [
          "--optimiser",
          "l-bfgs",
          "--tolerance",
          "0.001",
          "--start",
          "unit",
          "--l1",
          "0.5",
          ...norms,
        ],
        ["--optimiser", "sgd", "--rate", "0.3", "--batch", "4", "--l1", "0", ...norms],
      ]
    ) {
      const written = Object.entries(settingsFlags(readCrf(flags(...args))));
      assertEquals(written.flatMap(([flag, value]) => [`--${flag}`, `${value}`]), args);
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
      assertThrows(() => readBilstm(values), UsageError, message);
    }
  });
});

describe("readParserOptions()", () => {
  it("has defaults", () => {
    assertEquals(readParserOptions(flags("--data", "bank", "--out", "a/german.safetensors")), {
      ...{ data: "bank", out: "a/german.safetensors", name: "german", part: "dev", pos: "bank" },
      ...{ deep: 0, notes: {} },
      model: { taggerEpochs: 8, taggerL2: 2, parserEpochs: 3, seed: 1 },
    });
    const wide = flags("--data", "bank", "--out", "a.safetensors", "--chart-limit", "20000");
    assertEquals(readParserOptions(wide).model.chartLimit, 20_000);
  });
});

/** What the table of faults does not try, with a word of the sentence. */
const REFUSED: readonly (readonly [args: string, said: string])[] = [
  ["train --model=bilstn", 'did you mean "bilstm"?'],
  ["train --learner=crf --optimiser=bfgs", 'did you mean "l-bfgs"?'],
  ["train --learner=crf --penalty=features", "Cannot find the penalty"],
  ["train --model=crf --optimiser=sgd --tolerance=1", "with --optimiser sgd"],
  ["train --model=crf --hidden=16", "Cannot use --hidden with --model crf"],
  ["train --model=bilstm --learner=crf", "Cannot use --learner crf with --model bilstm"],
  ["train --model=factorial --resume", "Cannot use --resume with --model factorial"],
  ["train --model=parser --format=columns", "Cannot use --format with --model parser"],
  ["train_bilstm --data=tests", "--out PACK"],
  ["train_bilstm --data=tests --out=x.safetensors --resume", "--checkpoint FILE"],
  ["train_bilstm --data=tests --out=x.safetensors", "Cannot find the train part"],
  ["train_bilstm --data=tests --out=x.safetensors --checkpoint=x.safetensors", "give two files"],
  ["train_bilstm --data=tests --out=x.safetensors --checkpoint=cli.ts/c", "Cannot write to"],
  ["train_bilstm --learner=crf", 'Cannot find the flag of train_bilstm "--learner=crf"'],
  [
    "train_factorial --model=factorial",
    'Cannot find the flag of train_factorial "--model=factorial"',
  ],
  ["train_parser --out=p.safetensors", "--data DIR"],
  ["train_parser --data=bank --out=p.txt", "--out p.txt"],
  ["train_parser --data=bank --out=p.safetensors --part=train", "part"],
  ["train_parser --data=bank --out=p.safetensors --tagger-l2=much", "it takes a number"],
  ["train_parser --data=bank --save=p.safetensors --joint=3", "with --joint"],
  ["train_parser --data=bank --out=p.safetensors --epochs=0", "it takes whole numbers from 1"],
];

describe("cli.ts train", () => {
  for (const [args, said] of REFUSED) {
    it(`exits with 2 and one line when called as ${args}`, async () => {
      const { code, errors } = await inProcess(args.split(" "));
      assertEquals([code, errors.length], [2, 1]);
      assertStringIncludes(errors[0]!, said);
    });
  }

  it("makes the pack of an alias with --model", () =>
    withFolder(async (dir) => {
      await Deno.writeTextFile(`${dir}/train.tsv`, "the\t_\tDT|_|B-NP\ncat\t_\tNN|_|I-NP\n\n");
      await Deno.copyFile(`${dir}/train.tsv`, `${dir}/test.tsv`);
      const pack = `${dir}/x.safetensors`;
      const made = async (...command: string[]) => {
        const { code } = await inProcess([...command, `--data=${dir}`, `--out=${pack}`]);
        assertEquals(code, 0);
        return await Deno.readFile(pack);
      };
      assertEquals(await made("train", "--model=factorial"), await made("train_factorial"));
      assertEquals(
        await made("train", "--model=crf", "--workers=1"),
        await made("train", "--learner=crf", "--workers=1"),
      );
    }));

  longIt(
    "begins when it is to go on from a checkpoint that is not there yet",
    () =>
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
      }),
  );
});
