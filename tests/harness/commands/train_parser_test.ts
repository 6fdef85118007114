import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import command, { readOptions } from "../../../harness/commands/train_parser.ts";
import { parseFlags } from "../../../harness/terminal/flags.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { inProcess } from "../../helpers/in_process.ts";

const read = (args: string[]) => readOptions(parseFlags("train_parser", command.flags, args));

describe("readOptions()", () => {
  it("has defaults", () => {
    assertEquals(read(["--data", "bank", "--out", "a/german.safetensors"]), {
      ...{ data: "bank", out: "a/german.safetensors", name: "german", part: "dev", pos: "bank" },
      ...{ deep: 0, notes: {} },
      model: { taggerEpochs: 8, taggerL2: 2, parserEpochs: 3, seed: 1 },
    });
  });

  it("refuses what is out of range", () => {
    const given = ["--data", "bank", "--out", "p.safetensors"];
    for (
      const [args, said] of [
        [["--part", "train"], "part"],
        [["--tagger-l2", "much"], "Cannot use --tagger-l2 much: it takes a number"],
        [["--epochs", "0"], "--epochs 0: it takes whole numbers from 1"],
        [["--out", "p.txt"], "--out"],
      ] as const
    ) {
      const { message } = assertThrows(() => read([...given, ...args]), UsageError);
      assertStringIncludes(message, said);
    }
  });
});

describe("cli.ts train_parser", () => {
  it("exits with 2 and one line without data", async () => {
    const { code, errors } = await inProcess(["train_parser", "--out", "p.safetensors"]);
    assertEquals([code, errors.length], [2, 1]);
  });
});
