/**
 * A model of ours as CRFsuite, CRF++ and Wapiti have it, and sentences as they read them.
 *
 * @module
 */

import { bytesOf, byteString, shownText } from "../../datasets/models/byte_strings.ts";
import type { FeatureModel } from "../../datasets/models/contract.ts";
import { itemField } from "../../datasets/items.ts";
import { learnedModel } from "../../datasets/models/trellis.ts";
import { Encoder } from "../../datasets/training/encode.ts";
import { trainPerceptron } from "../../datasets/training/perceptron.ts";
import { crfppExpander } from "../../datasets/models/crfpp_patterns.ts";
import { LEADER, type StudyCorpus } from "./_corpora.ts";

/** What a token says, as `crf_learn` reads it; a column each: the word, its affixes, its shape. */
export const PATTERNS: readonly string[] = [
  ...[-2, -1, 0, 1, 2].map((row, i) => `U0${i}:%x[${row},0]`),
  "U05:%x[-1,0]/%x[0,0]",
  "U06:%x[0,0]/%x[1,0]",
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((column) => `U1${column}:%x[0,${column}]`),
  ...[-1, 0, 1].map((row, i) => `U2${i}:%x[${row},9]`),
];
const AFFIX = 4;
/** A word, its affixes and its shape. */
const COLUMN_COUNT = 2 * AFFIX + 2;
/** Attributes that occur fewer times have no weights. */
const LEAST = 2;
/** What CRF++ and Wapiti call what is beyond the sentence. */
const OUTSIDE = { crfpp: /_B(?=[+-]\d)/g, wapiti: "_x" };

/** Sentences in columns. */
export type Columns = readonly (readonly (readonly string[])[])[];

/** The columns of a sentence: the word, suffixes and prefixes of 1 to 4 characters, its shape. */
export function columnsOf(forms: readonly string[]): string[][] {
  return forms.map((form) => {
    const characters = [...form.replaceAll(/\s/g, "_")];
    const affixes = (of: (n: number) => string[]) =>
      Array.from({ length: AFFIX }, (_, i) => of(i + 1).join(""));
    const shape = characters.join("").replaceAll(/\p{Lu}+/gu, "A").replaceAll(/\p{Ll}+/gu, "a")
      .replaceAll(/\p{Nd}+/gu, "0");
    return [
      characters.join(""),
      ...affixes((n) => characters.slice(-n)),
      ...affixes((n) => characters.slice(0, n)),
      shape,
    ];
  });
}

const expand = crfppExpander(PATTERNS);

/** The attributes of each position, as byte strings. */
export function attributesOf(columns: readonly (readonly string[])[]): string[][] {
  const rows = columns.map((row) => row.map(byteString));
  return rows.map((_, t) => expand(rows, t));
}

/** Sentences in columns, as CRF++ and Wapiti read them. */
export function columnsFile(sentences: Columns): Uint8Array {
  const lines = sentences.map((rows) => `${rows.map((row) => `${row.join("\t")}\n`).join("")}\n`);
  return new TextEncoder().encode(lines.join(""));
}

/** Sentences as CRFsuite's items with a label that says nothing. */
export function itemsFile(sentences: Columns): Uint8Array {
  const lines = sentences.map((rows) =>
    attributesOf(rows).map((names) => `_\t${names.map((name) => itemField(name)).join("\t")}\n`)
      .join("") + "\n"
  );
  return bytesOf(lines.join(""));
}

/** A perceptron on the patterns' attributes that occur twice. */
export async function trained({ labels, training }: StudyCorpus, epochs: number, seed: number) {
  const encoder = new Encoder(labels);
  const items = training.map((sentence) => ({
    ...sentence,
    items: attributesOf(columnsOf(sentence.forms)),
  }));
  const learned = await trainPerceptron({
    corpus: encoder.learn(items, LEAST),
    labelCount: labels.length,
    featureCount: encoder.featureCount,
    epochs,
    seed,
    ...LEADER,
  });
  const templates = { syntax: "crfpp", patterns: PATTERNS };
  // Names of attributes are byte strings already, and would become those of these characters.
  const names = Array.from(encoder.features, shownText);
  return learnedModel(learned, names, labels, templates);
}

/** Numbers and byte strings one after another. */
class Bytes {
  #view = new DataView(new ArrayBuffer(2 ** 20));
  size = 0;

