/**
 * The worker of `check`: a decoder that never ends must not keep the command from ending.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { reasonOf } from "../../datasets/modules.ts";
import { extended } from "../plan/discover.ts";
import sequence from "../problems/sequence.ts";
import type { Opening } from "../problems/contract.ts";
import type { Variant } from "../plan/variant.ts";
import { UsageError } from "../terminal/usage_error.ts";

/** What is to be checked. */
export interface CheckRequest extends Omit<Variant, "decoder"> {
  /** Compare with Viterbi on this pack; without it the conformance suite is run. */
  readonly pack?: string;
  readonly forbidBelow?: number;
  /** Paths to ask for on the pack. */
  readonly k: number;
}

/**
 * What the worker says: what it is about to do, a line of output, how it ended, or why it cannot.
 */
export type CheckMessage =
  | { readonly doing: string }
  | { readonly line: string }
  | { readonly passed: number; readonly failed: number }
  | { readonly refused: string }
  | { readonly thrown: string };

/** The scope of a worker, whose types are not those of a window. */
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<CheckRequest>) => void;
  postMessage(message: CheckMessage): void;
};

scope.onmessage = async ({ data }) => {
  try {
    const { pack } = data;
    await (pack === undefined ? runCases(data.url) : compare({ ...data, pack }, data));
  } catch (error) {
    scope.postMessage(
      error instanceof UsageError ? { refused: error.message } : { thrown: reasonOf(error) },
    );
  }
};

async function runCases(url: string): Promise<void> {
  const { default: own } = await import(url) as { default: Decoder };
  const { value: decoder } = await extended({ url, value: own });
  // fast-check is not needed to compare on a pack.
  const { runConformance } = await import("../conformance/conformance.ts");
  const { passed, failed } = runConformance(decoder, {}, (name, message) => {
    const line = message === undefined ? `ok      ${name}` : `FAILED  ${name}\n${message}\n`;
    scope.postMessage({ line });
  }, (doing) => scope.postMessage({ doing }));
  scope.postMessage({ passed, failed: failed.length });
}

async function compare(opening: Opening, { name, forbidBelow }: CheckRequest): Promise<void> {
  const { sentences, differences } = await sequence.replay(opening, {
    ...(forbidBelow === undefined ? {} : { forbidBelow }),
    begin: (sentence) => scope.postMessage({ doing: `${name} on sentence ${sentence}` }),
  });
  for (const line of differences) scope.postMessage({ line });
  scope.postMessage({ passed: sentences - differences.length, failed: differences.length });
}
