/**
 * Models of CRF++: the text file and the binary one.
 *
 * @module
 */

import { brief, OPEN_RECORD } from "../visible.ts";
import { ByteReader, byteStringOf, labelTexts, linesOf, shownText } from "./byte_strings.ts";
import type { FeatureModel, ModelFormat } from "./contract.ts";
import { crfppExpander, isConstant } from "./crfpp_patterns.ts";
import { featureModel, MOST_LABELS, RowBuilder } from "./feature_model.ts";

/** Versions 100 to 199 have these formats. */
const VERSION = 1;
const TEXT = "version: ";
/** Weights of bigrams that are added up for transitions: a template may stand there many times. */
const MOST_ADDED = 2 ** 28;

/** What both files hold. Strings are byte strings. */
interface Parts {
  readonly format: string;
  readonly costFactor: number;
  readonly columns: number;
  readonly labels: readonly string[];
  /** The lines of the template file, all U, then all B. */
  readonly templates: readonly string[];
  /** The first weight of each attribute: L of them for U, L² for B. */
  readonly attributes: Iterable<readonly [name: string, id: number]>;
  readonly weights: Float64Array;
  readonly sums: FeatureModel["sums"];
}

/**
 * The model of a text file. It has the weights as they were trained, in 16 decimals.
 *
 * Source: CRF++ 0.58, feature_index.cpp, `EncoderFeatureIndex::save`.
 *
 * @throws SyntaxError naming the line that does not belong there
 */
function readText(bytes: Uint8Array, source: string): FeatureModel {
  const lines = linesOf(bytes);
  let at = 0;
  const refuse = (line: number): never => {
    const text = line < lines.length ? brief(shownText(lines[line]!)) : "the file ends";
    throw new SyntaxError(`Cannot read line ${line + 1} of ${source}, a model of CRF++: ${text}`);
  };
  /** The lines up to an empty one. */
  const section = (): string[] => {
    const begin = at;
    at = lines.indexOf("", begin);
    if (at < 0) refuse(lines.length);
    return lines.slice(begin, at++);
  };
  const header = new Map(
    section().map((line, i) => {
      const [, name, value] = /^([a-z-]+):\s+(\S+)$/.exec(line) ?? refuse(i);
      return [name!, Number(value)];
    }),
  );
  const [version, count] = [header.get("version") ?? NaN, header.get("maxid") ?? NaN];
  checkVersion(version, source);
  const labels = section();
  const templates = section();
  const first = at;
  const attributes = section().map((line, i): [string, number] => {
    const [, id, name] = /^(\d+) ([^]*)$/.exec(line) ?? refuse(first + i);
    return [name!, Number(id)];
  });
  const end = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  if (end - at !== count) {
    throw new RangeError(
      `Cannot read the weights of ${source}: maxid is ${count}, there are ${end - at}`,
    );
  }
  const weights = Float64Array.from({ length: count }, (_, id) => {
    const line = lines[at + id]!;
    return line !== "" && Number.isFinite(Number(line)) ? Number(line) : refuse(at + id);
  });
  return modelOf({
    format: "crfpp-text",
    costFactor: header.get("cost-factor") ?? 1,
    columns: header.get("xsize") ?? Infinity,
    labels,
    templates,
    attributes,
    weights,
    sums: "exact",
  }, source);
}

/**
 * The model of a binary file. Its weights are in float32, and CRF++ adds them in float32: so do we.
 *
 * Source: CRF++ 0.58, feature_index.cpp, `DecoderFeatureIndex::openFromArray`.
 *
 * @throws RangeError naming the part that is not in the file, or what follows the last
 */
