import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { columns } from "../../../datasets/corpora/columns.ts";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import { PARSING_RECIPES, RECIPES } from "../../../datasets/real/recipes.ts";
import { corpusHash } from "../../../datasets/corpora/corpus.ts";
import type { Recipe } from "../../../datasets/training/recipe.ts";
import { buildPacks, checkAccuracy } from "../../../harness/commands/packs.ts";
import { listRealDatasets, resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { openParses } from "../../../harness/problems/parsing/parses_file.ts";
import { listParsingDatasets } from "../../../harness/problems/parsing/discover.ts";
import { contentsOf } from "../../helpers/folder_contents.ts";
import { itInFolder } from "../../helpers/in_folder.ts";

const REAL = new URL("../../../datasets/real/", import.meta.url);
/** All packs together, in bytes. */
const MOST_BYTES = 8e6;
/** Token accuracy of the reference run in percent, which ours must come within a point of. */
const REFERENCE_ACCURACY: Readonly<Record<string, number>> = {
  ewt_pos45: 94.2,
  ewt_pos45_crf: 94.2,
  ewt_pos45_bilstm_crf: 94.6,
  ewt_pos_morph_chunk319: 90.2,
  ewt_pos_morph_chunk319_crf: 90.1,
  ewt_pos_morph_chunk443: 89.5,
  ewt_pos_morph_chunk443_crf: 89.5,
  erg_supertag2597: 86.1,
  erg_supertag2597_crf: 85.6,
  hwu_slot_scenario323: 86.6,
  hwu_slot_scenario323_crf: 87.4,
};

const TRAIN = "a\t_\tX\nb\t_\tY\n\nb\t_\tY\na\t_\tX\nb\t_\tX\n\n";
const TEST = "b\t_\tY\n\na\t_\tX\nb\t_\tZ\n";
const SECOND: Recipe = {
  name: "second",
  corpus: corpusHash(columns.read(TRAIN, "train"), columns.read(TEST, "test")),
  format: "columns",
  epochs: 2,
  seed: 3,
  sentences: 2,
  learner: { model: "perceptron" },
  decoder: "dominance{bound=row}",
  notes: { attribution: "nobody", licence: "none" },
};
const FIRST: Recipe = { ...SECOND, name: "first", epochs: 1, decoder: "viterbi" };

/** Writes corpora of both recipes into `DIR/data`. */
async function writeCorpora(dir: string): Promise<void> {
  for (const { name } of [FIRST, SECOND]) {
    await Deno.mkdir(`${dir}/data/${name}`, { recursive: true });
    await Deno.writeTextFile(`${dir}/data/${name}/train.tsv`, TRAIN);
    await Deno.writeTextFile(`${dir}/data/${name}/test.tsv`, TEST);
  }
}

describe("buildPacks()", () => {
  itInFolder("writes the same bytes to any folder, with the command of each pack", async (dir) => {
    await writeCorpora(dir);
    await buildPacks([FIRST, SECOND], `${dir}/data`, `${dir}/one`);
    await buildPacks([SECOND, FIRST], `${dir}/data/`, `${dir}/other/`);
    const one = contentsOf(`${dir}/one`);
    assertEquals(one, contentsOf(`${dir}/other`));
    const files = ["first.md", "first.safetensors.gz", "second.md", "second.safetensors.gz"];
    assertEquals(Object.keys(one), files);

    const { metadata, lengths } = await openPack(`${dir}/one/second.safetensors.gz`);
    assertEquals([...lengths], [1, 2]);
    assertEquals(
      metadata["command"],
      "deno task train --data DATA/second --out datasets/real/second.safetensors.gz " +
        "--format columns --epochs 2 --seed 3 --sentences 2 --decoder 'dominance{bound=row}' " +
        "--name second --licence none --attribution nobody",
    );
    assertStringIncludes(await Deno.readTextFile(`${dir}/one/second.md`), SECOND.corpus);
  });

  itInFolder("takes the folder of the recipe when it has one", async (dir) => {
    await writeCorpora(dir);
    await buildPacks([{ ...FIRST, folder: "second" }], `${dir}/data`, `${dir}/out`);
    const { metadata } = await openPack(`${dir}/out/first.safetensors.gz`);
    assertStringIncludes(metadata["command"]!, "--data DATA/second --out datasets/real/first.");
  });

  itInFolder("refuses another corpus than the recipe's", async (dir) => {
    await writeCorpora(dir);
    await Deno.writeTextFile(`${dir}/data/first/test.tsv`, TEST.replace("Z", "X"));
    const build = () => buildPacks([FIRST], `${dir}/data`, `${dir}/out`);
    await assertRejects(build, UsageError, `not ${FIRST.corpus}`);
  });

  itInFolder("trains nothing if a corpus is missing, or a pack cannot be written", async (dir) => {
    await writeCorpora(dir);
    const full = `${dir}/full`;
    await Deno.mkdir(`${full}/second.safetensors.gz`, { recursive: true });
    const into = (out: string) => () => buildPacks([FIRST, SECOND], `${dir}/data`, `${dir}/${out}`);
    await assertRejects(into("full"), UsageError, "Cannot write to --out");
    assertEquals([...Deno.readDirSync(full)].length, 1);
    await Deno.remove(`${dir}/data/second`, { recursive: true });
    await assertRejects(into("out"), UsageError, "Cannot find the corpus of second");
    await assertRejects(() => Deno.stat(`${dir}/out`), Deno.errors.NotFound);
  });
});

it("checkAccuracy() refuses an accuracy that is more than the margin off, above or below", () => {
  for (const found of [0.5, 0.75, 1]) checkAccuracy("x", 0.25, found, 0.75);
  for (const found of [0.4375, 0.0625, 1.0625, NaN]) {
    const check = () => checkAccuracy("x", 0.25, found, 0.75);
    assertThrows(check, UsageError, `make x again: ${found} of`);
  }
});

describe("the packs in datasets/real", () => {
  it("are there for every recipe, and together stay below 8 MB", async () => {
    const names = RECIPES.map(({ name }) => name);
    const packs = await listRealDatasets();
    for (const name of Object.keys(REFERENCE_ACCURACY)) assert(names.includes(name), name);
    assertEquals([...names].sort(), packs);
    let bytes = 0;
    for (const name of packs) {
      bytes += (await Deno.stat(new URL(`${name}.safetensors.gz`, REAL))).size;
    }
    assert(bytes < MOST_BYTES, `${bytes}`);
  });

  it("are what their recipes say, with pages, and as good as the reference run", async () => {
    for (const recipe of RECIPES) {
      const { name } = recipe;
      const { family, dataset: task } = await (await resolveDataset(name)).open(1, 1);
      const { metadata, model, lengths, grid } = task;
      assertEquals([family, task.name, metadata["name"]], ["real", name, name]);
      assertEquals(lengths.length, recipe.sentences, name);
      assertEquals(JSON.parse(metadata["labels"]!).length, model.labelCount);
      assertEquals(`${model.labelCount}`, /\d+(?=$|(_bilstm)?_crf$)/.exec(name)![0]);
      assert(model.exactSums && grid.largestChange === 0, name);
      for (const [note, text] of Object.entries(recipe.notes)) assertEquals(metadata[note], text);
      for (const note of ["licence", "provenance", "attribution"]) assert(metadata[note], note);
      const command = metadata["command"]!;
      for (const flag of ["epochs", "seed", "sentences", "format"] as const) {
        assertStringIncludes(command, `--${flag} ${recipe[flag]} `);
      }
      const page = await Deno.readTextFile(new URL(`${name}.md`, REAL));
      for (const part of [command, task.hash, recipe.corpus]) assertStringIncludes(page, part);
      if (recipe.pinned !== undefined) assertEquals(task.hash, recipe.pinned.hash, name);
      const reference = REFERENCE_ACCURACY[name];
      if (reference === undefined) continue;
      const accuracy = 100 * Number(metadata["accuracy"]);
      assert(Math.abs(accuracy - reference) < 1, `${name}: ${accuracy}`);
    }
  });
});

it("the packs of parses are there for every recipe, small, and as their pages say", async () => {
  const names = PARSING_RECIPES.map(({ name }) => name);
  assertEquals(names.length, 6);
  assertEquals(names, await listParsingDatasets());
  let bytes = 0;
  for (const { name, sentences, notes, bank, part } of PARSING_RECIPES) {
    const url = new URL(`parsing/${name}.safetensors.gz`, REAL);
    bytes += (await Deno.stat(url)).size;
    const { metadata, hash, contents } = await openParses(decodeURI(url.pathname));
    assertEquals(metadata["name"], name);
    assertEquals(contents.slots.lengths.length, sentences ?? 1970);
    for (const [note, text] of Object.entries(notes)) assertEquals(metadata[note], text);
    const command = metadata["command"]!;
    assertStringIncludes(command, ` --part ${part} `);
    const page = await Deno.readTextFile(new URL(`parsing/${name}.md`, REAL));
    for (const text of [command, hash, bank]) assertStringIncludes(page, text);
  }
  assert(bytes < MOST_BYTES, `${bytes}`);
});
