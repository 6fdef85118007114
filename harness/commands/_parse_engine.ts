/**
 * How `parse` parses a sentence, in one thread or in many.
 *
 * @module
 */

import { resolveOptions } from "../../decoders/chain/options.ts";
import { newWork } from "../../decoders/contract.ts";
import barHillel from "../../decoders/parsing/bar_hillel.ts";
import beliefPropagation from "../../decoders/parsing/belief_propagation.ts";
import {
  isFailure,
  type Parse,
  type Parsed,
  type ParsingDecoder,
} from "../../decoders/parsing/contract.ts";
import { scoreDerivation } from "../../decoders/parsing/forest/score_derivation.ts";
import { ParseLister } from "../../decoders/parsing/messages/best_parses.ts";
import { dualBounds } from "../../decoders/parsing/messages/dual_ascent.ts";
import type { ParsingModel, ParsingSentence } from "../../decoders/parsing/model.ts";
import { readModel } from "../../datasets/models/read_model.ts";
import { reasonOf } from "../../datasets/modules.ts";
import { ModelTagger } from "../../datasets/models/tagger.ts";
import { readPackFile } from "../../datasets/packs/pack_file.ts";
import { Random } from "../../datasets/random.ts";
import { openParser, type SavedParser } from "../../datasets/training/parsing/parser_file.ts";
import { brief, visible } from "../../datasets/visible.ts";
import { DECODERS } from "../decoders/discover.ts";
import { findVariant } from "../decoders/variant.ts";
import { seesGold } from "../problems/parsing/open.ts";
import { readSpace } from "../problems/parsing/parses_file.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { readModelFile } from "./_model_file.ts";
import type { Asked } from "./_parse_input.ts";
import { type Answered, type Format, ParsePrinter } from "./_parse_output.ts";

/** Decoders whose best parses are listed, and what those are ordered by. */
const LISTED = { "bar-hillel": "joint", "pipeline": "parser" } as const;

/** What is parsed with and what is wanted of each sentence. */
export interface ParseSettings {
  /** Path of the parser. */
  readonly model: string;
  /** Path of a model that predicts parts of speech, if they are not in the input. */
  readonly tagger: string | undefined;
  /** A variant, as `--decoder` names it. */
  readonly decoder: string;
  /** A search space, as `--space` names it. */
  readonly space: string;
  readonly format: Format;
  readonly proof: boolean;
  readonly beliefs: boolean;
  readonly k: number;
  readonly samples: number;
  readonly seed: number;
}

/** A sentence, and how many stand before it. */
export interface ParseRequest {
  readonly asked: Asked;
  readonly number: number;
}

/** What is printed of a sentence. */
export interface ParsedText extends Pick<Answered, "failure" | "isProven"> {
  readonly text: string;
  /** Where the sentence stands. */
  readonly place: string;
}

/** Gives words parts of speech. */
type Tag = (forms: readonly string[]) => readonly string[];

/**
 * Opens a parser.
 *
 * @returns what parses a sentence; it throws a SyntaxError for one that cannot be, with its place
 * @throws UsageError for settings that do not go together and files that are none
 */
export async function openParsing(
  settings: ParseSettings,
): Promise<(request: ParseRequest) => ParsedText> {
  const { model: path, k, format, proof } = settings;
  const { decoder, options, url, name } = await findVariant<ParsingDecoder>(
    settings.decoder,
    "parsing",
  );
  if (seesGold(url)) throw new UsageError(`Cannot parse with ${name}: it asks for right analyses`);
  const listed = Object.entries(LISTED).find(([own]) => own === decoder.name)?.[1];
  if (k > 1 && (listed === undefined || options["rule"] === "risk")) {
    throw new UsageError(`Cannot list ${k} parses with ${name}: use bar-hillel or pipeline`);
  }
  if (k > 1 && listed === "parser" && proof) {
    throw new UsageError(
      `Cannot prove with ${name} that ${k} parses are the best: it lists them by the parser's ` +
        "score alone, use bar-hillel",
    );
  }
  const space = readSpace(settings.space);
  if (space.space === "gold") throw new UsageError("Cannot parse text in the space gold");
  const tag = await readTagger(settings.tagger);
  const file = await given(readPackFile(path));
  const parser = await given(Promise.try(() => openParser(file, path, space)));
  // What options may be at most decoders say themselves.
  const parse = await given(Promise.try(() => decoder.prepare(parser.model, options)));
  const isOurs = url.startsWith(DECODERS.parsing.href);
  const believed = isOurs ? parse : rescored(parse, parser.model);
  const answer = engineOf(parser, believed, settings, listed ?? "joint");
  const printer = new ParsePrinter(parser, format, proof);
  return ({ asked, number }) => {
    try {
      const answered = answer(asked, number, tag);
      const { failure, isProven } = answered;
      const text = printer.text(answered);
      return { text, place: asked.place, isProven, ...failure !== undefined && { failure } };
    } catch (error) {
      const isInput = error instanceof RangeError || error instanceof SyntaxError;
      if (isOurs && !isInput) throw error;
      const said = isInput ? error.message : reasonOf(error);
      const message = visible(said).replace(/^Cannot parse /, "");
      throw new SyntaxError(`Cannot parse ${asked.place}: ${message}`, { cause: error });
    }
  };
}

