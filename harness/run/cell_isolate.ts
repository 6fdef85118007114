/**
 * The isolate of a cell, as the harness sees it.
 *
 * @module
 */

import { Isolate, IsolateCrash } from "../isolate/isolate.ts";
import { isClaim } from "./_claims.ts";
import type { CellConfig, Request, Responses } from "./_messages.ts";

const ENTRY = new URL("./cell.ts", import.meta.url);

/** A process that holds one cell. It reads the lattices of the cell, which have no gold labels. */
export class CellIsolate {
  readonly #isolate: Isolate;

  /** Starts a process. */
  static async start(config: CellConfig): Promise<CellIsolate> {
    const { problem, url, pack } = config;
    return new CellIsolate(
      await Isolate.start({ entry: ENTRY, modules: [problem, url], files: [pack], config }),
    );
  }

  private constructor(isolate: Isolate) {
    this.#isolate = isolate;
  }

  /** What the decoder has printed. */
  get log(): string {
    return this.#isolate.log;
  }

  /**
   * Asks for something and waits for it.
   *
   * @throws IsolateTimeout after `deadlineMs`; the process is killed
   * @throws IsolateCrash if the process ends, if the decoder throws, and if the response is none to
   * the request, or claims more time than has gone
   */
  async ask<Type extends keyof Responses>(
    request: Request & { readonly type: Type },
    deadlineMs: number,
  ): Promise<Responses[Type]> {
    const { told, elapsedMs } = await this.#isolate.ask(request, deadlineMs);
    if (isClaim<Type>(request, told, elapsedMs)) return told;
    throw new IsolateCrash(`it said what cannot be an answer to ${request.type}`);
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#isolate.close();
  }
}
