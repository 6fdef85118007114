/**
 * Work of a command that runs decoders.
 *
 * @module
 */

import { UsageError } from "../terminal/usage_error.ts";
import { Isolate, IsolateCrash, type IsolateSettings } from "./isolate.ts";

/**
 * Starts an isolate, asks it and ends it. What the decoder has printed is on standard error at the
 * end; standard output is the command's own.
 *
 * @throws UsageError if the isolate threw one, and as `Isolate.ask`
 */
export async function inIsolate<T>(
  settings: IsolateSettings,
  use: (isolate: Isolate) => Promise<T>,
): Promise<T> {
  const isolate = await Isolate.start(settings);
  try {
    return await use(isolate);
  } catch (error) {
    if (error instanceof IsolateCrash && error.isRefusal) throw new UsageError(error.message);
    throw error;
  } finally {
    await isolate.close();
    const printed = isolate.log.trimEnd();
    if (printed !== "") console.error(printed);
  }
}
