/**
 * The isolate of a cell: a process of its own that decodes on request and says how long it took.
 *
 * Run by `CellIsolate`. Once the decoder is loaded nothing that it may have replaced has a part in
 * what is claimed: the clock is that of before, and loops go by index.
 *
 * @module
 */

import { now, residentBytes } from "../isolate/captured.ts";
import { jsonOf } from "../isolate/json.ts";
import { serve } from "../isolate/serve.ts";
import { newWork, type Opened, type Problem } from "../problems/contract.ts";
import type { CellConfig, Request, Responses } from "./_messages.ts";
import type { Clock, MemoryClock } from "../store/rows.ts";
import { timeEach, timePasses, warmUp } from "./timing.ts";

const BYTES_PER_MIB = 2 ** 20;

/** A decoder that is prepared, and the sentences to decode with it. */
class Cell {
  readonly #k: number;
  readonly #decode: Opened["decode"];
  readonly #toJson: Opened["toJson"];
  readonly #sentences: readonly unknown[];
  readonly #memories: Opened["memories"];
  /** What gives the sentences from a memory, by clock. */
  readonly #inputs = new Map<MemoryClock, (() => unknown)[]>();
  readonly opened: Responses["prepare"];

  constructor(k: number, { sentences, prepareMs, decode, place, memories, toJson }: Opened) {
    this.#k = k;
    this.#decode = decode;
    this.#toJson = toJson;
    this.#sentences = sentences;
    this.#memories = memories;
    this.opened = { prepareMs, memories: memories?.clocks ?? [] };
    for (const sentence of sentences) place?.(sentence);
  }

  async answer(): Promise<Responses["answer"]> {
    let peakBytes = 0;
    let decodeMs = 0;
    const decode = this.#decode;
    const total = newWork();
    const answers = this.#sentences.map((sentence) => {
      const work = newWork();
      const start = now();
      const decoded = decode(sentence, this.#k, work);
      decodeMs += now() - start;
      // Not the system's own maximum: on Linux a process inherits that of the one that starts it.
      peakBytes = Math.max(peakBytes, residentBytes());
      total.iterations += work.iterations;
      total.nodeExpansions += work.nodeExpansions;
      total.edgeEvaluations += work.edgeEvaluations;
      return this.#toJson(decoded);
    });
    const digest = await digestOf([answers, total]);
    return { answers, work: total, digest, decodeMs, peakMb: peakBytes / BYTES_PER_MIB };
  }

  /**
   * Whether all sentences are decoded in that time. They have been decoded before: a decoder may
   * prepare something when it first does.
   */
  fit(atMostMs: number): boolean {
    const decode = this.#decode;
    const work = newWork();
    const end = now() + atMostMs;
    for (let i = 0; i < this.#sentences.length; i++) {
      decode(this.#sentences[i], this.#k, work);
      if (now() > end) return false;
    }
    return true;
  }

  /**
   * Decodes the first sentences once; nothing stands between the loop and the decoder but what
   * gives a sentence from the caller's memory, where that is on the clock.
   */
  pass(count: number, clock: Clock): () => void {
    const decode = this.#decode;
    const k = this.#k;
    const work = newWork();
    if (clock === "decode") {
      const sentences = this.#sentences;
      return () => {
        for (let i = 0; i < count; i++) decode(sentences[i], k, work);
      };
    }
    const inputs = this.#inputsFrom(clock);
    return () => {
      for (let i = 0; i < count; i++) decode(inputs[i]!(), k, work);
    };
  }

  #inputsFrom(clock: MemoryClock): readonly (() => unknown)[] {
    const inputs = this.#inputs.get(clock) ??
      this.#sentences.map((sentence) => this.#memories!.from(sentence, clock));
    this.#inputs.set(clock, inputs);
    return inputs;
  }

  /** Times each of the first sentences. */
  timeEach(count: number, passes: number): number[] {
    const decode = this.#decode;
    const k = this.#k;
    const work = newWork();
    const sentences = this.#sentences.slice(0, count);
    return timeEach(sentences, (sentence) => decode(sentence, k, work), passes);
  }
}

/** SHA-256 (hex) of a value as JSON. */
async function digestOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(jsonOf(value));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
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
        return warmUp(cell.pass(request.sentences, request.clock), request.batchMs);
      case "time": {
        const pass = cell.pass(request.sentences, request.clock);
        return { elapsedMs: timePasses(pass, request.passes) };
      }
      case "timeEach":
        return { elapsedMs: cell.timeEach(request.sentences, request.passes) };
    }
  }
}

if (import.meta.main) {
  const responder = new Responder();
  await serve<Request, CellConfig>((request, _note, config) => responder.respond(request, config));
}
