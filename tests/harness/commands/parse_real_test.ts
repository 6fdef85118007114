import { assert, assertEquals } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { readTreebank, writeAuto } from "../../../datasets/ccg/bank_files.ts";
import { convert } from "../../../datasets/ccg/convert/convert.ts";
import { isThere } from "../../../harness/store/table_file.ts";
import { piped } from "../../helpers/child.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { withFolder } from "../../helpers/packs.ts";
import { longIt } from "../../helpers/long.ts";

const DATA = `${Deno.env.get("TRELLIS_DATA") ?? ""}/ud_english_ewt`;

describe("parse on UD English EWT in $TRELLIS_DATA", { skip: !await isThere(DATA) }, () => {
  longIt("proves the best parse of every sentence that it parses", () =>
    withFolder(async (dir) => {
      const trees = (await readTreebank(DATA, "dev"))!.filter(({ length }) => length <= 20);
      const { sentences } = convert(trees.slice(0, 900), "ewt");
      const [train, dev] = [sentences.slice(0, 800), sentences.slice(-40)];
      await Deno.writeTextFile(`${dir}/train.auto`, writeAuto(train));
      await Deno.writeTextFile(`${dir}/dev.auto`, writeAuto(dev));
      const model = `${dir}/model.safetensors`;
      const flags = ["--tagger-epochs", "3", "--epochs", "1"];
      const { code } = await inProcess(["train_parser", "--data", dir, "--save", model, ...flags]);
      assertEquals(code, 0);
      const found = await piped(
        writeAuto(dev),
        "read",
        ...["parse", "--model", model, "--input", "auto", "--proof"],
      );
      const [, all, parsed, proven] = /^(\d+) sentences, (\d+) parsed, (\d+) proven/
        .exec(found.errors.at(-1)!)!.map(Number);
      assertEquals([found.code, all, proven], [0, 40, parsed]);
      assert(parsed! >= 20, found.errors.at(-1));
      await Deno.writeTextFile(`${dir}/found.auto`, found.stdout);
      const { stdout } = await inProcess(["evaluate", `${dir}/dev.auto`, `${dir}/found.auto`]);
      const share = Number(/\(LF\): ([\d.]+)%/.exec(stdout)![1]);
      // 800 short sentences are little to learn from.
      assert(share > 20, stdout);
    }));
});
