/**
 * The decoder that a program is: the module that isolates load for `--decoder-command`, with the
 * program in the query of its URL. The protocol is specified in `harness/PROTOCOL.md`.
 *
 * @module
 */

import type { Decode, Decoded, Decoder, Work } from "../../decoders/contract.ts";
import { type Lattice, type Model, type Path, scorePath } from "../../decoders/lattice.ts";
import { headerEnd, writeTensors } from "../../datasets/packs/safetensors.ts";
import { tensor, type TensorData } from "../../datasets/packs/tensors.ts";
import { brief, briefJson } from "../../datasets/visible.ts";
import { commandOf } from "../isolate/command.ts";
import { type Line, Program } from "./program.ts";

/** Version of the protocol. */
export const PROTOCOL = 1;
/** What a program may call the language that it is written in. */
const LANGUAGE = /^[A-Za-z][\w+#.-]{0,29}$/;
/** Longest texts of a description. */
const LONGEST = 100;
/**
 * A busy machine may wake the program late, and us: its own time may be a small part of ours. Of so
 * many batches that took so many milliseconds one has had at least this share on its clock, …
 */
const LEAST = { batches: 8, ms: 80, share: 0.25 };
/** … and none more than this one: it looks at its clock after we look at ours, and before. */
const MOST = { share: 1.05, ms: 1 };

/** What a program says of itself. */
export interface Hello {
  readonly title: string;
  readonly exact: boolean;
  /** The most paths that it can be asked for. */
  readonly maxK: number;
  readonly language: string;
  readonly threads: number;
}

/** Sentences to decode together, again and again with scores exchanged in between. */
export interface Batch {
  /** L scores a position, sentence after sentence. */
  readonly scores: Float64Array;
  /** Positions of each sentence. */
  readonly lengths: readonly number[];
  readonly k: number;
  readonly repetitions: number;
  /** Pairs of places whose scores are exchanged, as many before each repetition. */
  readonly swaps: Int32Array;
}

/** The answers to a batch, repetition after repetition, and what it took by the harness's clock. */
export interface Answered {
  readonly decoded: readonly Decoded[];
  readonly elapsedMs: number;
  /** By the program's clock. */
  readonly ownMs: number;
}

/** A decode function that takes a batch as a whole. */
export interface DecodeTogether extends Decode {
  /** Decodes a batch, on the clock from the request to the checksum of all answers. */
  together(batch: Batch): Answered;
  /**
   * Holds the times of a batch that the program says against the harness's.
   *
   * @throws Error if it cannot have been so fast, or so slow
   */
  holdTimes(answered: Answered): void;
  /** The most bytes that the program has held; 0 where the system does not say. */
  peakBytes(): number;
}

/** Whether a decode function is that of a program. */
export function takesBatches(decode: Decode): decode is DecodeTogether {
  return "together" in decode;
}

/** Speaks with a program, which holds one model at a time. */
class Talk {
  readonly #command: string;
  readonly #folder: string;
  #running: Program | undefined;
  #model: Model | undefined;
  /** How many batches there were, what they took, and the largest share of it that it has said. */
  readonly #held = { batches: 0, ms: 0, share: 0 };
  readonly hello: Hello;

  constructor(command: string, folder: string) {
    this.#command = command;
    // Threads of a process have a program each: none reads what another is sent.
    this.#folder = Deno.makeTempDirSync({ dir: folder });
    this.hello = this.#start();
  }

  /** Has the program prepare for a model, unless it is prepared for it. */
  prepare(model: Model): void {
    if (this.#model === model) return;
    this.#model = undefined;
    const { labelCount, transitions, exactSums, float32Exact } = model;
    const bits = float32Exact ? 24 : exactSums ? 53 : 0;
    const place = this.#write("model", {
      transitions: tensor(transitions, [labelCount, labelCount]),
    });
    this.#ask((program) => {
      program.tell(`prepare ${labelCount} ${bits} ${place}`);
      requireField(program.hear(), "prepared");
    });
    this.#model = model;
  }

  decode(model: Model, { scores, lengths, k, repetitions, swaps }: Batch, works: Work[]): Answered {
    this.prepare(model);
    const { labelCount } = model;
    const positions = lengths.reduce((sum, length) => sum + length, 0);
    const place = this.#write("batch", {
      emissions: tensor(scores.subarray(0, positions * labelCount), [positions, labelCount]),
      lengths: tensor(Int32Array.from(lengths)),
      swaps: tensor(swaps),
    });
    const each = swaps.length / 2 / repetitions;
    const sizes = [k, lengths.length, positions, repetitions, each].join(" ");
    return this.#ask((program) => {
      const start = performance.now();
      program.tell(`decode ${sizes} ${place}`);
      const done = program.hear();
      const elapsedMs = performance.now() - start;
      requireField(done, "elapsedMs");
      const ownMs = Number(done["elapsedMs"]);
      const decoded: Decoded[] = [];
      let checksum = 0;
      for (let repetition = 0, swap = 0; repetition < repetitions; repetition++) {
        for (let i = 0; i < each; i++, swap += 2) {
          exchange(scores, swaps[swap]!, swaps[swap + 1]!);
        }
        let at = 0;
        for (const [sentence, length] of lengths.entries()) {
          const line = program.hear();
          const lattice = { length, emissions: scores.subarray(at, at += length * labelCount) };
          const paths = readPaths(line, model, lattice);
          for (const { labels } of paths) {
            for (const label of labels) checksum = (Math.imul(checksum, 31) + label + 1) >>> 0;
          }
          addWork(works[sentence], line, length, labelCount);
          decoded.push({ paths });
        }
      }
      if (done["checksum"] !== checksum) {
        const said = briefJson(done["checksum"]);
        throw new Error(`its checksum is ${said}, that of the answers after it ${checksum}`);
      }
      return { decoded, elapsedMs, ownMs };
    });
  }

  peakBytes(): number {
    return this.#running?.peakBytes() ?? 0;
  }

  holdTimes({ elapsedMs, ownMs }: Answered): void {
    const held = this.#held;
    held.batches++;
    held.ms += elapsedMs;
    held.share = Math.max(held.share, ownMs / elapsedMs);
    const isTooFast = held.batches >= LEAST.batches && held.ms >= LEAST.ms &&
      held.share < LEAST.share;
    if (ownMs >= 0 && ownMs <= MOST.share * elapsedMs + MOST.ms && !isTooFast) return;
    const shown = `${elapsedMs.toFixed(3)} ms${isTooFast ? ", as of all before" : ""}`;
    throw new Error(`it says that a batch took ${ownMs} ms, which took ${shown}`);
  }

  /** What has gone wrong once leaves requests and answers out of step: another process is asked. */
  #ask<T>(ask: (program: Program) => T): T {
    try {
      if (this.#running === undefined) this.#start();
      return ask(this.#running!);
    } catch (error) {
      this.#model = undefined;
      this.#running?.close();
      this.#running = undefined;
      throw error;
    }
  }

  #start(): Hello {
    this.#running = new Program(this.#command, this.#folder);
    this.#running.tell(`hello ${PROTOCOL}`);
    return readHello(this.#running.hear());
  }

  /** Writes a pack; where its first tensor begins, and its name. */
  #write(name: string, tensors: Readonly<Record<string, ReturnType<typeof tensor>>>): string {
    const bytes = writeTensors({ metadata: {}, tensors: new Map(Object.entries(tensors)) });
    const path = `${this.#folder}/${name}.safetensors`;
    Deno.writeFileSync(path, bytes);
    return `${headerEnd(bytes, path)} ${path}`;
  }
}

