/**
 * `deno task train_parser`: from a bank of derivations to a grammar, a supertagger and a parser,
 * and to a parsing pack.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { basename } from "node:path";
import { newWork } from "../../../decoders/contract.ts";
import { countMatches } from "../../../decoders/parsing/forest/matches.ts";
import pipeline from "../../../decoders/parsing/pipeline.ts";
import { readBank, writeAuto } from "../../ccg/bank_files.ts";
import { type BankSentence, wordsOf } from "../../ccg/tree.ts";
import type { Part } from "../../corpora/corpus.ts";
import { remembered } from "../../dataset.ts";
import { counted, percent } from "../../markdown.ts";
import type { ParsingContents } from "../../packs/parsing_contents.ts";
import {
  parsingDataset,
  parsingFile,
  parsingModel,
  parsingSentences,
} from "../../parsing_dataset.ts";
import { writePackFile } from "../../packs/pack_file.ts";
import { beamLevel, searchSpace } from "../../search_space.ts";
import { progressPrinter, type TrainingProgress } from "../learn.ts";
import { CHART_LIMIT, type ModelSettings, packCommand, type ParsingSettings } from "../recipe.ts";
import { type Example, type ForestInsight, trainParser, WIDEST_BEAM } from "./forest_learner.ts";
import { trainJoint } from "./joint.ts";
import { packedContents, type PackedSentence } from "./packed_contents.ts";
import { parserFile, type TrainedParser } from "./parser_file.ts";
import { type PackQuality, parsingPage, type TrainingCounts } from "../pages.ts";
import {
  type Beams,
  beams,
  Candidates,
  type PosTagger,
  sentenceSlots,
  trainPosTagger,
} from "./supertagger.ts";
import { taggerAccuracy, taggerFile, type TrainedTagger, trainTagger } from "./train_tagger.ts";

/** The beams that slots go down to: of the first sentences, and of the others. */
const DEEP = 0.00001;
const USUAL = 0.001;

/** The bank that a parsing pack is made of, and where the pack goes. */
export interface ParsingPackOptions extends ParsingSettings {
  /** Folder of the bank or treebank. */
  readonly data: string;
  /** Path of the pack, `.safetensors` or `.safetensors.gz`; without it there is none. */
  readonly out?: string;
  /** Path of the model file for new sentences; without it there is none. */
  readonly save?: string;
  /** Path of the supertagger's model file, for `tag`; without it there is none. */
  readonly saveTagger?: string;
  /** Path of the pack in the recorded command, if it is not `out`. */
  readonly recordedOut?: string;
  /** `bankHash` of the only bank to train on, if not any will do. */
  readonly bank?: string;
}

/** A grammar with its tagger and parser, which may be trained together. */
export interface TrainedModels extends TrainedParser {
  readonly beams: Beams;
  /** How many sentences there were, and what became of them. */
  readonly counts: TrainingCounts;
}

/** Models that several packs share, trained once. */
export class ModelStore {
  readonly #known = new Map<string, Promise<unknown>>();

  /** A part of a bank. */
  bank(folder: string, part: Part): Promise<readonly BankSentence[]> {
    return this.#once(["bank", folder, part], () => readBank(folder, part));
  }

  /** Models with some settings. */
  async models(folder: string, settings: ModelSettings): Promise<TrainedModels> {
    const bank = await this.bank(folder, "train");
    const trained = await this.tagger(folder, settings);
    return await this.#once(
      ["models", folder, settings],
      () => trainModels(bank.length, trained, settings),
    );
  }

  /** The supertagger of models with some settings. */
  async tagger(folder: string, settings: ModelSettings): Promise<TrainedTagger> {
    const bank = await this.bank(folder, "train");
    const { sentences, taggerEpochs, taggerL2, seed } = settings;
    const own = [sentences, taggerEpochs, taggerL2, seed];
    return await this.#once(["supertagger", folder, own], () => trainTagger(bank, settings));
  }

  /** A tagger for parts of speech. */
  async posTagger(folder: string, seed: number): Promise<PosTagger> {
    const words = (await this.bank(folder, "train")).map(wordsOf);
    return await this.#once(["tagger", folder, seed], () => trainPosTagger(words, seed));
  }

  #once<T>(key: unknown, make: () => Promise<T>): Promise<T> {
    return remembered(this.#known, JSON.stringify(key), make) as Promise<T>;
  }
}