function readBinary(bytes: Uint8Array, source: string): FeatureModel {
  const reader = new ByteReader(bytes, source);
  reader.require(0, 36, "the header");
  checkVersion(reader.uint32(0, "the header"), source);
  const costFactor = reader.float64(8, "the header");
  const [count, columns, trieBytes] = [16, 20, 24].map((at) => reader.uint32(at, "the header"));
  const strings = (at: number, what: string): [string[], number] => {
    const size = reader.uint32(at, what);
    const text = reader.text(at + 4, size, what);
    return [text.split("\0").filter((part) => part !== ""), at + 4 + size];
  };
  const [labels, afterLabels] = strings(28, "labels");
  const [templates, afterTemplates] = strings(afterLabels, "templates");
  const first = afterTemplates + trieBytes!;
  reader.require(first, 4 * count!, "weights");
  if (first + 4 * count! !== reader.size) {
    reader.refuse("weights", `they end at byte ${first + 4 * count!} of ${reader.size}`);
  }
  const weights = Float64Array.from(
    { length: count! },
    (_, id) => reader.float32(first + 4 * id, "weights"),
  );
  const attributes = trieEntries(reader, afterTemplates, trieBytes!);
  return modelOf({
    format: "crfpp",
    costFactor,
    columns: columns!,
    labels,
    templates,
    attributes,
    weights,
    sums: "float32",
  }, source);
}

/**
 * The model of what was read. Weights of bigrams become transitions if no bigram template looks at
 * the sentence, and scores of pairs otherwise.
 */
function modelOf(parts: Parts, source: string): FeatureModel {
  const { format, columns, labels: names, templates, weights, sums } = parts;
  const L = names.length;
  if (!(L >= 1 && L <= MOST_LABELS)) throw new RangeError(`Cannot use ${source}: ${L} labels`);
  const factor = parts.costFactor;
  if (!Number.isFinite(factor)) throw new RangeError(`Cannot use ${source}, cost factor ${factor}`);
  for (const template of templates) {
    if (template.startsWith("U") || template.startsWith("B")) continue;
    const text = brief(shownText(template));
    throw new SyntaxError(`Cannot read a template of ${source}, neither U nor B: ${text}`);
  }
  // Says which template is wrong before anything is tagged.
  crfppExpander(templates, columns);
  const bigrams = templates.filter((template) => template.startsWith("B"));
  const isPlain = bigrams.every(isConstant);
  const attributes = new Map<string, number>();
  const [rows, pairs] = [new RowBuilder(), new RowBuilder()];
  const plain = new Map<string, number>();
  let used = 0;
  for (const [name, id] of parts.attributes) {
    const isBigram = !name.startsWith("U");
    const size = isBigram ? L * L : L;
    used += size;
    if (id + size > weights.length || used > weights.length) {
      const what = `${brief(shownText(name))}, ${size} from ${id} on`;
      throw new RangeError(
        `Cannot find the weights of attribute ${what}, in ${source}: it has ${weights.length}`,
      );
    }
    if (attributes.has(name) || plain.has(name)) {
      throw new RangeError(
        `Cannot tell attributes of ${source} apart: ${brief(shownText(name))} comes twice`,
      );
    }
    if (isBigram && isPlain) {
      plain.set(name, id);
      continue;
    }
    attributes.set(name, attributes.size);
    const target = isBigram ? pairs : rows;
    const scale = sums === "float32" ? 1 : factor;
    for (let i = 0; i < size; i++) target.add(i, scale * weights[id + i]!);
    rows.endRow();
    pairs.endRow();
  }
  return featureModel({
    format,
    ...labelTexts(names),
    attributes,
    weights: rows.toRows(),
    ...!isPlain && { pairs: pairs.toRows() },
    transitions: plainTransitions(bigrams.flatMap((own) => plain.get(own) ?? []), parts, source),
    templates: {
      syntax: "crfpp",
      patterns: isPlain ? templates.filter((template) => !bigrams.includes(template)) : templates,
    },
    sums,
    costFactor: sums === "float32" ? factor : 1,
  }, source);
}

