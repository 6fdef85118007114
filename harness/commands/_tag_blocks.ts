/**
 * Text to be tagged, in blocks of whole sentences, and what is printed of a block.
 *
 * @module
 */

import type { Answer, AnswerOptions, FeatureModel } from "../../datasets/models/contract.ts";
import { AttributeRows, AttributeTable } from "../../datasets/models/attribute_rows.ts";
import { ModelTagger, type TaggerOptions } from "../../datasets/models/tagger.ts";
import { visible } from "../../datasets/visible.ts";

/** What standard input holds. */
export const INPUTS = ["columns", "items", "text"] as const;
export type Input = (typeof INPUTS)[number];
/** The output of a block. */
export const FORMATS = ["columns", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** A block is about so long. */
const BLOCK_BYTES = 2 ** 17;
/** A sentence that is longer is refused: nobody would wait for its answer, or have the memory. */
const MOST_BYTES = 2 ** 26;
const LINE_END = 10;

/** Some sentences as they stand in the input. */
export interface Block {
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Number of its first line, from 1. */
  readonly line: number;
}

/** How to tag and what to print. */
export interface TagSettings extends AnswerOptions {
  readonly input: Input;
  readonly format: Format;
}

/** What came of a block. */
export interface TaggedBlock {
  /** What is printed of each sentence; of JSON what follows the number of the sentence. */
  readonly answers: readonly string[];
  readonly tokens: number;
}

/**
 * Cuts a stream into blocks behind empty lines, or behind any line if each is a sentence. No more
 * than a block is in memory.
 *
 * @throws RangeError for a sentence of more than 64 MiB, SyntaxError for what is not UTF-8
 */
export async function* blocksOf(
  stream: AsyncIterable<Uint8Array>,
  isSentenceALine: boolean,
  size = BLOCK_BYTES,
): AsyncGenerator<Block> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let [rest, line] = [new Uint8Array(0), 1];
  const block = (bytes: Uint8Array): Block => {
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      throw new SyntaxError(`Cannot read standard input as UTF-8, at or behind line ${line}`);
    }
    const first = line;
    for (const byte of bytes) if (byte === LINE_END) line++;
    return { bytes, text, line: first };
  };
  for await (const chunk of stream) {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    if (bytes.length < size) {
      rest = bytes;
      continue;
    }
    const end = lastEnd(bytes, isSentenceALine);
    if (end === 0 && bytes.length > MOST_BYTES) {
      throw new RangeError(
        `Cannot tag the sentence at line ${line} of standard input: it has over ${MOST_BYTES} bytes`,
      );
    }
    if (end > 0) yield block(bytes.subarray(0, end));
    rest = bytes.slice(end);
  }
  if (rest.length > 0) yield block(rest);
}

/** Behind the last line, or the last empty line, of some bytes; 0 if there is none. */
function lastEnd(bytes: Uint8Array, isSentenceALine: boolean): number {
  for (let at = bytes.lastIndexOf(LINE_END); at > 0; at = bytes.lastIndexOf(LINE_END, at - 1)) {
    if (isSentenceALine || bytes[at - 1] === LINE_END) return at + 1;
    if (bytes[at - 1] === 13 && bytes[at - 2] === LINE_END) return at + 1;
  }
  return 0;
}

/** Tags blocks with a model. */
export class BlockTagger {
  readonly #tagger: ModelTagger;
  readonly #settings: TagSettings;
  readonly #names: string;
  /** Finds attributes of items; made for the first. */
  #table: AttributeTable | undefined;
  readonly #rows = new AttributeRows();

  /** @throws TypeError for a decoder that cannot decode the model */
  constructor(model: FeatureModel, settings: TagSettings, options: TaggerOptions = {}) {
    this.#tagger = new ModelTagger(model, options);
    this.#settings = settings;
    this.#names = JSON.stringify(model.labels);
  }

