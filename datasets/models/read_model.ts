/**
 * Reading a model, whoever trained it.
 *
 * @module
 */

import { briefJson } from "../visible.ts";
import type { FeatureModel, ModelFormat, ReadOptions } from "./contract.ts";
import { crfpp, crfppText } from "./crfpp.ts";
import { crfsuite, crfsuiteDump } from "./crfsuite.ts";
import { trellis } from "./trellis.ts";
import { wapiti } from "./wapiti.ts";
import { ModelTagger, type TaggerOptions } from "./tagger.ts";

/** The formats that can be read, by how sure their beginnings are. */
export const FORMATS: readonly ModelFormat[] = [
  trellis,
  crfsuite,
  crfsuiteDump,
  crfpp,
  crfppText,
  wapiti,
];

const [GZIP_1, GZIP_2] = [0x1f, 0x8b];

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
 *
 * @throws SyntaxError, RangeError or TypeError in one line: for a format that is not known, and
 * naming the place for what is damaged or cannot be honoured
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
  const { from, source = "the model" } = options;
  const names = FORMATS.map(({ name }) => name).join(", ");
  const format = from === undefined
    ? FORMATS.find((format) => format.recognises(bytes))
    : FORMATS.find(({ name }) => name === from);
  if (from !== undefined && format === undefined) {
    throw new TypeError(`Cannot read a model from ${briefJson(from)}: not one of ${names}`);
  }
  if (format === undefined) {
    const isGzip = bytes[0] === GZIP_1 && bytes[1] === GZIP_2;
    throw new SyntaxError(
      `Cannot tell the format of ${source} from its first bytes: ` +
        (isGzip ? "it is gzip, inflate it" : `it is none of ${names}`),
    );
  }
  const model = format.read(bytes, source, options);
  return { ...model, tagger: (tagging) => new ModelTagger(model, tagging) };
}