  uint32(...values: number[]): this {
    for (const value of values) this.#room(4).setUint32(this.size - 4, value, true);
    return this;
  }

  float64(value: number): this {
    this.#room(8).setFloat64(this.size - 8, value, true);
    return this;
  }

  text(text: string): this {
    const view = this.#room(text.length);
    const at = this.size - text.length;
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
    return this;
  }

  patch(at: number, value: number): this {
    this.#view.setUint32(at, value, true);
    return this;
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#view.buffer, 0, this.size);
  }

  #room(size: number): DataView {
    this.size += size;
    if (this.size > this.#view.byteLength) {
      this.#view = new DataView(this.#view.buffer.transfer(2 * this.size));
    }
    return this.#view;
  }
}

/** A model as files have it: names as byte strings, weights by attribute in the order of labels. */
function partsOf({ labels, attributes, weights, transitions }: FeatureModel) {
  const names = new Array<string>(attributes.size);
  for (const [name, row] of attributes) names[row] = name;
  const { offsets, columns, weights: values } = weights;
  const rows = names.map((_, row) =>
    Array.from(columns.subarray(offsets[row], offsets[row + 1]), (label, i) => ({
      label,
      weight: values[offsets[row]! + i]!,
    })).sort((a, b) => a.label - b.label)
  );
  return { labels: labels.map(byteString), names, rows, transitions, L: labels.length };
}

/** The binary file of CRFsuite 0.12, dictionaries with their hash tables. */
export function crfsuiteFile(model: FeatureModel): Uint8Array<ArrayBuffer> {
  const { labels, names, rows, transitions, L } = partsOf(model);
  const file = new Bytes().text("lCRF").uint32(0).text("FOMC")
    .uint32(100, 0, L, names.length, 48, 0, 0, 0, 0).text("FEAT").uint32(0, 0);
  let count = 0;
  const add = (type: number, source: number, label: number, weight: number) => {
    file.uint32(type, source, label).float64(weight);
    return count++;
  };
  const states = rows.map((own, row) => own.map(({ label, weight }) => add(0, row, label, weight)));
  const edges = labels.map((_, x) => {
    const ids: number[] = [];
    for (let y = 0; y < L; y++) {
      if (transitions[x * L + y] !== 0) ids.push(add(1, x, y, transitions[x * L + y]!));
    }
    return ids;
  });
  file.patch(52, 12 + 20 * count).patch(56, count);
  [labels, names].forEach((words, i) => {
    file.patch(32 + 4 * i, file.size);
    dictionary(file, words);
  });
  // There are two labels more, for the ends of a sentence, without features.
  [[...edges, [], []], states].forEach((lists, i) => {
    file.patch(40 + 4 * i, file.size).text(["LFRF", "AFRF"][i]!).uint32(0, lists.length);
    const first = file.size;
    for (let row = 0; row < lists.length; row++) file.uint32(0);
    lists.forEach((ids, row) => {
      file.patch(first + 4 * row, file.size).uint32(ids.length);
      for (const id of ids) file.uint32(id);
    });
  });
  return file.patch(4, file.size).toBytes();
}

/** A CQDB: records, hash tables of twice their size, and where the record of each number is. */
function dictionary(file: Bytes, words: readonly string[]): void {
  const chunk = file.size;
  file.text("CQDB").uint32(0, 0, 0x62445371, words.length, 0);
  for (let i = 0; i < 256; i++) file.uint32(0, 0);
  const tables = Array.from({ length: 256 }, (): [hash: number, record: number][] => []);
  const records = words.map((word, id) => {
    const record = file.size - chunk;
    file.uint32(id, word.length + 1).text(`${word}\0`);
    const hash = hashOf(`${word}\0`);
    tables[hash % 256]!.push([hash, record]);
    return record;
  });
  tables.forEach((entries, table) => {
    if (entries.length === 0) return;
    const size = 2 * entries.length;
    file.patch(chunk + 24 + 8 * table, file.size - chunk).patch(chunk + 28 + 8 * table, size);
    const slots = new Array<[number, number]>(size);
    for (const entry of entries) {
      let slot = (entry[0] >>> 8) % size;
      while (slots[slot] !== undefined) slot = (slot + 1) % size;
      slots[slot] = entry;
    }
    for (let slot = 0; slot < size; slot++) file.uint32(...slots[slot] ?? [0, 0]);
  });
  file.patch(chunk + 20, file.size - chunk);
  for (const record of records) file.uint32(record);
  file.patch(chunk + 4, file.size - chunk);
}

