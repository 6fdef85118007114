/**
 * What the harness and an isolate say to each other: one line of JSON each time.
 *
 * The harness writes a greeting and then requests. The isolate writes messages, each on a line that
 * begins with the token of the greeting: a note that it is ready, and what there is to say to each
 * request. Whatever else it writes is the decoder's own output.
 *
 * @module
 */

/** The first line that an isolate reads, before it loads any decoder. */
export interface Greeting {
  /** Begins each message. No decoder sees it. */
  readonly token: string;
  /** What all requests are about. */
  readonly config: unknown;
}

/** What an isolate says: something on the way, the answer to a request, or why there is none. */
export type Message =
  | { readonly note: unknown }
  | { readonly told: unknown }
  | {
    readonly thrown: string;
    /** Whether it is an error of whoever gave the input, a `UsageError`. */
    readonly isRefusal: boolean;
  };
