/**
 * The isolate of a cell: a process of its own that decodes on request and says how long it took.
 *
 * Run by `Isolate`; reads requests from standard input and answers on standard output.
 *
 * @module
 */

import { TextLineStream } from "./_lines.ts";
import { newWork, type Opened, type Problem } from "../problems/contract.ts";
import { type CellConfig, MESSAGE_PREFIX, type Request, type Responses } from "./_messages.ts";
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
      const start = performance.now();
      const decoded = decode(sentence, this.#k, work);
      decodeMs += performance.now() - start;
      // Not the system's own maximum: on Linux a process inherits that of the one that starts it.
      peakBytes = Math.max(peakBytes, Deno.memoryUsage().rss);
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
    const end = performance.now() + atMostMs;
    for (const sentence of this.#sentences) {
      decode(sentence, this.#k, work);
      if (performance.now() > end) return false;
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
      const sentences = this.#sentences.slice(0, count);
      return () => {
        for (const sentence of sentences) decode(sentence, k, work);
      };
    }
    const first = this.#inputsFrom(clock).slice(0, count);
    return () => {
      for (const input of first) decode(input(), k, work);
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
  const bytes = new TextEncoder().encode(JSON.stringify(value));
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

async function respond(config: CellConfig, requests: AsyncIterable<string>): Promise<void> {
  const { default: problem } = await import(config.problem) as { default: Problem };
  let opened: Cell | undefined;
  for await (const line of requests) {
    const request = JSON.parse(line) as Request;
    if (request.type === "shrink") {
      say<"shrink">(await problem.shrink(config, request.sentence));
      continue;
    }
    if (request.type === "firstUse") {
      say<"firstUse">({ points: await problem.firstUse!(config, request) });
      continue;
    }
    const cell = opened ??= await openCell(problem, config);
    switch (request.type) {
      case "prepare":
        say<"prepare">(cell.opened);
        break;
      case "answer":
        say<"answer">(await cell.answer());
        break;
      case "repeat": {
        const { digest, decodeMs } = await cell.answer();
        say<"repeat">({ digest, decodeMs });
        break;
      }
      case "fit":
        say<"fit">({ fits: cell.fit(request.atMostMs) });
        break;
      case "warmUp":
        say<"warmUp">(warmUp(cell.pass(request.sentences, request.clock), request.batchMs));
        break;
      case "time":
        say<"time">({
          elapsedMs: timePasses(cell.pass(request.sentences, request.clock), request.passes),
        });
        break;
      case "timeEach":
        say<"timeEach">({ elapsedMs: cell.timeEach(request.sentences, request.passes) });
        break;
    }
  }
}

function say<Type extends keyof Responses>(response: Responses[Type]): void {
  console.log(MESSAGE_PREFIX + JSON.stringify(response));
}

if (import.meta.main) {
  const lines = Deno.stdin.readable
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream());
  await respond(JSON.parse(Deno.args[0]!) as CellConfig, lines);
}