/**
 * Learns a parser of the sentences that the grammar derives. The same bank and settings give the
 * same bits.
 *
 * Progress goes to standard error.
 */
async function trainModels(
  bankSize: number,
  { grammar, derived, lacking, sentences, tagger: apart }: TrainedTagger,
  settings: ModelSettings,
): Promise<TrainedModels> {
  const { tags } = grammar;
  const { parserEpochs: epochs, chartLimit, seed, joint } = settings;
  const candidates = new Candidates(sentences, tags);
  const found = beams(apart, candidates, tags.length);
  const depth = beamLevel(WIDEST_BEAM);
  const examples = derived.map(({ sentence, derivation }): Example => {
    const slots = sentenceSlots(found.of(sentence), depth, derivation.tags);
    return { sentence, derivation, slots };
  });
  let tooLarge = 0;
  const print = progressPrinter<ForestInsight>(examples.length, epochs, forestText);
  const onProgress = (progress: TrainingProgress & ForestInsight) => {
    tooLarge = progress.skipped;
    print(progress);
  };
  const training = { grammar: grammar.tables, examples, epochs, seed, chartLimit, onProgress };
  const { weights, tagger } = joint === undefined
    ? { weights: await trainParser(training), tagger: apart }
    : await trainJoint(training, tags, joint);
  if (tooLarge === examples.length) {
    throw new RangeError(
      `Cannot train a parser on charts of at most ${chartLimit ?? CHART_LIMIT} items: those of ` +
        `all ${counted(examples.length, "sentence")} are larger`,
    );
  }
  return {
    grammar,
    weights,
    tagger,
    candidates,
    // Both ways of training search the same slots.
    beams: tagger === apart ? found : {
      of: (sentence) => ({ ...found.of(sentence), emissions: tagger.emissions(sentence) }),
    },
    counts: {
      bank: bankSize,
      tagger: sentences.length,
      parser: examples.length,
      tooLarge,
      lacking,
    },
  };
}

/** "loss 3.142 per sentence, 12 sentences skipped: their charts are too large" */
function forestText({ loss, skipped, sentences }: TrainingProgress & ForestInsight): string {
  const mean = loss / Math.max(1, sentences - skipped);
  const text = `loss ${mean.toFixed(3)} per sentence`;
  return skipped === 0 ? text : `${text}, ${skipped} sentences skipped: their charts are too large`;
}

/**
 * Trains a supertagger and a parser on the training part of a bank, and writes sentences of another
 * part with their slots and scores as a parsing pack, with a page that says how good the models
 * are. The same options and bank give the same bytes.
 *
 * @param store models of packs before
 * @throws SyntaxError for a malformed bank, RangeError for one without anything to learn from or
 * another than was asked for, Deno.errors.NotFound
 */
