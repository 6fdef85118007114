/**
 * `deno task parse`: text in, derivations out, with a parser that `train_parser --save` wrote.
 *
 * @module
 */

import { newWork } from "../../decoders/contract.ts";
import barHillel from "../../decoders/parsing/bar_hillel.ts";
import beliefPropagation from "../../decoders/parsing/belief_propagation.ts";
import type { Parse, Parsed, ParsingDecoder } from "../../decoders/parsing/contract.ts";
import { ParseLister } from "../../decoders/parsing/messages/best_parses.ts";
import { dualBounds } from "../../decoders/parsing/messages/dual_ascent.ts";
import type { ParsingSentence } from "../../decoders/parsing/model.ts";
import { readModel } from "../../datasets/models/read_model.ts";
import { ModelTagger } from "../../datasets/models/tagger.ts";
import { readPackFile } from "../../datasets/packs/pack_file.ts";
import { Random } from "../../datasets/random.ts";
import { openParser, type SavedParser } from "../../datasets/training/parsing/parser_file.ts";
import { visible } from "../../datasets/visible.ts";
import { findVariant } from "../decoders/variant.ts";
import { seesGold } from "../problems/parsing/open.ts";
import { readSpace } from "../problems/parsing/parses_file.ts";
import {
  type Command,
  type Flags,
  MOST_PATHS,
  oneOf,
  required,
  wholeNumber,
} from "../terminal/flags.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { readModelFile } from "./_model_file.ts";
import { SPACE_FLAG } from "./_pack_flags.ts";
import { type Asked, INPUTS, sentencesOf, type Tag } from "./_parse_input.ts";
import { type Answered, FORMATS, ParsePrinter } from "./_parse_output.ts";

/** Decoders whose best parses are listed, and what those are ordered by. */
const LISTED = { "bar-hillel": "joint", "pipeline": "parser" } as const;
const MOST_SEED = 2 ** 32 - 1;