/** @throws Error for a description that lacks something, or of another protocol */
function readHello(line: Line): Hello {
  const { protocol, name, exact, maxK = 1, language, threads = 1 } = line;
  const fail = (what: string, value: unknown): never => {
    throw new Error(`its hello has the ${what} ${briefJson(value)}`);
  };
  if (protocol !== PROTOCOL) fail("protocol", protocol);
  if (typeof name !== "string" || name.trim() === "" || name.length > LONGEST) fail("name", name);
  if (typeof exact !== "boolean") fail("exact", exact);
  const isAny = maxK === "any";
  if (!isAny && !(Number.isInteger(maxK) && maxK as number >= 1)) fail("maxK", maxK);
  if (typeof language !== "string" || !LANGUAGE.test(language)) fail("language", language);
  if (!Number.isInteger(threads) || (threads as number) < 1) fail("threads", threads);
  return {
    title: name as string,
    exact: exact as boolean,
    maxK: isAny ? Infinity : maxK as number,
    language: language as string,
    threads: threads as number,
  };
}

function requireField(line: Line, field: string): void {
  if (field in line) return;
  throw new Error(`it wrote ${briefJson(line)} where "${field}" was to come`);
}

/** The paths of an answer; a score that is not given is what the labels score. */
function readPaths(line: Line, model: Model, lattice: Lattice): Path[] {
  requireField(line, "labels");
  const { labels: all, scores } = line;
  const isList = Array.isArray(all) && (scores === undefined || Array.isArray(scores));
  if (!isList) throw new Error(`its labels or scores are no list: ${briefJson(line)}`);
  return all.map((list: unknown, rank): Path => {
    if (!Array.isArray(list) || !list.every((label) => (label | 0) === label)) {
      throw new Error(`its labels of path ${rank} are no 32-bit integers: ${briefJson(list)}`);
    }
    const labels = Int32Array.from(list as number[]);
    const score = scores === undefined ? scorePath(model, lattice, labels) : scores[rank];
    return { labels, score: typeof score === "number" ? score : NaN };
  });
}

