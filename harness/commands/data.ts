/**
 * `deno task data`: corpora for `train` and `packs`, made of what is public.
 *
 * @module
 */

import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { readTreebank, writeAuto, writeParg } from "../../datasets/ccg/bank_files.ts";
import { bankPage, type BankPart } from "../../datasets/ccg/bank_page.ts";
import { agreement, convert } from "../../datasets/ccg/convert/convert.ts";
import { obliqueArgumentsOf } from "../../datasets/ccg/convert/oblique_arguments.ts";
import { dependenciesOf } from "../../datasets/ccg/dependencies.ts";
import { leavesOf, wordText } from "../../datasets/ccg/tree.ts";
import { writeColumns } from "../../datasets/corpora/columns.ts";
import type { Sentence } from "../../datasets/corpora/corpus.ts";
import {
  LABEL_SCHEMES,
  obtain,
  type Release,
  UD_ENGLISH_EWT,
} from "../../datasets/corpora/ewt/release.ts";
import { readTrees, type Word } from "../../datasets/corpora/conllu.ts";
import { count } from "../../datasets/markdown.ts";
import { type Command, type Flags, refuseFlags, required } from "../terminal/flags.ts";
import { refuseSameFile, tryOutput } from "../terminal/output_files.ts";
import { given, unknownName } from "../terminal/usage_error.ts";

/** The task whose parts are derivations and not labels. */
const BANK = "ewt_ccg";
const TASKS: readonly string[] = [...Object.keys(LABEL_SCHEMES), BANK];
/** The page of the derivations, beside them. */
const PAGE = "README.md";

const command: Command = {
  meaning: "fetch UD English EWT and make three tasks and a bank of CCG derivations of it",
  flags: {
    out: {
      value: "DIR",
      help: "folder to write TASK/{train,test,dev}.tsv.gz to, or .auto.gz and .parg.gz; with " +
        "--treebank these alone, not below TASK",
    },
    task: { value: "A,B", help: `tasks instead of all: ${TASKS.join(", ")}` },
    from: { value: "DIR", help: "folder that has the .conllu files, plain or .gz; no network" },
    treebank: {
      value: "DIR",
      help: "a UD treebank, any that has *-train.conllu, plain or .gz, to make derivations of",
    },
  },
  examples: {
    "data --out corpora": "UD English EWT (16 MB) as four corpora in corpora/",
    "data --treebank UD_German-GSD --out german":
      "derivations of categorial grammar from a treebank of Universal Dependencies",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const out = required(flags, "out", "DIR");
  tryOutput("out", `${out}/${PAGE}`);
  const treebank = flags.values["treebank"];
  if (treebank !== undefined) {
    refuseFlags(flags, ["task", "from"], `with --treebank ${treebank}`);
    // A treebank has a README.md of its own.
    refuseSameFile({ treebank, out });
    return await given(convertTreebank(treebank, out));
  }
  const tasks = flags.values["task"]?.split(",") ?? TASKS;
  await buildData(UD_ENGLISH_EWT, tasks, out, flags.values["from"]);
  return 0;
}

/**
 * Writes the training, the test and the held-out part of each task in the format that `columns`
 * reads. The same release gives the same bytes.
 *
 * @param from a folder that has the files of the release; without it they are fetched
 * @throws UsageError for an unknown task, for files that are not the release's, and if they cannot
 * be had; nothing is written then
 */
export async function buildData(
  release: Release,
  tasks: readonly string[],
  out: string,
  from?: string,
): Promise<void> {
  for (const task of tasks) {
    if (!TASKS.includes(task)) throw unknownName("task", task, TASKS);
  }
  const names = (["train", "test", "dev"] as const).filter((part) => part in release.files);
  const parts = await given(Promise.all(names.map(async (part) =>
    [
      part,
      readTrees(await obtain(release, part, from), release.files[part]!.name),
    ] as const
  )));
  for (const task of tasks) {
    const folder = `${out.replace(/\/+$/, "")}/${task}`;
    const scheme = LABEL_SCHEMES[task];
    if (scheme === undefined) {
      await given(writeBank(task, parts, folder, `${release.title} (${release.licence})`));
      continue;
    }
    await given(Deno.mkdir(folder, { recursive: true }));
    for (const [part, trees] of parts) {
      const sentences = trees.map((words) => ({
        forms: words.map(({ form }) => form),
        labels: scheme(words),
      }));
      const path = `${folder}/${part}.tsv.gz`;
      await Deno.writeFile(path, gzipSync(writeColumns(sentences), { level: 9 }));
      console.log(`${path}: ${sizes(sentences)}`);
    }
  }
  console.log(`Made of ${release.title} (${release.licence})`);
}

/**
 * Converts a treebank of the Universal Dependencies.
 *
 * @throws Deno.errors.NotFound if it has no training part
 */
async function convertTreebank(folder: string, out: string): Promise<number> {
  const parts: (readonly [string, Word[][]])[] = [];
  for (const part of ["train", "test", "dev"] as const) {
    const found = await readTreebank(folder, part);
    if (found !== undefined) parts.push([part, found]);
    else if (part === "train") {
      throw new Deno.errors.NotFound(`Cannot find train.conllu.gz or train.conllu in ${folder}`);
    }
  }
  const name = wordText(basename(folder));
  await writeBank(name, parts, out.replace(/\/+$/, ""), `the treebank ${name}`);
  return 0;
}

/** Writes the derivations of each part, and a page that says what they are. */
async function writeBank(
  name: string,
  parts: readonly (readonly [part: string, trees: Word[][]])[],
  folder: string,
  from: string,
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const converted: BankPart[] = [];
  const known = obliqueArgumentsOf(parts.find(([part]) => part === "train")?.[1] ?? []);
  for (const [part, trees] of parts) {
    const { sentences, losses } = convert(trees, `${name}.${part}`, known);
    converted.push({ name: part, sentences, losses, agreement: agreement(trees, { sentences }) });
    const path = `${folder}/${part}.auto.gz`;
    await Deno.writeFile(path, gzipSync(writeAuto(sentences), { level: 9 }));
    const joined = sentences.map(({ id, tree }) => ({
      ...{ id, words: leavesOf(tree).map(({ word }) => word) },
      dependencies: dependenciesOf(tree),
    }));
    await Deno.writeFile(
      `${folder}/${part}.parg.gz`,
      gzipSync(writeParg(joined), { level: 9 }),
    );
    console.log(`${path}: ${count(sentences.length)} derivations, ${count(losses.length)} lost`);
  }
  await Deno.writeTextFile(`${folder}/${PAGE}`, bankPage(name, converted, from));
  console.log(`${folder}/${PAGE} says what is in them`);
}

function sizes(sentences: readonly Sentence[]): string {
  const labels = sentences.flatMap((sentence) => sentence.labels);
  return `${count(sentences.length)} sentences, ${count(labels.length)} tokens, ` +
    `${count(new Set(labels).size)} labels`;
}
