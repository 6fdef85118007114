/**
 * The isolate of a cell: a process of its own that decodes on request. Run by `CellIsolate`.
 *
 * Scores are not there before it has made room for them, which decoders have a part in. From when
 * they come to when the clock runs, nothing is called here that a decoder can have
 * replaced: bytes are read into memory of the harness, and copied. Whatever a decoder has done to
 * the process, it first sees the scores on the clock.
 *
 * @module
 */

import { requireKernels } from "../../decoders/kernels/arena.ts";
import { type Asking, serve, WithBytes } from "../isolate/serve.ts";
import { exchange, PAIRS } from "../problems/contents.ts";
import {
  type Batch,
  newWork,
  type Opener,
  type PreparedDecoder,
  type Problem,
  type Room,
  type Sheet,
  type Work,
} from "../problems/contract.ts";
import type { Clock } from "../store/rows.ts";
import type { CellConfig, Request } from "./cell_isolate.ts";

const BYTES_PER_MIB = 2 ** 20;
/** Places that are kept: by three clocks, of all sentences and of a part of them. */
const MOST_PLACES = 6;
/** Of the pairs of a sentence in a variant. */
const INTEGERS = 2 * PAIRS;
const Bytes = Uint8Array;
const { memoryUsage, openSync } = Deno;
const { seekSync, readSync, close } = Deno.FsFile.prototype;
const { Start } = Deno.SeekMode;
const { apply } = Reflect;

/** What the same sentences are decoded with by a clock: nothing is allocated without need. */
interface Place {
  readonly room: Room;
  readonly sheet: Sheet;
  /** The pairs of all variants, and those of each. */
  readonly pairs: Int32Array;
  readonly ofVariant: readonly Int32Array[];
}

/** A decoder that is prepared, and the sentences to decode with it. */
class Cell {
  readonly #k: number;
  readonly #decoder: PreparedDecoder;
  readonly #sentences: readonly unknown[];
  readonly #contents: string | undefined;
  /** Those that `repeat` tells, by k and sentence. */
  readonly #answers = new Map<string, unknown>();
  readonly #places = new Map<string, Place>();

  constructor({ k, sentences, contents }: CellConfig, decoder: PreparedDecoder) {
    this.#k = k;
    this.#decoder = decoder;
    this.#sentences = decoder.sentences.slice(0, sentences);
    this.#contents = contents;
  }

  answer() {
    const { decode, toJson, peakBytes: peakOfProgram } = this.#decoder;
    let peakBytes = 0;
    const works: Work[] = [];
    const start = performance.now();
    const answers = this.#sentences.map((sentence) => {
      const work = newWork();
      const decoded = decode(sentence, this.#k, work);
      // Not the system's own maximum: on Linux a process inherits that of the one that starts it.
      peakBytes = Math.max(peakBytes, memoryUsage().rss);
      // A copy: whoever holds the counters may go on counting.
      works.push({ ...work });
      return toJson(decoded);
    });
    const passMs = performance.now() - start;
    peakBytes = peakOfProgram?.() ?? peakBytes;
    return { answers, works, peakMb: peakBytes / BYTES_PER_MIB, passMs };
  }

  /** They have been decoded before: a decoder may prepare something when it first does. */
  fit(atMostMs: number) {
    const { decode } = this.#decoder;
    const end = performance.now() + atMostMs;
    const isWhole = this.#sentences.every((sentence) => {
      decode(sentence, this.#k, newWork());
      return performance.now() <= end;
    });
    return { isWhole };
  }

  /**
   * Decodes the sentences in each variant. Before a sentence is decoded, the pairs of the variant
   * before are exchanged back and its own exchanged.
   *
   * @param isRepeated does all that but decode: it tells known answers
   */
  time(
    batch: Batch,
    clock: Clock,
    k: number,
    { room: hasRoom, ready: isReady }: Pick<Asking<CellConfig>, "room" | "ready">,
    isRepeated: boolean,
  ): WithBytes {
    const { sentences, scoresAt, pairsAt } = batch;
    const { decode } = this.#decoder;
    const variants = pairsAt.length;
    const count = sentences.length;
    const { room, sheet, pairs, ofVariant } = this.#placeFor(batch, clock, k);
    const { inputs } = room;
    const answers = isRepeated ? sentences.map((sentence) => this.#answerTo(sentence, k)) : [];
    const work = newWork();
    const size = INTEGERS * count;
    const numbers = room.numbers();
    sheet.clear();
    hasRoom();
    const file = openSync(this.#contents!);
    readInto(numbers, file, scoresAt);
    for (let v = 0; v < variants; v++) readInto(ofVariant[v]!, file, pairsAt[v]!);
    apply(close, file, []);
    toPlaces(pairs, room.starts);
    room.arrive(pairs);
    isReady();
    const { together } = this.#decoder;
    if (together !== undefined) {
      const swaps = swapsOf(pairs, size);
      const scores = room.scores() as Float64Array;
      const { decoded, elapsedMs } = together({
        ...{ scores, sentences, k, swaps, repetitions: variants },
      });
      for (const one of decoded) sheet.add(one);
      return new WithBytes({ elapsedMs }, sheet.parts());
    }
    let scores = room.scores();
    for (let v = 0, at = 0; v < variants; v++) {
      for (let i = 0; i < count; i++, at += INTEGERS) {
        if (scores.length === 0) scores = room.scores();
        if (v > 0) {
          for (let pair = at - size + INTEGERS - 2; pair >= at - size; pair -= 2) {
            exchange(scores, pairs[pair]!, pairs[pair + 1]!);
          }
        }
        for (let pair = at; pair < at + INTEGERS; pair += 2) {
          exchange(scores, pairs[pair]!, pairs[pair + 1]!);
        }
        const sentence = inputs[i]!();
        sheet.add(isRepeated ? answers[i]! : decode(sentence, k, work));
      }
    }
    return new WithBytes(null, sheet.parts());
  }

  #answerTo(sentence: number, k: number): unknown {
    const id = `${k} ${sentence}`;
    const answer = this.#answers.get(id) ??
      this.#decoder.decode(this.#sentences[sentence], k, newWork());
    this.#answers.set(id, answer);
    return answer;
  }

  #placeFor(
    { sentences, pairsAt: { length: variants } }: Batch,
    clock: Clock,
    k: number,
  ): Place {
    const id = `${clock} ${k} ${variants} ${sentences}`;
    // What was tried to find out how long a batch is.
    if (this.#places.size > MOST_PLACES) this.#places.clear();
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const size = INTEGERS * sentences.length;
    const pairs = new Int32Array(variants * size);
    const place: Place = {
      room: this.#decoder.room(sentences, clock),
      sheet: this.#decoder.sheet(sentences, variants, k),
      pairs,
      ofVariant: Array.from(
        { length: variants },
        (_, v) => pairs.subarray(v * size, (v + 1) * size),
      ),
    };
    this.#places.set(id, place);
    return place;
  }
}

