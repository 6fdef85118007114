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
import { timeEach, timePasses, warmUp } from "./timing.ts";

const BYTES_PER_MIB = 2 ** 20;

/** A decoder that is prepared, and the sentences to decode with it. */
class Cell {
  readonly #k: number;
  readonly #decode: Opened["decode"];
  readonly #toJson: Opened["toJson"];
  readonly #sentences: readonly unknown[];
  readonly prepareMs: number;

  constructor(k: number, { sentences, prepareMs, decode, place, toJson }: Opened) {
    this.#k = k;
    this.#decode = decode;
    this.#toJson = toJson;
    this.#sentences = sentences;
    this.prepareMs = prepareMs;
    for (const sentence of sentences) place?.(sentence);
  }

  answer(): Responses["answer"] {
    let peakBytes = 0;
    const decode = this.#decode;
    const total = newWork();
    const answers = this.#sentences.map((sentence) => {
      const work = newWork();
      const decoded = decode(sentence, this.#k, work);
      // Not the system's own maximum: on Linux a process inherits that of the one that starts it.
      peakBytes = Math.max(peakBytes, Deno.memoryUsage().rss);
      total.iterations += work.iterations;
      total.nodeExpansions += work.nodeExpansions;
      total.edgeEvaluations += work.edgeEvaluations;
      return this.#toJson(decoded);
    });
    return { answers, work: total, peakMb: peakBytes / BYTES_PER_MIB };
  }

  /**
   * Times of sentences that have been decoded before: a decoder may prepare something when it first
   * does.
   */
  fit(atMostMs: number): number[] {
    const sentenceMs: number[] = [];
    const decode = this.#decode;
    const work = newWork();
    let last = performance.now();
    const end = last + atMostMs;
    for (const sentence of this.#sentences) {
      if (last > end) break;
      decode(sentence, this.#k, work);
      const now = performance.now();
      sentenceMs.push(now - last);
      last = now;
    }
    return sentenceMs;
  }

  /** Decodes the first sentences once; nothing stands between the loop and the decoder. */
  pass(count: number): () => void {
    const sentences = this.#sentences.slice(0, count);
    const decode = this.#decode;
    const k = this.#k;
    const work = newWork();
    return () => {
      for (const sentence of sentences) decode(sentence, k, work);
    };
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

/** Collects garbage now; `Isolate` starts V8 with the flag that makes this possible. */
function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

async function openCell(problem: Problem, config: CellConfig): Promise<Cell> {
  const cell = new Cell(config.k, await problem.open(config));
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
    const cell = opened ??= await openCell(problem, config);
    switch (request.type) {
      case "prepare":
        say<"prepare">({ prepareMs: cell.prepareMs });
        break;
      case "answer":
        say<"answer">(cell.answer());
        break;
      case "fit":
        say<"fit">({ sentenceMs: cell.fit(request.atMostMs) });
        break;
      case "warmUp":
        say<"warmUp">({ passes: warmUp(cell.pass(request.sentences), request.batchMs) });
        break;
      case "time":
        say<"time">({ elapsedMs: timePasses(cell.pass(request.sentences), request.passes) });
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
