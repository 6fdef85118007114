/**
 * Progress of long work: one line rewritten on a terminal, plain lines elsewhere.
 *
 * @module
 */

/** Reports what is being done, the share that is done and the time left, on standard error. */
export class Progress {
  readonly #total: number;
  readonly #isTerminal = Deno.stderr.isTerminal();
  readonly #start = performance.now();
  #done = 0;

  /** @param total steps of the whole work */
  constructor(total: number) {
    this.#total = total;
  }

  /** Says what is being done; shown on terminals only. */
  doing(what: string): void {
    if (this.#isTerminal) this.#write(`\r\u001b[K${this.#status()} ${what}`);
  }

  /** Counts steps as done. */
  advance(steps = 1): void {
    this.#done += steps;
  }

  /** Says something that stays. */
  note(what: string): void {
    this.#write(`${this.#isTerminal ? "\r\u001b[K" : ""}${this.#status()} ${what}\n`);
  }

  #status(): string {
    const share = this.#done / this.#total;
    const elapsed = performance.now() - this.#start;
    const left = this.#done === 0 ? "" : `, ${formatSeconds(elapsed * (1 - share) / share)} left`;
    return `[${Math.floor(100 * share)}%${left}]`;
  }

  #write(text: string): void {
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  }
}

function formatSeconds(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
