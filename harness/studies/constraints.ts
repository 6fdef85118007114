/**
 * BIO notation that no path can break: what it changes, and what it costs.
 *
 * @module
 */

import { type BioScores, bioScores } from "../../decoders/tagging/bio.ts";
import type { Variant } from "../plan/variant.ts";
import { listRealDatasets, resolveDataset } from "../problems/sequence/discover.ts";
import {
  type Dataset,
  pickSentences,
  type SequenceSample,
  takeSample,
} from "../problems/sequence/sample.ts";
import { openScratch } from "../run/scratch.ts";
import { UsageError } from "../terminal/usage_error.ts";
import { constrained, findings } from "./_constrained.ts";
import { decoderSources, exactVariants, hash } from "./_corpora.ts";
import { timeSamples } from "./_rivals.ts";
import type { Study, StudyCell, StudyLine, StudySettings } from "./contract.ts";

/** Sentences of a dataset, and how many of them are timed. */
const SENTENCES = 400;
const TIMED = 100;
const DECODERS = ["viterbi", "iterative-viterbi", "column-generation", "dominance", "auto"];
/** What is timed: the control is the first again. */
const TIMED_PATHS = ["free", "free again", "bio"] as const;

/** Paths, accuracy and times of tasks in BIO notation, with and without the constraints. */
const constraints: Study = {
  name: "constraints",
  meaning: "BIO notation that no path can break: paths, accuracy and decoding time",
  columns: [
    ...["dataset", "pack", "labels", "forbidden_pairs", "sentences", "tokens"],
    ...["quantity", "paths", "value", "low", "high"],
    ...["decoder", "decoder_base", "options", "round", "sentence_edges"],
  ],
  cells,
};
export default constraints;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell[]> {
  const { seed, sentences = SENTENCES } = settings;
  const variants = await exactVariants(settings.decoders ?? DECODERS);
  const decoders = await decoderSources(variants);
  const names = variants.map((variant) => variant.name);
  const cells: StudyCell[] = [];
  for (const asked of settings.datasets ?? await listRealDatasets()) {
    const { name, open } = await resolveDataset(asked);
    const { task } = await open(sentences, seed);
    const rules = rulesOf(name, task);
    if (typeof rules === "string") {
      if (settings.datasets === undefined) continue;
      throw new UsageError(rules);
    }
    const count = Math.min(sentences, task.lengths.length);
    cells.push({
      key: hash([sources, decoders, names, task.hash, count, seed]),
      title: `${name}: ${count} sentences`,
      run: async () => {
        const sample = takeSample(await open(count, seed), count);
        return await linesOf(sample, rules, variants, seed);
      },
    });
  }
  return cells;
}

/** The rules for the labels of a task, or why there are none. */
function rulesOf(name: string, { model, metadata, gold }: Dataset["task"]): BioScores | string {
  // Without that structure decoding is another one, whatever is forbidden.
  if (model.structure !== undefined) {
    return `Cannot compare times on ${name}: its transitions have a structure`;
  }
  const labels = metadata["labels"];
  if (labels === undefined) return `Cannot constrain ${name}: it has no label names`;
  if (gold === undefined) return `Cannot judge ${name}: it has no right labels`;
  try {
    return bioScores(JSON.parse(labels));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `Cannot constrain ${name}: ${error.message}`;
  }
}

async function linesOf(
  free: SequenceSample,
  rules: BioScores,
  variants: readonly Variant[],
  seed: number,
): Promise<StudyLine[]> {
  const bio = constrained(free, rules);
  const empty = Object.fromEntries(constraints.columns.map((name) => [name, ""]));
  const facts = {
    ...empty,
    dataset: free.name,
    pack: free.hash,
    labels: free.size,
    forbidden_pairs: rules.transitions.filter((score) => score !== 0).length,
  };
  const lines: StudyLine[] = findings(free, bio, rules, seed).map((found) => ({
    ...{ ...facts, sentences: free.lengths.length, tokens: sum(free.lengths) },
    ...found,
  }));
  const some = [...free.lengths.keys()].slice(0, TIMED);
  const samples = [free, free, bio].map((sample) => pickSentences(sample, some));
  const scratch = await openScratch();
  try {
    const placed = [];
    for (const [i, sample] of samples.entries()) {
      const folder = `${scratch.path}/${i}`;
      await Deno.mkdir(folder);
      placed.push({ sample, folder });
    }
    for (
      const { sample, sentence_ms: value, ...timed } of await timeSamples(placed, variants, 1, seed)
    ) {
      lines.push({
        ...{ ...facts, sentences: some.length, tokens: sum(samples[sample]!.lengths) },
        ...{ quantity: "milliseconds", paths: TIMED_PATHS[sample]!, value },
        ...timed,
      });
    }
  } finally {
    await scratch.remove();
  }
  return lines;
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
