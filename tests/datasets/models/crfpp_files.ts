/**
 * Models on invented words in the two formats of CRF++.
 *
 * @module
 */

import { byteString } from "../../../datasets/models/byte_strings.ts";
import { ByteWriter } from "../../helpers/model_files.ts";

/** A model as `crf_learn` writes it: each attribute with its L or L² weights. */
export interface InventedTemplates {
  readonly labels: readonly string[];
  /** All U, then all B. */
  readonly templates: readonly string[];
  readonly weights: Readonly<Record<string, readonly number[]>>;
  readonly costFactor: number;
  readonly columns: number;
}

/** Two labels, a plain bigram. */
export const PLAIN: InventedTemplates = {
  labels: ["O", "ZUP"],
  templates: ["U0:%x[0,0]", "U1:%x[-1,0]/%x[1,1]", "U2", "B"],
  weights: {
    "U0:dax": [-0.5, 1.25],
    "U0:fép": [0.75, 0],
    "U1:_B-1/c": [0.1, 0.7],
    "U1:dax/_B+1": [0.3, -0.2],
    "U2": [0.01, 0.02],
    "B": [0.5, -1, 0.25, 1],
  },
  costFactor: 1.5,
  columns: 2,
};

/** The same with bigrams that look at the sentence. */
export const DEPENDENT: InventedTemplates = {
  ...PLAIN,
  templates: [...PLAIN.templates, "B1:%x[0,1]"],
  weights: { ...PLAIN.weights, "B1:c": [0, 2, -0.3, 0], "B1:C": [-1, 0, 0, 0.6] },
};

/** Attributes with their ids, by the bytes of their names. */
function numbered({ weights }: InventedTemplates): [name: string, id: number][] {
  let next = 0;
  // Ids are in the order in which attributes were seen, lists in that of their names.
  const ids = Object.entries(weights).map(([name, own]): [string, number] => {
    next += own.length;
    return [name, next - own.length];
  });
  return ids.toSorted(([a], [b]) => byteString(a) < byteString(b) ? -1 : 1);
}

/** The text file, with such ends of lines. */
export function crfppText(model: InventedTemplates, end = "\n"): Uint8Array {
  const { labels, templates, weights, costFactor, columns } = model;
  const all = Object.values(weights).flat();
  const header = ["version: 100", `cost-factor: ${costFactor}`, `maxid: ${all.length}`];
  const lines = [
    ...[...header, `xsize: ${columns}`, ""],
    ...[...labels, "", ...templates, ""],
    ...[...numbered(model).map(([name, id]) => `${id} ${name}`), ""],
    ...all.map((weight) => weight.toFixed(16)),
  ];
  return new TextEncoder().encode(lines.join(end) + end);
}

/** The binary file. */
export function crfppBytes(model: InventedTemplates): Uint8Array {
  const { labels, templates, weights, costFactor, columns } = model;
  const all = Object.values(weights).flat();
  const units = doubleArray(numbered(model).map(([name, id]) => [byteString(name), id]));
  const bytesOf = (text: string) => byteString(text).length;
  const names = labels.map((label) => `${label}\0`).join("");
  const patterns = templates.map((template) => `${template}\0`).join("");
  const padding = "\0".repeat((4 - (bytesOf(names) + bytesOf(patterns)) % 4) % 4);
  const file = new ByteWriter().uint32(100, 0).float64(costFactor)
    .uint32(all.length, columns, 8 * units.length);
  file.uint32(bytesOf(names)).text(names);
  file.uint32(bytesOf(patterns) + padding.length).text(patterns + padding);
  for (const [base, check] of units) file.uint32(base, check);
  return file.float32(...all).toBytes();
}

/** A double array as Darts builds it: of units, each with base and check. */
function doubleArray(entries: readonly (readonly [string, number])[]): [number, number][] {
  const units: [number, number][] = [[0, 0]];
  const isFree = (at: number) => at > 0 && (units[at]?.[1] ?? 0) === 0;
  const taken = new Set<number>();
  /** Places the node of all keys with this beginning; returns its base. */
  const place = (prefix: string): number => {
    const below = entries.filter(([key]) => key.startsWith(prefix));
    const codes = new Set(
      below.map(([key]) => key.length === prefix.length ? 0 : key.charCodeAt(prefix.length) + 1),
    );
    let base = 1;
    while (taken.has(base) || ![...codes].every((code) => isFree(base + code))) base++;
    taken.add(base);
    for (const code of codes) {
      while (units.length <= base + code) units.push([0, 0]);
      units[base + code] = [0, base];
    }
    for (const code of codes) {
      const value = below.find(([key]) => key.length === prefix.length)?.[1];
      units[base + code]![0] = code === 0
        ? -value! - 1
        : place(prefix + String.fromCharCode(code - 1));
    }
    return base;
  };
  units[0]![0] = place("");
  return units;
}
