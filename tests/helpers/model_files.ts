/**
 * Models on invented words in the formats of other tools.
 *
 * @module
 */

import { bytesOf, byteString } from "../../datasets/models/byte_strings.ts";

/** A model as its tool sees it: weights by attribute and label, transitions by two labels. */
export interface InventedModel {
  readonly labels: readonly string[];
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly transitions: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Chunks of a language without speakers. */
export const INVENTED: InventedModel = {
  labels: ["B-ZUP", "I-ZUP", "O"],
  weights: {
    "w=dax": { "B-ZUP": 1.5, O: -0.25 },
    "w=blicket": { "I-ZUP": 2.125, "B-ZUP": 0.3 },
    "w=fép": { O: 1.75 },
    "caps": { "B-ZUP": 0.7 },
    "a:b\\c --> O": { O: -1 },
  },
  transitions: {
    "B-ZUP": { "I-ZUP": 1.1, O: 0.2 },
    "I-ZUP": { "I-ZUP": 0.4 },
    O: { "I-ZUP": -3, "B-ZUP": 0.6 },
  },
};

/** Numbers and strings one after another. */
export class ByteWriter {
  #bytes: number[] = [];

  get size(): number {
    return this.#bytes.length;
  }

  uint32(...values: number[]): this {
    return this.#push(Uint32Array.from(values));
  }

  float32(...values: number[]): this {
    return this.#push(Float32Array.from(values));
  }

  float64(...values: number[]): this {
    return this.#push(Float64Array.from(values));
  }

  text(text: string): this {
    this.#bytes.push(...bytesOf(byteString(text)));
    return this;
  }

  /** Writes a number over what is there. */
  patch(offset: number, value: number): this {
    this.#bytes.splice(offset, 4, ...new Uint8Array(Uint32Array.of(value).buffer));
    return this;
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }

  /** In the order of bytes of the machine, which is that of the formats. */
  #push({ buffer }: Uint32Array | Float32Array | Float64Array): this {
    this.#bytes.push(...new Uint8Array(buffer));
    return this;
  }
}

/** The model in CRFsuite's binary format, as CRFsuite 0.12 writes it. */
export function crfsuiteBytes({ labels, weights, transitions }: InventedModel): Uint8Array {
  const attributes = Object.keys(weights);
  const features: [type: number, source: number, label: number, weight: number][] = [];
  const listsOf = (type: number, rows: readonly (readonly [string, number][])[]) =>
    rows.map((row, source) =>
      row.map(([label, weight]) => features.push([type, source, labels.indexOf(label), weight]) - 1)
    );
  const states = listsOf(0, attributes.map((name) => Object.entries(weights[name]!)));
  const edges = listsOf(1, labels.map((label) => Object.entries(transitions[label] ?? {})));
  const file = new ByteWriter().text("lCRF").uint32(0).text("FOMC")
    .uint32(100, 0, labels.length, attributes.length, 48, 0, 0, 0, 0);
  file.text("FEAT").uint32(12 + 20 * features.length, features.length);
  for (const [type, source, label, weight] of features) {
    file.uint32(type, source, label).float64(weight);
  }
  [labels, attributes].forEach((names, i) => {
    file.patch(32 + 4 * i, file.size);
    writeDictionary(file, names);
  });
  // CRFsuite has two more labels there, for both ends, without features.
  [[...edges, [], []], states].forEach((lists, i) => {
    file.patch(40 + 4 * i, file.size);
    file.text(["LFRF", "AFRF"][i]!).uint32(0, lists.length);
    const offsets = file.size;
    lists.forEach(() => file.uint32(0));
    lists.forEach((list, row) => {
      file.patch(offsets + 4 * row, file.size).uint32(list.length, ...list);
    });
  });
  return file.patch(4, file.size).toBytes();
}

/** A CQDB without hash tables. */
function writeDictionary(file: ByteWriter, names: readonly string[]): void {
  const chunk = file.size;
  file.text("CQDB").uint32(0, 0x5eed, 0x62445371, names.length + 3, 0);
  for (let table = 0; table < 256; table++) file.uint32(0, 0);
  const records = names.map((name, id) => {
    const record = file.size - chunk;
    const bytes = bytesOf(byteString(name));
    file.uint32(id, bytes.length + 1).text(name).text("\0");
    return record;
  });
  file.patch(chunk + 20, file.size - chunk).uint32(...records, 0, 0, 0);
  file.patch(chunk + 4, file.size - chunk);
}
