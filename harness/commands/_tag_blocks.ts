/**
 * Text to be tagged, in blocks of whole sentences, and what is printed of a block.
 *
 * @module
 */

import { isUtf8 } from "node:buffer";
import type { Answer, AnswerOptions, FeatureModel } from "../../datasets/models/contract.ts";
import { AttributeRows, AttributeTable, valueOf } from "../../datasets/models/attribute_rows.ts";
import { columnsOf, endsSentence, patternTables } from "../../datasets/models/encoder.ts";
import { ModelTagger } from "../../datasets/models/tagger.ts";
import { NameTable } from "../../decoders/kernels/text/name_table.ts";
import { readerArena, TextReader } from "../../decoders/kernels/text/text_reader.ts";
import { visible } from "../../datasets/visible.ts";

/** What standard input holds. */
export const INPUTS = ["columns", "items", "text"] as const;
export type Input = (typeof INPUTS)[number];
/** The output of a block. */
export const FORMATS = ["columns", "json"] as const;
export type Format = (typeof FORMATS)[number];

/**
 * A block is about so long where kernels read it and write labels, and where it becomes strings:
 * those of a long one would live until collecting them takes more memory and time.
 */
const BLOCK_BYTES = 2 ** 17;
const STRING_BYTES = 2 ** 14;
/** A sentence that is longer is refused: nobody would wait for its answer, or have the memory. */
const MOST_BYTES = 2 ** 26;
const [TAB, LINE_END, RETURN, SPACE] = [9, 10, 13, 32];
/** Bytes that some editors write before a text in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Some sentences as they stand in the input. */
export class Block {
  /**
   * @param bytes UTF-8; their memory may be used again when the next block is asked for
   * @param line number of its first line, from 1
   */
  constructor(readonly bytes: Uint8Array<ArrayBuffer>, readonly line: number) {}

  /** The bytes as text. */
  get text(): string {
    return DECODER.decode(this.bytes);
  }

  /** Its lines. The end of the last one may be half of one; nothing stands behind it. */
  get lines(): string[] {
    const lines = this.text.split(/\r?\n|\r$/);
    if (lines.at(-1) === "") lines.pop();
    return lines;
  }
}

/** How to tag and what to print. */
export interface TagSettings {
  readonly answer: AnswerOptions;
  readonly input: Input;
  readonly format: Format;
}

/** What came of a block. */
export interface TaggedBlock {
  /**
   * What is printed of all sentences together, in memory that the next block may use, or of each;
   * of JSON what follows the number of the sentence.
   */
  readonly output: Uint8Array | readonly string[];
  readonly sentences: number;
  readonly tokens: number;
}

/** How long blocks had better be that are tagged with a model. */
export function blockBytes(model: FeatureModel, settings: TagSettings): number {
  const { input } = settings;
  const isRead = input === "items" || (input === "columns" && patternTables(model) !== undefined);
  return isRead && isPlain(settings) ? BLOCK_BYTES : STRING_BYTES;
}

/** Whether labels alone are put behind lines. */
function isPlain({ format, answer: { k = 1, probabilities, confidences } }: TagSettings): boolean {
  return format === "columns" && k === 1 && !probabilities && !confidences;
}

/** A file's bytes a piece at a time; each stays until the next. */
export async function* piecesOf(
  file: { read(into: Uint8Array): Promise<number | null> },
  size: number,
): AsyncGenerator<Uint8Array> {
  const room = new Uint8Array(size);
  for (let end = await file.read(room); end !== null; end = await file.read(room)) {
    yield room.subarray(0, end);
  }
}

/**
 * Cuts a stream into blocks behind lines of tabs and spaces, or behind any line if each is a
 * sentence. No more than a block is in memory, which the next one uses again.
 *
 * @param source what errors call the stream
 * @throws RangeError for a sentence of more than 64 MiB, SyntaxError for what is not UTF-8
 */
