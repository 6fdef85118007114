import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { writeAuto } from "../../../datasets/ccg/bank_files.ts";
import { convert } from "../../../datasets/ccg/convert/convert.ts";
import { printCategory } from "../../../datasets/ccg/category.ts";
import { leavesOf } from "../../../datasets/ccg/tree.ts";
import { readTrees } from "../../../datasets/corpora/conllu.ts";
import { inProcess, pipedInProcess } from "../../helpers/in_process.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { verbFinalTreebank } from "../../helpers/verb_final.ts";

describe("a treebank of another word order and morphology", () => {
  it("is converted whole, each part of speech with the categories of its place", () => {
    const { sentences, losses } = convert(readTrees(verbFinalTreebank(300, 1), "x"), "x");
    assertEquals([sentences.length, losses], [300, []]);
    const categories = new Map<string, Set<string>>();
    for (const leaf of sentences.flatMap(({ tree }) => leavesOf(tree))) {
      const own = categories.get(leaf.pos) ?? new Set();
      categories.set(leaf.pos, own.add(printCategory(leaf.category)));
    }
    const of = (pos: string) => [...categories.get(pos)!].sort();
    assertEquals(of("NNom"), ["N"]);
    // Behind its noun.
    assertEquals(of("P"), ["((S\\NP)/(S\\NP))\\NP"]);
    // Before the verb.
    assertEquals(of("R"), ["(S\\NP)/(S\\NP)"]);
    // What English has only where an object is fronted: the order of arguments is taken from it.
    assertEquals(of("VF"), ["(S[dcl]\\NP)/NP", "S[dcl]\\NP"]);
    // Behind the verb, which is in the infinitive.
    assertEquals(of("X"), ["((S[dcl]\\NP)/NP)\\(S[b]\\NP)", "(S[dcl]\\NP)\\(S[b]\\NP)"]);
  });

  itInFolder("gives by .conllu files a parser whose parses are right and proven", async (dir) => {
    const parts = { train: [400, 1], dev: [40, 2], test: [40, 3] } as const;
    for (const [part, [sentences, seed]] of Object.entries(parts)) {
      await Deno.writeTextFile(`${dir}/vf-${part}.conllu`, verbFinalTreebank(sentences, seed));
    }
    const model = `${dir}/model.safetensors.gz`;
    const flags = ["--tagger-epochs", "2", "--epochs", "2"];
    const made = await inProcess(["train_parser", "--data", dir, "--save", model, ...flags]);
    assertEquals(made.code, 0, made.errors.join());
    const dev = await Deno.readTextFile(`${dir}/vf-dev.conllu`);
    const { code, stdout, errors } = await pipedInProcess(
      ...[dev, "parse", "--model", model, "--input", "conllu", "--proof"] as const,
    );
    assertEquals(code, 0, errors.join());
    assertMatch(errors.at(-1)!, /^40 sentences, 40 parsed, 40 proven to be the best$/);
    const found = `${dir}/found.auto`;
    const gold = `${dir}/gold.auto`;
    await Deno.writeTextFile(gold, writeAuto(convert(readTrees(dev, "dev"), "dev").sentences));
    // The input has no IDs: its sentences have numbers.
    let number = 0;
    await Deno.writeTextFile(found, stdout.replaceAll(/^ID=\S+/gm, () => `ID=dev.${++number}`));
    const said = await inProcess(["evaluate", gold, found, "--format", "json"]);
    assertEquals(said.code, 0, said.errors.join());
    const { labelled, tags } = JSON.parse(said.stdout);
    assert(tags.matched / tags.gold > 0.95, said.stdout);
    assert(2 * labelled.matched / (labelled.predicted + labelled.gold) > 0.9, said.stdout);
  });
});
