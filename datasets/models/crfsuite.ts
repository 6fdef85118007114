/**
 * Models of CRFsuite: the binary file and its dump.
 *
 * @module
 */

import { brief, briefJson } from "../visible.ts";
import { ByteReader, byteStringOf, labelTexts, linesOf, shownText } from "./byte_strings.ts";
import type { FeatureModel, ModelFormat } from "./contract.ts";
import { featureModel, MOST_LABELS, RowBuilder } from "./feature_model.ts";

const MAGIC = "lCRF";
/** A first-order Markov model with state and transition features. */
const TYPE = "FOMC";
const VERSION = 100;
/** Of `FEAT`, `LFRF` and `AFRF`: name, size and count. */
const CHUNK_BYTES = 12;
const FEATURE_BYTES = 20;
/** How a CQDB says that its numbers are little-endian. */
const BYTE_ORDER = 0x62445371;
const DUMP = "FILEHEADER = {";
const DUMP_NOTE = "weights of a dump have six decimals: read the binary model for exact ones";

/**
 * A binary model. State features are weights of attributes, transitions are assigned; there is no
 * start, end or bias. The count of features in the header is never written by CRFsuite and not
 * read; the arrays of the two dictionaries from ids to records are enough, their hash tables are
 * not.
 *
 * Source: CRFsuite 0.12, lib/crf/src/crf1d_model.c and lib/cqdb/src/cqdb.c.
 *
 * @throws SyntaxError for another type or version, RangeError naming the part for offsets and
 * counts that are not in the file
 */
function readBinary(bytes: Uint8Array, source: string): FeatureModel {
  const reader = new ByteReader(bytes, source);
  reader.require(0, 48, "the header");
  const at = (index: number) => reader.uint32(4 * index, "the header");
  const type = reader.text(8, 4, "the header");
  if (type !== TYPE || at(3) !== VERSION) {
    throw new SyntaxError(
      `Cannot read ${source} as a model of CRFsuite: its type is ${briefJson(type)}, version ` +
        `${at(3)}, not ${TYPE} of version ${VERSION} (train it with CRFsuite 0.12)`,
    );
  }
  if (at(1) !== reader.size) {
    reader.refuse("the header", `the model has ${at(1)} bytes, the file ${reader.size}`);
  }
  const [labelCount, attributeCount] = [at(5), at(6)];
  if (labelCount > MOST_LABELS) reader.refuse("the header", `it counts ${labelCount} labels`);
  const names = readNames(reader, at(8), labelCount, "label");
  const attributes = new Map<string, number>();
  readNames(reader, at(9), attributeCount, "attribute").forEach((name, row) => {
    if (attributes.has(name)) {
      reader.refuse(`attribute ${row}`, `${briefJson(shownText(name))} comes twice`);
    }
    attributes.set(name, row);
  });
  const features = new Features(reader, at(7), labelCount);
  const transitions = new Float64Array(labelCount ** 2);
  for (let x = 0; x < labelCount; x++) {
    features.read(at(10), x, "LFRF", `transitions from label ${x}`, (y, weight) => {
      transitions[x * labelCount + y] = weight;
    });
  }
  const rows = new RowBuilder();
  for (let row = 0; row < attributeCount; row++) {
    features.read(at(11), row, "AFRF", `weights of attribute ${row}`, (y, weight) => {
      rows.add(y, weight);
    });
    rows.endRow();
  }
  const weights = rows.toRows();
  return featureModel(
    { format: "crfsuite", ...labelTexts(names), attributes, weights, transitions },
    source,
  );
}

/** The names in a CQDB, by id. */
function readNames(reader: ByteReader, chunk: number, count: number, what: string): string[] {
  const dictionary = `the dictionary of ${what}s`;
  if (reader.text(chunk, 4, dictionary) !== "CQDB") reader.refuse(dictionary, "it is no CQDB");
  if (reader.uint32(chunk + 12, dictionary) !== BYTE_ORDER) {
    reader.refuse(dictionary, "its numbers are not little-endian");
  }
  const capacity = reader.uint32(chunk + 16, dictionary);
  if (count > capacity) reader.refuse(dictionary, `it has room for ${capacity}, not ${count}`);
  const backward = chunk + reader.uint32(chunk + 20, dictionary);
  reader.require(backward, 4 * count, dictionary);
  let bytes = 0;
  return Array.from({ length: count }, (_, id) => {
    const name = `${what} ${id}`;
    const record = chunk + reader.uint32(backward + 4 * id, name);
    const size = reader.uint32(record + 4, name);
    if (record === chunk || size === 0) reader.refuse(name, "it has no name");
    const owner = reader.uint32(record, name);
    if (owner !== id) reader.refuse(name, `its record is that of ${owner}`);
    // Names do not overlap, so together they are no longer than the file.
    bytes += size;
    if (bytes > reader.size) reader.refuse(name, "names overlap");
    return reader.text(record + 8, size - 1, name);
  });
}

/** Lists of features, each of which is in one list at most. */
class Features {
  readonly #reader: ByteReader;
  readonly #first: number;
  readonly #count: number;
  readonly #labelCount: number;
  #listed = 0;