export async function* blocksOf(
  stream: AsyncIterable<Uint8Array>,
  isSentenceALine: boolean,
  size = BLOCK_BYTES,
  source = "standard input",
): AsyncGenerator<Block> {
  let [room, length, line] = [new Uint8Array(2 * size), 0, 1];
  /** Bytes of the room in which no sentence ends. */
  let searched = 0;
  const block = (bytes: Uint8Array<ArrayBuffer>): Block => {
    if (!isUtf8(bytes)) {
      throw new SyntaxError(`Cannot read ${source} as UTF-8, at or behind line ${line}`);
    }
    const isMarked = line === 1 && MARK.every((byte, i) => bytes[i] === byte);
    const own = new Block(isMarked ? bytes.subarray(MARK.length) : bytes, line);
    for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) line++;
    return own;
  };
  for await (const piece of stream) {
    if (length + piece.length > room.length) {
      const wider = new Uint8Array(2 * (length + piece.length));
      wider.set(room.subarray(0, length));
      room = wider;
    }
    room.set(piece, length);
    length += piece.length;
    if (length < size) continue;
    const end = lastEnd(room.subarray(0, length), searched, isSentenceALine);
    if (end === 0 && length > MOST_BYTES) {
      throw new RangeError(
        `Cannot read the sentence at line ${line} of ${source}: it has over ${MOST_BYTES} bytes`,
      );
    }
    searched = length - end;
    if (end === 0) continue;
    yield block(room.subarray(0, end));
    room.copyWithin(0, end, length);
    length -= end;
  }
  if (length > 0) yield block(room.subarray(0, length));
}

/**
 * Behind the last line that ends from a byte on, or the last one of tabs and spaces, which ends a
 * sentence whoever reads it; 0 if there is none.
 */
function lastEnd(bytes: Uint8Array, from: number, isSentenceALine: boolean): number {
  let at = bytes.length;
  while ((at = from + bytes.subarray(from, at).lastIndexOf(LINE_END)) >= from) {
    let before = bytes[at - 1] === RETURN ? at - 2 : at - 1;
    while (bytes[before] === TAB || bytes[before] === SPACE) before--;
    if (isSentenceALine || before < 0 || bytes[before] === LINE_END) return at + 1;
  }
  return 0;
}

/** Tags blocks with a model. */
export class BlockTagger {
  readonly #tagger: ModelTagger;
  readonly #settings: TagSettings;
  readonly #names: string;
  /** Reads sentences in the memory of kernels; none for what they cannot read. */
  readonly #reader: TextReader | undefined;
  /** The same for items, plainly; made when it is needed. */
  #table: AttributeTable | undefined;
  readonly #rows = new AttributeRows();

  /** A tagger of such a model. @throws SyntaxError for patterns that cannot be read */
  constructor(model: FeatureModel, settings: TagSettings) {
    this.#tagger = new ModelTagger(model);
    this.#settings = settings;
    this.#names = JSON.stringify(model.labels);
    this.#reader = this.#openReader();
  }

  /**
   * Tags all sentences of a block.
   *
   * @throws SyntaxError, RangeError or TypeError naming the lines
   */
  tag(block: Block): TaggedBlock {
    const reader = this.#reader;
    if (reader === undefined || !reader.read(block.bytes, valueOf)) return this.#tagPlainly(block);
    try {
      return this.#tagRead(reader);
    } catch {
      // That says which lines it is about.
      return this.#tagPlainly(block);
    }
  }

