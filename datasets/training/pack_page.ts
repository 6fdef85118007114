/**
 * The page that lies beside a trained pack.
 *
 * @module
 */

import { count } from "../markdown.ts";
import type { Task } from "../task.ts";

const FEATURES = `the weights of
features by number, which of them fire at each position, and the scores of label pairs. It holds no
words and no sentences. Features that fire at the same positions have been added up.`;
const NEURAL = `the score of
every label at each position, and those of label pairs, of first and of last labels, all rounded to
multiples of 2⁻¹⁰. It holds no words, no sentences and no weights of the network. A network that is
trained again elsewhere has other bytes, because sums in float32 depend on the machine.`;

/**
 * A Markdown page from a pack's metadata: what it holds, where it comes from, how good the model
 * is, and the command that makes it again.
 *
 * @param corpus `corpusHash` of the sentences that it was trained and tested on
 */
export function packPage(
  { name, hash, lengths, metadata, model }: Task,
  corpus: string,
): string {
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const rows = [
    ["Labels", count(model.labelCount)],
    ["Packed", `${count(lengths.length)} sentences, ${count(tokens)} tokens`],
    ["Learner", metadata["learner"]],
    ["Objective", metadata["objective"]],
    ["Trained on", metadata["trained_on"]],
    ["Held out", metadata["held_out"]],
    ["Tested on", metadata["tested_on"]],
    ["Token accuracy, held-out sentences", share(metadata["held_out_accuracy"])],
    ["Token accuracy", share(metadata["accuracy"])],
    ["Token accuracy, packed sentences", share(metadata["packed_accuracy"])],
    ["Provenance", metadata["provenance"]],
    ["Licence", metadata["licence"]],
    ["Attribution", metadata["attribution"]],
    ["Sentences of the corpus (SHA-256)", `\`${corpus}\``],
    ["Content hash of the pack (SHA-256)", `\`${hash}\``],
  ].filter(([, value]) => value !== undefined);
  const learned = metadata["model"];
  const article = learned === undefined ? "an averaged perceptron" : `a ${learned}`;
  return `<!-- deno-fmt-ignore-file -->

# ${name}

Lattices of ${article}. The pack holds numbers and the names of labels: ${
    learned?.startsWith("BiLSTM") ? NEURAL : FEATURES
  }

|  |  |
| --- | --- |
${rows.map(([title, value]) => `| ${title} | ${value!.replaceAll("|", "\\|")} |`).join("\n")}

Made by this command, where \`DATA\` is the folder that holds the corpus:

\`\`\`sh
${metadata["command"]}
\`\`\`
`;
}

/** What a page says about the training of its pack's model. */
export interface PackTraining {
  /** Content hash of the pack. */
  readonly hash: string;
  /** Sentences that its model was trained on. */
  readonly trainSentences: number;
}

/** Reads a page that `packPage` has written; undefined if it does not say both. */
export function readPackPage(page: string): PackTraining | undefined {
  const field = (title: string): string | undefined =>
    page.split("\n").find((line) => line.startsWith(`| ${title} | `))?.split(" | ")[1];
  const [sentences] = /^[\d,]+(?= sentences)/.exec(field("Trained on") ?? "") ?? [];
  const [hash] = /[0-9a-f]{64}/.exec(field("Content hash of the pack (SHA-256)") ?? "") ?? [];
  if (sentences === undefined || hash === undefined) return undefined;
  return { hash, trainSentences: Number(sentences.replaceAll(",", "")) };
}

function share(value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${(100 * Number(value)).toFixed(2)}%`;
}
