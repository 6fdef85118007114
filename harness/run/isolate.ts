/**
 * The parent's side of a cell's isolate.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { TextLineStream } from "./_lines.ts";
import { type CellConfig, MESSAGE_PREFIX, type Request, type Responses } from "./_messages.ts";

/** Characters of an isolate's standard error that are kept for the reason of a crash. */
const STDERR_CHARACTERS = 2000;

/** An isolate did not answer before its deadline and was killed. */
export class IsolateTimeout extends Error {
  override name = "IsolateTimeout";
}

/** An isolate ended without an answer. */
export class IsolateCrash extends Error {
  override name = "IsolateCrash";
}

/**
 * A process that holds one cell. A process and not a worker: a busy worker cannot be stopped, and
 * one that runs out of memory takes the others with it.
 */
export class Isolate {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  readonly #errors: Promise<string>;

  constructor(config: CellConfig) {
    const command = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-check",
        "--v8-flags=--expose-gc",
        "--permission-set=cell",
        `--config=${fileURLToPath(new URL("../../deno.json", import.meta.url))}`,
        new URL("./cell.ts", import.meta.url).href,
        JSON.stringify(config),
      ],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    });
    this.#child = command.spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new TextLineStream())
      .getReader();
    this.#errors = new Response(this.#child.stderr).text();
  }

  /**
   * Asks for something and waits for it.
   *
   * @throws IsolateTimeout after `deadlineMs`; the process is killed
   * @throws IsolateCrash if the process ends, with the last lines of its standard error
   */
  async ask<Type extends keyof Responses>(
    request: Request & { type: Type },
    deadlineMs: number,
  ): Promise<Responses[Type]> {
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      this.#kill();
    }, deadlineMs);
    try {
      const bytes = new TextEncoder().encode(JSON.stringify(request) + "\n");
      // A dead process shows as the end of its output.
      await this.#writer.write(bytes).catch(() => {});
      for (;;) {
        const { done, value } = await this.#lines.read();
        if (done) break;
        if (!value.startsWith(MESSAGE_PREFIX)) continue;
        return JSON.parse(value.slice(MESSAGE_PREFIX.length)) as Responses[Type];
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
    await this.#lines.cancel().catch(() => {});
    await this.#errors;
    await this.#child.status;
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
    const text = (await this.#errors).slice(0, STDERR_CHARACTERS);
    // deno-lint-ignore no-control-regex
    const lines = text.replaceAll(/\u001b\[\d*m/g, "").split("\n").map((line) => line.trim());
    const said = lines.find((line) => line !== "") ?? "it said nothing";
    return `the process ended with ${signal ?? `code ${code}`}: ${said}`;
  }
}
