/**
 * The page that lies beside a parsing pack: what it holds and how good its models are.
 *
 * @module
 */

import { newWork } from "../../../decoders/contract.ts";
import { countMatches } from "../../../decoders/parsing/forest/matches.ts";
import pipeline from "../../../decoders/parsing/pipeline.ts";
import type { NoDerivation } from "../../ccg/derivations.ts";
import { count, percent, table } from "../../markdown.ts";
import type { ParsingContents } from "../../packs/parsing_contents.ts";
import { type ParsingDataset, parsingModel, parsingSentences } from "../../parsing_dataset.ts";
import { searchSpace } from "../../search_space.ts";
import type { ParsingSettings } from "./parsing_recipe.ts";

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

/**
 * Parses all sentences by the pipeline with adaptive supertagging.
 *
 * @throws RangeError for a pack without right analyses
 */
export function packQuality(contents: ParsingContents): PackQuality {
  const model = parsingModel(contents);
  const sentences = parsingSentences(contents, {});
  const parse = pipeline.prepare(model, { rule: "viterbi" });
  const { steps } = searchSpace({});
  const stops = steps.map(() => 0);
  const sums = { words: 0, parsed: 0, tags: 0, matched: 0, predicted: 0, gold: 0 };
  for (const sentence of sentences) {
    const { gold, length } = sentence;
    if (gold === undefined) throw new RangeError("Cannot say how good a pack without gold is");
    const { derivation, beam } = parse(sentence, newWork());
    const found = derivation ?? { tags: new Int32Array(length).fill(-1), steps: new Int32Array(0) };
    const right = found.tags.filter((tag, t) => tag !== -1 && tag === gold.tags[t]).length;
    const { matched, predicted, gold: all } = countMatches(model, gold, found);
    const unknown = gold.tags.filter((tag, t) => tag === -1 && found.tags[t] === -1).length;
    sums.words += length;
    sums.tags += right;
    // Tags are parts, too.
    sums.matched += matched - right - unknown;
    sums.predicted += predicted - length;
    sums.gold += all - length;
    if (derivation === undefined) continue;
    sums.parsed++;
    stops[beam]!++;
  }
  return {
    steps: steps.map(({ level, cutoff }, step) => {
      let [slots, rights] = [0, 0];
      for (const { slots: { offsets, tags }, levels, gold, length } of sentences) {
        for (let t = 0; t < length; t++) {
          for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) {
            if (levels[cutoff][slot]! > level) continue;
            slots++;
            rights += Number(tags[slot] === gold!.tags[t]);
          }
        }
      }
      const [tagsPerWord, rightTags] = [slots / sums.words, rights / sums.words];
      return { cutoff, stops: stops[step]!, tagsPerWord, rightTags };
    }),
    sentences: sentences.length,
    words: sums.words,
    parsed: sums.parsed,
    tagAccuracy: sums.tags / sums.words,
    spanF: 2 * sums.matched / (sums.predicted + sums.gold),
  };
}

/** Beams of adaptive supertagging, as levels are computed from. */
const BEAMS = ["0.075", "0.03", "0.01", "0.005", "0.001"];

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
  const beams = steps.map(({ cutoff, tagsPerWord, rightTags, stops }, step) => {
    return [BEAMS[step]!, `${cutoff}`, tagsPerWord.toFixed(2), percent(rightTags), count(stops)];
  });
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
