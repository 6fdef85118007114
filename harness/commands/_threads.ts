/**
 * Threads that answer requests, and answers in the order of what was asked.
 *
 * @module
 */

/// <reference lib="deno.worker" />

/** What a thread answers: the answer, or what is wrong with the request. */
type Reply<Answer> = { readonly answer: Answer } | { readonly refused: string };

/** Threads that have requests in turn, or one of them. */
export interface Threads<Request, Answer> {
  /**
   * Asks the thread whose turn it is.
   *
   * @param moved memory that the thread takes over
   * @throws SyntaxError with what is wrong with the request, RangeError if the thread has ended
   */
  ask(request: Request, moved?: ArrayBuffer[]): Promise<Answer>;
  /** Ends the threads, whatever they do. */
  end(): void;
}

/**
 * Starts threads that are opened alike.
 *
 * @param url of a module that calls `serveThread`
 * @param doing what they do, for messages: "parsing"
 */
export function startThreads<Settings, Request, Answer>(
  url: URL,
  settings: Settings,
  { count, doing }: { readonly count: number; readonly doing: string },
): Threads<Request, Answer> {
  const threads = Array.from(
    { length: count },
    () => startThread<Settings, Request, Answer>(url, settings, doing),
  );
  let asked = 0;
  return {
    ask: (request, moved) => threads[asked++ % count]!.ask(request, moved),
    end() {
      for (const thread of threads) thread.end();
    },
  };
}

function startThread<Settings, Request, Answer>(
  url: URL,
  settings: Settings,
  doing: string,
): Threads<Request, Answer> {
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
    ask(request, moved = []) {
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
 * Answers what the other side of `startThreads` asks; the module of a thread does nothing else.
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
