/**
 * `deno task packs`: the packs that come with Trellis, made again.
 *
 * @module
 */

import { join } from "node:path";
import { openPack } from "../../datasets/packs/pack_file.ts";
import type { ParsingRecipe, Recipe } from "../../datasets/training/recipe.ts";
import {
  ModelStore,
  trainParsingPack,
} from "../../datasets/training/parsing/train_parsing_pack.ts";
import { PARSING_RECIPES, RECIPES } from "../../datasets/real/recipes.ts";
import { train } from "../../datasets/training/train.ts";
import { type Command, type Flags, required } from "../terminal/flags.ts";
import { tryOutput } from "../terminal/output_files.ts";
import { given, unknownName, UsageError } from "../terminal/usage_error.ts";
import { closeLibrary } from "../../datasets/training/bilstm/library.ts";
import { REAL } from "./_pack_flags.ts";
import { readWorkers, trainOptions, WORKERS_FLAG } from "./_training.ts";

/** Where the packs are, from the folder of the project. */
const PACKS = "datasets/real";

/** The command. */
const command: Command = {
  meaning: "train the packs of datasets/real again, byte for byte where machines agree",
  flags: {
    data: {
      value: "DIR",
      help: "folder that holds a folder for each corpus",
    },
    out: { value: "DIR", help: `folder to write packs and their pages to (${PACKS})` },
    only: { value: "A,B", help: "names of datasets instead of all that come out byte for byte" },
    ...WORKERS_FLAG,
  },
  examples: {
    "packs --data corpora --only ewt_pos45 --out packs":
      "a pack of the project, trained again, the same byte for byte",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const data = required(flags, "data", "DIR");
  const names = flags.values["only"]?.split(",");
  checkNames(names, [...RECIPES, ...PARSING_RECIPES]);
  try {
    const out = flags.values["out"] ?? PACKS;
    const isAsked = ({ name, pinned }: Pick<Recipe, "name" | "pinned">) =>
      names?.includes(name) ?? pinned === undefined;
    const tagging = RECIPES.filter(isAsked);
    const wanted = PARSING_RECIPES.filter(isAsked);
    await checkPlaces(tagging, data, out);
    await checkPlaces(wanted, data, join(out, "parsing"));
    await buildPacks(tagging, data, out, readWorkers(flags));
    await buildParsingPacks(wanted, data, join(out, "parsing"));
  } finally {
    closeLibrary();
  }
  const pinned = RECIPES.filter(({ pinned }) => pinned !== undefined).map(({ name }) => name);
  if (names === undefined && pinned.length > 0) {
    console.log(
      `Left as they are, because other machines make other bytes of them: ${pinned.join(", ")}; ` +
        "--only makes them again",
    );
  }
  return 0;
}

/**
 * Trains each recipe's model and writes its pack and page. The same corpora give the same bytes,
 * whatever the folders; a `pinned` recipe gives about the accuracy of the project's pack.
 *
 * @param data holds a folder for each corpus: the recipe's, or one named as the dataset
 * @param workers threads that train a CRF
 * @throws UsageError before any training if a corpus is missing or a pack cannot be written, and
 * for a corpus that is malformed or not that of the recipe; after training if the accuracy is
 * beyond the margin
 */
export async function buildPacks(
  recipes: readonly Recipe[],
  data: string,
  out: string,
  workers = 1,
): Promise<void> {
  await checkPlaces(recipes, data, out);
  for (const recipe of recipes) {
    const { name, corpus, pinned, folder: _, ...settings } = recipe;
    const file = fileOf(recipe);
    const made = join(out, file);
    const options = await trainOptions({ name, ...settings }, {
      data: folderOf(recipe, data),
      out: made,
      recordedOut: `${PACKS}/${file}`,
      corpus,
      workers,
    });
    console.error(`${name}:`);
    const kept = pinned === undefined ? NaN : await accuracyOf(join(REAL, file));
    await given(train(options));
    if (pinned === undefined) continue;
    checkAccuracy(name, pinned.margin, await accuracyOf(made), kept);
  }
}

/**
 * Compares the shares of right test tokens of a pack that was made again and of the project's.
 *
 * @throws UsageError if they differ by more than the recipe's margin
 */
export function checkAccuracy(
  name: string,
  margin: number,
  found: number,
  expected: number,
): void {
  // NaN is within no margin.
  if (Math.abs(found - expected) <= margin) return;
  throw new UsageError(
    `Cannot make ${name} again: ${found} of the test tokens are right, ${expected} with the pack ` +
      `of the project, which is more than ${margin} off`,
  );
}

/** The share of right test tokens that a pack says. */
async function accuracyOf(path: string): Promise<number> {
  return Number((await given(openPack(path))).metadata["accuracy"]);
}

/**
 * Trains the models of each recipe, those that packs share once, and writes its pack and page.
 *
 * @param data holds a folder for each bank or treebank
 * @throws UsageError before any training if one is missing or a pack cannot be written, and for one
 * that is malformed or not that of the recipe
 */
export async function buildParsingPacks(
  recipes: readonly ParsingRecipe[],
  data: string,
  out: string,
): Promise<void> {
  await checkPlaces(recipes, data, out);
  const store = new ModelStore();
  for (const { folder, ...recipe } of recipes) {
    const source = folderOf({ name: recipe.name, folder }, data);
    const file = fileOf(recipe);
    console.error(`${recipe.name}:`);
    await given(trainParsingPack({
      ...recipe,
      data: source,
      out: join(out, file),
      recordedOut: `${PACKS}/parsing/${file}`,
    }, store));
  }
}

/** A recipe of either kind; the folder of its corpus is named as the pack if it has no other. */
type Corpus = Pick<Recipe | ParsingRecipe, "name" | "folder">;

function folderOf({ name, folder = name }: Corpus, data: string): string {
  return join(data, folder);
}

function fileOf({ name }: Pick<Corpus, "name">): string {
  return `${name}.safetensors.gz`;
}

/** Before hours of training: whether corpora are there, and packs can be written. */
async function checkPlaces(recipes: readonly Corpus[], data: string, out: string): Promise<void> {
  for (const recipe of recipes) {
    const folder = folderOf(recipe, data);
    const { isDirectory } = await Deno.stat(folder).catch(() => ({ isDirectory: false }));
    if (!isDirectory) throw new UsageError(`Cannot find the corpus of ${recipe.name}: ${folder}`);
    tryOutput("out", join(out, fileOf(recipe)));
  }
}

function checkNames(
  names: readonly string[] | undefined,
  recipes: readonly { readonly name: string }[],
): void {
  const known = recipes.map(({ name }) => name);
  for (const name of names ?? []) if (!known.includes(name)) throw unknownName("pack", name, known);
}
