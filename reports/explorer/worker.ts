/// <reference lib="webworker" />
/**
 * The worker of the explorer's page: the first message has the packs, all others are requests.
 *
 * @module
 */

import { Engine, type Examples } from "./engine.ts";
import type { Answered, Asked } from "./trace.ts";

declare const self: DedicatedWorkerGlobalScope;

/** Packs of the page. */
interface Packs {
  readonly examples: Examples;
  readonly parses: Examples;
}

let engine: Engine | undefined;
/** Answers come in the order of the requests. */
let last: Promise<void> = Promise.resolve();

self.addEventListener("message", ({ data }: MessageEvent<Packs | Asked>) => {
  if ("examples" in data) {
    engine = new Engine(data.examples, data.parses);
    return;
  }
  last = last.then(() => answer(data));
});

async function answer({ id, request }: Asked): Promise<void> {
  let message: Answered;
  try {
    message = { id, answer: await engine!.answer(request) };
  } catch (error) {
    message = { id, error: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(message);
}
