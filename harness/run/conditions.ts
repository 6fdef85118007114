/**
 * How busy and how fast the machine was while a run was measured.
 *
 * @module
 */

import type { TimingCore } from "../isolate/timing_core.ts";
import { type Conditions, worstConditions } from "../store/manifest.ts";
import { ifThere } from "../store/table_file.ts";

/** Notes the conditions from now on. */
export class ConditionLog {
  readonly #before = round(Deno.loadavg()[0]!);
  readonly #loads: number[] = [];
  readonly #clocks: number[] = [];

  readonly #core: TimingCore | undefined;
  readonly #earlier: Conditions | undefined;

  /**
   * Begins to note.
   *
   * @param core on which what is timed takes turns
   * @param earlier conditions of the run's sessions before
   */
  constructor(core: TimingCore | undefined, earlier: Conditions | undefined) {
    this.#core = core;
    this.#earlier = earlier;
  }

  /**
   * Notes what the system says at this moment. Load and clock as noted until now, or as they were
   * earlier if worse.
   */
  async conditions(): Promise<Conditions> {
    this.#loads.push(round(Deno.loadavg()[0]!));
    this.#clocks.push(...await coreClocks());
    const own = {
      loadBefore: this.#before,
      loadMost: Math.max(...this.#loads),
      slowestMhz: this.#clocks.length === 0 ? 0 : Math.min(...this.#clocks),
      fastestMhz: Math.max(0, ...this.#clocks),
      ...(this.#core === undefined ? {} : { slowShare: round(this.#core.slowShare) }),
    };
    return worstConditions(this.#earlier === undefined ? [own] : [this.#earlier, own]);
  }
}

/**
 * The clocks of the cores in MHz as Linux says; none elsewhere. A program reads them, for Deno
 * gives that folder to nobody who may not do everything.
 */
async function coreClocks(): Promise<number[]> {
  const cat = new Deno.Command("cat", { args: ["/proc/cpuinfo"], stderr: "null" });
  const said = await ifThere(Promise.try(() => cat.output()));
  const text = new TextDecoder().decode(said?.stdout);
  const lines = text.matchAll(/^cpu MHz\s*: ([\d.]+)$/gm);
  return Array.from(lines, ([, mhz]) => Math.round(Number(mhz)));
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
