/**
 * Replaying a parsing decoder on a pack, beside the exact one.
 *
 * @module
 */

import barHillel from "../../../decoders/parsing/bar_hillel.ts";
import { newWork } from "../../../decoders/contract.ts";
import { variantName } from "../../decoders/variant.ts";
import { given } from "../../terminal/usage_error.ts";
import type { Opening, Replayed, ReplayOptions } from "../contract.ts";
import { isPath, SYNTHETIC_SENTENCES } from "../packs.ts";
import { type ClaimedParse, stepsOf } from "./claimed_parse.ts";
import { nameWithSpace, resolveParses } from "./discover.ts";
import { sentencesFor } from "./gold.ts";
import { judgeParses } from "./judge.ts";
import { importDecoder } from "./open.ts";
import { loadParses, type Parses, parsesOf } from "./parses_file.ts";
import { preparedParser } from "./prepared_parser.ts";
import { readSpace } from "./settings.ts";

/** Compares a decoder's parses with those of the Bar-Hillel product: both scores are shown. */
export async function replay(
  { pack, url, options }: Opening,
  { begin, limit, space }: ReplayOptions = {},
): Promise<Replayed> {
  const decoder = await importDecoder(url);
  const name = variantName(decoder, options);
  const { model, sentences } = await given(parsesFor(pack, space, limit));
  const parse = preparedParser(decoder, model, options);
  const refer = preparedParser(barHillel, model);
  const judge = judgeParses(model);
  const differences: string[] = [];
  sentencesFor(url, sentences).forEach((sentence, index) => {
    begin?.(index, sentences.length);
    const reference = refer(sentence, newWork());
    const answer = parse(sentence, newWork());
    const { defect } = judge(sentence, answer, reference);
    if (defect === "") return;
    differences.push(
      `sentence ${index}: ${defect}; ${name}: ${shown(answer)}; bar-hillel: ${shown(reference)}`,
    );
  });
  return { sentences: sentences.length, differences };
}

/** The sentences of a file, or of a dataset in the space of its name. */
async function parsesFor(
  pack: string,
  space: string | undefined,
  limit: number | undefined,
): Promise<Parses> {
  if (await isPath(pack)) {
    return await loadParses(pack, space === undefined ? undefined : readSpace(space), limit);
  }
  const { open } = await resolveParses(await nameWithSpace(pack, space));
  const { dataset, space: own } = await open(limit ?? SYNTHETIC_SENTENCES, 1);
  return parsesOf(dataset.contents, own, limit);
}

function shown({ derivation, failure, objective, bound }: ClaimedParse): string {
  if (derivation === undefined) return failure ?? "none";
  const limit = bound === undefined ? "" : `, at most ${bound}`;
  const steps = stepsOf(derivation).map((step) => step.join(" ")).join("; ");
  return `${objective}${limit} (${Array.from(derivation.tags)}; ${steps})`;
}