const command: Command = {
  meaning: "parse text with a parser that `train_parser --save` wrote",
  flags: {
    model: { value: "FILE", help: "what `train_parser --save` wrote" },
    input: {
      value: "NAME",
      help: "columns (a word and its part of speech a line), conllu, text (a sentence a line, " +
        "with --tagger), auto, or scores (your own tagger's, a line of JSON a sentence) (columns)",
    },
    tagger: { value: "FILE", help: "model, as for `tag`, that predicts the parts of speech" },
    format: { value: "NAME", help: "auto, brackets, dependencies (.parg) or json (auto)" },
    decoder: { value: "NAME", help: "NAME or NAME{option=value,…} (bar-hillel, which is exact)" },
    space: { ...SPACE_FLAG, help: "search space: ast, reverse or beam=B,cutoff=C (ast)" },
    k: { value: "K", help: "the K best parses, by f with pipeline, by J with bar-hillel (1)" },
    proof: { help: "how far the best parse can be from the best there is, checked anew" },
    beliefs: { help: "json: the probability of each category of a word, by belief propagation" },
    samples: { value: "N", help: "json: parses drawn by their probabilities besides (0)" },
    seed: { value: "N", help: "seed of the samples (1)" },
  },
  examples: {
    "parse --model parser.safetensors.gz --input conllu --proof < sentences.conllu":
      "derivations as CCGbank has them, each with a bound that proves it",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { values, switches } = flags;
  const path = required(flags, "model", "FILE");
  const [input, format] = [oneOf(values, "input", INPUTS), oneOf(values, "format", FORMATS)];
  const k = wholeNumber(flags, "k", 1, MOST_PATHS) ?? 1;
  const samples = wholeNumber(flags, "samples", 0, MOST_PATHS) ?? 0;
  const seed = wholeNumber(flags, "seed", 0, MOST_SEED) ?? 1;
  const asks = { proof: switches.has("proof"), beliefs: switches.has("beliefs"), k, samples, seed };
  if (format !== "json" && (asks.beliefs || samples > 0)) {
    const flag = asks.beliefs ? "beliefs" : "samples";
    throw new UsageError(`Cannot print --${flag} as ${format}: use --format json`);
  }
  const { decoder, options, url, name } = await findVariant<ParsingDecoder>(
    values["decoder"] ?? barHillel.name,
    "parsing",
  );
  if (seesGold(url)) throw new UsageError(`Cannot parse with ${name}: it asks for right analyses`);
  const listed = Object.entries(LISTED).find(([own]) => own === decoder.name)?.[1];
  if ((k > 1 && listed === undefined) || (k > 1 && options["rule"] === "risk")) {
    throw new UsageError(`Cannot list ${k} parses with ${name}: use bar-hillel or pipeline`);
  }
  const space = readSpace(values["space"] ?? "ast");
  if (space.space === "gold") throw new UsageError("Cannot parse text in the space gold");
  const tag = await readTagger(values["tagger"]);
  if (input === "text" && tag === undefined) {
    throw new UsageError(
      "Cannot parse --input text without --tagger FILE: it has no parts of speech",
    );
  }
  const file = await given(readPackFile(path));
  const parser = await given(Promise.try(() => openParser(file, path, space)));
  const parse = decoder.prepare(parser.model, options);
  const engine = new Engine(parser, parse, asks, listed ?? "joint");
  const printer = new ParsePrinter(parser, format, asks.proof);
  await given(parseAll(sentencesOf(Deno.stdin.readable, input, tag === undefined), (asked) => {
    const answered = engine.answer(asked, tag);
    write(printer.text(answered));
    return answered;
  }));
  return 0;
}

/** Parses sentence by sentence; what is wrong with one is said with its place. */
async function parseAll(
  sentences: AsyncIterable<Asked>,
  answer: (asked: Asked) => Answered,
): Promise<void> {
  const counts = { all: 0, parsed: 0, proven: 0 };
  for await (const asked of sentences) {
    let answered: Answered;
    try {
      answered = answer(asked);
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
      const message = visible(error.message).replace(/^Cannot parse /, "");
      throw new SyntaxError(`Cannot parse ${asked.place}: ${message}`, { cause: error });
    }
    const { failure, isProven } = answered;
    counts.all++;
    if (failure === undefined) counts.parsed++;
    else console.error(`note: no parse of ${asked.place}: ${failure}`);
    if (failure === undefined && isProven) counts.proven++;
  }
  const { all, parsed, proven } = counts;
  console.error(`${all} sentences, ${parsed} parsed, ${proven} proven to be the best`);
}

async function readTagger(path: string | undefined): Promise<Tag | undefined> {
  if (path === undefined) return undefined;
  const bytes = await given(readModelFile(path));
  const model = await given(Promise.try(() => readModel(bytes, { source: path })));
  if (model.templates === undefined) {
    throw new UsageError(`Cannot tag words with ${path}: it has no patterns for them`);
  }
  const tagger = new ModelTagger(model);
  return (forms) => tagger.columns(forms.map((form) => [form]), { k: 1 })[0]!.labels;
}

/** What is wanted of each sentence. */
interface Asks {
  readonly proof: boolean;
  readonly beliefs: boolean;
  readonly k: number;
  readonly samples: number;
  readonly seed: number;
}

/** Parses sentences; what was not asked for is not computed. */
class Engine {
  readonly #parser: SavedParser;
  readonly #parse: Parse;
  readonly #asks: Asks;
  readonly #lister: ParseLister;
  readonly #exact: Parse;
  readonly #beliefs: Parse;
  readonly #boundOf: ReturnType<typeof dualBounds>;
  readonly #random: Random;

  constructor(parser: SavedParser, parse: Parse, asks: Asks, by: "joint" | "parser") {
    const { model } = parser;
    this.#parser = parser;
    this.#parse = parse;
    this.#asks = asks;
    this.#lister = new ParseLister(model, by);
    this.#exact = barHillel.prepare(model, { prune: true });
    this.#beliefs = beliefPropagation.prepare(model, {
      iterations: 25,
      tolerance: 3,
      damping: 0,
      reweighted: 0,
      rule: "viterbi",
    });
    this.#boundOf = dualBounds(model);
    this.#random = new Random(asks.seed);
  }

  /** @throws RangeError for a sentence that is too long */
  answer({ id, forms, pos, scores }: Asked, tag: Tag | undefined): Answered {
    const words = { forms, pos: pos ?? tag!(forms) };
    const sentence = this.#parser.sentence(words, scores);
    const parsed = this.#parse(sentence, newWork());
    const { derivation, failure, objective } = parsed;
    const own = { id, words, sentence };
    if (derivation === undefined) {
      return { ...own, parses: [], isProven: false, ...failure !== undefined && { failure } };
    }
    const { k, samples, beliefs } = this.#asks;
    const one = { parses: [{ derivation, objective }], ...this.#proof(sentence, parsed) };
    const found = k === 1 ? one : this.#lister.best(sentence, k, newWork());
    return {
      ...own,
      ...found,
      ...beliefs && { beliefs: this.#beliefs(sentence, newWork()).beliefs! },
      ...samples > 0 && {
        samples: this.#lister.sample(sentence, samples, () => this.#random.uniform(), newWork()),
      },
    };
  }

  /**
   * The bound of a parse: what its multipliers prove, added up once more, or what the exact decoder
   * says, if the decoder's own is none.
   */
  #proof(sentence: ParsingSentence, parsed: Parsed): Pick<Answered, "isProven" | "bound"> {
    const { unit } = this.#parser.model;
    const { bound, proof, objective, beam } = parsed;
    const isOwn = bound !== undefined || !this.#asks.proof;
    const multipliers = this.#asks.proof ? proof : undefined;
    const limit = multipliers !== undefined
      ? this.#boundOf(sentence, beam, multipliers)
      : isOwn
      ? bound
      : this.#exact(sentence, newWork()).bound;
    return {
      isProven: limit !== undefined && limit - objective < unit,
      ...limit !== undefined && { bound: limit },
      ...multipliers && { multipliers },
    };
  }
}

const encoder = new TextEncoder();

function write(text: string): void {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
