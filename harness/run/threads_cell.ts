/**
 * The isolate of a decoder on several threads: sentences in shared memory are decoded by whichever
 * thread is free, and answers are in the order of the sentences.
 *
 * @module
 */

import { type Asking, serve, WithBytes } from "../isolate/serve.ts";
import type { Opening } from "../problems/contract.ts";
import { loadLattices } from "../problems/sequence/lattice_file.ts";
import type { SharedBatch, ThreadRequest } from "./threads_worker.ts";

/** What the isolate is started with. */
export interface ThreadsConfig extends Omit<Opening, "k"> {
  /** How many threads there are. */
  readonly threads: number;
}

/** What is asked: to prepare the decoder in each thread, and to decode on so many of them. */
export type ThreadsRequest =
  | { readonly type: "open" }
  | { readonly type: "time"; readonly threads: number; readonly passes: number };

/** As it was before a decoder is loaded, which has none. */
const Thread = Worker;

/** A worker that is asked one thing at a time. */
class Lane {
  readonly #worker = new Thread(new URL("./threads_worker.ts", import.meta.url), {
    type: "module",
  });
  #waiting = Promise.withResolvers<void>();

  constructor() {
    this.#worker.onmessage = () => this.#waiting.resolve();
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#waiting.reject(new Error(`Cannot decode on a thread: ${event.message}`));
    };
  }

  async ask(request: ThreadRequest): Promise<void> {
    this.#waiting = Promise.withResolvers<void>();
    this.#worker.postMessage(request);
    await this.#waiting.promise;
  }
}

let batch: SharedBatch | undefined;
const lanes: Lane[] = [];

async function open({ pack, url, options, threads }: ThreadsConfig): Promise<null> {
  const { model, lattices } = await loadLattices(pack);
  const positions = lattices.reduce((sum, { length }) => sum + length, 0);
  batch = {
    url,
    options,
    model: { ...model, transitions: doubles(model.transitions.length) },
    lengths: integers(lattices.length),
    emissions: doubles(positions * model.labelCount),
    pairs: doubles(lattices.reduce((sum, { pairs }) => sum + (pairs?.length ?? 0), 0)),
    scores: doubles(lattices.length),
    labels: integers(positions),
    next: integers(1),
  };
  batch.model.transitions.set(model.transitions);
  batch.lengths.set(lattices.map(({ length }) => length));
  let [end, endOfPairs] = [0, 0];
  for (const { emissions, pairs = [] } of lattices) {
    batch.emissions.set(emissions, end);
    end += emissions.length;
    batch.pairs.set(pairs, endOfPairs);
    endOfPairs += pairs.length;
  }
  for (let thread = 0; thread < threads; thread++) {
    lanes.push(new Lane());
    // One after another: each decodes all sentences while it warms up.
    Atomics.store(batch.next, 0, 0);
    await lanes[thread]!.ask(batch);
  }
  return null;
}

async function time(
  { threads, passes }: ThreadsRequest & { type: "time" },
  ready: () => void,
): Promise<WithBytes> {
  const { next, scores, labels } = batch!;
  Atomics.store(next, 0, 0);
  scores.fill(NaN);
  labels.fill(-1);
  ready();
  await Promise.all(lanes.slice(0, threads).map((lane) => lane.ask({ passes })));
  const bytes = [scores.slice(), labels.slice()].map(({ buffer }) => new Uint8Array(buffer));
  return new WithBytes(null, bytes);
}

function doubles(count: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT));
}

function integers(count: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));
}

if (import.meta.main) {
  await serve<ThreadsRequest, ThreadsConfig>((request, { config, ready }: Asking<ThreadsConfig>) =>
    request.type === "open" ? open(config) : time(request, ready)
  );
}
