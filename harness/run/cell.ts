/**
 * The isolate of a cell: a process of its own that decodes on request and says how long it took.
 *
 * Run by `CellIsolate`. Once the decoder is loaded nothing that it may have replaced has a part in
 * what is claimed: the clock is that of before, and loops go by index.
 *
 * @module
 */

import { now, residentBytes } from "../isolate/captured.ts";
import { serve } from "../isolate/serve.ts";
import {
  newWork,
  type Opened,
  type Problem,
  type UnseenSentence,
  type Work,
} from "../problems/contract.ts";
import type { Asked, CellConfig, Request, Responses } from "./_messages.ts";
import type { Clock } from "../store/rows.ts";
import { digestOf } from "./digest.ts";
import { requireData } from "./plain_data.ts";
import { processorMs } from "./processor_time.ts";
import { medianOf, timeEach, timePasses, warmUp } from "./timing.ts";

const BYTES_PER_MIB = 2 ** 20;

/** Gives the sentence of an input, mostly as a new object. */
type Input = () => unknown;

/** A decoder that is prepared, and the sentences to decode with it. */
class Cell {
  readonly #k: number;
  readonly #decode: Opened["decode"];
  readonly #toJson: Opened["toJson"];
  readonly #place: Opened["place"];
  readonly #unseen: Opened["unseen"];
  readonly #sentences: readonly unknown[];
  readonly #memories: Opened["memories"];
  /** What gives the sentences, by clock. */
  readonly #inputs = new Map<Clock, readonly Input[]>();
  /** The answers of a timed pass. */
  #kept: readonly unknown[] = [];
  readonly opened: Responses["prepare"];

  constructor(
    k: number,
    { sentences, prepareMs, decode, place, unseen, memories, toJson }: Opened,
  ) {
    this.#k = k;
    this.#decode = decode;
    this.#toJson = toJson;
    this.#place = place;
    this.#unseen = unseen;
    this.#sentences = sentences;
    this.#memories = memories;
    this.opened = { prepareMs, memories: memories?.clocks ?? [] };
    this.#inputsBy("decode");
  }

