/**
 * The isolate of a cell: a process of its own that decodes on request and says how long it took.
 *
 * Run by `Isolate`; reads requests from standard input and answers on standard output.
 *
 * @module
 */

import { TextLineStream } from "./_lines.ts";
import { prepared } from "../../decoders/chain/prepared.ts";
import type { Decode, Decoder } from "../../decoders/contract.ts";
import { newWork } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import { openPack } from "../../datasets/packs/pack_file.ts";
import { type CellConfig, MESSAGE_PREFIX, type Request, type Responses } from "./_messages.ts";
import { type Case, type Selection, shrink } from "../problems/sequence/shrink.ts";
import { timeEach, timePasses, warmUp } from "./timing.ts";
import { scoresOf, verifyAnswer } from "../problems/sequence/verify.ts";

const BYTES_PER_MIB = 2 ** 20;

/** A decoder that is prepared for the lattices of a task. */
class Cell {
  readonly #config: CellConfig;
  readonly #decoder: Decoder;
  readonly #decode: Decode;
  readonly #lattices: Lattice[];
  readonly prepareMs: number;
  readonly placeMs: number;

  private constructor(config: CellConfig, decoder: Decoder, { model, lattices }: Loaded) {
    this.#config = config;
    this.#decoder = decoder;
    this.#lattices = lattices;
    const start = performance.now();
    this.#decode = decoder.prepare(model, config.options);
    const prepared = performance.now();
    for (const lattice of lattices) this.#decode.place?.(lattice);
    this.prepareMs = prepared - start;
    this.placeMs = performance.now() - prepared;
  }

  static async open(config: CellConfig): Promise<Cell> {
    const decoder = (await import(config.url) as { default: Decoder }).default;
    return new Cell(config, decoder, await load(config.pack));
  }

  answer(): Responses["answer"] {
    let peakBytes = 0;
    const { k } = this.#config;
    const answers = this.#lattices.map((lattice) => {
      const work = newWork();
      const { paths } = this.#decode(lattice, k, work);
      // Not the system's own maximum: on Linux a process inherits that of the one that starts it.
      peakBytes = Math.max(peakBytes, Deno.memoryUsage().rss);
      return {
        paths: paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) })),
        work,
      };
    });
    return { answers, peakMb: peakBytes / BYTES_PER_MIB };
  }

  /** Times of sentences that have been decoded before: a decoder may prepare something when it first does. */
  fit(atMostMs: number): number[] {
    const sentenceMs: number[] = [];
    const work = newWork();
    let last = performance.now();
    const end = last + atMostMs;
    for (const lattice of this.#lattices) {
      if (last > end) break;
      this.#decode(lattice, this.#config.k, work);
      const now = performance.now();
      sentenceMs.push(now - last);
      last = now;
    }
    return sentenceMs;
  }

  /** Decodes the first sentences once. */
  pass(sentences: number): () => void {
    const lattices = this.#lattices.slice(0, sentences);
    const decode = this.#decode;
    const { k } = this.#config;
    const work = newWork();
    return () => {
      for (const lattice of lattices) decode(lattice, k, work);
    };
  }

  /** Times each of the first sentences. */
  timeEach(sentences: number, passes: number): number[] {
    const { k } = this.#config;
    const work = newWork();
    const lattices = this.#lattices.slice(0, sentences);
    return timeEach(lattices, (lattice) => this.#decode(lattice, k, work), passes);
  }

  /**
   * The model is loaded again: keeping it all the time would cost memory in every cell. Nothing if
   * the sentence is decoded rightly on its own.
   */
  async shrink(sentence: number): Promise<Selection | null> {
    const { pack, options, k } = this.#config;
    const { model } = await load(pack);
    const whole = { model, lattice: this.#lattices[sentence]! };
    const isWrong = (part: Case) => {
      const decode = prepared(this.#decoder, part.model, options);
      const reference = prepared(viterbi, part.model)(part.lattice, k).paths;
      const { paths } = decode(part.lattice, k);
      const finding = verifyAnswer(part.model, part.lattice, k, paths, scoresOf(reference));
      return finding.defect !== "" || (this.#decoder.exact && !finding.isExact);
    };
    return isWrong(whole) ? shrink(whole, isWrong) : null;
  }
}

/** Collects garbage now; `Isolate` starts V8 with the flag that makes this possible. */
function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

interface Loaded {
  readonly model: Model;
  readonly lattices: Lattice[];
}

async function load(pack: string): Promise<Loaded> {
  const { model, lengths, lattice } = await openPack(pack);
  return { model, lattices: Array.from(lengths, (_, sentence) => lattice(sentence)) };
}

async function respond(config: CellConfig, requests: AsyncIterable<string>): Promise<void> {
  let cell: Cell | undefined;
  for await (const line of requests) {
    const request = JSON.parse(line) as Request;
    if (cell === undefined) {
      cell = await Cell.open(config);
      // The file, and what the decoder does not keep of the model: a hundred megabytes a cell.
      collectGarbage();
    }
    switch (request.type) {
      case "prepare":
        say<"prepare">({ prepareMs: cell.prepareMs, placeMs: cell.placeMs });
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
      case "shrink":
        say<"shrink">(await cell.shrink(request.sentence));
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
