/**
 * The isolate of `check`.
 *
 * @module
 */

import parsing from "../problems/parsing.ts";
import sequence from "../problems/sequence.ts";
import type { ParsingDecoder } from "../../decoders/parsing/contract.ts";
import type { conformance } from "../conformance/conformance.ts";
import { serve } from "../isolate/serve.ts";
import { findVariant, problemOfVariant } from "../decoders/variant.ts";
import type { Variant } from "../decoders/load_decoder.ts";
import type { Description, Problem } from "../problems/contract.ts";
import { type Flags, wholeNumber } from "../terminal/flags.ts";
import { MOST_SENTENCES } from "../terminal/limits.ts";
import { forbidBelow, pathCount, problemOfPack } from "./_pack_flags.ts";

/** Which decoder is checked, on what. */
export interface CheckRequest {
  readonly type: "check";
  /** The variant, as the command line has it. */
  readonly target: string;
  /** With `pack` it is compared with the reference on that; without, cases of conformance run. */
  readonly values: Flags["values"];
}

/** A message on the way: the case or sentence that begins, of how many; or a line of output. */
export type CheckNote =
  | { readonly doing: string; readonly of?: number }
  | { readonly line: string };

/** How many cases, or sentences of a pack, passed and failed. */
export interface CheckEnd {
  readonly passed: number;
  readonly failed: number;
}

/** Takes such messages. */
type Note = (note: CheckNote) => void;

if (import.meta.main) {
  await serve<CheckRequest>(async ({ target, values }, { note }) => {
    const flags = { values, switches: new Set<string>(), positional: [] };
    const isPack = values["pack"] !== undefined;
    const problem = await (isPack ? problemOfPack(flags) : problemOfVariant(target));
    const variant = await findVariant<Description>(target, problem);
    note({ doing: variant.name });
    if (isPack) {
      return await compare(variant, flags, problem === "parsing" ? parsing : sequence, note);
    }
    return await conform(target, problem, note);
  });
}

async function conform(target: string, problem: string, note: Note): Promise<CheckEnd> {
  // fast-check is not needed to compare on a pack.
  const { conformance, runCases } = await import("../conformance/conformance.ts");
  const parsers = await import("../conformance/parsing/conformance.ts");
  const cases = problem === "parsing"
    ? parsers.conformance((await findVariant<ParsingDecoder>(target, problem)).decoder)
    : conformance(...await settled(target));
  const { passed, failed } = runCases(cases, (name, message) => {
    note({ line: message === undefined ? `ok      ${name}` : `FAILED  ${name}\n${message}\n` });
  }, (doing) => note({ doing, of: cases.length }));
  return { passed, failed: failed.length };
}

/** A decoder, all its variants; of a program the one that it is. */
async function settled(target: string): Promise<Parameters<typeof conformance>> {
  const { decoder, options } = await findVariant(target);
  return decoder.fixed === undefined ? [decoder] : [decoder, { options }];
}

async function compare(
  variant: Variant<Description>,
  flags: Flags,
  { replay }: Pick<Problem, "replay">,
  note: Note,
): Promise<CheckEnd> {
  const { name, url, options } = variant;
  const opening = { pack: flags.values["pack"]!, url, options, k: pathCount(flags, variant) };
  const { space } = flags.values;
  const limit = wholeNumber(flags, "limit", 1, MOST_SENTENCES);
  const { sentences, differences } = await replay(opening, {
    ...forbidBelow(flags),
    ...(space === undefined ? {} : { space }),
    ...(limit === undefined ? {} : { limit }),
    begin: (sentence, of) => note({ doing: `${name} on sentence ${sentence}`, of }),
  });
  for (const line of differences) note({ line });
  return { passed: sentences - differences.length, failed: differences.length };
}
