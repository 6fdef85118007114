/**
 * The harness's side of an isolate.
 *
 * @module
 */

import { brief } from "../../datasets/visible.ts";
import { accessFlags, programFlags } from "./access.ts";
import { commandOf } from "./command.ts";
import { guard } from "./guardian.ts";
import { Log, LONGEST_MESSAGE, MessageLines } from "./output.ts";
import { openScratch, type Scratch } from "./scratch.ts";
import { GO, type Greeting, type Message, READY, ROOM } from "./protocol.ts";
import type { TimingCore } from "./timing_core.ts";
import { DecoderError, EXIT_INCOMPLETE, UsageError } from "../terminal/usage_error.ts";

/** Characters of what an isolate says of its end, at most. */
const REASON_CHARACTERS = 500;
/** The longest part of an answer. */
const MOST_BYTES = 2 ** 30;
/** The longest time that a timer takes, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;
/** Milliseconds that the streams of a dead process may stay open: what it started may hold them. */
const LINGERING_MS = 2000;

/** An isolate did not answer before its deadline and was killed. */
export class IsolateTimeout extends Error {
  override name = "IsolateTimeout";
}

/** An isolate ended or threw instead of an answer, or said what is none. */
export class IsolateCrash extends Error {
  override name = "IsolateCrash";

  /** @param isRefusal whether a `UsageError` was thrown: whoever gave the input is to blame */
  constructor(message: string, readonly isRefusal = false) {
    super(message);
  }
}

/** What an isolate is started with. */
export interface IsolateSettings {
  /** A module that calls `serve`. */
  readonly entry: URL;
  /** URLs of the modules that it imports on request. */
  readonly modules: readonly string[];
  /** Paths of the files that it reads. */
  readonly files?: readonly string[];
  /** What all requests are about. */
  readonly config?: unknown;
}

/** A request, of which the harness knows no more. */
export interface Asked {
  readonly type: string;
}

/** An answer. */
export interface Reply {
  readonly value: unknown;
  /** The bytes that came with it. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  /** Milliseconds from when the isolate was ready, or else from the request, to the last byte. */
  readonly elapsedMs: number;
}

/**
 * A process that decoders run in. A process and not a worker: a busy worker cannot be stopped, and
 * one that runs out of memory takes the others with it. It may read its modules and files and do
 * nothing else. It is stopped unless it is asked: it takes no time of another one, and has none of
 * its own that is on no clock. What it says is for the harness to check, since a decoder shares the
 * process with whoever writes the messages.
 *
 * One for a program (`command.ts`) runs the harness's code alone, and may run others and write to a
 * folder of its own. It leads a process group, which is stopped and killed as a whole.
 */
export class Isolate {
  readonly #token = crypto.randomUUID();
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #messages: MessageLines;
  readonly #output = new Log();
  readonly #errors = new Log();
  readonly #errorsEnd: Promise<void>;
  /** The folder of one that runs a program. */
  readonly #scratch: Scratch | undefined;
  /** Tells the guardian that the process has ended. */
  #release = () => Promise.resolve();
  /** Whether the process has read its greeting: to start it is on nobody's deadline. */
  #isThere = false;

