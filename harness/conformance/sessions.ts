/**
 * What must hold of a prepared decoder that answers several questions in a row.
 *
 * @module
 */

import type { Decode, Decoder, Options } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { answer, checkAnswer, checkSame, isEqual } from "./answers.ts";
import { copyOf, type Instance } from "./instance.ts";

/**
 * Decodes the sentences in order: every answer is right, what was returned has not been overwritten
 * by a later call, and model and lattices are as they were.
 *
 * @throws {Error} If not.
 */
export function checkOnce(decoder: Decoder, options: Options, instance: Instance): void {
  checkTimes(decoder, options, instance, 1);
}

/**
 * The same, and again in reverse order, in rows of the decoder's memory if it reserves any: the
 * answers and the counts are those of the first time.
 *
 * @throws {Error} If not.
 */
export function checkSession(decoder: Decoder, options: Options, instance: Instance): void {
  checkTimes(decoder, options, instance, 2);
}

function checkTimes(
  decoder: Decoder,
  options: Options,
  instance: Instance,
  times: 1 | 2,
): void {
  const { model, lattices, k } = copyOf(instance);
  const decode = decoder.prepare(model, options);
  const firsts = lattices.map((lattice, sentence) => {
    const first = answer(decode, lattice, k);
    checkAnswer(decoder, instance, sentence, first);
    return first;
  });
  for (let sentence = times === 1 ? -1 : lattices.length - 1; sentence >= 0; sentence--) {
    const second = answer(decode, inReservedRows(decode, lattices[sentence]!, model), k, 7);
    checkSame(decoder, firsts[sentence]!, second, sentence, "when decoded a second time");
  }
  firsts.forEach((first, sentence) => {
    const { paths } = first.decoded;
    if (paths.some(({ labels }, rank) => !isEqual(labels, first.labels[rank]!))) {
      throw new Error(`labels returned for sentence ${sentence} are overwritten by a later call`);
    }
    if (!isEqual(lattices[sentence]!.emissions, instance.lattices[sentence]!.emissions)) {
      throw new Error(`decode() changes the emissions of sentence ${sentence}`);
    }
  });
  if (!isEqual(model.transitions, instance.model.transitions)) {
    throw new Error("prepare() or decode() changes the transitions");
  }
}

/** The lattice in rows of the decoder's own memory, if it gives any, as a tagger writes there. */
function inReservedRows(decode: Decode, lattice: Lattice, { labelCount }: Model): Lattice {
  const { length, emissions } = lattice;
  const block = decode.reserve?.(length, false);
  if (block === undefined) return lattice;
  for (let t = 0; t < length; t++) {
    const row = emissions.subarray(t * labelCount, (t + 1) * labelCount);
    block.scores.set(row, t * block.stride);
  }
  return block.lattice(0, length);
}

/**
 * Decodes the sentences with one prepared decoder, and each with a freshly prepared one: the
 * answers and the counts are the same, so no sentence depends on those before it.
 *
 * @throws {Error} If not.
 */
export function checkFresh(decoder: Decoder, options: Options, instance: Instance): void {
  const { model, lattices, k } = copyOf(instance);
  const decode = decoder.prepare(model, options);
  lattices.forEach((lattice, sentence) => {
    const used = answer(decode, lattice, k);
    const fresh = answer(decoder.prepare(model, options), lattice, k);
    checkSame(decoder, used, fresh, sentence, "from a freshly prepared decoder");
  });
}

/**
 * Decodes sentences of two models in turns: each prepared decoder answers as if it were alone.
 *
 * @throws {Error} If not.
 */
export function checkTurns(
  decoder: Decoder,
  options: Options,
  instances: readonly [Instance, Instance],
): void {
  const [one, other] = [copyOf(instances[0]), copyOf(instances[1])];
  const decodeOne = decoder.prepare(one.model, options);
  const decodeOther = decoder.prepare(other.model, options);
  one.lattices.forEach((lattice, sentence) => {
    const first = answer(decodeOne, lattice, one.k);
    answer(decodeOther, other.lattices[0]!, other.k);
    checkAnswer(decoder, instances[0], sentence, first);
    const second = answer(decodeOne, lattice, one.k);
    checkSame(decoder, first, second, sentence, "after decoding a sentence of another model");
  });
}

/**
 * Decodes the sentences as packs hold them, views into one array, and then all through one lattice
 * object that is refilled: only what is in the view at the time of the call counts.
 *
 * @throws {Error} If not.
 */
export function checkViews(decoder: Decoder, options: Options, instance: Instance): void {
  const { model, lattices, k } = copyOf(instance);
  const decode = decoder.prepare(model, options);
  const packed = Float64Array.from(lattices.flatMap(({ emissions }) => [...emissions]));
  let end = 0;
  lattices.forEach(({ length, emissions }, sentence) => {
    const view = packed.subarray(end, end += emissions.length);
    checkAnswer(decoder, instance, sentence, answer(decode, { length, emissions: view }, k));
  });

  const length = Math.min(...lattices.map((lattice) => lattice.length));
  const cut = lattices.map(({ emissions }): Lattice => ({
    length,
    emissions: emissions.slice(0, length * model.labelCount),
  }));
  const refilled = { length, emissions: new Float64Array(length * model.labelCount) };
  cut.forEach(({ emissions }, sentence) => {
    refilled.emissions.set(emissions);
    checkAnswer(decoder, { model, lattices: cut, k }, sentence, answer(decode, refilled, k));
  });
}
