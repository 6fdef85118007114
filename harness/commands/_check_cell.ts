/**
 * The isolate of `check`.
 *
 * @module
 */

import parsing from "../problems/parsing.ts";
import sequence from "../problems/sequence.ts";
import type { Decoder } from "../../decoders/contract.ts";
import type { ParsingDecoder } from "../../decoders/parsing/contract.ts";
import type { Case, ConformanceSettings } from "../conformance/conformance.ts";
import { serve } from "../isolate/serve.ts";
import { findVariant, problemOfVariant } from "../decoders/variant.ts";
import type { Variant } from "../decoders/load_decoder.ts";
import type { Description, Problem } from "../problems/contract.ts";
import { type Flags, type FlagValues, MOST_SENTENCES, wholeNumber } from "../terminal/flags.ts";
import { UsageError } from "../terminal/usage_error.ts";
import { forbidBelow, pathCount, problemOfPack } from "./_pack_flags.ts";

/** Which decoder is checked, on what. */
export interface CheckRequest {
  readonly type: "check";
  /** The variant, as the command line has it. */
  readonly target: string;
  /** With `pack` it is compared with the reference on that; without, cases of conformance run. */
  readonly values: Flags["values"];
  /** Whether they are those of the kit, as always for programs. */
  readonly isKit: boolean;
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

/** Columns of the name of a chapter. */
const CHAPTER_WIDTH = 44;

/** Takes such messages. */
type Note = (note: CheckNote) => void;

if (import.meta.main) {
  await serve<CheckRequest>(async ({ target, values, isKit }, { note }) => {
    const isPack = values["pack"] !== undefined;
    const problem = await (isPack ? problemOfPack({ values }) : problemOfVariant(target));
    const variant = await findVariant<Description>(target, problem);
    note({ doing: variant.name });
    if (isKit && problem !== "sequence") {
      throw new UsageError(`Cannot use --kit with ${variant.name}: it is for ${problem} problems`);
    }
    if (isPack) {
      return await compare(variant, { values }, problem === "parsing" ? parsing : sequence, note);
    }
    if (problem === "sequence" && (isKit || variant.decoder.fixed !== undefined)) {
      return await runKit(await findVariant(target), note);
    }
    return await conform(target, problem, note);
  });
}

async function conform(target: string, problem: string, note: Note): Promise<CheckEnd> {
  // fast-check is not needed to compare on a pack.
  const { conformance, runCases } = await import("../conformance/conformance.ts");
  const parsers = await import("../conformance/parsing/conformance.ts");
  const cases = problem === "parsing"
    ? casesOf(await findVariant<ParsingDecoder>(target, problem), parsers.conformance)
    : casesOf(await findVariant(target), conformance);
  const { passed, failed } = runCases(cases, (name, message) => {
    note({ line: message === undefined ? `ok      ${name}` : `FAILED  ${name}\n${message}\n` });
  }, (doing) => note({ doing, of: cases.length }));
  return { passed, failed: failed.length };
}

/** Of all variants of a decoder, or of the one whose options differ from the defaults. */
function casesOf<D extends Description>(
  { name, decoder, options }: Variant<D>,
  conformance: (decoder: D, settings: ConformanceSettings) => Case[],
): Case[] {
  return conformance(decoder, name === decoder.name ? {} : { options });
}

/** How many cases of each chapter a decoder passes, and the first that it does not. */
async function runKit({ decoder, options }: Variant<Decoder>, note: Note): Promise<CheckEnd> {
  const { kitChapters, kitDefect } = await import("../conformance/kit.ts");
  const chapters = kitChapters();
  const of = chapters.reduce((sum, { cases }) => sum + cases.length, 0);
  let [passed, failed] = [0, 0];
  for (const { name, cases } of chapters) {
    const defects: string[] = [];
    for (const [which, instance] of cases) {
      note({ doing: `${name}, ${which}`, of });
      const defect = kitDefect(decoder, options, instance);
      if (defect === "") note({ line: `ok      ${name}, ${which}` });
      else defects.push(`FAILED  ${name}, ${which}: ${defect}\n`);
    }
    if (defects.length > 0) note({ line: defects[0]! });
    const right = cases.length - defects.length;
    note({ line: `${name.padEnd(CHAPTER_WIDTH)} ${right} of ${cases.length}` });
    [passed, failed] = [passed + right, failed + defects.length];
  }
  return { passed, failed };
}

async function compare(
  variant: Variant<Description>,
  flags: FlagValues,
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