  constructor(reader: ByteReader, chunk: number, labelCount: number) {
    if (reader.text(chunk, 4, "features") !== "FEAT") reader.refuse("features", "no FEAT chunk");
    this.#reader = reader;
    this.#count = reader.uint32(chunk + 8, "features");
    this.#first = chunk + CHUNK_BYTES;
    this.#labelCount = labelCount;
    reader.require(this.#first, FEATURE_BYTES * this.#count, "features");
  }

  /** The label and the weight of each feature of a list. */
  read(
    chunk: number,
    list: number,
    chunkName: string,
    what: string,
    take: (label: number, weight: number) => void,
  ): void {
    const reader = this.#reader;
    if (reader.text(chunk, 4, what) !== chunkName) reader.refuse(what, `no ${chunkName} chunk`);
    const offset = reader.uint32(chunk + CHUNK_BYTES + 4 * list, what);
    const count = reader.uint32(offset, what);
    this.#listed += count;
    if (this.#listed > this.#count) {
      reader.refuse(what, `lists name more than the ${this.#count} features that there are`);
    }
    reader.require(offset + 4, 4 * count, what);
    for (let i = 1; i <= count; i++) {
      const feature = reader.uint32(offset + 4 * i, what);
      if (feature >= this.#count) reader.refuse(what, `feature ${feature} of ${this.#count}`);
      const record = this.#first + FEATURE_BYTES * feature;
      const label = reader.uint32(record + 8, what);
      if (label >= this.#labelCount) reader.refuse(what, `label ${label} of ${this.#labelCount}`);
      take(label, reader.float64(record + 12, what));
    }
  }
}

/**
 * What `crfsuite dump` prints. Weights have six decimals there.
 *
 * @throws SyntaxError naming the line that is none of a dump
 */
function readDump(bytes: Uint8Array, source: string): FeatureModel {
  const lines = linesOf(bytes);
  const refuse = (line: number): never => {
    const text = brief(shownText(lines[line] ?? "the end of the file"));
    throw new SyntaxError(`Cannot read line ${line + 1} of ${source}, a dump: ${text}`);
  };
  /** The lines of a section, with their numbers. */
  const section = (name: string): [number, string][] => {
    const begin = lines.indexOf(`${name} = {`);
    if (begin < 0) throw new SyntaxError(`Cannot find ${name} in ${source}, a dump`);
    const end = lines.indexOf("}", begin);
    if (end < 0) refuse(lines.length);
    return lines.slice(begin + 1, end).map((line, i) => [begin + 1 + i, line]);
  };
  const namesOf = (name: string) => {
    const found = new Map<string, number>();
    for (const [at, line] of section(name)) {
      const [, id, text] = /^ +(\d+): ([^]*)$/.exec(line) ?? refuse(at);
      if (Number(id) !== found.size || found.has(text!)) refuse(at);
      found.set(text!, found.size);
    }
    return found;
  };
  const [names, attributes] = [namesOf("LABELS"), namesOf("ATTRIBUTES")];
  const L = names.size;
  if (L > MOST_LABELS) throw new RangeError(`Cannot read ${source}: it has ${L} labels`);
  const sizes = new Set(Array.from(names.keys(), ({ length }) => length));
  /** From what to which label. Both may have arrows in them. */
  const ends = (at: number, text: string, sources: ReadonlyMap<string, number>) => {
    const found: [from: number, to: number][] = [];
    for (const { index } of text.matchAll(/(?= --> )/g)) {
      const begin = index + " --> ".length;
      // A line may be all arrows: most are passed without a copy of what is before and behind.
      const to = sizes.has(text.length - begin) ? names.get(text.slice(begin)) : undefined;
      const from = to === undefined ? undefined : sources.get(text.slice(0, index));
      if (from !== undefined && to !== undefined) found.push([from, to]);
    }
    return found.length === 1 ? found[0]! : refuse(at);
  };
  const featuresOf = (name: string, sources: ReadonlyMap<string, number>) =>
    section(name).map(([at, line]) => {
      const [, text, weight] = /^ {2}\(\d+\) ([^]*): (-?[\d.]+)$/.exec(line) ?? refuse(at);
      return [...ends(at, text!, sources), Number(weight)] as const;
    });
  const transitions = new Float64Array(L ** 2);
  for (const [x, y, weight] of featuresOf("TRANSITIONS", names)) transitions[x * L + y] = weight;
  const lists = Array.from(attributes, (): [number, number][] => []);
  for (const [row, y, weight] of featuresOf("STATE_FEATURES", attributes)) {
    lists[row]!.push([y, weight]);
  }
  const rows = new RowBuilder();
  for (const list of lists) {
    for (const [y, weight] of list) rows.add(y, weight);
    rows.endRow();
  }
  const { labels, notes } = labelTexts([...names.keys()]);
  return featureModel({
    format: "crfsuite-dump",
    labels,
    attributes,
    weights: rows.toRows(),
    transitions,
    notes: [DUMP_NOTE, ...notes],
  }, source);
}

/** The binary file. */
export const crfsuite: ModelFormat = {
  name: "crfsuite",
  title: "CRFsuite, binary",
  recognises: (bytes) => byteStringOf(bytes, 0, Math.min(4, bytes.length)) === MAGIC,
  read: readBinary,
};

/** What `crfsuite dump` prints. */
export const crfsuiteDump: ModelFormat = {
  name: "crfsuite-dump",
  title: "CRFsuite, dump",
  recognises: (bytes) => byteStringOf(bytes, 0, Math.min(DUMP.length, bytes.length)) === DUMP,
  read: readDump,
};