/** The sums of weights of bigrams that are the same everywhere, in the order of their templates. */
function plainTransitions(
  ids: readonly number[],
  { labels, weights, costFactor, sums }: Parts,
  source: string,
): Float64Array {
  const size = labels.length ** 2;
  if (ids.length * size > MOST_ADDED) {
    throw new RangeError(`Cannot add up ${ids.length} bigrams of ${size} weights of ${source}`);
  }
  const sum = sums === "float32" ? new Float32Array(size) : new Float64Array(size);
  for (const id of ids) {
    for (let edge = 0; edge < size; edge++) sum[edge]! += weights[id + edge]!;
  }
  return Float64Array.from(sum, (weight) => costFactor * weight);
}

function checkVersion(version: number, source: string): void {
  if (Math.floor(version / 100) === VERSION) return;
  throw new SyntaxError(`Cannot read ${source} as a model of CRF++: its version is ${version}`);
}

/** The binary file. */
export const crfpp: ModelFormat = {
  name: "crfpp",
  title: "CRF++, binary",
  // Safetensors may begin with the same number, and go on with {.
  recognises: (bytes) =>
    bytes.length > 8 && Math.floor(bytes[0]! / 100) === VERSION && bytes[8] !== OPEN_RECORD &&
    bytes.subarray(1, 8).every((byte) => byte === 0),
  read: readBinary,
};

/** What `crf_learn -t` writes beside it. */
export const crfppText: ModelFormat = {
  name: "crfpp-text",
  title: "CRF++, text",
  recognises: (bytes) => byteStringOf(bytes, 0, Math.min(TEXT.length, bytes.length)) === TEXT,
  read: readText,
};

const UNIT_BYTES = 8;
/** Names may be so many times the bytes of the array, as they share their beginnings. */
const MOST_EXPANSION = 64;

/**
 * All keys of a double array as Darts writes it, with their values.
 *
 * A unit is a base, int32, and a check, uint32. From a node with base b a byte c leads to unit
 * b + c + 1 if that unit's check is b; its base is the next node's. A key ends at b if the check of
 * unit b is b and its base is negative: the value is −base − 1.
 *
 * No two nodes have the same base, so that a base that comes again is a defect, and nothing is
 * walked twice. Cost: O(units).
 *
 * Source: Kudo, Darts 0.32; Aoe 1989.
 *
 * @throws RangeError for a base beyond the array, or that comes again, and for names that are
 * longer together than any honest array of this size has
 */
function* trieEntries(
  reader: ByteReader,
  begin: number,
  bytes: number,
): Generator<readonly [name: string, value: number]> {
  const what = "the double array of attributes";
  const size = Math.floor(bytes / UNIT_BYTES);
  reader.require(begin, bytes, what);
  const unit = (index: number) => reader.uint32(begin + UNIT_BYTES * index, what) | 0;
  const check = (index: number) => reader.uint32(begin + UNIT_BYTES * index + 4, what);
  if (size === 0) return;
  // Units by their check, so that a node finds its children without trying all bytes.
  const [first, next] = [new Int32Array(size).fill(-1), new Int32Array(size)];
  for (let at = 0; at < size; at++) {
    const own = check(at);
    if (own >= size) continue;
    next[at] = first[own]!;
    first[own] = at;
  }
  const seen = new Uint8Array(size);
  const waiting: [name: string, base: number][] = [["", unit(0)]];
  let characters = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const [name, base] = node;
    if (!(base >= 0 && base < size)) {
      reader.refuse(what, `base ${base} of ${size} units`);
    }
    if (seen[base] === 1) reader.refuse(what, `two nodes have base ${base}`);
    seen[base] = 1;
    if (check(base) === base && unit(base) < 0) {
      characters += name.length;
      if (characters > MOST_EXPANSION * bytes) reader.refuse(what, `names are too long together`);
      yield [name, -unit(base) - 1];
    }
    for (let at = first[base]!; at >= 0; at = next[at]!) {
      const byte = at - base - 1;
      if (byte >= 0 && byte <= 255) waiting.push([name + String.fromCharCode(byte), unit(at)]);
    }
  }
}
