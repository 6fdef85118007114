/**
 * Models on invented words in the formats of other tools.
 *
 * @module
 */

import { bytesOf, byteString } from "../../datasets/models/byte_strings.ts";
import { featureModel, RowBuilder } from "../../datasets/models/feature_model.ts";
import { crfsuiteFile } from "../../reports/studies/_tagger_files.ts";

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

  toBytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }

  /** In the order of bytes of the machine, which is that of the formats. */
  #push({ buffer }: Uint32Array | Float32Array | Float64Array): this {
    this.#bytes.push(...new Uint8Array(buffer));
    return this;
  }
}

/** The model as CRFsuite's binary file. */
export function crfsuiteBytes({ labels, weights, transitions }: InventedModel): Uint8Array {
  const rows = new RowBuilder();
  for (const row of Object.values(weights)) {
    for (const [label, weight] of Object.entries(row)) rows.add(labels.indexOf(label), weight);
    rows.endRow();
  }
  return crfsuiteFile(featureModel({
    format: "crfsuite",
    labels,
    attributes: new Map(Object.keys(weights).map((name, row) => [byteString(name), row])),
    weights: rows.toRows(),
    transitions: Float64Array.from(
      labels.flatMap((from) => labels.map((to) => transitions[from]?.[to] ?? 0)),
    ),
  }, "a test"));
}
