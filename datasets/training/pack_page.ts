/**
 * What a trained pack says of itself: in its metadata, and on the page that lies beside it.
 *
 * @module
 */

import { count, percent, table } from "../markdown.ts";
import type { Dataset } from "../dataset.ts";

/** A value of the metadata that the page has a row for. */
interface Fact {
  /** Title of the row. */
  readonly title: string;
  /** How the value is written there; as it is if nothing is said. */
  readonly as?: (value: string) => string;
}

/** By name in the metadata, in the order of the page. */
const FACTS = {
  learner: { title: "Learner" },
  objective: { title: "Objective" },
  trained_on: { title: "Trained on" },
  held_out: { title: "Held out" },
  tested_on: { title: "Tested on" },
  held_out_accuracy: { title: "Token accuracy, held-out sentences", as: percentage },
  accuracy: { title: "Token accuracy", as: percentage },
  packed_accuracy: { title: "Token accuracy, packed sentences", as: percentage },
  provenance: { title: "Provenance" },
  licence: { title: "Licence" },
  attribution: { title: "Attribution" },
} as const satisfies Readonly<Record<string, Fact>>;
const CONTENT_HASH = "Content hash of the pack (SHA-256)";

/** What a pack may say of its model and its training, as strings. */
export type PackFacts = Readonly<
  Partial<Record<keyof typeof FACTS | "model" | "chain_accuracies", string>>
>;

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
 * @param chains names of the labels of both chains, if its labels are pairs
 */
export function packPage(
  { name, hash, lengths, metadata, model }: Dataset,
  corpus: string,
  chains?: readonly (readonly string[])[],
): string {
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const rows = [
    ["Labels", count(model.labelCount)],
    ["Packed", `${count(lengths.length)} sentences, ${count(tokens)} tokens`],
    ...Object.entries<Fact>(FACTS).flatMap(([key, { title, as = String }]) => {
      const value = metadata[key];
      return value === undefined ? [] : [[title, as(value)]];
    }),
    ["Sentences of the corpus (SHA-256)", `\`${corpus}\``],
    [CONTENT_HASH, `\`${hash}\``],
  ];
  const learned = metadata["model"];
  const article = learned === undefined ? "an averaged perceptron" : `a ${learned}`;
  return `<!-- deno-fmt-ignore-file -->

# ${name}

Lattices of ${article}. The pack holds numbers and the names of labels: ${
    learned?.startsWith("BiLSTM") ? NEURAL : FEATURES
  }

${table(["", ""], rows)}

Made by this command, where \`DATA\` is the folder that holds the corpus:

\`\`\`sh
${metadata["command"]}
\`\`\`
${chains === undefined ? "" : `\n${describeChains(chains, metadata)}`}`;
}

/** What a page says of labels that are pairs. */
function describeChains(
  [first, second]: readonly (readonly string[])[],
  metadata: Dataset["metadata"],
): string {
  const [right, rightChunks] = metadata["chain_accuracies"]!.split(" ").map(percentage);
  return `Each label is a pair: one of ${first!.length} parts of speech and one of ${
    second!.length
  } chunk labels (${second!.join(", ")}).
Both chains weigh the same features of the words, each has transitions of its own, and a cross
factor joins them at each position. So the transitions of the pairs are the sum of two small
matrices. The part of speech is right in ${right} of the test tokens, the chunk in ${rightChunks}.
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
  const [sentences] = /^[\d,]+(?= sentences)/.exec(field(FACTS.trained_on.title) ?? "") ?? [];
  const [hash] = /[0-9a-f]{64}/.exec(field(CONTENT_HASH) ?? "") ?? [];
  if (sentences === undefined || hash === undefined) return undefined;
  return { hash, trainSentences: Number(sentences.replaceAll(",", "")) };
}

function percentage(value: string): string {
  return percent(Number(value));
}
