/**
 * A program that is spoken with line by line: requests go to its standard input, lines of JSON come
 * from its standard output. Both are named pipes, so that one can wait for a line as for any call.
 *
 * @module
 */

import { brief } from "../../datasets/visible.ts";

/** The longest line of an answer, in bytes. */
const LONGEST = 2 ** 24;
const BUFFER_BYTES = 65_536;
const NEWLINE = 10;
/** Signals end a program with 128 and their number. */
const SIGNALLED = 128;
/**
 * What runs the command: its own line says how it ended, after all that it has written. The shell
 * holds the pipe open until then.
 */
const WRAPPER = `exec <"$1" >"$2"; shift 2; "$@"; printf '\\n{"exit":%d}\\n' $?`;
/**
 * Without network, and so that nothing that it starts outlives it, where the system lets users
 * make namespaces.
 */
const SHUT_IN = ["unshare", "--map-root-user", "--net", "--pid", "--fork", "--kill-child"];

/** Does something for each process below one (`$1`), as Linux names them. */
const BELOW = `
below() { for pid in $(cat "/proc/$1"/task/*/children); do echo "$pid"; below "$pid"; done; }
for pid in $(below "$1"); do eval "$2"; done`;

/** A line of JSON that a program has written. */
export type Line = Readonly<Record<string, unknown>>;

/** A program while it runs. */
export class Program {
  readonly #input: Deno.FsFile;
  readonly #output: Deno.FsFile;
  readonly #shell: number;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #chunk = this.#buffer.subarray(0, 0);

  /**
   * Starts a command with a shell. What it writes to standard error goes where that of this process
   * goes.
   *
   * @param folder where its pipes are made
   */
  constructor(command: string, folder: string) {
    const dir = Deno.makeTempDirSync({ dir: folder });
    const pipes = [`${dir}/requests`, `${dir}/answers`] as const;
    new Deno.Command("mkfifo", { args: [...pipes] }).outputSync();
    const words = [...(mayShutIn() ? SHUT_IN : []), "sh", "-c", command];
    const shell = new Deno.Command("sh", {
      args: ["-c", WRAPPER, "sh", ...pipes, ...words],
      stdin: "null",
      stdout: "null",
      stderr: "inherit",
    }).spawn();
    shell.unref();
    this.#shell = shell.pid;
    // The shell opens them in this order; each waits for the other side.
    this.#input = Deno.openSync(pipes[0], { write: true });
    this.#output = Deno.openSync(pipes[1], { read: true });
  }

  /** Writes a line. A program that has ended shows when its answer is read. */
  tell(line: string): void {
    const bytes = new TextEncoder().encode(`${line}\n`);
    try {
      for (let at = 0; at < bytes.length;) at += this.#input.writeSync(bytes.subarray(at));
    } catch (error) {
      if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    }
  }

  /**
   * Waits for the next line that is not empty.
   *
   * @throws Error if it is none of JSON, says what went wrong, or the program has ended
   */
  hear(): Line {
    const text = this.#next();
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      throw new Error(`it wrote what is no line of JSON: ${brief(text)}`);
    }
    if (typeof line !== "object" || line === null) {
      throw new Error(`it wrote what is no JSON object: ${brief(text)}`);
    }
    const { exit, error } = line as Line;
    if (typeof exit === "number") throw new Error(`the program ended with ${endOf(exit)}`);
    if (error !== undefined) {
      const said = typeof error === "string" ? error : JSON.stringify(error);
      throw new Error(`it says: ${brief(said)}`);
    }
    return line as Line;
  }

  /** The most bytes that the largest of its processes has held; 0 where no Linux says it. */
  peakBytes(): number {
    const lines = this.#below('grep VmHWM "/proc/$pid/status"').matchAll(/(\d+) kB/g);
    return 1024 * Math.max(0, ...Array.from(lines, ([, size]) => Number(size)));
  }

  /**
   * Closes the pipes: a program ends when there are no more requests. On Linux it is killed before:
   * it may compute on, and another one take its place.
   */
  close(): void {
    // With its shell, which would say so.
    this.#below('kill -9 "$1" "$pid"');
    this.#input.close();
    this.#output.close();
  }

  /** What a line of the shell prints for each process of the program, `$pid`. */
  #below(line: string): string {
    const args = ["-c", BELOW, "sh", `${this.#shell}`, line];
    const { stdout } = new Deno.Command("sh", { args, stdin: "null", stderr: "null" }).outputSync();
    return new TextDecoder().decode(stdout);
  }

  #next(): string {
    const decoder = new TextDecoder();
    let [text, size] = ["", 0];
    for (;;) {
      const end = this.#chunk.indexOf(NEWLINE);
      const part = end < 0 ? this.#chunk : this.#chunk.subarray(0, end);
      text += decoder.decode(part, { stream: true });
      size += part.length;
      if (size > LONGEST) throw new Error(`it wrote a line of more than ${LONGEST} bytes`);
      if (end >= 0) {
        this.#chunk = this.#chunk.subarray(end + 1);
        if (text.trim() !== "") return text;
        text = "";
        continue;
      }
      const count = this.#output.readSync(this.#buffer);
      if (count === null) throw new Error("the program ended, and with it the shell that ran it");
      this.#chunk = this.#buffer.subarray(0, count);
    }
  }
}

let canBeShutIn: boolean | undefined;

/** Whether this system makes namespaces; it is asked once. */
function mayShutIn(): boolean {
  try {
    const [program, ...args] = SHUT_IN;
    const command = new Deno.Command(program!, { args: [...args, "true"], stderr: "null" });
    return canBeShutIn ??= command.outputSync().success;
  } catch {
    return canBeShutIn = false;
  }
}

function endOf(code: number): string {
  return code > SIGNALLED ? `code ${code} (signal ${code - SIGNALLED})` : `code ${code}`;
}