/** Makes places in a sentence places among the scores of all. */
function toPlaces(pairs: Int32Array, starts: readonly number[]): void {
  for (let at = 0; at < pairs.length;) {
    for (let i = 0; i < starts.length; i++) {
      const start = starts[i]!;
      const end = at + INTEGERS;
      for (; at < end; at++) pairs[at] = pairs[at]! + start;
    }
  }
}

/**
 * What is exchanged before each variant as one list: the pairs of the variant before, backwards,
 * and its own.
 *
 * @param size integers of a variant
 */
function swapsOf(pairs: Int32Array, size: number): Int32Array {
  const swaps = new Int32Array(2 * pairs.length);
  for (let start = 0, to = 0; start < pairs.length; start += size) {
    for (let pair = size - 2; pair >= 0; pair -= 2, to += 2) {
      // Before the first one nothing has been exchanged.
      if (start > 0) swaps.set(pairs.subarray(start - size + pair, start - size + pair + 2), to);
    }
    swaps.set(pairs.subarray(start, start + size), to);
    to += size;
  }
  return swaps;
}

/** Reads bytes of a file, from one on, into an array. */
function readInto(
  { buffer, byteOffset, byteLength }: Float64Array | Int32Array,
  file: Deno.FsFile,
  start: number,
): void {
  apply(seekSync, file, [start, Start]);
  for (let at = 0; at < byteLength;) {
    const count = apply(readSync, file, [new Bytes(buffer, byteOffset + at, byteLength - at)]);
    if (count === null) throw new RangeError("Cannot read scores: the file has too few");
    at += count;
  }
}

/** Collects garbage now; `Isolate` starts V8 with the flag that makes this possible. */
function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** Answers the requests to one cell. */
class Responder {
  #open: (() => Promise<() => PreparedDecoder>) | undefined;
  #cell: Cell | undefined;

  respond(request: Request, asking: Asking<CellConfig>): unknown {
    const { config } = asking;
    switch (request.type) {
      case "load":
        return this.#load(config);
      case "prepare":
        return this.#prepare(config, asking.ready);
      case "answer":
        return this.#cell!.answer();
      case "fit":
        return this.#cell!.fit(request.atMostMs);
      case "time":
        return this.#cell!.time(request, request.clock, config.k, asking, false);
      case "repeat":
        return this.#cell!.time(request, "decode", request.k, asking, true);
      case "shrink":
        return this.#alone(config, (problem) => problem.shrink(config, request.sentence));
      case "trace":
        return this.#alone(config, async (problem) => ({ points: await problem.trace!(config) }));
    }
  }

  async #load(config: CellConfig): Promise<null> {
    const { load } = await import(config.module) as Opener;
    const loaded = await load(config.pack);
    this.#open = () => loaded.decoder(config);
    return null;
  }

  async #prepare(config: CellConfig, ready: () => void) {
    const prepare = await this.#open!();
    this.#open = undefined;
    ready();
    const decoder = prepare();
    this.#cell = new Cell(config, decoder);
    return { clocks: decoder.clocks };
  }

  /** Nothing is timed in a process of which this is asked. */
  async #alone<T>({ module }: CellConfig, work: (problem: Problem) => Promise<T>): Promise<T> {
    return await work((await import(module) as { default: Problem }).default);
  }
}

if (import.meta.main) {
  // Where they cannot be compiled, plain loops would be measured under their name.
  requireKernels();
  const responder = new Responder();
  await serve<Request, CellConfig>((request, asking) => {
    // What is prepared, and what was read, is a hundred megabytes a cell less afterwards.
    if (request.type === "answer") collectGarbage();
    return responder.respond(request, asking);
  });
}
