/**
 * `deno task data`: corpora for `train` and `packs`, made of what is public.
 *
 * @module
 */

import { gzipSync } from "node:zlib";
import { writeColumns } from "../../datasets/corpora/columns.ts";
import type { Sentence } from "../../datasets/corpora/corpus.ts";
import { LABEL_SCHEMES } from "../../datasets/corpora/ewt/label_schemes.ts";
import { obtain } from "../../datasets/corpora/ewt/obtain.ts";
import { type Release, UD_ENGLISH_EWT } from "../../datasets/corpora/ewt/release.ts";
import { readTrees } from "../../datasets/corpora/trees.ts";
import { count } from "../../datasets/training/pack_page.ts";
import { type Command, type Flags, required } from "../terminal/flags.ts";
import { given, unknownName } from "../terminal/usage_error.ts";

const command: Command = {
  meaning: "fetch UD English EWT and make the three tasks of it",
  flags: {
    out: { value: "DIR", help: "folder to write TASK/{train,test,dev}.tsv.gz to" },
    task: { value: "A,B", help: `tasks instead of all: ${Object.keys(LABEL_SCHEMES).join(", ")}` },
    from: { value: "DIR", help: "folder that has the .conllu files, plain or .gz; no network" },
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const out = required(flags, "out", "DIR");
  const tasks = flags.values["task"]?.split(",") ?? Object.keys(LABEL_SCHEMES);
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
  const schemes = tasks.map((task) => {
    if (Object.hasOwn(LABEL_SCHEMES, task)) return [task, LABEL_SCHEMES[task]!] as const;
    throw unknownName("task", task, Object.keys(LABEL_SCHEMES));
  });
  const names = (["train", "test", "dev"] as const).filter((part) => part in release.files);
  const parts = await given(Promise.all(names.map(async (part) =>
    [
      part,
      readTrees(await obtain(release, part, from), release.files[part]!.name),
    ] as const
  )));
  for (const [task, scheme] of schemes) {
    const folder = `${out.replace(/\/+$/, "")}/${task}`;
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

function sizes(sentences: readonly Sentence[]): string {
  const labels = sentences.flatMap((sentence) => sentence.labels);
  return `${count(sentences.length)} sentences, ${count(labels.length)} tokens, ` +
    `${count(new Set(labels).size)} labels`;
}
