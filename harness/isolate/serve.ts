/**
 * The isolate's side: answers requests in a process that loads decoders.
 *
 * @module
 */

import { reasonOf } from "../../datasets/modules.ts";
import { UsageError } from "../terminal/usage_error.ts";
import { jsonOf, parseJson } from "./json.ts";
import type { Greeting, Message } from "./protocol.ts";

/** Bytes that are read at a time. */
const BUFFER_BYTES = 65_536;

// All that is called after a decoder was loaded, as it was before.
const read = Deno.stdin.read.bind(Deno.stdin);
const write = Deno.stdout.writeSync.bind(Deno.stdout);
const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);
const decoder = new TextDecoder();
const decode = decoder.decode.bind(decoder);
const { call } = Function.prototype;
const slice: (text: string, start: number, end?: number) => string = call.bind(
  String.prototype.slice,
);
const part: (bytes: Uint8Array, start: number, end?: number) => Uint8Array = call.bind(
  Uint8Array.prototype.subarray,
);

/**
 * Answers a request.
 *
 * @param note says something on the way
 * @param config that of the greeting
 */
export type Handle<Request, Config> = (
  request: Request,
  note: (what: unknown) => void,
  config: Config,
) => Promise<unknown>;

/**
 * Answers requests from standard input, one after another, until it ends. What `handle` throws is
 * told, and the next request is waited for. Call it before any decoder is loaded.
 */
export async function serve<Request, Config = null>(
  handle: Handle<Request, Config>,
): Promise<void> {
  const next = requestLines();
  const greeting = await next();
  if (greeting === undefined) return;
  const { token, config } = parseJson(greeting) as Greeting;
  // A decoder may have begun a line.
  const say = (message: Message) => writeAll(encode(`\n${token} ${jsonOf(message)}\n`));
  const note = (what: unknown) => say({ note: what });
  note("ready");
  for (;;) {
    const line = await next();
    if (line === undefined) return;
    try {
      const told = await handle(parseJson(line) as Request, note, config as Config);
      say({ told: told ?? null });
    } catch (error) {
      say({ thrown: saying(error), isRefusal: error instanceof UsageError });
    }
  }
}

/** Why there is no answer; an error may throw when it is asked for its text. */
function saying(error: unknown): string {
  try {
    return error instanceof UsageError ? error.message : reasonOf(error);
  } catch {
    return "it threw what has no text";
  }
}

/** Gives a line of standard input each time that it is called; undefined at its end. */
function requestLines(): () => Promise<string | undefined> {
  const buffer = new Uint8Array(BUFFER_BYTES);
  let text = "";
  return async () => {
    for (let at = 0;; at++) {
      while (at >= text.length) {
        const count = await read(buffer);
        if (count === null) return undefined;
        text += decode(part(buffer, 0, count), { stream: true });
      }
      if (text[at] !== "\n") continue;
      const line = slice(text, 0, at);
      text = slice(text, at + 1);
      return line;
    }
  };
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += write(part(bytes, at));
}