  /** Starts a process. */
  static async start(settings: IsolateSettings): Promise<Isolate> {
    const { entry, modules, files = [], config = null } = settings;
    const access = await accessFlags(modules, files);
    const isProgram = modules.some((url) => commandOf(url) !== undefined);
    const scratch = isProgram ? await openScratch() : undefined;
    const isolate = new Isolate(entry, access, scratch);
    isolate.#release = await guard({ pid: isolate.#target });
    const greeting: Greeting = { token: isolate.#token, config };
    await isolate.#write(`${JSON.stringify(greeting)}\n`);
    return isolate;
  }

  private constructor(entry: URL, access: readonly string[], scratch?: Scratch) {
    this.#scratch = scratch;
    const command = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-check",
        "--v8-flags=--expose-gc",
        ...access,
        ...(scratch === undefined ? [] : programFlags(scratch.path)),
        entry.href,
      ],
      env: { NO_COLOR: "1", ...(scratch === undefined ? {} : { TRELLIS_SCRATCH: scratch.path }) },
      detached: scratch !== undefined,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    });
    this.#child = command.spawn();
    this.#writer = this.#child.stdin.getWriter();
    const { stdout, stderr } = this.#child;
    this.#messages = new MessageLines(stdout, this.#token, (bytes) => this.#output.add(bytes));
    this.#errorsEnd = stderr.pipeTo(
      new WritableStream<Uint8Array>({ write: (bytes) => this.#errors.add(bytes) }),
    );
  }

  /** What was printed beside the messages. */
  get log(): string {
    return this.#output.text + this.#errors.text;
  }

  /**
   * Asks for something and waits for it.
   *
   * @param onNote takes what is said on the way
   * @param onRoom lets it have what is timed
   * @throws IsolateTimeout if nothing is said for `deadlineMs`; the process is killed
   * @throws IsolateCrash if the process ends, throws or says what is no message
   */
  async ask(
    request: Asked,
    deadlineMs: number,
    onNote: (note: unknown) => void = () => {},
    onRoom: () => void = () => {},
  ): Promise<Reply> {
    const steps: unknown[] = [READY, ROOM];
    let isLate = false;
    let deadline: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(deadline);
      deadline = setTimeout(() => {
        isLate = true;
        this.#signal("SIGKILL");
      }, Math.min(deadlineMs, LONGEST_MS));
    };
    if (!this.#isThere) await this.#messages.next();
    this.#isThere = true;
    this.#signal("SIGCONT");
    let start = performance.now();
    restart();
    try {
      await this.#write(`${JSON.stringify(request)}\n`);
      for (;;) {
        const line = await this.#messages.next();
        if (line === undefined) break;
        const message = readMessage(line);
        if ("value" in message) {
          const parts = await this.#messages.bytes(message.bytes ?? []);
          if (parts === undefined) break;
          return { value: message.value, parts, elapsedMs: performance.now() - start };
        }
        if ("thrown" in message) {
          throw new IsolateCrash(shorten(String(message.thrown)), message.isRefusal === true);
        }
        restart();
        const { note } = message;
        if (note !== READY && note !== ROOM) {
          onNote(note);
          continue;
        }
        // Who could say it twice would begin the time anew.
        if (!steps.includes(note)) throw new IsolateCrash(`it sent "${note}" twice`);
        while (steps.pop() !== note);
        if (note === ROOM) onRoom();
        start = performance.now();
        await this.#write(GO);
      }
    } finally {
      clearTimeout(deadline);
      this.#signal("SIGSTOP");
    }
    if (isLate) throw new IsolateTimeout(`no answer to ${request.type} within ${deadlineMs} ms`);
    throw new IsolateCrash(await this.#crashReason());
  }

  /** Keeps its code on a core; a program's runs where it likes. */
  async keepOn(core: TimingCore): Promise<void> {
    if (this.#scratch === undefined) await core.keep(this.#child.pid);
  }

  /** Ends the process. */
  async close(): Promise<void> {
    this.#signal("SIGKILL");
    await this.#writer.abort().catch(() => {});
    await this.#messages.cancel().catch(() => {});
    await this.#ended();
    await this.#release();
    await this.#scratch?.remove();
  }

  /** What `kill` takes: the process, or its group. */
  get #target(): number {
    return this.#scratch === undefined ? this.#child.pid : -this.#child.pid;
  }

  /** A program may have started what has left its group and holds the streams open. */
  async #ended() {
    const status = await this.#child.status;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lingering = new Promise<void>((done) => timer = setTimeout(done, LINGERING_MS));
    await Promise.race([this.#errorsEnd, lingering]);
    clearTimeout(timer);
    return status;
  }

  /** A dead process shows as the end of its output. */
  async #write(text: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(text)).catch(() => {});
  }

  /** Windows knows no stopped processes: there those that are not asked run on. */
  #signal(signal: "SIGCONT" | "SIGSTOP" | "SIGKILL"): void {
    if (Deno.build.os === "windows" && signal !== "SIGKILL") return;
    try {
      if (this.#scratch === undefined) this.#child.kill(signal);
      else Deno.kill(this.#target, signal);
    } catch {
      // It has ended already.
    }
  }

  async #crashReason(): Promise<string> {
    const { code, signal } = await this.#ended();
    const lines = this.#errors.text.split("\n").map((line) => line.trim());
    const said = lines.find((line) => line.startsWith("error: ")) ??
      lines.find((line) => line !== "") ?? "no output";
    return shorten(`the process ended with ${signal ?? `code ${code}`}: ${said}`);
  }
}

/** Reads a message, whoever wrote it. */
function readMessage(line: string): Message {
  if (line === "") throw new IsolateCrash(`it sent more than ${LONGEST_MESSAGE} bytes in a line`);
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    message = undefined;
  }
  if (typeof message === "object" && message !== null) {
    if ("value" in message) {
      const { bytes = [] } = message as { bytes?: unknown };
      if (Array.isArray(bytes) && bytes.every(isSize)) return message as Message;
    } else if ("note" in message || "thrown" in message) return message as Message;
  }
  throw new IsolateCrash("it sent what is no message");
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST_BYTES;
}

function shorten(text: string): string {
  return brief(text.split("\n")[0]!, REASON_CHARACTERS);
}

/**
 * Starts an isolate, asks it and ends it. What the decoder has printed is on standard error at the
 * end; standard output is the command's own.
 *
 * @param failing what cannot be done if it does not answer, `Cannot …`
 * @throws UsageError if the isolate threw one; for what `Isolate.ask` throws a DecoderError that
 * says what cannot be done, if that is given
 */
export async function inIsolate<T>(
  settings: IsolateSettings,
  use: (isolate: Isolate) => Promise<T>,
  failing?: string,
): Promise<T> {
  const isolate = await Isolate.start(settings);
  try {
    return await use(isolate);
  } catch (error) {
    if (error instanceof IsolateCrash && error.isRefusal) throw new UsageError(error.message);
    const isItsOwn = error instanceof IsolateCrash || error instanceof IsolateTimeout;
    if (failing === undefined || !isItsOwn) throw error;
    throw new DecoderError(`${failing}: ${error.message}`, EXIT_INCOMPLETE);
  } finally {
    await isolate.close();
    const printed = isolate.log.trimEnd();
    if (printed !== "") console.error(printed);
  }
}
