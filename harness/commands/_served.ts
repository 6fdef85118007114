/**
 * What `serve` finds: models are prepared, and batches decoded.
 *
 * @module
 */

import { unknownKey } from "../../decoders/chain/known_keys.ts";
import type { Decoder } from "../../decoders/contract.ts";
import type { Emissions } from "../../decoders/lattice.ts";
import type { Estimate, Marginals } from "../../decoders/probability/estimate.ts";
import { constrain } from "../../decoders/probability/negative_log_likelihood.ts";
import { type BatchLayout, sentencesIn } from "../../decoders/tagging/sentences.ts";
import type { TaggedPath } from "../../decoders/tagging/tagged.ts";
import { type Tagger, tagger } from "../../decoders/tagging/tagger.ts";
import { type FoundSpans, SpanProbabilities } from "../../datasets/models/spans.ts";
import {
  type Header,
  headerEnd,
  PREFIX_BYTES,
  readHeader,
  tensorsIn,
} from "../../datasets/packs/safetensors.ts";
import type { TensorFile } from "../../datasets/packs/tensors.ts";
import { brief, briefJson } from "../../datasets/visible.ts";
import { findVariant } from "../decoders/variant.ts";
import { MOST_PATHS, MOST_SENTENCES } from "../terminal/flags.ts";

/** What a batch may ask for. */
const WANTED = ["paths", "log_partition", "marginals", "spans"] as const;
type Wanted = (typeof WANTED)[number];
/** Names in a frame, by its `request`: of tensors, and of metadata. */
const KNOWN: Readonly<Record<string, readonly [tensors: string[], metadata: string[]]>> = {
  model: [
    ["transitions", "start_transitions", "end_transitions"],
    ["request", "model", "labels", "decoder", "bound"],
  ],
  batch: [["emissions", "lengths", "mask"], ["request", "model", "answers", "k"]],
  forget: [[], ["request", "model"]],
};

/** A model that is prepared. */
interface Model {
  readonly tagger: Tagger;
  readonly labelCount: number;
  readonly labels: readonly string[] | undefined;
  readonly spans: SpanProbabilities | undefined;
  /** Whether it has decoded: a first batch says how many sentences to expect. */
  isUsed?: true;
}

/** Waits for so many bytes of a frame, or rows of its emissions; returns how many have come. */
type Arrive = (end: number) => number;

/** The answer to a frame with a model, or to what is forgotten: its name. */
export interface Named {
  readonly model: string;
}

/** What was found for the sentences of a batch; parts that were not asked for are undefined. */
export interface Found {
  readonly labels: readonly string[] | undefined;
  readonly labelCount: number;
  readonly lengths: readonly number[];
  readonly paths: readonly (readonly TaggedPath<number>[])[] | undefined;
  readonly totals: readonly Estimate[] | undefined;
  readonly marginals: readonly (Marginals | undefined)[] | undefined;
  readonly spans: readonly FoundSpans[] | undefined;
}

/** Models by name, and what is done with frames. Nothing that a frame does outlives an error. */
export class Served {
  readonly #models = new Map<string, Model>();
  #count = 0;
  /** The name of the model that came last: for frames that name none. */
  #last = "";

  /**
   * The answer to a frame.
   *
   * @param bytes a safetensors file; views of it are decoded, so that it must not change meanwhile
   * @param source what errors call it
   * @param arrive waits for so many bytes, which are then there; all are without it
   * @throws SyntaxError, RangeError or TypeError in one line, `Cannot …`
   */
  async answer(
    bytes: Uint8Array,
    source: string,
    arrive: Arrive = () => Infinity,
  ): Promise<Found | Named> {
    arrive(PREFIX_BYTES);
    arrive(headerEnd(bytes, source));
    const header = readHeader(bytes, source);
    const arriveRows = rowsOf(header, arrive);
    const file = tensorsIn(header, bytes, source);
    const { request = "batch" } = file.metadata;
    const known = Object.hasOwn(KNOWN, request) ? KNOWN[request] : undefined;
    if (known === undefined) throw unknownKey(brief(request), Object.keys(KNOWN), source);
    for (const [keys, own] of [[file.tensors, known[0]], [file.metadata, known[1]]] as const) {
      for (const key of keys instanceof Map ? keys.keys() : Object.keys(keys)) {
        if (!own.includes(key)) throw unknownKey(brief(key), own, `${source}, a ${request}`);
      }
    }
    if (request === "model") {
      const model = await modelOf(file);
      while (this.#models.has(String(this.#count))) this.#count++;
      const name = this.#last = file.metadata["model"] ?? String(this.#count++);
      this.#forget(name);
      this.#models.set(name, model);
      return { model: name };
    }
    const name = file.metadata["model"] ?? this.#last;
    const model = this.#models.get(name);
    if (model === undefined) {
      throw new RangeError(`Cannot use the model ${briefJson(name)} of ${source}: there is none`);
    }
    if (request === "batch") return foundIn(model, file, arriveRows);
    this.#forget(name);
    return { model: name };
  }

  #forget(name: string): void {
    this.#models.get(name)?.tagger.dispose();
    this.#models.delete(name);
  }
}

