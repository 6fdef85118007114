/**
 * The isolate of `work`.
 *
 * @module
 */

import viterbi from "../../decoders/viterbi.ts";
import barHillel from "../../decoders/parsing/bar_hillel.ts";
import pipeline from "../../decoders/parsing/pipeline.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { type Decoder, newWork, type Work } from "../../decoders/contract.ts";
import { parsingModel, parsingSentences } from "../../datasets/parsing_dataset.ts";
import { reasonOf } from "../../datasets/modules.ts";
import type { ParsingDecoder } from "../../decoders/parsing/contract.ts";
import { findVariants } from "../decoders/variant.ts";
import type { Variant } from "../decoders/load_decoder.ts";
import { serve } from "../isolate/serve.ts";
import type { Description } from "../problems/contract.ts";
import { openParsingDataset } from "../problems/parsing/discover.ts";
import { sentencesFor } from "../problems/parsing/open.ts";
import { judgeParses } from "../problems/parsing/judge.ts";
import { countsOf } from "../problems/checked.ts";
import { preparedParser } from "../problems/parsing/counterexample.ts";
import { openDataset } from "../problems/sequence/discover.ts";
import { defectOf, trueScores, verifyAnswer } from "../problems/sequence/judge.ts";
import {
  type Flags,
  MOST_PATHS,
  MOST_SENTENCES,
  required,
  wholeNumber,
} from "../terminal/flags.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { forbidBelow, problemOfPack } from "./_pack_flags.ts";

/** What is asked: all decoders, or some, on one sentence. */
export interface WorkRequest {
  readonly type: "work";
  /** Variants, as the command line has them; without, every decoder of the pack's problem. */
  readonly decoders: readonly string[] | undefined;
  readonly values: Flags["values"];
}

/** What a decoder did on the sentence. */
export interface DecoderWork {
  /** The variant. */
  readonly decoder: string;
  /** What it counted; absent where it gave no answer. */
  readonly work?: Work;
  /** What its answer is worth, or why there is none. */
  readonly answer: string;
  /** Whether the answer is wrong, or the decoder failed. */
  readonly fault?: "wrong" | "failed";
}

/** The work of all decoders on one sentence. */
export interface SentenceWork {
  /** The dataset's name. */
  readonly dataset: string;
  /** T positions and L labels. */
  readonly positions: number;
  readonly labels: number;
  /** The decoder that the edges are compared with, and how many it evaluates. */
  readonly baseline: string;
  readonly edges: number;
  readonly lines: readonly DecoderWork[];
}

/** What a decoder answers, judged: everything of a line but its name. */
type Judged = Omit<DecoderWork, "decoder">;

if (import.meta.main) {
  await serve<WorkRequest>(async (request) => {
    const run = await problemOfPack(request) === "parsing" ? onParses : onLattice;
    const index = wholeNumber(request, "sentence", 0, MOST_SENTENCES) ?? 0;
    return await run(request, index, wholeNumber(request, "k", 1, MOST_PATHS) ?? 1);
  });
}

/** A line for each variant; one that throws has the reason. */
function linesOf<D extends Description>(
  variants: readonly Variant<D>[],
  k: number,
  judge: (variant: Variant<D>) => Judged,
  hasPairs = false,
): DecoderWork[] {
  return variants.map((variant) => {
    const { name: decoder, decoder: { maxK, pairs } } = variant;
    if (k > maxK) return { decoder, answer: `skipped: it finds ${maxK} path` };
    if (hasPairs && !pairs) return { decoder, answer: "skipped: it takes no pairs" };
    try {
      return { decoder, ...judge(variant) };
    } catch (error) {
      return { decoder, answer: `failed: ${reasonOf(error)}`, fault: "failed" };
    }
  });
}

/** What an answer is worth beside the best one. */
function worth(defect: string, isExact: boolean, gap: number): Omit<Judged, "work"> {
  if (defect !== "") return { answer: `WRONG: ${defect}`, fault: "wrong" };
  return { answer: isExact ? "best" : gap > 0 ? `${gap} below the best` : "not all of the best" };
}

/** @throws UsageError where there is no such sentence */
function requireSentence(sentence: number, name: string, count: number): void {
  if (sentence < count) return;
  throw new UsageError(`Cannot take --sentence ${sentence} of ${name}: it has ${count}, from 0 on`);
}

async function onLattice(request: WorkRequest, index: number, k: number): Promise<SentenceWork> {
  const pack = required(request, "pack", "FILE");
  const reading = forbidBelow(request);
  const { name, model, lengths, lattice } = await openDataset(pack, reading, index + 1);
  requireSentence(index, name, lengths.length);
  const sentence = lattice(index);
  const dense = newWork();
  const best = prepared(viterbi, model)(sentence, k, dense).paths;
  const reference = trueScores(model, sentence, best);
  const variants = await findVariants<Decoder>(request.decoders, "sequence");
  const lines = linesOf(variants, k, ({ decoder, options }) => {
    const work = newWork();
    const { paths } = prepared(decoder, model, options)(lattice(index), k, work);
    const finding = verifyAnswer(model, sentence, k, paths, reference);
    const answer = worth(defectOf(finding, decoder.exact), finding.isExact, finding.gap);
    return { work: countsOf(work, index), ...answer };
  }, model.hasPairs);
  return {
    dataset: name,
    positions: sentence.length,
    labels: model.labelCount,
    baseline: viterbi.name,
    edges: dense.edgeEvaluations,
    lines,
  };
}

async function onParses(request: WorkRequest, index: number, k: number): Promise<SentenceWork> {
  const pack = required(request, "pack", "FILE");
  const opened = await openParsingDataset(pack, request.values["space"], index + 1);
  const { name, dataset: { contents }, space } = opened;
  requireSentence(index, name, contents.slots.lengths.length);
  const sentences = await given(Promise.try(() => parsingSentences(contents, space, [index])));
  const model = parsingModel(contents, space);
  const judge = judgeParses(model);
  const decode = ({ decoder, options, url }: Pick<Variant<ParsingDecoder>, "decoder" | "url"> & {
    readonly options?: Variant["options"];
  }) => {
    const work = newWork();
    const [sentence] = sentencesFor(url, sentences);
    return { work, parsed: preparedParser(decoder, model, options)(sentence!, work) };
  };
  const reference = decode({ decoder: barHillel, url: "" }).parsed;
  const dense = decode({ decoder: pipeline, url: "" }).work;
  const variants = await findVariants<ParsingDecoder>(request.decoders, "parsing");
  const lines = linesOf(variants, k, (variant) => {
    const { work, parsed } = decode(variant);
    const { defect, isExact, gap } = judge(sentences[0]!, parsed, reference);
    return { work: countsOf(work, index), ...worth(defect, isExact, gap) };
  });
  return {
    dataset: name,
    positions: sentences[0]!.length,
    labels: model.tagCount,
    baseline: pipeline.name,
    edges: dense.edgeEvaluations,
    lines,
  };
}
