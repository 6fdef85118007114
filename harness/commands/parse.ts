/**
 * `deno task parse`: text in, derivations out, with a parser that `train_parser --save` wrote.
 *
 * @module
 */

import { count, counted } from "../../datasets/markdown.ts";
import barHillel from "../../decoders/parsing/bar_hillel.ts";
import {
  type Command,
  type Flags,
  MOST_PATHS,
  MOST_THREADS,
  oneOf,
  refuseFlags,
  required,
  seedOf,
  wholeNumber,
} from "../terminal/flags.ts";
import { writeAll } from "../terminal/output_files.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { SPACE_FLAG } from "./_pack_flags.ts";
import {
  openParsing,
  type ParsedText,
  type ParseRequest,
  type ParseSettings,
} from "./_parse_engine.ts";
import { type Asked, INPUTS, sentencesOf } from "./_parse_input.ts";
import { FORMATS } from "./_parse_output.ts";
import { byThreads, inOrder } from "./_threads.ts";

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
    space: { ...SPACE_FLAG, help: "search space: ast, reverse, beam=B,cutoff=C,coupling=W (ast)" },
    k: {
      value: "K",
      help: "the K best of bar-hillel, or with pipeline by the parser's score, while the printed " +
        "one is the tagger's and the parser's (1)",
    },
    proof: { help: "how far the best parse can be from the best there is, checked anew" },
    beliefs: { help: "json: the probability of each category of a word, by belief propagation" },
    samples: { value: "N", help: "json: parses drawn by their probabilities besides (0)" },
    seed: { value: "N", help: "seed of the samples (1)" },
    workers: { value: "N", help: "threads, over sentences; answers stay in order (1)" },
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
  const input = oneOf(values, "input", INPUTS);
  const settings: ParseSettings = {
    model: required(flags, "model", "FILE"),
    tagger: values["tagger"],
    decoder: values["decoder"] ?? barHillel.name,
    space: values["space"] ?? "ast",
    format: oneOf(values, "format", FORMATS),
    proof: switches.has("proof"),
    beliefs: switches.has("beliefs"),
    k: wholeNumber(flags, "k", 1, MOST_PATHS) ?? 1,
    samples: wholeNumber(flags, "samples", 0, MOST_PATHS) ?? 0,
    seed: seedOf(flags),
  };
  const { format, beliefs, samples, tagger } = settings;
  if (format !== "json" && (beliefs || samples > 0)) {
    const flag = beliefs ? "beliefs" : "samples";
    throw new UsageError(`Cannot print --${flag} as ${format}: use --format json`);
  }
  if (samples === 0) refuseFlags(flags, ["seed"], "without --samples N");
  if (input === "text" && tagger === undefined) {
    throw new UsageError(
      "Cannot parse --input text without --tagger FILE: it has no parts of speech",
    );
  }
  const workers = wholeNumber(flags, "workers", 1, MOST_THREADS) ?? 1;
  const parse = await openParsing(settings);
  const sentences = numbered(sentencesOf(Deno.stdin.readable, input, tagger === undefined));
  if (workers === 1) {
    const one = (request: ParseRequest) => Promise.try(() => parse(request));
    await given(print(inOrder(sentences, one, 1)));
    return 0;
  }
  const url = new URL("./_parse_worker.ts", import.meta.url);
  const threads = { count: workers, doing: "parsing" };
  await given(print(byThreads(url, settings, sentences, threads)));
  return 0;
}

async function* numbered(sentences: AsyncIterable<Asked>): AsyncGenerator<ParseRequest> {
  let number = 0;
  for await (const asked of sentences) yield { asked, number: number++ };
}

/** Prints sentences as they are parsed, and in the end how many were. */
async function print(sentences: AsyncIterable<ParsedText>): Promise<void> {
  const counts = { all: 0, parsed: 0, proven: 0 };
  for await (const { text, place, failure, isProven } of sentences) {
    write(text);
    counts.all++;
    if (failure === undefined) counts.parsed++;
    else console.error(`note: no parse of ${place}: ${failure}`);
    if (failure === undefined && isProven) counts.proven++;
  }
  const { all, parsed, proven } = counts;
  console.error(
    `${counted(all, "sentence")}, ${count(parsed)} parsed, ${count(proven)} proven to be the best`,
  );
}

const encoder = new TextEncoder();

function write(text: string): void {
  writeAll(Deno.stdout, encoder.encode(text));
}
