/**
 * What the harness and an isolate say to each other: one line of JSON each time.
 *
 * The harness writes a greeting and then requests. The isolate writes messages, each on a line that
 * begins with the token of the greeting: a note that it is there, and what there is to say to each
 * request. Whatever else it writes is the decoder's own output.
 *
 * What is timed is asked for in steps, each of which the isolate takes once, in this order. It says
 * `ROOM` when it has made room for what comes: then the harness lets it have that. From there no
 * code of the decoder runs off the clock. It says `READY` when all is in its place, and goes on
 * when the harness writes `GO`, as it does after each of both. The time from the second one until
 * the last byte of the answer has come is the harness's to measure.
 *
 * @module
 */

/** The first line that an isolate reads, before it loads any decoder. */
export interface Greeting {
  /** Begins each message, so that it is none of the decoder's own lines. It is no secret. */
  readonly token: string;
  /** What all requests are about. */
  readonly config: unknown;
}

/** Says that there is room for what is timed. */
export const ROOM = "room";

/** Says that all is there for what is timed. */
export const READY = "ready";

/** Goes on: a line. */
export const GO = "\n";

/** What an isolate says: something on the way, the answer to a request, or why there is none. */
export type Message =
  | { readonly note: unknown }
  | {
    readonly value: unknown;
    /** How many bytes each part has that follows the line. */
    readonly bytes?: readonly number[];
  }
  | {
    readonly thrown: string;
    /** Whether it is an error of whoever gave the input, a `UsageError`. */
    readonly isRefusal: boolean;
  };
