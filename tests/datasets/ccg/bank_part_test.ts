import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { writeAuto } from "../../../datasets/ccg/auto_file.ts";
import { readBank, readTreebank } from "../../../datasets/ccg/bank_part.ts";
import { spansOf } from "../../../datasets/ccg/spans.ts";
import { printCategory } from "../../../datasets/ccg/category.ts";
import { smallBank } from "../../helpers/bank.ts";
import { withFolder } from "../../helpers/packs.ts";

const OWLS = "1\tOwls\towl\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n" +
  "2\thoot\thoot\tVERB\tVBP\tVerbForm=Fin\t0\troot\t_\t_\n\n";

describe("readBank()", () => {
  it("reads derivations, or converts a treebank as releases name it", () =>
    withFolder(async (dir) => {
      const bank = smallBank(3, 1);
      await Deno.writeTextFile(`${dir}/dev.auto`, writeAuto(bank));
      await Deno.writeTextFile(`${dir}/xx_owl-ud-train.conllu`, OWLS);
      assertEquals(await readBank(dir, "dev"), bank);
      const [owls] = await readBank(dir, "train");
      const spans = spansOf(owls!.tree).map(({ category, ...span }) => ({
        ...span,
        category: printCategory(category),
      }));
      assertEquals(spans, [{ start: 0, end: 2, category: "S[dcl]" }]);
      assertEquals(await readTreebank(dir, "test"), undefined);
      await assertRejects(() => readBank(dir, "test"), Deno.errors.NotFound, "no test.conllu");
    }));

  it("names a file that is not gzip", () =>
    withFolder(async (dir) => {
      await Deno.writeTextFile(`${dir}/dev.auto.gz`, "ID=a\n");
      await assertRejects(() => readBank(dir, "dev"), SyntaxError, "dev.auto.gz as gzip");
    }));
});
