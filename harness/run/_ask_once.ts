/**
 * One question to the isolate of a cell.
 *
 * @module
 */

import { IsolateCrash, IsolateTimeout } from "../isolate/isolate.ts";
import { CellIsolate } from "./cell_isolate.ts";
import type { CellConfig, Request, Responses } from "./_messages.ts";

/** Starts an isolate, asks it and ends it; undefined if it crashes or misses the deadline. */
export async function askOnce<Type extends keyof Responses>(
  config: CellConfig,
  request: Request & { readonly type: Type },
  deadlineMs: number,
): Promise<Responses[Type] | undefined> {
  const isolate = await CellIsolate.start(config);
  try {
    return await isolate.ask<Type>(request, deadlineMs);
  } catch (error) {
    if (error instanceof IsolateTimeout || error instanceof IsolateCrash) return undefined;
    throw error;
  } finally {
    await isolate.close();
  }
}
