/**
 * Reading a model, whoever trained it.
 *
 * @module
 */

import { checkKeys } from "../../decoders/chain/known_keys.ts";
import { checkBytes } from "../packs/safetensors.ts";
import { briefJson } from "../visible.ts";
import type { FeatureModel, ModelFormat, ReadOptions } from "./contract.ts";
import { crfpp, crfppText } from "./crfpp.ts";
import { crfsuite, crfsuiteDump } from "./crfsuite.ts";
import { trellis } from "./trellis.ts";
import { tokenClassifier } from "./token_classifier.ts";
import { wapiti } from "./wapiti.ts";
import { CONVERSION, head } from "./heads.ts";
import { ModelTagger, type TaggerOptions } from "./tagger.ts";

/** The formats that can be read, by how sure their beginnings are. */
export const FORMATS: readonly ModelFormat[] = [
  trellis,
  crfsuite,
  crfsuiteDump,
  crfpp,
  crfppText,
  wapiti,
  head,
  tokenClassifier,
];

/** First bytes of formats that are not read, and what to do with such files. */
const FOREIGN: readonly { readonly start: readonly number[]; readonly advice: string }[] = [
  { start: [0x1f, 0x8b], advice: "it is gzip, inflate it" },
  ...[[0x50, 0x4b, 3, 4], ...[2, 3, 4, 5].map((protocol) => [0x80, protocol])].map((start) => ({
    start,
    advice: `it is a pickle of Python, which runs what is in it; convert it:\n${CONVERSION}`,
  })),
  {
    start: [0x89, 0x48, 0x44, 0x46],
    advice: "it is HDF5: save chain_kernel, left_boundary and right_boundary as safetensors",
  },
];

/** A model that can tag. */
export interface ReadableModel extends FeatureModel {
  /** Prepares a tagger. @throws TypeError for a decoder that cannot decode the model */
  tagger(options?: TaggerOptions): ModelTagger;
}

/**
 * Reads the bytes of a model; those of a gzipped file are to be inflated before. Whose it is is
 * told from how it begins, or by `from`.
 *
 * | `from`          | models                                                                  |
 * | --------------- | ----------------------------------------------------------------------- |
 * | `trellis`       | what `train --save` and `import` write                                  |
 * | `crfsuite`      | CRFsuite, python-crfsuite, sklearn-crfsuite: the binary file            |
 * | `crfsuite-dump` | what `crfsuite dump` prints: six decimals                               |
 * | `crfpp`         | CRF++: the binary file, whose sums are in float32 as its own are        |
 * | `crfpp-text`    | CRF++: the text file of `crf_learn -t`                                  |
 * | `wapiti`        | Wapiti: CRFs                                                            |
 * | `layer`         | the CRF layer of a network in safetensors, see `HEAD_LAYOUTS`           |
 * | `id2label`      | a token classifier's `config.json`: what its notation allows            |
 *
 * @throws SyntaxError, RangeError or TypeError in one line: for a format or an option that there is
 * not, one that its format does not take, and naming the place for what is damaged or cannot be
 * honoured
 *
 * @example
 * ```ts ignore
 * const model = readModel(new Uint8Array(await response.arrayBuffer()));
 * const tag = model.tagger();
 * const [best] = tag.attributes([["w=Paris", "caps"], ["w=is"]], { probabilities: true });
 * console.log(best.labels, best.probability);
 * ```
 */
export function readModel(bytes: Uint8Array, options: ReadOptions = {}): ReadableModel {
  checkKeys(options, ["from", "layout", "labels", "biases", "source"], "readModel");
  const { from, source = "the model" } = options;
  checkBytes(bytes, source);
  const names = FORMATS.map(({ name }) => name).join(", ");
  const format = from === undefined
    ? FORMATS.find((format) => format.recognises(bytes))
    : FORMATS.find(({ name }) => name === from);
  if (from !== undefined && format === undefined) {
    throw new TypeError(`Cannot read a model from ${briefJson(from)}: not one of ${names}`);
  }
  if (format === undefined) {
    const foreign = FOREIGN.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
    throw new SyntaxError(
      `Cannot tell the format of ${source} from its first bytes: ` +
        (foreign?.advice ?? `it is none of ${names}`),
    );
  }
  const unused = (["layout", "labels", "biases"] as const)
    .find((name) => options[name] !== undefined && !format.takes?.includes(name));
  if (unused !== undefined) {
    throw new TypeError(`Cannot use ${unused} for ${source}: a model in ${format.name} takes none`);
  }
  const model = format.read(bytes, source, options);
  return { ...model, tagger: (tagging) => new ModelTagger(model, tagging) };
}