/** Waits for all but the scores if they come last and need no copy; returns what waits for them. */
function rowsOf({ spans, dataStart, dataBytes }: Header, arrive: Arrive): Arrive {
  const end = dataStart + dataBytes;
  const scores = spans.find(({ name }) => name === "emissions");
  const bytes = scores?.dtype === "F64" ? 8 : scores?.dtype === "F32" ? 4 : 0;
  const begin = dataStart + (scores?.begin ?? 0);
  if (bytes === 0 || scores!.end !== dataBytes || begin % bytes !== 0) {
    arrive(end);
    return () => Infinity;
  }
  arrive(begin);
  const row = bytes * (scores!.shape.at(-1) ?? 0);
  return (rows) => Math.floor((arrive(Math.min(end, begin + rows * row)) - begin) / row);
}

/** Prepares the model of a frame. */
async function modelOf({ metadata, tensors }: TensorFile): Promise<Model> {
  const { shape, data } = scoresOf(tensors, "transitions", 2);
  if (shape[0] !== shape[1]) {
    throw new RangeError(`Cannot use transitions of shape [${shape}]: it is not [L,L]`);
  }
  const [start, end] = ["start_transitions", "end_transitions"]
    .map((name) => tensors.has(name) ? scoresOf(tensors, name, 1).data : undefined);
  const labels = jsonIn(metadata, "labels") as string[] | undefined;
  if (labels !== undefined && !isNames(labels)) {
    throw new TypeError("Cannot use labels: they are no JSON list of names");
  }
  const bound = jsonIn(metadata, "bound") as { emission: number; length: number } | undefined;
  const { decoder, options } = await findVariant<Decoder>(metadata["decoder"] ?? "auto");
  const model = {
    transitions: data,
    ...start !== undefined && { start },
    ...end !== undefined && { end },
    ...labels !== undefined && { labels },
    ...bound !== undefined && { bound },
  };
  const spans = labels && new SpanProbabilities(labels);
  return { tagger: tagger(model, decoder, options), labelCount: shape[0]!, labels, spans };
}

function isNames(labels: unknown): labels is string[] {
  return Array.isArray(labels) && labels.every((label) => typeof label === "string");
}

function jsonIn(metadata: TensorFile["metadata"], name: string): unknown {
  try {
    return JSON.parse(metadata[name] ?? "null") ?? undefined;
  } catch {
    throw new SyntaxError(`Cannot read ${name} as JSON: ${brief(metadata[name]!)}`);
  }
}

/** Finds what a batch asks for. */
function foundIn(model: Model, { metadata, tensors }: TensorFile, arrive: Arrive): Found {
  const wanted = new Set((metadata["answers"] ?? "paths").split(","));
  for (const name of wanted) {
    if (!WANTED.some((known) => known === name)) throw unknownKey(brief(name), WANTED, "answers");
  }
  const wants = (name: Wanted) => wanted.has(name);
  const k = Number(metadata["k"] ?? 1);
  if (!(Number.isInteger(k) && k >= 1 && k <= MOST_PATHS)) {
    throw new RangeError(`Cannot use k ${briefJson(metadata["k"])}: it is 1 to ${MOST_PATHS}`);
  }
  if (wants("spans") && model.labels === undefined) {
    throw new TypeError("Cannot find spans with a model whose labels have no names");
  }
  const { tagger, labels, labelCount } = model;
  const { rows, layout, sentences } = batchOf(tensors, labelCount);
  const paths = wants("paths") || wants("spans")
    ? pathsIn(model, rows, layout, k, arrive)
    : undefined;
  arrive(Infinity);
  const marginals = wants("marginals") ? tagger.marginals(rows, layout) : undefined;
  const totals = wants("log_partition") || wants("spans")
    ? marginals?.map((found) => found?.logPartition ?? NO_PATH) ?? tagger.logPartition(rows, layout)
    : undefined;
  const spans = !wants("spans") ? undefined : sentences.map(({ offset, length }, s) => {
    const own = rows.subarray(offset * labelCount, (offset + length) * labelCount);
    return spansIn(model, paths![s]![0], own, totals![s]!);
  });
  return {
    labels,
    labelCount,
    lengths: sentences.map(({ length }) => length),
    paths: wants("paths") ? paths : undefined,
    totals: wants("log_partition") ? totals : undefined,
    marginals,
    spans,
  };
}