async function readTagger(path: string | undefined): Promise<Tag | undefined> {
  if (path === undefined) return undefined;
  const bytes = await given(readModelFile(path));
  const model = await given(Promise.try(() => readModel(bytes, { source: path })));
  if (model.templates === undefined) {
    throw new UsageError(`Cannot tag words with ${path}: it has no patterns for them`);
  }
  const tagger = new ModelTagger(model);
  return (forms) => {
    const [best] = tagger.columns(forms.map((form) => [form]));
    if (best !== undefined) return best.labels;
    throw new RangeError(`every path of parts of speech is forbidden by ${path}`);
  };
}

/**
 * A decoder from elsewhere. What it says of scores and bounds is not believed: its derivations are
 * scored anew, and only multipliers prove anything.
 */
function rescored(parse: Parse, model: ParsingModel): Parse {
  return (sentence, work) => {
    const { bound: _, ...parsed } = parse(sentence, work);
    const { derivation, failure, beam } = parsed;
    if (derivation === undefined) {
      if (isFailure(failure)) return parsed;
      throw new RangeError(`no derivation, and the reason ${brief(String(failure))}`);
    }
    return { ...parsed, objective: scoreDerivation(model, sentence, derivation, beam).objective };
  };
}

/**
 * What parses a sentence; what was not asked for is not computed. Samples are drawn by its number,
 * whoever parsed those before it. It throws a RangeError for a sentence that is too long.
 */
function engineOf(
  parser: SavedParser,
  parse: Parse,
  { proof: isAsked, beliefs, k, samples, seed }: ParseSettings,
  by: "joint" | "parser",
): (asked: Asked, number: number, tag: Tag | undefined) => Answered {
  const { model } = parser;
  const lister = new ParseLister(model, by);
  const exact = barHillel.prepare(model, { prune: true });
  const believe = beliefPropagation.prepare(model, resolveOptions(beliefPropagation));
  const boundOf = dualBounds(model);
  return ({ id, forms, pos, scores }, number, tag) => {
    const words = { forms, pos: pos ?? tag!(forms) };
    const sentence = parser.sentence(words, scores);
    const parsed = parse(sentence, newWork());
    const { derivation, failure, objective } = parsed;
    const own = { id, words, sentence };
    if (derivation === undefined) {
      return { ...own, parses: [], isProven: false, ...failure !== undefined && { failure } };
    }
    const random = new Random(seed, number);
    const one = { derivation, objective };
    return {
      ...own,
      ...k === 1 ? { parses: [one], ...proofOf(sentence, parsed) } : listed(sentence),
      ...beliefs && { beliefs: parsed.beliefs ?? believe(sentence, newWork()).beliefs! },
      ...samples > 0 && {
        samples: lister.sample(sentence, samples, () => random.uniform(), newWork()),
      },
    };
  };

  /** The best parses; those by the parser's score alone are not proven to be the best. */
  function listed(sentence: ParsingSentence): Pick<Answered, "parses" | "isProven" | "bound"> {
    const { parses, bound, isProven } = lister.best(sentence, k, newWork());
    return by === "joint" ? { parses, bound, isProven } : { parses, isProven: false };
  }

  /**
   * The bound of a parse: what its multipliers prove, added up once more, or what the exact decoder
   * says, if the decoder's own is none.
   */
  function proofOf(sentence: ParsingSentence, { bound, proof, objective, beam }: Parsed) {
    const multipliers = isAsked ? proof : undefined;
    const limit = multipliers !== undefined
      ? boundOf(sentence, beam, multipliers)
      : bound ?? (isAsked ? exact(sentence, newWork()).bound : undefined);
    return {
      isProven: limit !== undefined && limit - objective < model.unit,
      ...limit !== undefined && { bound: limit },
      ...multipliers && { multipliers },
    };
  }
}
