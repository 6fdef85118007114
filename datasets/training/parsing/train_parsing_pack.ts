/**
 * `deno task train_parser`: from a bank of derivations to a parsing pack.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { type Part, readBank, writeAuto } from "../../ccg/bank_files.ts";
import { packCommand } from "../recipe.ts";
import { type BankSentence, wordsOf } from "../../ccg/tree.ts";
import { parsingFile } from "../../packs/parsing_file.ts";
import { writePackFile } from "../../packs/tensor_file.ts";
import { parsingTask } from "../../parsing_task.ts";
import { beamLevel } from "../../search_space.ts";
import { packedContents, type PackedSentence } from "./packed_contents.ts";
import { packQuality } from "./pack_quality.ts";
import { parsingPage } from "./parsing_page.ts";
import type { ParsingSettings } from "./parsing_recipe.ts";
import { type PosTagger, trainPosTagger } from "./part_of_speech_tagger.ts";
import { sentenceSlots } from "./sentence_slots.ts";
import { type TrainedModels, trainModels } from "./trained_models.ts";

/** The beams that slots go down to: of the first sentences, and of the others. */
const DEEP = 0.00001;
const USUAL = 0.001;

/** What to make a pack of, and where. */
export interface ParsingPackOptions extends ParsingSettings {
  /** Folder of the bank or treebank. */
  readonly data: string;
  /** Path of the pack, `.safetensors` or `.safetensors.gz`. */
  readonly out: string;
  /** Path of the pack in the recorded command, if it is not `out`. */
  readonly recordedOut?: string;
  /** `bankHash` of the only bank to train on, if not any will do. */
  readonly bank?: string;
}

/** Models that several packs share, trained once. */
export class ModelStore {
  readonly #models = new Map<string, Promise<TrainedModels>>();
  readonly #taggers = new Map<string, Promise<PosTagger>>();
  readonly #banks = new Map<string, Promise<readonly BankSentence[]>>();

  /** A part of a bank. */
  bank(folder: string, part: Part): Promise<readonly BankSentence[]> {
    return once(this.#banks, [folder, part], () => readBank(folder, part));
  }

  /** Models with some settings. */
  async models(folder: string, settings: ParsingSettings["model"]): Promise<TrainedModels> {
    const bank = await this.bank(folder, "train");
    return await once(this.#models, [folder, settings], () => trainModels(bank, settings));
  }

  /** A tagger for parts of speech. */
  async posTagger(folder: string, seed: number): Promise<PosTagger> {
    const bank = await this.bank(folder, "train");
    return await once(this.#taggers, [folder, seed], () => trainPosTagger(bank.map(wordsOf), seed));
  }
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
  const { data, part, pos, model, name, notes, out } = options;
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
  await Deno.mkdir(dirname(out), { recursive: true });
  const models = await store.models(data, model);
  const given = tested.map(wordsOf);
  const words = pos === "bank" ? given : (await store.posTagger(data, model.seed))(given);
  const { grammar, tagger, beams } = models;
  const numbers = new Map(grammar.tags.map((tag, number) => [tag, number]));
  const sentences = tested.map(({ tree }, i): PackedSentence => {
    const sentence = words[i]!;
    const depth = beamLevel(i < options.deep ? DEEP : USUAL);
    const right = Int32Array.from(sentence.labels, (label) => numbers.get(label) ?? -1);
    const unit = 2 ** -tagger.unitExponent;
    const slots = sentenceSlots(beams.of(sentence), grammar.tags.length, depth, right, unit);
    return { sentence, tree, slots, depth, right };
  });
  const { contents, categories } = packedContents(grammar, tagger, models.weights, sentences);
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
  const task = parsingTask(file, out);
  const posRight = words.flatMap((sentence, i) =>
    sentence.pos.map((tag, t) => Number(tag === given[i]!.pos[t]))
  );
  const posAccuracy = posRight.reduce((sum, one) => sum + one, 0) / posRight.length;
  await Deno.writeTextFile(
    page,
    parsingPage(task, options, models.counts, quality, {
      hash,
      ...(pos === "bank" ? {} : { posAccuracy }),
    }),
  );
  const { parsed, tagAccuracy, spanF } = quality;
  console.log(
    `${parsed} of ${tested.length} sentences parsed, ${(100 * tagAccuracy).toFixed(2)}% of tags ` +
      `right, F of spans ${(100 * spanF).toFixed(2)}; wrote ${out} and ${page}`,
  );
}

/** The command that makes the same pack again, with every setting written out. */
function commandOf(options: ParsingPackOptions): string {
  const { data, name, notes, part, pos, sentences, deep, model } = options;
  const out = options.recordedOut ?? options.out;
  return packCommand("train_parser", { data, out, name, notes }, {
    ...{ part, pos, sentences, deep },
    "train-sentences": model.sentences,
    "tagger-epochs": model.taggerEpochs,
    "tagger-l2": model.taggerL2,
    epochs: model.parserEpochs,
    joint: model.joint,
    seed: model.seed,
  });
}

/** SHA-256 of the derivations of the two parts that a pack is made from. */
export function bankHash(
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

async function once<T>(
  known: Map<string, Promise<T>>,
  key: unknown,
  make: () => Promise<T>,
): Promise<T> {
  const name = JSON.stringify(key);
  let found = known.get(name);
  if (found === undefined) known.set(name, found = make());
  return await found;
}
