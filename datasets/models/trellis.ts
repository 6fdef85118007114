/**
 * The project's own model file: a safetensors file of attributes, their weights and the transitions
 * between labels. What another tool's model file holds fits in, and what `train` has learned.
 *
 * @module
 */

import { SCORES } from "../packs/kinds.ts";
import { readNames } from "../packs/pack_metadata.ts";
import { PREFIX_BYTES, readTensors, writeTensors } from "../packs/safetensors.ts";
import {
  checkLabelCount,
  field,
  named,
  optional,
  type Path,
  Reading,
  type Schema,
  sparse,
  tensorsOf,
  within,
} from "../packs/schema.ts";
import { tensor, type TensorFile } from "../packs/tensors.ts";
import { brief, OPEN_RECORD } from "../visible.ts";
import { denseScores, type LinearModel, type WeightRows } from "../linear_model.ts";
import { byteString } from "./byte_strings.ts";
import type { FeatureModel, ModelFormat, ReadOptions, Templates } from "./contract.ts";
import { featureModel } from "./feature_model.ts";
import { checkedNetwork, INPUTS, type Names, namesOf, numbered } from "./network.ts";

/** What `kind` of the metadata says. */
const KIND = "model";
/** Notes, and patterns, of a model at most. */
const MOST_TEXTS = 2 ** 16;

/** What a model file holds. */
interface ModelTables
  extends Pick<FeatureModel, "weights" | "pairs" | "transitions" | "start" | "end" | "network"> {
  readonly names: Names;
}

/** Fields of what a network sees of words. */
function networkColumns(): Schema<Path<ModelTables>> {
  return Object.assign(
    {},
    ...INPUTS.spelling.map(({ name, width }) =>
      within(`network.columns.${name}`, {
        ...named(name, `${name} strings`),
        [`${name}_values`]: field(
          SCORES,
          "values",
          `${width} for each`,
          "numbers of other strings, and then of each",
        ),
      }, { by: `${name}_values` })
    ),
  );
}

/** Fields of rows of weights, one row an attribute. */
function rows(
  name: string,
  what: string,
  below: string,
  meaning: string,
): Schema<Path<WeightRows>> {
  const names = [`${name}_counts`, `${name}_columns`, `${name}_values`] as const;
  const scores = { kind: SCORES, at: "weights" } as const;
  return sparse(names, "A", { what, below, of: "attribute" }, meaning, scores);
}

/** The tensors of a model file. */
export const MODEL: Schema<Path<ModelTables>> = {
  // Written as it is: its inner size is not the same in all files.
  transitions: field(SCORES, "transitions", "L,L", "by previous label and label"),
  start_transitions: optional(
    "start_transitions",
    field(SCORES, "start", "L", "scores of the first label of a sentence"),
  ),
  end_transitions: optional(
    "end_transitions",
    field(SCORES, "end", "L", "scores of the last label of a sentence"),
  ),
  ...named("attribute", "A"),
  ...within(
    "weights",
    rows("weight", "labels", "L", "how many labels each attribute weighs for"),
  ),
  ...within(
    "pairs",
    rows("pair", "pairs", "L·L", "how many pairs x·L + y each weighs for"),
    { by: "pair_counts" },
  ),
  ...networkColumns(),
  ...within("network.lstm", {
    lstm_inputs: field(SCORES, "inputs", "2·D·4H", "from the numbers of a word, [2, D, 4H]"),
    lstm_recurrent: field(SCORES, "recurrent", "2·H·4H", "from the state before, [2, H, 4H]"),
    lstm_biases: field(SCORES, "biases", "2·4H", "of input, forget, candidate and output gates"),
  }, { by: "lstm_inputs" }),
  ...within("network.linear", {
    linear_weights: field(SCORES, "weights", "2H·L", "from both states to labels, [2H, L]"),
    linear_biases: field(SCORES, "biases", "L", "of labels"),
  }, { by: "lstm_inputs" }),
};

/**
 * The file of a model. Names of attributes stand in the order of their rows.
 *
 * @param metadata whatever else describes it: name, licence, provenance, what it was trained on
 */
export function modelFile(
  model: FeatureModel,
  metadata: Readonly<Record<string, string>>,
): TensorFile {
  const { labels, transitions, templates, sums, costFactor, notes } = model;
  const { exponent, largestChange } = model.grid;
  const names = new Array<string>(model.attributes.size);
  for (const [name, row] of model.attributes) names[row] = name;
  const contents: ModelTables = { ...model, names: namesOf(names) };
  return {
    metadata: {
      ...metadata,
      kind: KIND,
      labels: JSON.stringify(labels),
      format: model.format,
      ...templates && {
        syntax: templates.syntax,
        patterns: JSON.stringify(templates.patterns),
      },
      sums,
      cost_factor: String(costFactor),
      grid: exponent === Infinity ? "none" : String(exponent),
      largest_change: String(largestChange),
      notes: JSON.stringify(notes),
    },
    tensors: tensorsOf(MODEL, contents).set(
      "transitions",
      tensor(SCORES.write(transitions), [labels.length, labels.length]),
    ),
  };
}