/** Bob Jenkins' `hashlittle` of 2006, lookup3.c, of a byte string that is not empty. */
export function hashOf(text: string): number {
  const word = (at: number) => {
    let value = 0;
    for (let i = 0; i < 4; i++) value |= (text.charCodeAt(at + i) || 0) << (8 * i);
    return value;
  };
  const rotated = (value: number, by: number) => value << by | value >>> (32 - by);
  let a = 0xdeadbeef + text.length | 0;
  let [b, c] = [a, a];
  let at = 0;
  for (; text.length - at > 12; at += 12) {
    [a, b, c] = [a + word(at) | 0, b + word(at + 4) | 0, c + word(at + 8) | 0];
    // The three take turns: one is changed by another, which the third is added to.
    for (const by of [4, 6, 8, 16, 19, 4]) [a, b, c] = [b, c + b | 0, (a - c) ^ rotated(c, by)];
  }
  [a, b, c] = [a + word(at) | 0, b + word(at + 4) | 0, c + word(at + 8) | 0];
  for (const by of [14, 11, 25, 16, 4, 14, 24]) [a, b, c] = [b, (c ^ b) - rotated(b, by) | 0, a];
  return b >>> 0;
}

/** The text file of Wapiti 1.5. */
export function wapitiFile(model: FeatureModel, templates = PATTERNS, columnCount = COLUMN_COUNT) {
  const { labels, names, rows, transitions, L } = partsOf(model);
  const own = (name: string) => `u${name.slice(1).replaceAll(OUTSIDE.crfpp, OUTSIDE.wapiti)}`;
  const netstring = (text: string) => `${text.length}:${text},\n`;
  const list = (texts: readonly string[]) =>
    `#qrk#${texts.length}\n${texts.map(netstring).join("")}`;
  const lines: string[] = [];
  const add = (index: number, weight: number) => {
    if (weight !== 0) lines.push(`${index}=${hexOf(weight)}\n`);
  };
  rows.forEach((weighed, row) => {
    for (const { label, weight } of weighed) add(row * L + label, weight);
  });
  transitions.forEach((weight, edge) => add(names.length * L + edge, weight));
  const patterns = [...templates.map((pattern) => `u${pattern.slice(1)}`), "b"];
  return bytesOf(
    `#mdl#2#${lines.length}\n#rdr#${patterns.length}/${columnCount}/0\n${
      patterns.map(netstring).join("")
    }` +
      list(labels) + list([...names.map(own), "b"]) + lines.join(""),
  );
}

/** A number in hexadecimal digits, exactly. */
export function hexOf(value: number): string {
  let [digits, exponent] = [Math.abs(value), 0];
  while (!Number.isInteger(digits)) [digits, exponent] = [digits * 2, exponent - 1];
  return `${value < 0 ? "-" : ""}0x${digits.toString(16)}p${exponent < 0 ? "" : "+"}${exponent}`;
}

/** The text file of CRF++, which `crf_learn -C` makes a binary one of. */
export function crfppFile(model: FeatureModel, templates = PATTERNS, columnCount = COLUMN_COUNT) {
  const { labels, names, rows, transitions, L } = partsOf(model);
  const all = new Float64Array(names.length * L + L * L);
  rows.forEach((own, row) => {
    for (const { label, weight } of own) all[row * L + label] = weight;
  });
  all.set(transitions, names.length * L);
  const keys = [
    ...names.map((name, row) => [name, row * L] as const),
    ["B", names.length * L] as const,
  ].sort(([a], [b]) => a < b ? -1 : 1);
  const lines = [
    ...["version: 100", "cost-factor: 1", `maxid: ${all.length}`, `xsize: ${columnCount}`, ""],
    ...[...labels, "", ...templates, "B", ""],
    ...[...keys.map(([name, id]) => `${id} ${name}`), ""],
    ...Array.from(all, (weight) => weight.toFixed(16)),
  ];
  return bytesOf(`${lines.join("\n")}\n`);
}
