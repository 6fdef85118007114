/**
 * The isolate's side: answers requests in a process that loads decoders, and what that gives up
 * before it does, besides what its permissions deny.
 *
 * @module
 */

import process from "node:process";
import { reasonOf } from "../../datasets/modules.ts";
import { UsageError } from "../terminal/usage_error.ts";
import { type Greeting, type Message, READY, ROOM } from "./protocol.ts";

/** Bytes that are read at a time. */
const BUFFER_BYTES = 65_536;
/** Globals that keep something on disk, or that share the processors. */
const GIVEN_UP = [
  ...["localStorage", "sessionStorage", "caches", "Storage", "Cache", "CacheStorage"],
  ...["Worker", "BroadcastChannel"],
];
/** Globals that the harness reads, copies and finds scores with. */
const KEPT = [
  ...["Array", "ArrayBuffer", "SharedArrayBuffer", "Map", "DataView"],
  ...["Int8Array", "Int16Array", "Int32Array", "BigInt64Array"],
  ...["Uint8Array", "Uint8ClampedArray", "Uint16Array", "Uint32Array", "BigUint64Array"],
  ...["Float32Array", "Float64Array"],
];

// All that is called after a decoder was loaded, as it was before.
const read = Deno.stdin.readSync.bind(Deno.stdin);
const write = Deno.stdout.writeSync.bind(Deno.stdout);
const { parse, stringify } = JSON;
const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);
const decoder = new TextDecoder();
const decode = decoder.decode.bind(decoder);
const slice: (text: string, start: number, end?: number) => string = Function.prototype.call.bind(
  String.prototype.slice,
);
const Bytes = Uint8Array;

/** An answer of which a part is bytes, which JSON would take longer to write. */
export class WithBytes {
  readonly value: unknown;
  readonly parts: readonly Uint8Array[];

  constructor(value: unknown, parts: readonly Uint8Array[]) {
    this.value = value;
    this.parts = parts;
  }
}

/** What a request is answered with beside the request. */
export interface Asking<Config> {
  /** That of the greeting. */
  readonly config: Config;
  /** Sends a note to the harness before the answer. */
  note(what: unknown): void;
  /** Says that there is room for what is timed, and waits for the harness to let it come. */
  room(): void;
  /** Says that all is ready, and waits for the harness to begin the time. */
  ready(): void;
}

/** Answers a request. */
export type Handle<Request, Config> = (request: Request, asking: Asking<Config>) => unknown;

/**
 * Answers requests from standard input, one after another, until it ends. What `handle` throws is
 * said, and the next request is waited for. Call it before any decoder is loaded.
 *
 * It waits without giving way: timers and promises of a decoder run while something asynchronous is
 * answered, and never between two answers.
 */
export async function serve<Request, Config = null>(
  handle: Handle<Request, Config>,
): Promise<void> {
  shutIn();
  const next = requestLines();
  const greeting = next();
  if (greeting === undefined) return;
  const { token, config } = parse(greeting) as Greeting;
  // A decoder may have begun a line.
  const lineOf = (message: Message) => encode(`\n${token} ${stringify(message)}\n`);
  const say = (message: Message) => writeAll(lineOf(message));
  const [hasRoom, isReady] = [lineOf({ note: ROOM }), lineOf({ note: READY })];
  const go = new Bytes(1);
  const awaitGo = (line: Uint8Array) => {
    writeAll(line);
    read(go);
  };
  const asking: Asking<Config> = {
    config: config as Config,
    note: (note) => say({ note }),
    room: () => awaitGo(hasRoom),
    ready: () => awaitGo(isReady),
  };
  say({ note: "there" });
  for (;;) {
    const line = next();
    if (line === undefined) return;
    try {
      const answer = handle(parse(line) as Request, asking);
      const value = answer instanceof Promise ? await answer : answer;
      if (value instanceof WithBytes) {
        say({ value: value.value, bytes: value.parts.map(({ length }) => length) });
        for (const part of value.parts) writeAll(part);
      } else say({ value: value ?? null });
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
function requestLines(): () => string | undefined {
  const buffer = new Bytes(BUFFER_BYTES);
  let text = "";
  return () => {
    for (let at = 0;; at++) {
      while (at >= text.length) {
        const count = read(buffer);
        if (count === null) return undefined;
        text += decode(new Bytes(buffer.buffer, 0, count), { stream: true });
      }
      if (text[at] !== "\n") continue;
      const line = slice(text, 0, at);
      text = slice(text, at + 1);
      return line;
    }
  };
}

function writeAll(bytes: Uint8Array): void {
  let at = write(bytes);
  while (at < bytes.length) {
    at += write(new Bytes(bytes.buffer, bytes.byteOffset + at, bytes.length - at));
  }
}

/**
 * Takes away what outlives the process or runs beside it: storage, caches, workers and the inside
 * of Deno. Freezes what the harness's own handling of scores depends on, so that no decoder can put
 * code of its own there: neither in place of it nor, by a getter, before it.
 */
export function shutIn(): void {
  for (const name of GIVEN_UP) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(process, "getBuiltinModule");
  const { internal } = Deno as unknown as { readonly internal: symbol };
  Reflect.deleteProperty(Deno, internal);
  for (const name of KEPT) {
    const value = (globalThis as unknown as Record<string, { readonly prototype: object }>)[name]!;
    Object.freeze(value);
    Object.freeze(value.prototype);
    Reflect.defineProperty(globalThis, name, { value, writable: false, configurable: false });
  }
  const anyArray = Object.getPrototypeOf(Uint8Array) as { readonly prototype: object };
  Object.freeze(anyArray);
  Object.freeze(anyArray.prototype);
  Object.freeze(Object.getPrototypeOf([][Symbol.iterator]()));
}
