/**
 * `deno task tag`: text in, labels out, with a model of ours or of another tool.
 *
 * @module
 */

import { count, counted } from "../../datasets/markdown.ts";
import type { AnswerOptions, FeatureModel } from "../../datasets/models/contract.ts";
import { isLayer, isWithoutEnds } from "../../datasets/models/heads.ts";
import { readModel } from "../../datasets/models/read_model.ts";
import { ModelTagger } from "../../datasets/models/tagger.ts";
import { sentenceStarts } from "../../datasets/dataset.ts";
import type { Matrix } from "../../decoders/tagging/numbers.ts";
import { joinWindows, type ScoreWindow } from "../../decoders/tagging/windows.ts";
import { readPackFile } from "../../datasets/packs/pack_file.ts";
import { type EmissionRows, emissionRows } from "../../datasets/packs/lattice_schema.ts";
import {
  type Command,
  type Flags,
  MOST_PATHS,
  MOST_THREADS,
  oneOf,
  refuseFlags,
  required,
  wholeNumber,
} from "../terminal/flags.ts";
import { writeAll } from "../terminal/output_files.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { READING_FLAGS, readingOf, readModelFile } from "./_model_file.ts";
import {
  type Block,
  blockBytes,
  blocksOf,
  BlockTagger,
  columnsText,
  FORMATS,
  type Input,
  INPUTS,
  jsonOf,
  piecesOf,
  type TaggedBlock,
  type TagSettings,
} from "./_tag_blocks.ts";
import type { TagOpening, TagRequest } from "./_tag_worker.ts";
import { byThreads, inOrder } from "./_threads.ts";

/** Progress is shown this often, in milliseconds. */
const PROGRESS_MS = 2000;

