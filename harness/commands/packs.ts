/**
 * `deno task packs`: the packs that come with Trellis, made again.
 *
 * @module
 */

import { listRecipes, type Recipe } from "../../datasets/training/recipe.ts";
import { train } from "../../datasets/training/train.ts";
import { type Command, type Flags, required } from "../terminal/flags.ts";
import { given, unknownName, UsageError } from "../terminal/usage_error.ts";
import { readWorkers, trainOptions, WORKERS_FLAG } from "./_training.ts";

/** Where the packs are, from the folder of the project. */
const REAL = "datasets/real";

/** The command. */
const command: Command = {
  meaning: "train the packs of datasets/real again, byte for byte",
  flags: {
    data: {
      value: "DIR",
      help: "folder that holds a folder for each corpus",
    },
    out: { value: "DIR", help: `folder to write packs and their pages to (${REAL})` },
    only: { value: "A,B", help: "names of datasets instead of all" },
    ...WORKERS_FLAG,
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const data = required(flags, "data", "DIR");
  const recipes = select(await listRecipes(), flags.values["only"]?.split(","));
  await buildPacks(recipes, data, flags.values["out"] ?? REAL, readWorkers(flags));
  return 0;
}

/**
 * Trains each recipe's model and writes its pack and page. The same corpora give the same bytes,
 * whatever the folders.
 *
 * @param data holds a folder for each corpus: the recipe's, or one named as the dataset
 * @param workers threads that train a CRF
 * @throws UsageError before any training if a corpus is missing, and for one that is malformed or
 * not that of the recipe
 */
export async function buildPacks(
  recipes: readonly Recipe[],
  data: string,
  out: string,
  workers = 1,
): Promise<void> {
  const folderOf = ({ name, folder = name }: Recipe) => `${data.replace(/\/+$/, "")}/${folder}`;
  for (const recipe of recipes) {
    const { isDirectory } = await Deno.stat(folderOf(recipe)).catch(() => ({ isDirectory: false }));
    if (!isDirectory) {
      throw new UsageError(`Cannot find the corpus of ${recipe.name}: ${folderOf(recipe)}`);
    }
  }
  for (const recipe of recipes) {
    const { train: trainPack = train, folder: _, ...settings } = recipe;
    const file = `${recipe.name}.safetensors.gz`;
    const options = await trainOptions(settings, {
      data: folderOf(recipe),
      out: `${out.replace(/\/+$/, "")}/${file}`,
      workers,
    });
    console.error(`${recipe.name}:`);
    await given(trainPack({
      ...options,
      corpus: recipe.corpus,
      recordedOut: `${REAL}/${file}`,
    }));
  }
}

function select(recipes: readonly Recipe[], names: readonly string[] | undefined): Recipe[] {
  if (names === undefined) return [...recipes];
  return names.map((name) => {
    const recipe = recipes.find((recipe) => recipe.name === name);
    if (recipe === undefined) throw unknownName("pack", name, recipes.map(({ name }) => name));
    return recipe;
  });
}
