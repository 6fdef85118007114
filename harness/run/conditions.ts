/**
 * How busy and how fast the machine was while a run was measured.
 *
 * @module
 */

import type { Conditions } from "../store/manifest.ts";
import { ifThere } from "../store/table_file.ts";

/** Notes the conditions from now on. */
export class ConditionLog {
  readonly #before = round(Deno.loadavg()[0]!);
  readonly #loads: number[] = [];
  readonly #clocks: number[] = [];

  readonly #isOnOneCore: boolean;

  /** @param isOnOneCore whether what is timed takes turns on a core */
  constructor(isOnOneCore: boolean) {
    this.#isOnOneCore = isOnOneCore;
  }

  /** Notes what the system says at this moment. */
  async note(): Promise<void> {
    this.#loads.push(round(Deno.loadavg()[0]!));
    this.#clocks.push(...await coreClocks());
  }

  /** Load and clock as noted, with those of this moment. */
  async conditions(): Promise<Conditions> {
    await this.note();
    return {
      loadBefore: this.#before,
      loadMost: Math.max(...this.#loads),
      slowestMhz: this.#clocks.length === 0 ? 0 : Math.min(...this.#clocks),
      fastestMhz: Math.max(0, ...this.#clocks),
      ...(this.#isOnOneCore ? { isOnOneCore: true } : {}),
    };
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

function round(load: number): number {
  return Math.round(100 * load) / 100;
}
