/**
 * The page that lies beside a parsing pack.
 *
 * @module
 */

import { count, percent, table } from "../../markdown.ts";
import type { ParsingTask } from "../../parsing_task.ts";

import type { PackQuality } from "./pack_quality.ts";
import type { ParsingSettings } from "./parsing_recipe.ts";
import type { TrainingCounts } from "./trained_models.ts";

/** Beams of adaptive supertagging, as levels are computed from. */
const BEAMS = ["0.075", "0.03", "0.01", "0.005", "0.001"];

/** What else a page says. */
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
  { name, hash, contents: { grammar }, metadata }: ParsingTask,
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
      `trained on ${count(parser)} derivations of ${count(bank)}, ${model.parserEpochs} passes` +
      (model.joint === undefined
        ? ""
        : `, with the supertagger through ${model.joint} rounds of belief propagation`),
    ],
    ["Left out for charts that are too large", count(tooLarge)],
    ["Left out for what the grammar lacks", lost.length === 0 ? "none" : lost.join(", ")],
    ["Parts of speech", posAccuracy && `predicted, ${percent(posAccuracy)} right`],
    ["Parsed by adaptive supertagging", `${count(parsed)} sentences`],
    ["Right tags of the pipeline", percent(tagAccuracy)],
    ["F of its labelled spans", percent(spanF)],
    ["Provenance", metadata["provenance"]],
    ["Licence", metadata["licence"]],
    ["Attribution", metadata["attribution"]],
    ["Derivations (SHA-256)", `\`${derivations}\``],
    ["Content hash of the pack (SHA-256)", `\`${hash}\``],
  ].filter((row): row is [string, string] => row[1] !== undefined);
  const beams = steps.map(({ cutoff, tagsPerWord, rightTags, stops }, step) => [
    ...[BEAMS[step]!, String(cutoff), tagsPerWord.toFixed(2), percent(rightTags), count(stops)],
  ]);
  return [
    "<!-- deno-fmt-ignore-file -->",
    `# ${name}`,
    "Sentences to parse with a categorial grammar: the tags that a supertagger gives their words, " +
    "a compiled grammar, and the weights of a parser. The pack holds numbers and the names of " +
    "categories: features by number, which of them fire at each boundary between words, and the " +
    "right analyses. It holds no words. Features that fire at the same boundaries have been " +
    "added up.",
    table(["", ""], rows),
    "## Beams",
    "Tags a word, the share of words whose right tag is permitted, and how many sentences adaptive " +
    "supertagging parses at each step.",
    table(["beam", "seen", "tags a word", "right tag", "sentences"], beams),
    "Made by this command, where `DATA` is the folder that holds the corpus:",
    `\`\`\`sh\n${metadata["command"]}\n\`\`\``,
  ].join("\n\n") + "\n";
}
