/**
 * The isolate of the tests of isolates: it does what it is told.
 *
 * @module
 */

import { serve } from "../../harness/isolate/serve.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";

/** What it is told. */
export interface ParrotRequest {
  readonly type:
    | "say"
    | "note"
    | "print"
    | "throw"
    | "refuse"
    | "load"
    | "leave"
    | "loop"
    | "begin"
    | "begin again";
  readonly text?: string;
}

if (import.meta.main) {
  await serve<ParrotRequest, string>(async ({ type, text = "" }, { note, room, ready, config }) => {
    switch (type) {
      case "say":
        return { config, text };
      case "note":
        note({ text });
        note([text]);
        return null;
      case "print":
        console.log(text);
        console.error(text);
        return null;
      case "throw":
        throw new RangeError(text);
      case "refuse":
        throw new UsageError(text);
      case "load":
        return Object.keys(await import(text));
      case "begin":
        room();
        ready();
        return null;
      case "begin again":
        ready();
        return ready();
      case "leave":
        return Deno.exit(0);
      case "loop":
        for (;;);
    }
  });
}