/**
 * What was learned, as a model: features without weights are left out.
 *
 * @param features their names by number, as text
 */
export function learnedModel(
  { weights, transitions, unitExponent }: LinearModel,
  features: Iterable<string>,
  labels: readonly string[],
  templates: Templates | undefined,
): FeatureModel {
  const unit = 2 ** -unitExponent;
  const attributes = new Map<string, number>();
  const offsets = [0];
  const { offsets: from, columns, values } = weights;
  let feature = 0;
  for (const name of features) {
    const [begin, end] = [from[feature]!, from[feature + 1]!];
    feature++;
    if (begin === end) continue;
    attributes.set(byteString(name), attributes.size);
    offsets.push(end);
  }
  // Rows without weights take no room, so that the ends of the others are those of all.
  const rows = { columns, weights: Float64Array.from(values, (value) => unit * value) };
  return featureModel({
    format: "trellis",
    labels,
    attributes,
    weights: { offsets: Int32Array.from(offsets), ...rows },
    transitions: denseScores(transitions, unit),
    ...templates && { templates },
  }, "the model that was learned");
}

/** The bytes of a model's file. */
export function writeModel(
  model: FeatureModel,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array<ArrayBuffer> {
  return writeTensors(modelFile(model, metadata));
}

/**
 * The model in a file.
 *
 * Its weights stand as they were when they were put on a grid, so that nothing changes again; how
 * far they were from those of the tool that learned them is in the file.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function openModel(file: TensorFile, source: string): FeatureModel {
  const { metadata } = file;
  if (metadata["kind"] !== KIND) {
    const kind = brief(metadata["kind"] ?? "none");
    throw new SyntaxError(`Cannot read ${source} as a model: its metadata "kind" is ${kind}`);
  }
  const reading = new Reading<ModelTables>(MODEL, file, source);
  const [labelCount = 0] = reading.tensor("transitions", ["L", "L"]).shape;
  checkLabelCount(reading, "transitions");
  reading.sizes.set("L·L", labelCount ** 2);
  const { names, network, ...tables } = reading.contents();
  const attributes = numbered(names);
  if (attributes === undefined) {
    throw reading.refused("attribute_bytes", "two attributes have one name");
  }
  const text = (name: string, otherwise: string) => metadata[name] ?? otherwise;
  const syntax = metadata["syntax"];
  const patterns = list(metadata, "patterns", source);
  const sums = text("sums", "exact");
  if (sums !== "exact" && sums !== "float32") {
    throw new SyntaxError(`Cannot use metadata "sums" of ${source}: ${brief(sums)}`);
  }
  const model = featureModel({
    format: text("format", "trellis"),
    labels: readNames(text("labels", "null"), source, {
      name: "labels",
      least: labelCount,
      most: labelCount,
      what: "labels",
    }),
    attributes,
    ...tables,
    ...network && { network: checkedNetwork(network, labelCount, source) },
    ...syntax !== undefined && { templates: { syntax, patterns } },
    sums,
    costFactor: finite(metadata, "cost_factor", 1, source),
    notes: list(metadata, "notes", source),
  }, source);
  const before = Math.abs(finite(metadata, "largest_change", 0, source));
  const { exponent, largestChange } = model.grid;
  return { ...model, grid: { exponent, largestChange: largestChange + before } };
}

function list(
  metadata: Readonly<Record<string, string>>,
  name: string,
  source: string,
): string[] {
  const json = metadata[name];
  if (json === undefined) return [];
  return readNames(json, source, { name, least: 0, most: MOST_TEXTS, what: "texts" });
}

function finite(
  metadata: Readonly<Record<string, string>>,
  name: string,
  otherwise: number,
  source: string,
): number {
  const text = metadata[name];
  const value = text === undefined ? otherwise : Number(text);
  if (text?.trim() !== "" && Number.isFinite(value)) return value;
  throw new SyntaxError(`Cannot use metadata "${name}" of ${source}, no number: ${brief(text!)}`);
}

/** The format, as `readModel` knows it. */
export const trellis: ModelFormat = {
  name: "trellis",
  title: "a model file of Trellis",
  recognises(bytes: Uint8Array): boolean {
    // The header of a safetensors file begins after its length, and says what kind of file it is.
    if (bytes[PREFIX_BYTES] !== OPEN_RECORD) return false;
    const end = PREFIX_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const header = new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, end));
    // Writers of JSON may put spaces around a colon.
    return new RegExp(`"kind"\\s*:\\s*"${KIND}"`).test(header);
  },
  read(bytes: Uint8Array, source: string, _options: ReadOptions): FeatureModel {
    return openModel(readTensors(bytes as Uint8Array<ArrayBuffer>, source), source);
  },
};
