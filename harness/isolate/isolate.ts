/**
 * The harness's side of an isolate.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { brief } from "../../datasets/visible.ts";
import { accessFlags } from "./access.ts";
import { guard } from "./guardian.ts";
import { Log } from "./log.ts";
import { MessageLines } from "./message_lines.ts";
import type { Greeting, Message } from "./protocol.ts";

/** Characters of what an isolate says of its end, at most. */
const REASON_CHARACTERS = 500;
/** The longest time that a timer takes, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** An isolate did not answer before its deadline and was killed. */
export class IsolateTimeout extends Error {
  override name = "IsolateTimeout";
}

/** An isolate ended or threw instead of an answer, or said what is none. */
export class IsolateCrash extends Error {
  override name = "IsolateCrash";
  /** Whether a `UsageError` was thrown: whoever gave the input is to blame. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal = false) {
    super(message);
    this.isRefusal = isRefusal;
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

/** An answer, and the milliseconds from the request until it was there. */
export interface Told {
  readonly told: unknown;
  readonly elapsedMs: number;
}

/**
 * A process that decoders run in. A process and not a worker: a busy worker cannot be stopped, and
 * one that runs out of memory takes the others with it. It may read its modules and files and do
 * nothing else. A message counts if it carries the token, which no decoder sees; what the messages
 * say is for the harness to check, since a decoder shares the process with whoever writes them.
 */
export class Isolate {
  readonly #token = crypto.randomUUID();
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #messages: MessageLines;
  readonly #output = new Log();
  readonly #errors = new Log();
  readonly #errorsEnd: Promise<void>;
  /** Tells the guardian that the process has ended. */
  #release = () => Promise.resolve();
  /** Whether the process has read its greeting: to start it is on nobody's deadline. */
  #isReady = false;

  /** Starts a process. */
  static async start(settings: IsolateSettings): Promise<Isolate> {
    const { entry, modules, files = [], config = null } = settings;
    const isolate = new Isolate(entry, await accessFlags(modules, files));
    isolate.#release = await guard({ pid: isolate.#child.pid });
    const greeting: Greeting = { token: isolate.#token, config };
    await isolate.#write(greeting);
    return isolate;
  }

  private constructor(entry: URL, access: readonly string[]) {
    const command = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-check",
        "--v8-flags=--expose-gc",
        ...access,
        `--config=${fileURLToPath(new URL("../../deno.json", import.meta.url))}`,
        entry.href,
      ],
      env: { NO_COLOR: "1" },
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
   * @throws IsolateTimeout if nothing is said for `deadlineMs`; the process is killed
   * @throws IsolateCrash if the process ends, throws or says what is no message
   */
  async ask(
    request: Asked,
    deadlineMs: number,
    onNote: (note: unknown) => void = () => {},
  ): Promise<Told> {
    let isLate = false;
    let deadline: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(deadline);
      deadline = setTimeout(() => {
        isLate = true;
        this.#kill();
      }, Math.min(deadlineMs, LONGEST_MS));
    };
    if (!this.#isReady) await this.#messages.next();
    this.#isReady = true;
    const start = performance.now();
    restart();
    try {
      await this.#write(request);
      for (;;) {
        const line = await this.#messages.next();
        if (line === undefined) break;
        const message = readMessage(line);
        if ("told" in message) return { told: message.told, elapsedMs: performance.now() - start };
        if ("thrown" in message) {
          throw new IsolateCrash(shorten(String(message.thrown)), message.isRefusal === true);
        }
        restart();
        onNote(message.note);
      }
    } finally {
      clearTimeout(deadline);
    }
    if (isLate) throw new IsolateTimeout(`no answer to ${request.type} within ${deadlineMs} ms`);
    throw new IsolateCrash(await this.#crashReason());
  }

  /** Ends the process. */
  async close(): Promise<void> {
    this.#kill();
    await this.#writer.abort().catch(() => {});
    await this.#messages.cancel().catch(() => {});
    await this.#errorsEnd;
    await this.#child.status;
    await this.#release();
  }

  /** A dead process shows as the end of its output. */
  async #write(value: unknown): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(value) + "\n");
    await this.#writer.write(bytes).catch(() => {});
  }

  #kill(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
  }

  async #crashReason(): Promise<string> {
    const { code, signal } = await this.#child.status;
    await this.#errorsEnd;
    const lines = this.#errors.text.split("\n").map((line) => line.trim());
    const said = lines.find((line) => line.startsWith("error: ")) ??
      lines.find((line) => line !== "") ?? "it said nothing";
    return shorten(`the process ended with ${signal ?? `code ${code}`}: ${said}`);
  }
}

/** Only who has the token writes messages; a decoder that got hold of it says what it likes. */
function readMessage(line: string): Message {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    message = undefined;
  }
  if (typeof message === "object" && message !== null) {
    if ("told" in message || "note" in message) return message as Message;
    if ("thrown" in message) return message as Message;
  }
  throw new IsolateCrash("it said what is no message");
}

function shorten(text: string): string {
  return brief(text.split("\n")[0]!, REASON_CHARACTERS);
}
