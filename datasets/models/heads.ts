/**
 * CRF layers of networks, as six libraries store them.
 *
 * @module
 */

import { brief, briefList, OPEN_RECORD } from "../visible.ts";
import {
  checkFileSize,
  headerEnd,
  parseHeader,
  PREFIX_BYTES,
  readSpan,
  type Span,
  tensorAt,
} from "../packs/safetensors.ts";
import type { FeatureModel, ModelFormat, ReadOptions } from "./contract.ts";
import { featureModel, MOST_LABELS } from "./feature_model.ts";

/** Scores at and below are what people write for "forbidden": −10,000, decayed or not, −1e30 …. */
const FORBIDDEN = -9000;

/** How a library stores a layer: names of its tensors behind a prefix. */
interface Layout {
  readonly transitions: string;
  readonly start?: string;
  readonly end?: string;
  /** 1 for what is allowed, (L+2)×(L+2), the two ends behind the labels. */
  readonly mask?: string;
  /** START and STOP are labels, the last two unless they have names; `transposed`: [to, from]. */
  readonly ends?: "direct" | "transposed";
  /** The smaller a score, the likelier: told by nothing in the file, so never taken unasked. */
  readonly areEnergies?: true;
  /** What to say of any layer that is read so. */
  readonly note?: string;
}

const PYTORCH = {
  transitions: "transitions",
  start: "start_transitions",
  end: "end_transitions",
} as const;
const KERAS = {
  transitions: "chain_kernel",
  start: "left_boundary",
  end: "right_boundary",
} as const;

/** Layouts by their library; those of the same names by what they have besides. */
const LAYOUTS = {
  "allennlp": { ...PYTORCH, mask: "_constraint_mask" },
  "pytorch-crf": PYTORCH,
  "torchcrf": { transitions: "trans_matrix", start: "start_trans", end: "end_trans" },
  "keras-contrib": {
    ...KERAS,
    note:
      "scores are taken as TensorFlow Addons has them, the larger the likelier; what a layer of " +
      "keras-contrib has learned are energies: for one pass the layout keras-contrib-energies",
  },
  "keras-contrib-energies": {
    ...KERAS,
    areEnergies: true,
    note: "energies became scores by their sign: emissions must be turned, too",
  },
  "ncrfpp": { transitions: "transitions", ends: "direct" },
  "flair": { transitions: "transitions", ends: "transposed" },
} as const satisfies Readonly<Record<string, Layout>>;

const ALL: ReadonlyMap<string, Layout> = new Map(Object.entries(LAYOUTS));

/** Names of layouts, without those of energies, which differ in the sign alone. */
export const HEAD_LAYOUTS: readonly string[] = [...ALL]
  .flatMap(([name, { areEnergies }]) => areEnergies ? [] : [name]);
const NAMES = [
  ...new Set(
    Object.values(LAYOUTS).flatMap((layout: Layout) =>
      [layout.transitions, layout.start, layout.end, layout.mask].filter((name) =>
        name !== undefined
      )
    ),
  ),
];
const ENDS = { START: /^<?(START|BOS)(_TAG)?>?$/i, STOP: /^<?(STOP|END|EOS)(_TAG)?>?$/i };

/**
 * The layer in a safetensors file, whatever else is in it. Transitions become [from, to], and
 * scores of START and STOP start and end scores. What a mask or a score of −9,000 and less forbids
 * is −∞, and said.
 *
 * | `layout`                    | tensors behind any prefix                                      |
 * | --------------------------- | -------------------------------------------------------------- |
 * | `pytorch-crf`               | `transitions` [from, to], `start_transitions` `end_transitions` |
 * | `allennlp`                  | the same and `_constraint_mask`, or these but start and end    |
 * | `torchcrf`                  | `trans_matrix` [from, to], `start_trans`, `end_trans`          |
 * | `keras-contrib`             | `chain_kernel` [from, to], `left_boundary`, `right_boundary`   |
 * | `keras-contrib-energies`    | the same, times −1: its best path has the least energy         |
 * | `ncrfpp`                    | `transitions` [from, to], START and STOP the last two labels   |
 * | `flair`, PyTorch's tutorial | `transitions` [to, from], START and STOP among the labels      |
 *
 * The last two cannot be told apart by names and shapes: `layout` must say which. Nor can scores
 * and energies: a layer that keras-contrib has trained has p ∝ e^−E, one of TensorFlow Addons, with
 * the same names, p ∝ e^s. Scores are read, with a note, unless `layout` says otherwise.
 *
 * Source: keras-contrib, layers/crf.py, `step`; TensorFlow Addons, layers/crf.py.
 *
 * @throws TypeError for no layer, several, or one whose layout cannot be told, RangeError for
 * shapes that do not match, and as `readTensors`
 */
