/**
 * The core on which all that is timed takes turns.
 *
 * Cores differ for seconds at a time: two threads may share one, and the other thread be anybody's.
 * Decoders that are timed in turn on the same core are slowed down alike, and ratios stay as they
 * are. When it is slow they are timed again: a loop that is always the same shows it, which knows
 * nothing of decoders, so that none is favoured.
 *
 * @module
 */

/** "pid 12's current affinity list: 0-3,6", whatever the words before the colon are. */
const CORES = /:\s*([\d,-]+)\s*$/;
/** Cores that are tried, the last ones, and how often the loop runs on each. */
const [TRIED, TRIALS] = [8, 9];
/** The core is slow while the loop takes so many times as long as it has taken at least. */
const SLOW = 1.25;

/** A core that processes are kept on, and how fast it is. */
export class TimingCore {
  #core = 0;
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  #fastestMs = Infinity;
  #asked = 0;
  #slow = 0;

  /**
   * The core of those that this process may use on which the loop is fastest at this moment: nobody
   * else is there. Undefined where there is only one, or where nobody can choose: only Linux with
   * its `taskset` can.
   */
  static async open(): Promise<TimingCore | undefined> {
    if (Deno.build.os !== "linux") return undefined;
    const [, list = ""] = CORES.exec(await taskset("-cp", Deno.pid)) ?? [];
    const cores = list.split(",").flatMap((range) => {
      const [first = NaN, last = first] = range.split("-").map(Number);
      return Array.from({ length: last - first + 1 || 0 }, (_, i) => first + i);
    });
    if (cores.length < 2) return undefined;
    const opened = new TimingCore();
    const times = new Map<number, number>();
    for (const core of cores.slice(-TRIED)) {
      await opened.#move(core);
      times.set(
        core,
        Math.min(...await Array.fromAsync({ length: TRIALS }, () => opened.#loopMs())),
      );
    }
    const [[fastest]] = [...times].toSorted(([, a], [, b]) => a - b) as [[number, number]];
    await opened.#move(fastest);
    return opened;
  }

  private constructor() {
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

  async #move(core: number): Promise<void> {
    this.#core = core;
    await this.keep(this.#child.pid);
  }

  /** Milliseconds that the loop takes at this moment; 0 once its process has ended. */
  async #loopMs(): Promise<number> {
    await this.#input.write(new TextEncoder().encode("\n")).catch(() => {});
    let line = "";
    while (!line.endsWith("\n")) {
      const { value, done } = await this.#output.read();
      if (done) return 0;
      line += value;
    }
    this.#fastestMs = Math.min(this.#fastestMs, Number(line));
    return Number(line);
  }

  /** Whether the core is as fast at this moment as one has been; true once the loop has ended. */
  async isFast(): Promise<boolean> {
    const isFast = await this.#loopMs() <= SLOW * this.#fastestMs;
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