const command: Command = {
  meaning: "tag text with a model of Trellis, CRFsuite, CRF++, Wapiti or a network's CRF layer",
  flags: {
    model: { value: "FILE", help: "what `train --save` wrote, or another tool's model" },
    from: { value: "NAME", help: "format of FILE, where its first bytes do not say" },
    ...READING_FLAGS,
    input: {
      value: "NAME",
      help:
        "columns, items (CRFsuite's; the first column is ignored) or text (a sentence a line) " +
        "(columns, or items for a model without patterns)",
    },
    emissions: {
      value: "PACK",
      help:
        "scores of labels [N,L] or [B,T,L] instead of text; with `window_starts` [B] those of " +
        "overlapping windows of texts, each decoded as a whole",
    },
    format: { value: "NAME", help: "columns (the input with labels) or json (columns)" },
    k: { value: "K", help: "best paths a sentence (1)" },
    probabilities: { help: "the probability of each path, and the log-partition" },
    marginals: { help: "the probability of every label; in columns that of each label printed" },
    spans: { help: "json: chunks of the best path with their probabilities" },
    workers: { value: "N", help: "threads, over sentences; answers stay in order (1)" },
  },
  examples: {
    "tag --model mine.safetensors --input text < sentences.txt":
      "a sentence a line in, a token and its label a line out",
    "tag --model chunks.crfsuite --format json --probabilities --spans < items.txt":
      "CRFsuite's model and items, with how sure one is",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { values } = flags;
  const path = required(flags, "model", "FILE");
  const reading = await given(readingOf(flags, path));
  const bytes = await given(readModelFile(path));
  const model = await given(Promise.try(() => readModel(bytes, reading)));
  for (const note of model.notes) console.error(`note: ${note}`);
  const settings = readTagSettings(flags, model);
  const emissions = values["emissions"];
  if (emissions !== undefined) {
    refuseFlags(flags, ["input", "workers"], `with --emissions ${emissions}`);
    await given(tagEmissions(model, emissions, settings));
    return 0;
  }
  const workers = wholeNumber(flags, "workers", 1, MOST_THREADS) ?? 1;
  const size = await given(Promise.try(() => blockBytes(model, settings)));
  const blocks = blocksOf(piecesOf(Deno.stdin, size), settings.input === "text", size);
  if (workers === 1) {
    const tagger = await given(Promise.try(() => new BlockTagger(model, settings)));
    const tag = (block: Block) => Promise.try(() => tagger.tag(block));
    await given(print(inOrder(blocks, tag, 1), settings));
    return 0;
  }
  const url = new URL("./_tag_worker.ts", import.meta.url);
  const opening: TagOpening = { bytes, reading, settings };
  const memoryOf = ({ bytes }: TagRequest) => [bytes.buffer];
  const threads = { count: workers, doing: "tagging", memoryOf };
  await given(print(byThreads(url, opening, requestsOf(blocks), threads), settings));
  return 0;
}

/** Blocks in memory that is their own. */
async function* requestsOf(blocks: AsyncIterable<Block>): AsyncGenerator<TagRequest> {
  for await (const { bytes, line } of blocks) yield { bytes: bytes.slice(), line };
}

/**
 * Reads what is asked for.
 *
 * @throws UsageError for what the format cannot show or the model cannot read
 */
function readTagSettings(flags: Flags, model: FeatureModel): TagSettings {
  const { values, switches } = flags;
  const format = oneOf(values, "format", FORMATS);
  const usual: Input = model.templates === undefined ? "items" : "columns";
  const input = values["input"] === undefined ? usual : oneOf(values, "input", INPUTS);
  if (values["emissions"] === undefined && isLayer(model)) {
    throw new UsageError(`Cannot tag text with a layer of a network: give --emissions PACK`);
  }
  if (values["emissions"] === undefined && input !== "items" && model.templates === undefined) {
    throw new UsageError(
      `Cannot read --input ${input} with a model without patterns (${model.format}): it takes items`,
    );
  }
  if (input === "items" && model.network !== undefined) {
    throw new UsageError("Cannot read --input items with a network, which takes words");
  }
  if (switches.has("spans") && format === "columns") {
    throw new UsageError("Cannot print --spans in columns: use --format json");
  }
  const k = wholeNumber(flags, "k", 1, MOST_PATHS) ?? 1;
  const marginals = switches.has("marginals");
  const answer: AnswerOptions = {
    k,
    probabilities: switches.has("probabilities"),
    marginals: marginals && format === "json",
    confidences: marginals && format === "columns",
    spans: switches.has("spans"),
  };
  return { answer, input, format };
}

/** Prints blocks as they are tagged, and how far that is. */
async function print(
  blocks: AsyncIterable<TaggedBlock>,
  { format }: TagSettings,
): Promise<void> {
  const start = performance.now();
  let [sentences, tokens, said] = [0, 0, start];
  for await (const { output, ...counts } of blocks) {
    if (output instanceof Uint8Array) writeAll(Deno.stdout, output);
    else if (format === "columns") write(output.join(""));
    else write(output.map((text, i) => `{"sentence":${sentences + i},${text}`).join(""));
    sentences += counts.sentences;
    tokens += counts.tokens;
    const now = performance.now();
    if (now - said < PROGRESS_MS) continue;
    said = now;
    const rate = Math.round(sentences / (now - start) * 1000);
    console.error(`${sizeOf(sentences, tokens)}, ${count(rate)} sentences a second`);
  }
  console.error(sizeOf(sentences, tokens));
}

/** "2 sentences, 35 tokens" */
function sizeOf(sentences: number, tokens: number): string {
  return `${counted(sentences, "sentence")}, ${counted(tokens, "token")}`;
}

const encoder = new TextEncoder();
/** Texts become bytes in here: new memory for each would be given back late. */
const room = new Uint8Array(2 ** 16);

function write(text: string): void {
  for (let rest = text; rest !== "";) {
    const { read, written } = encoder.encodeInto(rest, room);
    writeAll(Deno.stdout, room.subarray(0, written));
    rest = rest.slice(read);
  }
}

/** Tags the sentences of a file of scores. */
async function tagEmissions(
  model: FeatureModel,
  path: string,
  { answer, format }: TagSettings,
): Promise<void> {
  const rows = emissionRows(await readPackFile(path), path);
  const L = model.labels.length;
  if (rows.labelCount !== L) {
    const hasEnds = rows.labelCount === L + 2 && isWithoutEnds(model);
    throw new RangeError(
      `Cannot tag ${path} of ${rows.labelCount} labels with a model of ${L}` +
        (hasEnds ? ": leave out the columns of START and STOP" : ""),
    );
  }
  const tagger = new ModelTagger(model);
  const names = JSON.stringify(model.labels);
  const tagged = (windows: readonly ScoreWindow[], text: number) => {
    try {
      const scores = tagger.scoresOfEmissions(scoresOf(windows, rows.labelCount));
      return { answers: tagger.answer(scores, answer), length: scores.length };
    } catch (error) {
      throw new RangeError(`Cannot tag text ${text} of ${path}: ${(error as Error).message}`);
    }
  };
  let [sentence, tokens] = [0, 0];
  for (const windows of textsOf(rows)) {
    const { answers, length } = tagged(windows, sentence);
    if (format === "json") {
      write(`{"sentence":${sentence},${jsonOf(answers, answer, names)}`);
    } else {
      const positions = Array.from({ length }, (_, t) => String(t));
      write(columnsText(positions, answers, answer));
    }
    sentence++;
    tokens += length;
  }
  console.error(sizeOf(sentence, tokens));
}

/** The windows of each text; a sentence is a text of one window. */
function* textsOf(
  { lengths, windowStarts, emissions, labelCount }: EmissionRows,
): Generator<ScoreWindow[]> {
  const starts = sentenceStarts(lengths);
  const windows: ScoreWindow[] = [];
  for (let i = 0; i < lengths.length; i++) {
    const start = windowStarts?.[i] ?? 0;
    if (start === 0 && windows.length > 0) yield windows.splice(0);
    const scores = emissions.subarray(starts[i]! * labelCount, starts[i + 1]! * labelCount);
    windows.push({ start, scores });
  }
  if (windows.length > 0) yield windows;
}

function scoresOf(windows: readonly ScoreWindow[], labelCount: number): Matrix {
  const [{ start, scores }] = windows as [ScoreWindow];
  return windows.length === 1 && start === 0 ? scores : joinWindows(windows, labelCount);
}