function readHead(bytes: Uint8Array, source: string, options: ReadOptions): FeatureModel {
  const dataStart = headerEnd(bytes, source);
  const found = layersIn(bytes, dataStart, source);
  const [prefix, spans] = [...found][0] ?? [];
  if (prefix === undefined || spans === undefined || found.size > 1) {
    const what = found.size > 1 ? `${found.size}, in ${briefList([...found.keys()])}` : "none";
    throw new TypeError(
      `Cannot find one CRF layer in ${source}: ${what} (tensors called ${NAMES.join(", ")})`,
    );
  }
  const name = layoutOf(spans, options.layout, source);
  const layout: Layout = LAYOUTS[name];
  const get = (part: string | undefined, shape: (size: number) => number[]) => {
    const span = part === undefined ? undefined : spans.get(part);
    if (span === undefined) return undefined;
    const size = spans.get(layout.transitions)!.shape[0] ?? 0;
    const wanted = shape(size);
    if (String(span.shape) !== String(wanted) || size > MOST_LABELS) {
      throw new RangeError(
        `Cannot use ${brief(prefix + part)} of ${source}: its shape is ` +
          `[${briefList(span.shape)}], not [${wanted}] of at most ${MOST_LABELS} labels`,
      );
    }
    return Float64Array.from(tensorAt(span, bytes, dataStart).data as Float32Array, Number);
  };
  const transitions = get(layout.transitions, (size) => [size, size])!;
  const scores = layout.ends !== undefined
    ? withoutEnds(transitions, layout.ends, options.labels, name, source)
    : {
      transitions,
      start: get(layout.start, (size) => [size]),
      end: get(layout.end, (size) => [size]),
      labels: options.labels,
    };
  if (layout.areEnergies) {
    for (const part of [scores.transitions, scores.start, scores.end]) {
      part?.forEach((energy, i) => part[i] = 0 - energy);
    }
  }
  const mask = get(layout.mask, (size) => [size + 2, size + 2]);
  if (mask !== undefined) forbid(scores, mask);
  return modelOf(scores, name, mask !== undefined, source);
}

/** Scores of a layer, changed in place. */
interface Scores {
  readonly transitions: Float64Array;
  start: Float64Array | undefined;
  end: Float64Array | undefined;
  readonly labels: readonly string[] | undefined;
}

function modelOf(
  scores: Scores,
  name: keyof typeof LAYOUTS,
  isMasked: boolean,
  source: string,
): FeatureModel {
  const layout: Layout = LAYOUTS[name];
  const L = Math.sqrt(scores.transitions.length);
  const { labels = Array.from({ length: L }, (_, label) => String(label)) } = scores;
  if (labels.length !== L) {
    throw new RangeError(`Cannot name the ${L} labels of ${source} with ${labels.length} names`);
  }
  let forbidden = 0;
  for (const part of [scores.transitions, scores.start, scores.end]) {
    part?.forEach((score, i) => {
      // What is no number is refused with the model.
      if (!(score <= FORBIDDEN) || score === -Infinity) return;
      part[i] = -Infinity;
      forbidden++;
    });
  }
  const notes = [
    ...forbidden > 0 ? [`${forbidden} scores of ${FORBIDDEN} and less became −∞`] : [],
    ...isMasked ? ["what the mask forbids is −∞ in sums, too"] : [],
    ...layout.note === undefined ? [] : [layout.note],
  ];
  const { transitions, start, end } = scores;
  return featureModel({
    format: name,
    labels,
    transitions,
    ...start && { start },
    ...end && { end },
    notes,
  }, source);
}

/**
 * The layers of a file: where their tensors lie, by prefix and name. Other tensors may be of any
 * type, and the same bytes may be those of many: none is read before it is known which.
 */
function layersIn(
  bytes: Uint8Array,
  dataStart: number,
  source: string,
): Map<string, Map<string, Span>> {
  if (dataStart > bytes.length) {
    throw new RangeError(`Cannot read the header of ${source}: it ends at byte ${dataStart}`);
  }
  const layers = new Map<string, Map<string, Span>>();
  const header = parseHeader(bytes.subarray(PREFIX_BYTES, dataStart), source);
  for (const [name, entry] of Object.entries(header)) {
    const [, prefix = "", own] = /^([^]*[./])?([^./:]+)(?::\d+)?$/.exec(name) ?? [];
    if (own === undefined || !NAMES.includes(own)) continue;
    const span = readSpan(entry, name, source);
    checkFileSize({ spans: [span], dataStart, dataBytes: Infinity }, bytes.length, source);
    const layer = layers.get(prefix) ?? new Map<string, Span>();
    if (layer.has(own)) {
      throw new RangeError(`Cannot tell tensors of ${source} apart: ${brief(name)} comes twice`);
    }
    layers.set(prefix, layer.set(own, span));
  }
  return layers;
}

