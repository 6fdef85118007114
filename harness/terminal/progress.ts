/**
 * Progress of long work: one line rewritten on a terminal, plain lines elsewhere.
 *
 * @module
 */

import { visible } from "../../datasets/visible.ts";

/** Where progress is shown. */
export interface Screen {
  /** Whether a line can be written over. */
  readonly isTerminal: boolean;
  /** Characters of a line of a terminal; 0 if it does not say. */
  columns(): number;
  /** Milliseconds from any start. */
  now(): number;
  write(text: string): void;
}

const STANDARD_ERROR: Screen = {
  isTerminal: Deno.stderr.isTerminal(),
  columns: () => Deno.consoleSize().columns,
  now: () => performance.now(),
  write: (text) => void Deno.stderr.writeSync(new TextEncoder().encode(text)),
};

/** Elsewhere than on a terminal a line says that long work goes on, not more often than this. */
const QUIET_MS = 30_000;

/** Reports what is being done, the share that is done and the time left, on standard error. */
export class Progress {
  readonly #total: number;
  readonly #screen: Screen;
  readonly #start: number;
  #lastLine: number;
  #done = 0;

  /** @param total steps of the whole work */
  constructor(total: number, screen: Screen = STANDARD_ERROR) {
    this.#total = total;
    this.#screen = screen;
    this.#start = this.#lastLine = screen.now();
  }

  /**
   * Says what is being done: at once on a terminal, elsewhere from time to time. On a terminal a
   * line is cut that would wrap: only its last row could be written over.
   *
   * @param begun steps that the work at hand has done and that are not counted yet
   */
  doing(what: string, begun = 0): void {
    const screen = this.#screen;
    if (screen.isTerminal) {
      const line = `${this.#status(begun)} ${visible(what)}`;
      screen.write(`\r\u001b[K${line.slice(0, (screen.columns() || Infinity) - 1)}`);
    } else if (screen.now() - this.#lastLine >= QUIET_MS) this.#line(what, begun);
  }

  /** Counts steps as done. */
  advance(steps = 1): void {
    this.#done += steps;
  }

  /** Prints a line that stays. */
  note(what: string): void {
    this.#line(what, 0);
  }

  /** Takes the line that is rewritten off a terminal, for output of another kind. */
  clear(): void {
    if (this.#screen.isTerminal) this.#screen.write("\r\u001b[K");
  }

  #line(what: string, begun: number): void {
    const clear = this.#screen.isTerminal ? "\r\u001b[K" : "";
    this.#screen.write(`${clear}${this.#status(begun)} ${visible(what)}\n`);
    this.#lastLine = this.#screen.now();
  }

  #status(begun: number): string {
    const share = this.#total === 0 ? 1 : (this.#done + begun) / this.#total;
    const elapsed = this.#screen.now() - this.#start;
    const left = share === 0 ? "" : `, ${formatSeconds(elapsed * (1 - share) / share)} left`;
    return `[${Math.floor(100 * share)}%${left}]`;
  }
}

function formatSeconds(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