export async function trainParsingPack(
  options: ParsingPackOptions,
  store: ModelStore = new ModelStore(),
): Promise<void> {
  const { data, part, pos, model, name, notes, out, save, saveTagger } = options;
  if (save !== undefined) await saveParser({ ...options, save }, store);
  if (saveTagger !== undefined) await saveSupertagger({ ...options, saveTagger }, store);
  if (out === undefined) return;
  const bank = await store.bank(data, "train");
  const whole = await store.bank(data, part);
  const tested = whole.slice(0, options.sentences);
  const hash = bankHash(bank, whole);
  if (options.bank !== undefined && options.bank !== hash) {
    throw new RangeError(
      `Cannot make ${name} of ${data}: its derivations have the SHA-256 ${hash}, ` +
        `not ${options.bank}`,
    );
  }
  const models = await store.models(data, model);
  const gold = tested.map(wordsOf);
  const words = pos === "bank" ? gold : (await store.posTagger(data, model.seed))(gold);
  const { grammar, tagger, beams } = models;
  const numbers = new Map(grammar.tags.map((tag, number) => [tag, number]));
  const sentences = tested.map(({ tree }, i): PackedSentence => {
    const sentence = words[i]!;
    const depth = beamLevel(i < options.deep ? DEEP : USUAL);
    const right = Int32Array.from(sentence.labels, (label) => numbers.get(label) ?? -1);
    const slots = sentenceSlots(beams.of(sentence), depth, right);
    return { sentence, tree, slots, depth, right };
  });
  const { contents, categories } = packedContents(grammar, tagger.model, models.weights, sentences);
  const quality = packQuality(contents);
  const file = parsingFile(contents, {
    ...notes,
    name,
    labels: JSON.stringify(grammar.tags),
    categories: JSON.stringify(categories),
    command: commandOf(options),
  });
  await writePackFile(out, file);
  const page = out.replace(/\.safetensors(\.gz)?$/, ".md");
  const dataset = parsingDataset(file, out);
  const posRight = words.flatMap((sentence, i) =>
    sentence.pos.map((tag, t) => tag === gold[i]!.pos[t])
  );
  const posAccuracy = posRight.filter(Boolean).length / posRight.length;
  const origin = { hash, ...(pos === "bank" ? {} : { posAccuracy }) };
  await Deno.writeTextFile(page, parsingPage(dataset, options, models.counts, quality, origin));
  const { parsed, tagAccuracy, spanF } = quality;
  console.log(
    `wrote ${out} and ${page}: ${parsed} of ${tested.length} sentences are parsed, ` +
      `${percent(tagAccuracy)} of the tags are right, the labelled spans have an F1 of ` +
      percent(spanF),
  );
}

/** Writes the model file; see `parserFile`. */
async function saveParser(
  options: ParsingPackOptions & { readonly save: string },
  store: ModelStore,
): Promise<void> {
  const { data, name, notes, model, save } = options;
  const file = parserFile(await store.models(data, model), {
    ...notes,
    name,
    command: commandOf(options, { save: basename(save) }),
  });
  await writePackFile(save, file);
  console.log(`wrote ${save}`);
}

/** Writes the supertagger, and says how often it is right. */
async function saveSupertagger(
  options: ParsingPackOptions & { readonly saveTagger: string },
  store: ModelStore,
): Promise<void> {
  const { data, name, notes, model, part, saveTagger: save } = options;
  const trained = await store.tagger(data, model);
  const { correct, tokens } = taggerAccuracy(trained, await store.bank(data, part));
  const command = commandOf(options, { "save-tagger": basename(save) });
  await writePackFile(save, taggerFile(trained, { ...notes, name, command }));
  const share = percent(correct / tokens);
  console.log(`wrote ${save}: ${correct} of ${tokens} tags of ${part} are right (${share})`);
}

/**
 * The command that makes the same pack again, with every setting written out.
 *
 * @param save the model file, if it is to make that instead
 */
function commandOf(
  options: ParsingPackOptions,
  save?: Readonly<Record<string, string>>,
): string {
  const { data, name, notes, part, pos, sentences, deep, model } = options;
  const out = save === undefined ? options.recordedOut ?? options.out : undefined;
  return packCommand("train_parser", { data, name, notes, ...out !== undefined && { out } }, {
    ...save ?? { part, pos, sentences, deep },
    "train-sentences": model.sentences,
    "tagger-epochs": model.taggerEpochs,
    "tagger-l2": model.taggerL2,
    epochs: model.parserEpochs,
    "chart-limit": model.chartLimit,
    joint: model.joint,
    seed: model.seed,
  });
}

/** SHA-256 of the derivations of the two parts that a pack is made from. */
function bankHash(
  training: readonly BankSentence[],
  packed: readonly BankSentence[],
): string {
  const hash = createHash("sha256");
  for (const part of [training, packed]) {
    for (const sentence of part) hash.update(writeAuto([sentence]));
    hash.update("\n");
  }
  return hash.digest("hex");
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
    // Sentences of one word have no spans.
    spanF: 2 * sums.matched / Math.max(1, sums.predicted + sums.gold),
  };
}
