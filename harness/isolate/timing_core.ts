/**
 * The core on which all that is timed takes turns.
 *
 * Cores differ for seconds at a time: what else the computer does on the other half of a core takes
 * some 40% of its speed. Who is timed in turn on the same core is slowed down alike, and ratios
 * stay as they are. And when the core is slow, nothing need be timed: a loop that is always the
 * same shows it, which knows nothing of decoders, so that nobody is favoured.
 *
 * @module
 */

/** "pid 12's current affinity list: 0-3,6", whatever the words before the colon are. */
const LAST_CORE = /:.*?(\d+)\s*$/;
/** The core is slow while the loop takes so many times as long as it has taken at least. */
const SLOW = 1.25;

/** A core that processes are kept on, and how fast it is. */
export class TimingCore {
  readonly #core: number;
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  #fastestMs = Infinity;
  #asked = 0;
  #slow = 0;

  /**
   * The last core that this process may use; undefined where that is the only one, or where nobody
   * can choose: only Linux with its `taskset` can.
   */
  static async open(): Promise<TimingCore | undefined> {
    if (Deno.build.os !== "linux" || navigator.hardwareConcurrency < 2) return undefined;
    const [, core] = LAST_CORE.exec(await taskset("-cp", Deno.pid)) ?? [];
    if (core === undefined) return undefined;
    const opened = new TimingCore(Number(core));
    await opened.keep(opened.#child.pid);
    return opened;
  }

  private constructor(core: number) {
    this.#core = core;
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        ...["--quiet", "--no-check", "--no-config", "--no-lock", "--no-prompt"],
        new URL("./_pace_process.ts", import.meta.url).href,
      ],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /**
   * Keeps what runs of a process in its first thread, as JavaScript does, on the core from now on.
   * Other threads, which compile and collect garbage, stay where they like. Nothing happens to a
   * process that has ended.
   */
  async keep(pid: number): Promise<void> {
    await taskset("-cp", this.#core, pid);
  }

  /** Whether the core is as fast at this moment as it has been; true once the loop has ended. */
  async isFast(): Promise<boolean> {
    await this.#input.write(new TextEncoder().encode("\n")).catch(() => {});
    let line = "";
    while (!line.endsWith("\n")) {
      const { value, done } = await this.#output.read();
      if (done) return true;
      line += value;
    }
    const loopMs = Number(line);
    this.#fastestMs = Math.min(this.#fastestMs, loopMs);
    const isFast = loopMs <= SLOW * this.#fastestMs;
    this.#asked++;
    if (!isFast) this.#slow++;
    return isFast;
  }

  /** How often it was slow, as a share of all moments at which that was asked. */
  get slowShare(): number {
    return this.#asked === 0 ? 0 : this.#slow / this.#asked;
  }

  /** Ends the process of the loop. */
  async close(): Promise<void> {
    await this.#input.close().catch(() => {});
    await this.#output.cancel();
    await this.#child.status;
  }
}

/** What the program says; nothing if it is not there or fails. */
async function taskset(...args: readonly (string | number)[]): Promise<string> {
  const command = new Deno.Command("taskset", { args: args.map(String), stderr: "null" });
  try {
    const { success, stdout } = await command.output();
    return success ? new TextDecoder().decode(stdout) : "";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