  /**
   * Tags all sentences of a block.
   *
   * @throws SyntaxError, RangeError or TypeError naming the lines
   */
  tag({ bytes, text, line }: Block): TaggedBlock {
    const lines = text.split(/\r?\n/);
    // Nothing stands behind the last line end.
    if (lines.at(-1) === "") lines.pop();
    const { input } = this.#settings;
    const answers: string[] = [];
    let tokens = 0;
    /** Where the next line begins. */
    let at = 0;
    const add = (first: number, end: number) => {
      try {
        const sentence = lines.slice(first, end);
        const words = input === "text" ? wordsOf(sentence[0]!) : sentence;
        const found = input === "items"
          ? this.#ofItems(bytes, at, end - first)
          : this.#tagger.columns(
            input === "text" ? words.map((word) => [word]) : sentence.map(columnsOf),
            this.#settings,
          );
        answers.push(this.#shown(words, found));
        tokens += words.length;
      } catch (error) {
        const { name, message } = error as Error;
        const place = `standard input, lines ${line + first} to ${line + end - 1}`;
        const Kind = name === "RangeError" ? RangeError : SyntaxError;
        throw new Kind(`Cannot tag ${place}: ${visible(message)}`, { cause: error });
      }
    };
    if (input === "text") {
      lines.forEach((_, index) => add(index, index + 1));
      return { answers, tokens };
    }
    let first = 0;
    for (let index = 0; index <= lines.length; index++) {
      if (index < lines.length && lines[index]!.trim() !== "") continue;
      if (index > first) add(first, index);
      if (input === "items") at = behindLines(bytes, at, index + 1 - first);
      first = index + 1;
    }
    return { answers, tokens };
  }

  #ofItems(bytes: Uint8Array, begin: number, count: number): Answer[] {
    const table = this.#table ??= new AttributeTable(this.#tagger.model.attributes);
    this.#rows.clear();
    let at = begin;
    for (let i = 0; i < count; i++) at = table.addItem(bytes, at, this.#rows) + 1;
    return this.#tagger.rows(this.#rows, this.#settings);
  }

  #shown(tokens: readonly string[], answers: readonly Answer[]): string {
    return this.#settings.format === "json"
      ? jsonOf(answers, this.#settings, this.#names)
      : columnsText(tokens, answers, this.#settings);
  }
}

function wordsOf(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== "");
}

/** Where the line after some lines begins. */
function behindLines(bytes: Uint8Array, begin: number, count: number): number {
  let at = begin;
  for (let i = 0; i < count; i++) {
    const end = bytes.indexOf(LINE_END, at);
    if (end < 0) return bytes.length;
    at = end + 1;
  }
  return at;
}

/** The columns of a line: between tabs, or where there are none between spaces. */
function columnsOf(line: string): string[] {
  return line.includes("\t") ? line.split("\t") : line.trim().split(/ +/);
}

/**
 * The lines of a sentence with a label behind each, and an empty line. Several paths follow one
 * another, each behind a line with its rank, score and, if it was asked for, probability.
 */
export function columnsText(
  tokens: readonly string[],
  answers: readonly Answer[],
  { k = 1, probabilities = false, confidences = false }: AnswerOptions,
): string {
  const hasHead = k > 1 || probabilities;
  if (answers.length === 0) return `# no path: every one is forbidden\n\n`;
  return answers.map(({ score, labels, probability, confidences: sure }, rank) => {
    const head = hasHead
      ? `# path ${rank + 1}, score ${score}` +
        (probability === undefined ? "\n" : `, probability ${probability}\n`)
      : "";
    const lines = tokens.map((token, t) =>
      `${token}\t${labels[t]}${confidences ? `\t${sure![t]}` : ""}\n`
    );
    return `${head}${lines.join("")}\n`;
  }).join("");
}

/**
 * A sentence's answers as JSON, without the opening brace and the sentence's number. Parts that
 * were not asked for are left out.
 *
 * @param names the labels of the model, as JSON
 */
export function jsonOf(
  answers: readonly Answer[],
  { probabilities, confidences, marginals, spans }: AnswerOptions,
  names: string,
): string {
  const [best] = answers;
  const parts: string[] = [];
  const errors = best?.errors;
  if (probabilities) parts.push(`"logPartition":${best?.logPartition ?? null}`);
  const paths = answers.map(({ score, labels, probability, confidences: sure }) =>
    JSON.stringify({
      score,
      labels,
      ...probabilities && { probability },
      ...confidences && { confidences: sure },
    })
  );
  parts.push(`"paths":[${paths.join()}]`);
  if (marginals) {
    const values = JSON.stringify(best?.marginals ?? []);
    parts.push(`"marginals":{"labels":${names},"values":${values}}`);
  }
  if (spans) parts.push(`"spans":${JSON.stringify(best?.spans ?? [])}`);
  if (errors !== undefined) parts.push(`"errors":${JSON.stringify(errors)}`);
  return `${parts.join()}}\n`;
}
