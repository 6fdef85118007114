/**
 * What must hold of a prepared decoder that answers several questions in a row, that is asked in
 * other ways (batches, emissions in float32, rows in its own memory), or whose model changes.
 *
 * @module
 */

import {
  type Decode,
  type Decoder,
  isRevisable,
  newWork,
  type Options,
  type ScoreBlock,
  takesFloat32,
} from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { sentenceStarts } from "../../datasets/dataset.ts";
import { type Answer, answer, checkAnswer, checkSame, isEqual } from "./answers.ts";
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
  const { length } = lattice;
  const block = decode.reserve?.(length, false);
  if (block === undefined) return lattice;
  writeRows(block, 0, lattice, labelCount);
  return block.lattice(0, length);
}

/** Writes a lattice into reserved rows from a position on. */
function writeRows(
  { scores, stride }: ScoreBlock,
  position: number,
  { length, emissions }: Lattice,
  labelCount: number,
): void {
  for (let t = 0; t < length; t++) {
    const row = emissions.subarray(t * labelCount, (t + 1) * labelCount);
    scores.set(row, (position + t) * stride);
  }
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

/**
 * Decodes the sentences together, with emissions in float32, and in rows that the decoder reserves,
 * where it does that: answers and counts are those of single calls in float64. Memory that is given
 * back harms nobody else.
 *
 * @throws {Error} If not.
 */
export function checkForms(decoder: Decoder, options: Options, instance: Instance): void {
  const { model, lattices, k } = copyOf(instance);
  const decode = decoder.prepare(model, options);
  const singles = lattices.map((lattice) => answer(decode, lattice, k));
  if (decode.batch !== undefined) {
    const works = lattices.map(newWork);
    const together = decode.batch(lattices, k, works);
    lattices.forEach((lattice, sentence) => {
      const found: Decode = (_lattice, _k, work) => {
        Object.assign(work, works[sentence]);
        return together[sentence]!;
      };
      checkSame(decoder, singles[sentence]!, answer(found, lattice, k), sentence, "in a batch");
    });
  }
  if (takesFloat32(decode)) {
    lattices.forEach(({ length, emissions: scores }, sentence) => {
      const emissions = Float32Array.from(scores);
      const wide = { length, emissions: Float64Array.from(emissions) };
      const narrow: Decode = (_lattice, k, work) => decode({ length, emissions }, k, work);
      checkSame(decoder, answer(decode, wide, k), answer(narrow, wide, k), sentence, "in float32");
    });
  }
  checkReserved(decoder, decode, copyOf(instance), singles);
  const other = decoder.prepare(model, options);
  decode.dispose?.();
  lattices.forEach((lattice, sentence) => {
    const after = answer(other, lattice, k);
    checkSame(decoder, singles[sentence]!, after, sentence, "after another was disposed of");
  });
}

/**
 * Writes the sentences one after another into reserved rows and decodes them, the last one first.
 */
function checkReserved(
  decoder: Decoder,
  decode: Decode,
  { model: { labelCount }, lattices, k }: Instance,
  singles: readonly Answer[],
): void {
  const starts = sentenceStarts(lattices.map(({ length }) => length));
  const block = decode.reserve?.(starts[lattices.length]!, true);
  if (block === undefined) return;
  const { scores } = block;
  lattices.forEach((lattice, sentence) => writeRows(block, starts[sentence]!, lattice, labelCount));
  for (let sentence = lattices.length - 1; sentence >= 0; sentence--) {
    const { length } = lattices[sentence]!;
    const found = answer(decode, block.lattice(starts[sentence]!, length), k);
    checkSame(decoder, singles[sentence]!, found, sentence, "in reserved rows");
  }
  if (block.scores.buffer !== scores.buffer) throw new Error("lasting rows have moved");
}

/** Changes before each sentence, and times that all sentences are decoded. */
const CHANGES = 3;
const ROUNDS = 3;

/**
 * Decodes the sentences in turns while pairs of transitions are exchanged, or one becomes as the
 * other is, so that the largest may fall for good, and are revised: every answer is that of a
 * freshly prepared decoder, counts included, and right. Decoders that are not `Revisable` promise
 * nothing.
 *
 * @throws {Error} If not.
 */
export function checkRevisions(decoder: Decoder, options: Options, instance: Instance): void {
  const { model, lattices, k } = copyOf(instance);
  const { labelCount, transitions } = model;
  const decode = decoder.prepare(model, options);
  if (!isRevisable(decode)) return;
  let change = 0;
  for (let round = 0; round < ROUNDS; round++) {
    lattices.forEach((lattice, sentence) => {
      for (let i = 0; i < CHANGES; i++, change++) {
        const [one, other] = [7 * change + 1, 11 * change].map((n) => n % transitions.length);
        const score = transitions[one!]!;
        transitions[one!] = transitions[other!]!;
        if (change % CHANGES !== 0) transitions[other!] = score;
        for (const index of [one!, other!]) {
          decode.revise(Math.floor(index / labelCount), index % labelCount);
        }
      }
      const revised = answer(decode, lattice, k);
      const fresh = answer(decoder.prepare(model, options), lattice, k);
      checkSame(decoder, fresh, revised, sentence, `after ${change} changes of the transitions`);
      // The instance's own references are of the transitions as they were.
      const now = copyOf({ model, lattices: [lattice], k });
      checkAnswer(decoder, now, 0, revised);
    });
  }
}
