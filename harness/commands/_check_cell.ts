/**
 * The isolate of `check`.
 *
 * @module
 */

import { serve } from "../isolate/serve.ts";
import { findVariant } from "../plan/decoder_files.ts";
import type { Variant } from "../plan/variant.ts";
import sequence from "../problems/sequence.ts";
import type { Flags } from "../terminal/flags.ts";
import { forbidBelow, pathCount } from "./_pack_flags.ts";

/** What is to be checked. */
export interface CheckRequest {
  readonly type: "check";
  /** The variant, as the command line has it. */
  readonly target: string;
  /** With `pack` it is compared with Viterbi on that; without, the conformance suite is run. */
  readonly values: Flags["values"];
}

/** What is said on the way: what is about to be done, and lines of output. */
export type CheckNote = { readonly doing: string } | { readonly line: string };

/** How it ended. */
export interface CheckEnd {
  readonly passed: number;
  readonly failed: number;
}

/** Takes what is said on the way. */
type Note = (note: CheckNote) => void;

if (import.meta.main) {
  await serve<CheckRequest>(async ({ target, values }, note) => {
    const variant = await findVariant(target);
    note({ doing: variant.name });
    return values["pack"] === undefined
      ? await runCases(variant, note)
      : await compare(variant, { values, switches: new Set(), positional: [] }, note);
  });
}

async function runCases({ decoder }: Variant, note: Note): Promise<CheckEnd> {
  // fast-check is not needed to compare on a pack.
  const { runConformance } = await import("../conformance/conformance.ts");
  const { passed, failed } = runConformance(decoder, {}, (name, message) => {
    note({ line: message === undefined ? `ok      ${name}` : `FAILED  ${name}\n${message}\n` });
  }, (doing) => note({ doing }));
  return { passed, failed: failed.length };
}

async function compare(variant: Variant, flags: Flags, note: Note): Promise<CheckEnd> {
  const { name, url, options } = variant;
  const opening = { pack: flags.values["pack"]!, url, options, k: pathCount(flags, variant) };
  const { sentences, differences } = await sequence.replay(opening, {
    ...forbidBelow(flags),
    begin: (sentence) => note({ doing: `${name} on sentence ${sentence}` }),
  });
  for (const line of differences) note({ line });
  return { passed: sentences - differences.length, failed: differences.length };
}