/** The best paths of sentences: of the first ones while those behind them are still coming. */
function pathsIn(model: Model, rows: Emissions, layout: BatchLayout, k: number, arrive: Arrive) {
  const { tagger, labelCount, isUsed = false } = model;
  model.isUsed = true;
  const lengths = isUsed && layout.shape === undefined ? Array.from(layout.lengths!) : [];
  const paths: TaggedPath<number>[][] = [];
  let begin = 0;
  try {
    while (paths.length < lengths.length) {
      let sentence = paths.length;
      let end = begin + lengths[sentence]!;
      const come = arrive(end);
      while (end + lengths[++sentence]! <= come) end += lengths[sentence]!;
      const piece = rows.subarray(begin * labelCount, end * labelCount);
      const own = lengths.slice(paths.length, sentence);
      paths.push(...tagger.decode(piece, { lengths: own, k }));
      begin = end;
    }
    if (lengths.length > 0) return paths;
  } catch {
    // Named below, with the number that the sentence has among all.
  }
  arrive(Infinity);
  return tagger.decode(rows, { ...layout, k });
}

/** Of a sentence all of whose paths are forbidden. */
const NO_PATH: Estimate = { value: -Infinity, error: 0 };

/** The scores of a frame and how its sentences lie in them: nothing is copied but F16. */
function batchOf(tensors: TensorFile["tensors"], labelCount: number) {
  const { shape, data: rows } = scoresOf(tensors, "emissions", 2, 3);
  if (shape.at(-1) !== labelCount) {
    throw new RangeError(`Cannot use emissions of shape [${shape}] with ${labelCount} labels`);
  }
  // A few bytes name as many sentences as they like, if those have no positions.
  if (rows.length === 0 && shape[0]! > MOST_SENTENCES) {
    throw new RangeError(`Cannot use emissions of shape [${shape}]: nothing for each sentence`);
  }
  const [lengths, mask] = ["lengths", "mask"].map((name) => countsOf(tensors, name));
  const isPadded = shape.length === 3;
  const masked = tensors.get("mask")?.shape;
  // A mask [T,B], as torch often has it, has as many numbers.
  const isOdd = masked !== undefined && !(isPadded && `${masked}` === `${shape.slice(0, 2)}`);
  const total = lengths?.reduce((sum, length) => sum + length, 0);
  if (isOdd || !isPadded && lengths !== undefined && total !== shape[0]) {
    const other = isOdd ? `a mask of [${masked}]` : `lengths that sum up to ${total}`;
    throw new RangeError(`Cannot use emissions of shape [${shape}] with ${other}`);
  }
  const layout: BatchLayout = isPadded
    ? { shape: shape.slice(0, 2), lengths, mask }
    : { lengths: lengths ?? [shape[0]!] };
  return { rows, layout, sentences: sentencesIn(rows, layout, labelCount).sentences };
}

/** A tensor of scores in float64 or float32, with so many dimensions. */
function scoresOf(
  tensors: TensorFile["tensors"],
  name: string,
  ...dimensions: number[]
): { shape: readonly number[]; data: Emissions } {
  const found = tensors.get(name);
  if (found === undefined) throw new RangeError(`Cannot do without the tensor ${name}`);
  const { dtype, shape, data } = found;
  if (!dimensions.includes(shape.length)) {
    throw new RangeError(
      `Cannot use ${name} of shape [${shape}]: it has ${dimensions.join(" or ")} dimensions`,
    );
  }
  if (data instanceof Float32Array || data instanceof Float64Array) return { shape, data };
  if (dtype === "F16") return { shape, data: Float32Array.from(data as ArrayLike<number>) };
  throw new TypeError(`Cannot use ${name} of ${dtype}: scores are F64, F32 or F16`);
}

function countsOf(tensors: TensorFile["tensors"], name: string): number[] | undefined {
  const found = tensors.get(name);
  if (found === undefined) return undefined;
  const dimensions = name === "mask" ? 2 : 1;
  if (found.dtype.startsWith("F") || found.shape.length !== dimensions) {
    const { dtype, shape } = found;
    throw new TypeError(
      `Cannot use ${name} of ${dtype} [${shape}]: whole numbers of ${dimensions} dimensions`,
    );
  }
  return Array.from<number | bigint, number>(found.data, Number);
}

/** The chunks of a path. */
function spansIn(
  { labels, labelCount, tagger, spans }: Model,
  best: TaggedPath<number> | undefined,
  rows: Emissions,
  total: Estimate,
): FoundSpans {
  const path = best?.labels ?? [];
  const lattice = { length: path.length, emissions: Float64Array.from(rows) };
  return spans!.inPath(
    path.map((label) => labels![label]!),
    total,
    (allowed) => tagger.logPartition(constrain(lattice, labelCount, allowed).emissions),
  );
}
