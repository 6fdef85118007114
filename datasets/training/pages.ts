/**
 * Entries of the metadata of trained packs, and the pages that lie beside packs.
 *
 * @module
 */

import type { NoDerivation } from "../ccg/grammar.ts";
import type { Dataset } from "../dataset.ts";
import { count, percent, table } from "../markdown.ts";
import type { ParsingDataset } from "../parsing_dataset.ts";
import { BEAM_STEPS } from "../search_space.ts";
import { CHART_LIMIT, type ParsingSettings } from "./recipe.ts";

/** A value of the metadata that the page has a row for. */
interface Fact {
  /** Title of the row. */
  readonly title: string;
  /** How the value is written there; as it is without. */
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

/** Entries of the metadata about a model and its training. */
export type PackFacts = Readonly<
  Partial<Record<keyof typeof FACTS | "model" | "chain_accuracies", string>>
>;

const FEATURES = `the weights of
features by number, which of them fire at each position, and the scores of label pairs. It holds no
words and no sentences. Features that fire at the same positions have been added up.`;
const VALUED = `the score of
every label at each position, and those of label pairs, all rounded to multiples of one unit. It
holds no words, no sentences and no weights.`;
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
  // Features with values are no ids: their pack has no kind, and is dense.
  const ofFeatures = metadata["kind"] === undefined ? VALUED : FEATURES;
  const holds = learned?.startsWith("BiLSTM") ? NEURAL : ofFeatures;
  return pageOf({
    name,
    metadata,
    text: `Lattices of ${article}. The pack holds numbers and the names of labels: ${holds}`,
    rows,
    after: chains === undefined ? "" : `\n${describeChains(chains, metadata)}`,
  });
}

/** The parts of a page. */
interface Page {
  readonly name: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly text: string;
  readonly rows: readonly (readonly string[])[];
  /** Between the first table and the command. */
  readonly tables?: readonly string[];
  /** Behind the command. */
  readonly after?: string;
}

/** A page of a pack: its name, a text, a table, and the command that makes the pack again. */
function pageOf({ name, metadata, text, rows, tables = [], after = "" }: Page): string {
  return [
    "<!-- deno-fmt-ignore-file -->",
    `# ${name}`,
    text,
    table(["", ""], rows),
    ...tables,
    "Made by this command, where `DATA` is the folder that holds the corpus:",
    `\`\`\`sh\n${metadata["command"]}\n\`\`\`\n${after}`,
  ].join("\n\n");
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

/**
 * What a page that `packPage` has written says: the content hash of its pack, and how many
 * sentences its model was trained on; undefined if it does not say both.
 */
export function readPackPage(
  page: string,
): { readonly hash: string; readonly trainSentences: number } | undefined {
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

/** A step of adaptive supertagging, taken alone. */
export interface StepQuality {
  /** As `searchSpace` has it. */
  readonly cutoff: number;
  /** Tags a word. */
  readonly tagsPerWord: number;
  /** The share of words whose right tag is permitted. */
  readonly rightTags: number;
  /** Sentences that adaptive supertagging parses at this step. */
  readonly stops: number;
}

/** Of all sentences of a pack. */
export interface PackQuality {
  readonly steps: readonly StepQuality[];
  readonly sentences: number;
  readonly words: number;
  readonly parsed: number;
  /** The share of words that the pipeline gives the right tag; others count as wrong. */
  readonly tagAccuracy: number;
  /** F of labelled spans of the pipeline; all right spans count. */
  readonly spanF: number;
}

/** What became of the sentences of a bank. */
export interface TrainingCounts {
  /** All of the bank. */
  readonly bank: number;
  /** Those that the supertagger learned from. */
  readonly tagger: number;
  /** Those that the parser learned from. */
  readonly parser: number;
  /** Those whose charts were too large in all beams, at the last pass. */
  readonly tooLarge: number;
  /** Those that the grammar does not derive, by what it lacks. */
  readonly lacking: Readonly<Partial<Record<NoDerivation, number>>>;
}

/** Where a parsing pack comes from. */
export interface Origin {
  /** `bankHash` */
  readonly hash: string;
  /** The share of right parts of speech, if they are predicted. */
  readonly posAccuracy?: number;
}

/**
 * A Markdown page: what a pack holds, where it comes from, how good its models are, and the command
 * that makes it again.
 */
export function parsingPage(
  { name, hash, contents: { grammar }, metadata }: ParsingDataset,
  { part, model, deep }: ParsingSettings,
  { bank, tagger, parser, tooLarge, lacking }: TrainingCounts,
  quality: PackQuality,
  { hash: derivations, posAccuracy }: Origin,
): string {
  const { sentences, words, parsed, steps, tagAccuracy, spanF } = quality;
  const lost = Object.entries(lacking).map(([why, many]) => `${count(many)} for a ${why}`);
  const rows = [
    ["Packed", `${count(sentences)} sentences of the ${part} part, ${count(words)} words`],
    ["Slots", `down to the beam 0.001; of the first ${count(deep)} sentences to 0.00001`],
    ["Tags", count(grammar.tagSymbols.length)],
    ["Symbols", count(grammar.symbolCategories.length)],
    ["Rules", count(grammar.left.length)],
    ["Supertagger", `trained on ${count(tagger)} sentences, ${model.taggerEpochs} passes`],
    [
      "Parser",
      `trained on ${count(parser - tooLarge)} derivations of ${count(bank)}, ` +
      `${model.parserEpochs} passes` +
      (model.joint === undefined
        ? ""
        : `, with the supertagger through ${model.joint} rounds of belief propagation`),
    ],
    [
      "Left out for charts that are too large",
      `${count(tooLarge)}, above ${count(model.chartLimit ?? CHART_LIMIT)} items`,
    ],
    ["Left out for what the grammar lacks", lost.length === 0 ? "none" : lost.join(", ")],
    ["Parts of speech", posAccuracy && `predicted, ${percent(posAccuracy)} right`],
    ["Parsed by adaptive supertagging", `${count(parsed)} sentences`],
    ["Right tags of the pipeline", percent(tagAccuracy)],
    ["F of its labelled spans", percent(spanF)],
    ["Provenance", metadata["provenance"]],
    ["Licence", metadata["licence"]],
    ["Attribution", metadata["attribution"]],
    ["Derivations (SHA-256)", `\`${derivations}\``],
    [CONTENT_HASH, `\`${hash}\``],
  ].filter((row): row is [string, string] => row[1] !== undefined);
  const beams = steps.map(({ cutoff, tagsPerWord, rightTags, stops }, step) => {
    const [beam] = BEAM_STEPS[step]!;
    return [`${beam}`, `${cutoff}`, tagsPerWord.toFixed(2), percent(rightTags), count(stops)];
  });
  return pageOf({
    name,
    metadata,
    text:
      "Sentences to parse with a categorial grammar: the tags that a supertagger gives their words, " +
      "a compiled grammar, and the weights of a parser. The pack holds numbers and the names of " +
      "categories: features by number, which of them fire at each boundary between words, and the " +
      "right analyses. It holds no words. Features that fire at the same boundaries have been " +
      "added up.",
    rows,
    tables: [
      "## Beams",
      "Tags a word, the share of words whose right tag is permitted, and how many sentences adaptive " +
      "supertagging parses at each step.",
      table(["beam", "seen", "tags a word", "right tag", "sentences"], beams),
    ],
  });
}