/** What is not counted counts as all that there is; who reads it judges what are no counts. */
function addWork(work: Work | undefined, { work: own }: Line, length: number, labels: number) {
  if (work === undefined) return;
  const dense = [1, (length - 1) * labels, (length - 1) * labels ** 2];
  const counts = (own ?? dense) as readonly number[];
  work.iterations += counts[0] ?? NaN;
  work.nodeExpansions += counts[1] ?? NaN;
  work.edgeEvaluations += counts[2] ?? NaN;
}

function exchange(scores: TensorData, one: number, other: number): void {
  [scores[one], scores[other]] = [scores[other]!, scores[one]!];
}

/** The decoder of a program, which is started and asked what it is. */
export function programDecoder(
  { name, command }: { readonly name: string; readonly command: string },
  folder: string,
): Decoder {
  const talk = new Talk(command, folder);
  const { title, exact, maxK, language, threads } = talk.hello;
  return {
    name,
    title,
    source: `the program ${brief(command)}`,
    exact,
    maxK,
    options: {
      language: { default: "TypeScript", meaning: "the language that it is written in" },
      threads: { default: 1, minimum: 1, meaning: "threads that it decodes with" },
    },
    fixed: { language, threads },
    prepare(model) {
      const { labelCount } = model;
      talk.prepare(model);
      const alone = { repetitions: 1, swaps: new Int32Array(0) };
      const decode = ({ length, emissions }: Lattice, k: number, work: Work) => {
        const batch = { scores: emissions, lengths: [length], k, ...alone };
        return talk.decode(model, batch, [work]).decoded[0]!;
      };
      const batch: Decode["batch"] = (lattices, k, works) => {
        const lengths = lattices.map(({ length }) => length);
        const scores = new Float64Array(lengths.reduce((sum, T) => sum + T * labelCount, 0));
        let at = 0;
        for (const { length, emissions } of lattices) {
          scores.set(emissions.subarray(0, length * labelCount), at);
          at += length * labelCount;
        }
        return [...talk.decode(model, { scores, lengths, k, ...alone }, [...works]).decoded];
      };
      const own: Pick<DecodeTogether, "together" | "holdTimes" | "peakBytes"> = {
        together: (batch) => talk.decode(model, batch, []),
        holdTimes: (answered) => talk.holdTimes(answered),
        peakBytes: () => talk.peakBytes(),
      };
      return Object.assign(decode, { batch, ...own });
    },
  };
}

const command = commandOf(import.meta.url);
const folder = command === undefined ? undefined : Deno.env.get("TRELLIS_SCRATCH");
/** The decoder; undefined where the module is loaded without a program. */
export default command && folder ? programDecoder(command, folder) : undefined;
