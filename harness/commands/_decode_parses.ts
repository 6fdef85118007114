/**
 * What the isolate of `decode` does with a pack of parses, and what it ends with.
 *
 * @module
 */

import { NONE, sum } from "../../datasets/ccg/evaluation.ts";
import { categoriesOf } from "../../datasets/ccg/grammar.ts";
import { newWork } from "../../decoders/contract.ts";
import type { ParsingDecoder } from "../../decoders/parsing/contract.ts";
import { findVariant } from "../decoders/variant.ts";
import { countRight, countsOf } from "../problems/checked.ts";
import { parseToJson } from "../problems/parsing/answers.ts";
import { judgeParses } from "../problems/parsing/judge.ts";
import { dependencyCounts, spanCounts } from "../problems/parsing/numbers.ts";
import { openParsingDataset } from "../problems/parsing/discover.ts";
import { sentencesFor } from "../problems/parsing/open.ts";
import { parsesOf } from "../problems/parsing/parses_file.ts";
import { type Flags, MOST_SENTENCES, required, wholeNumber } from "../terminal/flags.ts";
import { given } from "../terminal/usage_error.ts";
import { labelNames, pathCount } from "./_pack_flags.ts";
import type { Matches } from "../../decoders/parsing/forest/matches.ts";

/** How many labels of the best paths are those of the gold standard. */
export interface DecodeEnd {
  /** What is wrong with an answer; those of that sentence and the next ones are not given. */
  readonly wrong?: string;
  /** Those with a known label. */
  readonly tokens: number;
  readonly right: number;
  /** Of parses, by name: what is right of dependencies and spans, as far as that is known. */
  readonly matches?: Readonly<Record<string, Matches>>;
}

/** Decodes, and sends the answer to each sentence. */
export type DecodeAll = (note: (what: unknown) => void) => DecodeEnd;

/** Opens everything, so that nothing is wrong, and gives what decodes then. */
export async function openParses(asked: string, flags: Flags): Promise<DecodeAll> {
  const variant = await findVariant<ParsingDecoder>(asked, "parsing");
  pathCount(flags, variant);
  const limit = wholeNumber(flags, "limit", 0, MOST_SENTENCES);
  const pack = required(flags, "pack", "FILE");
  const opened = await openParsingDataset(pack, flags.values["space"], limit);
  const { dataset: { contents, metadata, name }, space } = opened;
  const { model, sentences } = await given(Promise.try(() => parsesOf(contents, space, limit)));
  const names = flags.switches.has("names") ? labelNames({ metadata, name }) : undefined;
  const { decoder, options, url } = variant;
  const seen = sentencesFor(url, sentences);
  const parse = await given(Promise.try(() => decoder.prepare(model, options)));
  // Only who has dependencies has categories with arguments.
  const categories = contents.gold?.dependencies && categoriesOf(metadata, name);
  const dependencies = dependencyCounts(model, contents, categories);
  const [judge, hasProof] = [judgeParses(model), flags.switches.has("proof")];
  return (note) => {
    const end = { tokens: 0, right: 0 };
    const sums = { LF: NONE, UF: NONE, "span F": NONE };
    for (const [index, sentence] of seen.entries()) {
      const work = newWork();
      const parsed = parse(sentence, work);
      // To see that multipliers prove a bound takes as long as to find them.
      const { proof: _, ...unproven } = parsed;
      const { defect } = judge(sentences[index]!, hasProof ? parsed : unproven);
      if (defect !== "") return { ...end, wrong: `sentence ${index}: ${defect}` };
      const { tags, steps, failure, objective, bound, proof, converged, beam } = parseToJson(
        parsed,
      );
      const gold = sentences[index]!.gold?.tags;
      const found = dependencies(index, parsed.derivation);
      const all = { predicted: found.predicted_dependencies, gold: found.gold_dependencies };
      sums.LF = sum(sums.LF, { ...all, matched: found.matched_labelled });
      sums.UF = sum(sums.UF, { ...all, matched: found.matched_unlabelled });
      const spans = spanCounts(model, sentences[index]!, parsed.derivation);
      sums["span F"] = sum(sums["span F"], {
        matched: spans.matched_spans,
        predicted: spans.predicted_spans,
        gold: spans.gold_spans,
      });
      const { goldTokens, rightTokens } = countRight([gold], [parsed.derivation?.tags]);
      end.tokens += goldTokens;
      end.right += rightTokens;
      note({
        ...{ sentence: index, tags, steps, objective, bound, converged, beam },
        ...(failure === null ? {} : { failure }),
        ...(hasProof ? { proof } : {}),
        ...(flags.switches.has("beliefs")
          ? { beliefs: parsed.beliefs === undefined ? null : Array.from(parsed.beliefs) }
          : {}),
        ...(names === undefined ? {} : { names: tags?.map((tag) => names[tag]) ?? null }),
        work: countsOf(work, index),
      });
    }
    // What is not known of one sentence is NaN in all.
    const known = Object.entries(sums).filter(([, { matched }]) => !Number.isNaN(matched));
    return { ...end, matches: Object.fromEntries(known) };
  };
}
