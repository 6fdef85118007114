/**
 * Threads that answer requests, and answers in the order of what was asked.
 *
 * @module
 */

/// <reference lib="deno.worker" />

/** What a thread answers: the answer, or what is wrong with the request. */
type Reply<Answer> = { readonly answer: Answer } | { readonly refused: string };

/** Threads that are opened alike and have requests in turn. */
export interface Threads<Request> {
  readonly count: number;
  /** What they do, for messages: "parsing". */
  readonly doing: string;
  /** The memory of a request, if the thread takes it over. */
  readonly memoryOf?: (request: Request) => ArrayBuffer[];
}

/**
 * The answers to requests, in their order. The threads end with the last answer, or when nobody
 * reads on.
 *
 * @param url of a module that calls `serveThread`
 * @param settings what each thread is opened with
 * @throws SyntaxError with what is wrong with a request, RangeError if a thread has ended
 */
export async function* byThreads<Request, Answer>(
  url: URL,
  settings: unknown,
  requests: AsyncIterable<Request>,
  { count, doing, memoryOf = () => [] }: Threads<Request>,
): AsyncGenerator<Answer> {
  const threads = Array.from({ length: count }, () => startThread<Answer>(url, settings, doing));
  let asked = 0;
  const ask = (request: Request) => threads[asked++ % count]!.ask(request, memoryOf(request));
  try {
    yield* inOrder(requests, ask, 2 * count);
  } finally {
    for (const thread of threads) thread.end();
  }
}

function startThread<Answer>(url: URL, settings: unknown, doing: string) {
  const worker = new Worker(url, { type: "module" });
  worker.postMessage(settings);
  const waiting: PromiseWithResolvers<Answer>[] = [];
  let failure: RangeError | undefined;
  worker.onmessage = ({ data }: MessageEvent<Reply<Answer>>) => {
    const { resolve, reject } = waiting.shift()!;
    if ("answer" in data) resolve(data.answer);
    else reject(new SyntaxError(data.refused));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    failure = new RangeError(`Cannot go on ${doing}: a worker ended with ${event.message}`);
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  return {
    ask(request: unknown, moved: ArrayBuffer[]): Promise<Answer> {
      if (failure !== undefined) return Promise.reject(failure);
      const answer = Promise.withResolvers<Answer>();
      waiting.push(answer);
      worker.postMessage(request, moved);
      return answer.promise;
    },
    end: () => worker.terminate(),
  };
}

/**
 * Answers what the other side, `byThreads`, asks; the module of a thread does nothing else.
 *
 * @param open gives from the settings what answers requests
 * @param memoryOf what of an answer the other side takes over
 */
export function serveThread<Settings, Request, Answer>(
  open: (settings: Settings) => Promise<(request: Request) => Answer>,
  memoryOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  let answering: Promise<(request: Request) => Answer> | undefined;
  self.onmessage = async ({ data }: MessageEvent) => {
    if (answering === undefined) {
      answering = open(data);
      return;
    }
    const answerTo = await answering;
    let reply: Reply<Answer>;
    try {
      reply = { answer: answerTo(data) };
    } catch (error) {
      reply = { refused: (error as Error).message };
    }
    self.postMessage(reply, "answer" in reply ? memoryOf(reply.answer) : []);
  };
}

/**
 * Works on items, so many at once, and gives the results in the order of the items. What goes wrong
 * is thrown when its turn comes: all results before are given.
 *
 * @example
 * ```ts
 * import { inOrder } from "./_threads.ts";
 * import { assertEquals } from "@std/assert";
 *
 * async function* numbers() {
 *   yield* [30, 10, 20];
 * }
 * const sleep = (ms: number) => new Promise<number>((ended) => setTimeout(() => ended(ms), ms));
 * assertEquals(await Array.fromAsync(inOrder(numbers(), sleep, 2)), [30, 10, 20]);
 * ```
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  atOnce: number,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const pending: Promise<Result>[] = [];
  let isRead = false;
  const begin = async () => {
    try {
      const { done, value } = await source.next();
      if (done) isRead = true;
      else pending.push(work(value));
    } catch (error) {
      isRead = true;
      pending.push(Promise.reject(error));
    }
    pending.at(-1)?.catch(() => {});
  };
  while (true) {
    while (!isRead && pending.length < atOnce) await begin();
    const next = pending.shift();
    if (next === undefined) return;
    yield await next;
  }
}
