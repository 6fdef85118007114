/**
 * The isolate of `fuzz`.
 *
 * @module
 */

import type { Decoder, Options } from "../../decoders/contract.ts";
import type { ParsingDecoder } from "../../decoders/parsing/contract.ts";
import { FuzzFailure, fuzzOne, shrinkFailure } from "../conformance/fuzz.ts";
import { fuzzParser } from "../conformance/parsing/fuzz.ts";
import { type Asking, serve } from "../isolate/serve.ts";
import {
  findVariant,
  findVariants,
  problemOfVariant,
  variantArgument,
} from "../decoders/variant.ts";
import type { Variant } from "../decoders/load_decoder.ts";
import { UsageError } from "../terminal/usage_error.ts";
import type { Description } from "../problems/contract.ts";

/** Models between two lines of output. */
const REPORT_MODELS = 10_000;
/** Milliseconds after which the next model is named: whoever has a deadline waits for that. */
const ALIVE_MS = 250;

/** Which decoders are put to which models. */
export interface FuzzRequest {
  readonly type: "fuzz";
  /** Variants, as the command line has them; all that there are of the problem if it has none. */
  readonly asked: readonly string[] | undefined;
  /** The kind of problem; that of the variants if none is named, lattices if there are none. */
  readonly problem: string | undefined;
  readonly seed: number;
  /** The first model, and the one after the last. */
  readonly from: number;
  readonly end: number;
}

/** The first wrong answer; null if there is none. */
export type FuzzEnd = {
  readonly model: number;
  /** Which variant it is, and how a command line names it. */
  readonly name: string;
  readonly argument: string;
  /** The smallest instance. */
  readonly message: string;
} | null;

if (import.meta.main) await serve<FuzzRequest>(fuzz);

async function fuzz(
  { asked, problem, seed, from, end }: FuzzRequest,
  { note }: Asking<null>,
): Promise<FuzzEnd> {
  const rivals = asked === undefined ? await allOf(problem) : [];
  for (const text of asked ?? []) rivals.push(await rivalOf(text, problem));
  const start = performance.now();
  let said = start;
  for (let model = from; model < end; model++) {
    if (performance.now() - said > ALIVE_MS) {
      note(model);
      said = performance.now();
    }
    for (const { variant, failure } of rivals) {
      const message = failure(seed, model);
      if (message === "") continue;
      return { model, name: variant.name, argument: variantArgument(variant), message };
    }
    if ((model + 1) % REPORT_MODELS === 0 || model + 1 === end) {
      const rate = (model + 1 - from) / (performance.now() - start) * 1000;
      note(
        `seed ${seed}, models ${from} to ${model}: ${rivals.length} decoders right, ` +
          `${rate.toFixed(0)} models/s; go on with --seed ${seed} --from ${model + 1}`,
      );
    }
  }
  return null;
}

/** A decoder, and what is wrong with its answer to a model; empty if nothing is. */
interface Rival {
  readonly variant: Variant<Description>;
  failure(seed: number, model: number): string;
}

/** Exact decoders of lattices; all parsing decoders, as claims are those of answers. */
async function allOf(problem = "sequence"): Promise<Rival[]> {
  if (problem === "parsing") {
    return (await findVariants<ParsingDecoder>(undefined, problem)).map(parserOf);
  }
  const variants = await findVariants<Decoder>(undefined, "sequence");
  return variants.filter(({ decoder }) => decoder.exact).map(decoderOf);
}

async function rivalOf(text: string, problem: string | undefined): Promise<Rival> {
  const own = await problemOfVariant(text);
  if (problem !== undefined && problem !== own) {
    throw new UsageError(`Cannot use --problem ${problem} with ${text}: it is for ${own} problems`);
  }
  return own === "parsing"
    ? parserOf(await findVariant<ParsingDecoder>(text, "parsing"))
    : decoderOf(await findVariant(text));
}

function decoderOf(variant: Variant<Decoder>): Rival {
  return rival(variant, (...drawn) => {
    try {
      fuzzOne(...drawn);
      return "";
    } catch (error) {
      if (error instanceof FuzzFailure) return shrinkFailure(error).message;
      throw error;
    }
  });
}

function parserOf(variant: Variant<ParsingDecoder>): Rival {
  return rival(variant, fuzzParser);
}

/** @param fuzz says what is wrong with the smallest instance like that of a model */
function rival<D extends Description>(
  variant: Variant<D>,
  fuzz: (decoder: D, seed: number, model: number, fixed: Options) => string,
): Rival {
  const { decoder, options } = variant;
  // Options that are set to other values than their defaults stay, and what a program says of
  // itself; the others are drawn.
  const set = Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== decoder.options[name]!.default),
  );
  const fixed = { ...set, ...decoder.fixed };
  return { variant, failure: (seed, model) => fuzz(decoder, seed, model, fixed) };
}