function layoutOf(
  tensors: ReadonlyMap<string, Span>,
  given: string | undefined,
  source: string,
): keyof typeof LAYOUTS {
  const names = Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[];
  const fits = names.filter((name) => {
    const { transitions, start, end, mask, ends, areEnergies }: Layout = LAYOUTS[name];
    if (areEnergies && name !== given) return false;
    const isWhole = (part: string | undefined) => part === undefined || tensors.has(part);
    // A mask, or names of its own, tell a layer without scores of the ends, too.
    const isTold = mask !== undefined || transitions !== "transitions";
    return tensors.has(transitions) && isWhole(mask) && isWhole(start) === isWhole(end) &&
      (ends === undefined ? isWhole(start) || isTold : tensors.size === 1);
  });
  // The mask is AllenNLP's alone.
  const told = fits[0] === "allennlp" ? fits.slice(0, 1) : fits;
  const chosen = told.find((name) => name === given) ?? (given === undefined ? told[0] : undefined);
  if (chosen !== undefined && (given !== undefined || told.length === 1)) return chosen;
  const choice = told.length === 0
    ? `none of ${names.join(", ")}`
    : told.length === 1
    ? `as ${told[0]} does`
    : `pass a layout, ${told.join(" or ")}`;
  throw new TypeError(
    `Cannot tell how the CRF layer of ${source} is stored (${[...tensors.keys()].join(", ")}): ` +
      choice + (given === undefined ? "" : `, not ${brief(given)}`),
  );
}

/**
 * Whether a model is for scores that a network gives labels. One of text without any attribute, all
 * of whose weights are 0, is none.
 */
export function isLayer({ format }: FeatureModel): boolean {
  return ALL.has(format) || format === "id2label";
}

/** Whether START and STOP, labels of the network, are none of the model that was read of it. */
export function isWithoutEnds({ format }: FeatureModel): boolean {
  return ALL.get(format)?.ends !== undefined;
}

/**
 * A layer without START and STOP: the scores from START to a label are start scores, those from a
 * label to STOP end scores.
 */
function withoutEnds(
  matrix: Float64Array,
  order: "direct" | "transposed",
  names: readonly string[] | undefined,
  layout: string,
  source: string,
): Scores {
  const size = Math.sqrt(matrix.length);
  if (size < 3) throw new RangeError(`Cannot use ${source}: START, STOP and ${size - 2} labels`);
  const score = (from: number, to: number) =>
    matrix[order === "direct" ? from * size + to : to * size + from]!;
  const named = (pattern: RegExp, index: number) => {
    const found = names?.length === size ? names.findIndex((name) => pattern.test(name)) : -1;
    return found < 0 ? index : found;
  };
  const [start, stop] = [named(ENDS.START, size - 2), named(ENDS.STOP, size - 1)];
  const all = Array.from({ length: size }, (_, label) => label);
  if (all.some((label) => score(label, start) > FORBIDDEN || score(stop, label) > FORBIDDEN)) {
    throw new TypeError(
      `Cannot use the CRF layer of ${source} as ${layout}: paths might go to START, label ${start}, ` +
        `or on from STOP, label ${stop} (another layout, or labels in another order?)`,
    );
  }
  const kept = all.filter((label) => label !== start && label !== stop);
  return {
    transitions: Float64Array.from(
      { length: kept.length ** 2 },
      (_, edge) => score(kept[Math.floor(edge / kept.length)]!, kept[edge % kept.length]!),
    ),
    start: Float64Array.from(kept, (label) => score(start, label)),
    end: Float64Array.from(kept, (label) => score(label, stop)),
    labels: names?.length === size ? kept.map((label) => names[label]!) : names,
  };
}

/** Forbids what a mask of the labels and both ends does not allow. */
function forbid(scores: Scores, mask: Float64Array): void {
  const L = Math.sqrt(scores.transitions.length);
  const isForbidden = (from: number, to: number) => mask[from * (L + 2) + to] === 0;
  const forbidden = (length: number, at: (i: number) => boolean, own?: Float64Array) =>
    Float64Array.from({ length }, (_, i) => at(i) ? -Infinity : own?.[i] ?? 0);
  scores.transitions.forEach((_, edge) => {
    if (isForbidden(Math.floor(edge / L), edge % L)) scores.transitions[edge] = -Infinity;
  });
  scores.start = forbidden(L, (y) => isForbidden(L, y), scores.start);
  scores.end = forbidden(L, (y) => isForbidden(y, L + 1), scores.end);
}

/** A safetensors file with a CRF layer. */
export const head: ModelFormat = {
  name: "layer",
  title: "CRF layer of a network, safetensors",
  takes: ["layout", "labels"],
  recognises: (bytes) => bytes[8] === OPEN_RECORD && bytes[7] === 0,
  read: readHead,
};

/** Five lines of Python that make safetensors of what cannot be read here. */
export const CONVERSION: string = `import torch, safetensors.torch
state = torch.load("model.pt", map_location="cpu", weights_only=True)
state = state.get("state_dict", state)
layer = {k: v.float().contiguous() for k, v in state.items() if "trans" in k or "_mask" in k}
safetensors.torch.save_file(layer, "layer.safetensors")`;