  #openReader(): TextReader | undefined {
    const { model, arena = readerArena() } = this.#tagger;
    const { input } = this.#settings;
    if (arena === undefined || input === "text" || model.network !== undefined) return undefined;
    const patterns = input === "columns" ? patternTables(model) : undefined;
    if (input === "columns" && patterns === undefined) return undefined;
    const encoder = new TextEncoder();
    const labels = model.labels.map((label) => encoder.encode(label));
    try {
      return new TextReader(arena, new NameTable(model.attributes), labels, patterns);
    } catch (error) {
      // There is no room beside the weights: text is read plainly.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** Tags what was read; labels alone are put behind lines as bytes. */
  #tagRead(reader: TextReader): TaggedBlock {
    const { sentenceCount: sentences, lineCount: tokens } = reader;
    const areBytes = isPlain(this.#settings);
    const shown: string[] = [];
    for (let sentence = 0; sentence < sentences; sentence++) {
      const lists = reader.lists(sentence);
      if (areBytes) {
        const labels = this.#tagger.bestOfRows(lists);
        if (labels === undefined) throw new RangeError("Cannot label a sentence without a path");
        reader.label(sentence, labels);
        continue;
      }
      const answers = this.#tagger.rows(lists, this.#settings.answer);
      const lines = this.#settings.format === "json" ? [] : Array.from(
        reader.lines(sentence),
        (line) => DECODER.decode(line),
      );
      shown.push(this.#shown(lines, answers));
    }
    return { output: areBytes ? reader.labelled() : shown, sentences, tokens };
  }

  /** The same without kernels, and for other input. */
  #tagPlainly({ bytes, lines, line }: Block): TaggedBlock {
    const { input } = this.#settings;
    const output: string[] = [];
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
            input === "text"
              ? words.map((word) => [word])
              : sentence.map((line) => columnsOf(line, this.#tagger.model)),
            this.#settings.answer,
          );
        output.push(this.#shown(words, found));
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
      return { output, sentences: output.length, tokens };
    }
    let first = 0;
    const model: Pick<FeatureModel, "templates"> = input === "items" ? {} : this.#tagger.model;
    for (let index = 0; index <= lines.length; index++) {
      if (index < lines.length && !endsSentence(lines[index]!, model)) continue;
      if (index > first) add(first, index);
      if (input === "items") at = behindLines(bytes, at, index + 1 - first);
      first = index + 1;
    }
    return { output, sentences: output.length, tokens };
  }

  #ofItems(bytes: Uint8Array, begin: number, count: number): Answer[] {
    const table = this.#table ??= new AttributeTable(this.#tagger.model.attributes);
    this.#rows.clear();
    let at = begin;
    for (let i = 0; i < count; i++) at = table.addItem(bytes, at, this.#rows) + 1;
    return this.#tagger.rows(this.#rows, this.#settings.answer);
  }

  #shown(tokens: readonly string[], answers: readonly Answer[]): string {
    const { format, answer } = this.#settings;
    return format === "json"
      ? jsonOf(answers, answer, this.#names)
      : columnsText(tokens, answers, answer);
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

/** What stands for a sentence whose paths are all forbidden. */
export const NO_PATH = "# no path: every one is forbidden";
/** The line before a path; its rank is in the first group. */
export const PATH_LINE = /^# path (\d+), score \S+(?:, probability \S+)?$/;

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
  if (answers.length === 0) return `${NO_PATH}\n\n`;
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
  { probabilities, marginals, spans }: AnswerOptions,
  names: string,
): string {
  const [best] = answers;
  const parts: string[] = [];
  if (probabilities) parts.push(`"logPartition":${best?.logPartition ?? null}`);
  const paths = answers.map(({ score, labels, probability }) =>
    JSON.stringify({ score, labels, ...probabilities && { probability } })
  );
  parts.push(`"paths":[${paths.join()}]`);
  if (marginals) {
    const values = JSON.stringify(best?.marginals ?? []);
    parts.push(`"marginals":{"labels":${names},"values":${values}}`);
  }
  if (spans) parts.push(`"spans":${JSON.stringify(best?.spans ?? [])}`);
  if (best?.errors !== undefined) {
    // The largest of all paths: it grows with the magnitude of a score.
    const logProbability = Math.max(...answers.map(({ errors }) => errors?.logProbability ?? 0));
    const errors = { ...best.errors, ...probabilities && { logProbability } };
    parts.push(`"errors":${JSON.stringify(errors)}`);
  }
  return `${parts.join()}}\n`;
}
