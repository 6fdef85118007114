/**
 * Token classifiers without a CRF: the labels of a `config.json`, whose notation allows what a
 * sequence of them may be.
 *
 * @module
 */

import { brief, briefJson, isRecord, OPEN_RECORD, parseJson } from "../visible.ts";
import type { FeatureModel, ModelFormat, ReadOptions } from "./contract.ts";
import { featureModel, MOST_LABELS } from "./feature_model.ts";
import { BIASES, type Biases, chunkTag, notationScores, type Scheme, SCHEMES } from "./spans.ts";

const MOST_VALUES = 2 ** 16;
/** Bytes that some editors write before a text in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];
const PREFIX = "transition_bias_";

/**
 * The labels of `id2label` in the order of their numbers, as the scores of a network have them,
 * with start, transition and end scores of 0 and −∞ by their notation. BIO and IOB1 look the same,
 * and are to be told apart by `layout`; `layout: "none"` allows everything.
 *
 * @throws SyntaxError for what is no JSON or has no `id2label`, RangeError naming a label that the
 * notation does not have, TypeError for a notation that cannot be told, as with `F-PER`
 */
function readConfig(bytes: Uint8Array, source: string, options: ReadOptions): FeatureModel {
  const { layout, biases } = options;
  const map = partOf(parse(bytes, source), "id2label");
  if (!isRecord(map)) {
    throw new SyntaxError(`Cannot find id2label in ${source}: it is no config of a classifier`);
  }
  const L = Object.keys(map).length;
  if (L > MOST_LABELS) throw new RangeError(`Cannot use ${source}: it has ${L} labels`);
  const labels = Array.from({ length: L }, (_, label) => {
    const name = map[label];
    if (typeof name === "string") return name;
    throw new SyntaxError(`Cannot read label ${label} of ${L} of ${source}: ${briefJson(name)}`);
  });
  const scheme = layout === "none" ? undefined : schemeOf(labels, layout, source);
  if (scheme === undefined && biases !== undefined) {
    throw new TypeError(`Cannot use biases for ${source}: the layout none has no chunks`);
  }
  const scores = scheme && notationScores(labels, scheme, biases);
  const notes = scheme === undefined ? ["every sequence of labels is allowed"] : [];
  return featureModel({ format: "id2label", labels, ...scores, notes }, source);
}

/**
 * The biases of a calibration file, `{"operating_points": {"default": {"biases":
 * {"transition_bias_background_stay": …}}}}`, for `biases` of `readModel`.
 *
 * @param point which of the file's operating points
 * @throws SyntaxError for what is no such file, TypeError naming a bias that is none
 */
export function readCalibration(text: string, point = "default"): Biases {
  const file = parse(new TextEncoder().encode(text), "a calibration");
  const found = ["operating_points", point, "biases"].reduce(partOf, file);
  if (!isRecord(found)) {
    throw new SyntaxError(`Cannot find the biases of operating point ${briefJson(point)}`);
  }
  const biases: Record<string, number> = {};
  for (const [name, value] of Object.entries(found)) {
    const own = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
    if (!BIASES.some((bias) => bias === own) || typeof value !== "number") {
      throw new TypeError(`Cannot use the bias ${briefJson(name)} of a calibration: ${value}`);
    }
    biases[own] = value;
  }
  return biases;
}

function schemeOf(labels: readonly string[], layout: string | undefined, source: string): Scheme {
  const given = SCHEMES.find((scheme) => scheme === layout);
  if (given !== undefined) return given;
  const places = new Set(labels.map((label) => chunkTag(label).place));
  const odd = labels.find((label) => chunkTag(label).place === "O" && /^[A-Z]-./.test(label));
  const isTold = layout === undefined && odd === undefined;
  const seen = [...places].sort().join("");
  // Those with an end and a single are read alike; others with an end are none of `SCHEMES`.
  if (isTold && /^BE.*S$/.test(seen)) return "BIOES";
  if (isTold && /^IO?$/.test(seen)) return "IOB1";
  throw new TypeError(
    `Cannot tell the notation of ${source} from its labels (${
      brief(odd ?? seen)
    }): pass a layout, one ` +
      `of ${SCHEMES.join(", ")} and none` + (layout === undefined ? "" : `, not ${brief(layout)}`),
  );
}

function parse(bytes: Uint8Array, source: string): unknown {
  return parseJson(bytes, MOST_VALUES, source, " as JSON");
}

function partOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** A `config.json` with `id2label`. */
export const tokenClassifier: ModelFormat = {
  name: "id2label",
  title: "labels of a token classifier (config.json)",
  takes: ["layout", "biases"],
  recognises: (bytes) => bytes.find((byte) => byte > 0x20 && !MARK.includes(byte)) === OPEN_RECORD,
  read: readConfig,
};