  async answer(): Promise<Responses["answer"]> {
    let peakBytes = 0;
    let decodeMs = 0;
    const decode = this.#decode;
    const inputs = this.#inputsBy("decode");
    const works: Work[] = [];
    const answers: unknown[] = [];
    for (let i = 0; i < inputs.length; i++) {
      const work = newWork();
      const start = now();
      const decoded = decode(inputs[i]!(), this.#k, work);
      decodeMs += now() - start;
      // Not the system's own maximum: on Linux a process inherits that of the one that starts it.
      peakBytes = Math.max(peakBytes, residentBytes());
      // A copy: whoever holds the counters may go on counting.
      works[i] = { ...work };
      answers[i] = this.#told(decoded);
    }
    const digest = await digestOf([answers, works]);
    return { answers, works, digest, decodeMs, peakMb: peakBytes / BYTES_PER_MIB };
  }

  /**
   * Whether all sentences are decoded in that time. They have been decoded before: a decoder may
   * prepare something when it first does.
   */
  fit(atMostMs: number): boolean {
    const decode = this.#decode;
    const work = newWork();
    const inputs = this.#inputsBy("decode");
    const end = now() + atMostMs;
    for (let i = 0; i < inputs.length; i++) {
      decode(inputs[i]!(), this.#k, work);
      if (now() > end) return false;
    }
    return true;
  }

  warmUp({ sentences, clock, batchMs }: Asked<"warmUp">): Responses["warmUp"] {
    const pass = this.#pass(this.#inputsBy(clock), sentences);
    const results = new Array<unknown>(sentences);
    return warmUp(() => pass(results), batchMs);
  }

  /** Times passes; the answers of one are kept. */
  async time(
    { sentences, clock, passes, kept, isCold }: Asked<"time">,
  ): Promise<Responses["time"]> {
    const pass = this.#pass(this.#inputsBy(clock), sentences);
    const results = new Array<unknown>(sentences);
    const others = new Array<unknown>(sentences);
    // What comes before unseen sentences.
    for (let i = 0; isCold && i < sentences; i++) this.#made(0, [i, 0]);
    const start = processorMs();
    const elapsedMs = timePasses((index) => pass(index === kept ? results : others), passes);
    const busyMs = (processorMs() - start) / passes;
    const answers: unknown[] = [];
    for (let i = 0; i < sentences; i++) answers[i] = this.#told(results[i]);
    this.#kept = answers;
    return { elapsedMs, busyMs, digest: await digestOf(this.#kept) };
  }

  /** The answers that were kept last. */
  tellKept(): Responses["tellKept"] {
    return { answers: this.#kept };
  }

  /** Times sentences that nobody has seen, which are made off the clock just before. */
  unseen(
    { seed, clock, sentences, batches, atMostMs, told }: Asked<"unseen">,
  ): Responses["unseen"] {
    const answers: [told: number, answer: unknown][] = [];
    const times: number[] = [];
    const end = now() + atMostMs;
    for (let i = 0; i < batches.length && now() <= end; i++) {
      const which = everyPair(sentences, batches[i]!);
      const inputs: Input[] = [];
      for (let at = 0; at < which.length; at++) {
        inputs[at] = this.#input(this.#made(seed, which[at]!), clock);
      }
      const pass = this.#pass(inputs, inputs.length);
      const results = new Array<unknown>(inputs.length);
      const start = processorMs();
      pass(results);
      times[i] = processorMs() - start;
      for (let at = 0; at < told.length; at++) {
        const place = placeOf(told[at]!, which);
        if (place >= 0) answers[answers.length] = [at, this.#told(results[place])];
      }
    }
    return { busyMs: medianOf(times), answers };
  }

  /** Decodes all sentences, and unseen ones, one at least, until that time has gone. */
  async refer({ seed, unseen, atMostMs }: Asked<"refer">): Promise<Responses["refer"]> {
    const { answers } = await this.answer();
    const end = now() + atMostMs;
    const more: unknown[] = [];
    for (let i = 0; i < unseen.length && (i === 0 || now() <= end); i++) {
      more[i] = this.#told(this.#decode(this.#made(seed, unseen[i]!), this.#k, newWork()));
    }
    return { answers, unseen: more };
  }

  /** Times each of the first sentences. */
  timeEach(count: number, passes: number): number[] {
    const decode = this.#decode;
    const k = this.#k;
    const work = newWork();
    const inputs = this.#inputsBy("decode").slice(0, count);
    return timeEach(inputs, (input) => decode(input(), k, work), passes);
  }

  /**
   * Decodes each of the first inputs once; nothing stands between the loop and the decoder but what
   * gives a sentence.
   */
  #pass(inputs: readonly Input[], count: number): (results: unknown[]) => void {
    const decode = this.#decode;
    const k = this.#k;
    const work = newWork();
    return (results) => {
      for (let i = 0; i < count; i++) results[i] = decode(inputs[i]!(), k, work);
    };
  }

  #inputsBy(clock: Clock): readonly Input[] {
    const inputs = this.#inputs.get(clock) ??
      this.#sentences.map((sentence) => this.#input(sentence, clock));
    this.#inputs.set(clock, inputs);
    return inputs;
  }

  #input(sentence: unknown, clock: Clock): Input {
    return clock === "decode" ? this.#place(sentence) : this.#memories!.from(sentence, clock);
  }

  #made(seed: number, [sentence, turn]: UnseenSentence): unknown {
    return this.#unseen!(seed, sentence, turn);
  }

  /** What is told of a result, which must have been there when the clock stopped. */
  #told(decoded: unknown): unknown {
    requireData(decoded);
    return this.#toJson(decoded);
  }
}

/** Each sentence in each turn. */
function everyPair(sentences: readonly number[], turns: readonly number[]): UnseenSentence[] {
  const pairs: UnseenSentence[] = [];
  for (let t = 0; t < turns.length; t++) {
    for (let s = 0; s < sentences.length; s++) pairs[pairs.length] = [sentences[s]!, turns[t]!];
  }
  return pairs;
}

/** The index of a pair, −1 if it is not there. */
function placeOf(wanted: UnseenSentence, pairs: readonly UnseenSentence[]): number {
  for (let i = 0; i < pairs.length; i++) {
    if (pairs[i]![0] === wanted[0] && pairs[i]![1] === wanted[1]) return i;
  }
  return -1;
}

/** Collects garbage now; `Isolate` starts V8 with the flag that makes this possible. */
function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

async function openCell(problem: Problem, config: CellConfig): Promise<Cell> {
  const opened = await problem.open(config);
  const sentences = opened.sentences.slice(0, config.sentences);
  const cell = new Cell(config.k, { ...opened, sentences });
  // The file, and what the decoder does not keep of the model: a hundred megabytes a cell.
  collectGarbage();
  return cell;
}

/** Answers the requests to one cell. */
class Responder {
  #problem: Problem | undefined;
  #cell: Cell | undefined;

  async respond(request: Request, config: CellConfig): Promise<Responses[keyof Responses]> {
    const problem = this.#problem ??=
      (await import(config.problem) as { default: Problem }).default;
    if (request.type === "shrink") return await problem.shrink(config, request.sentence);
    if (request.type === "trace") return { points: await problem.trace!(config) };
    if (request.type === "firstUse") return { points: await problem.firstUse!(config, request) };
    const cell = this.#cell ??= await openCell(problem, config);
    switch (request.type) {
      case "prepare":
        return cell.opened;
      case "answer":
        return await cell.answer();
      case "repeat": {
        const { digest, decodeMs } = await cell.answer();
        return { digest, decodeMs };
      }
      case "fit":
        return { fits: cell.fit(request.atMostMs) };
      case "warmUp":
        return cell.warmUp(request);
      case "time":
        return await cell.time(request);
      case "tellKept":
        return cell.tellKept();
      case "unseen":
        return cell.unseen(request);
      case "refer":
        return await cell.refer(request);
      case "timeEach":
        return { elapsedMs: cell.timeEach(request.sentences, request.passes) };
    }
  }
}

if (import.meta.main) {
  const responder = new Responder();
  await serve<Request, CellConfig>((request, _note, config) => responder.respond(request, config));
}
