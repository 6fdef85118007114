/**
 * BIO notation that no path can break: what it changes, and what it costs.
 *
 * @module
 */

import { type BioScores, bioScores } from "../../decoders/tagging/bio.ts";
import type { Variant } from "../../harness/plan/variant.ts";
import { listRealDatasets, resolveDataset } from "../../harness/problems/sequence/discover.ts";
import {
  type Dataset,
  pickSentences,
  type SequenceSample,
  takeSample,
} from "../../harness/problems/sequence/sample.ts";
import { openScratch } from "../../harness/run/scratch.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { constrained, findings, PATHS, QUANTITIES } from "./_constrained.ts";
import { decoderSources, exactVariants, hash } from "./_corpora.ts";
import { timeSamples } from "./_rivals.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { type LineOf, number, optional, text, word } from "../../harness/store/table.ts";

/** Sentences of a dataset, and how many of them are timed. */
const SENTENCES = 400;
const TIMED = 100;
const DECODERS = ["viterbi", "iterative-viterbi", "column-generation", "dominance", "auto"];
/** What is timed: the control is the first again. */
const TIMED_PATHS = ["free", "free again", "bio"] as const;

const COLUMNS = {
  dataset: text,
  pack: text,
  labels: number,
  /** Pairs of labels that break the notation. */
  forbidden_pairs: number,
  sentences: number,
  tokens: number,
  quantity: word(...QUANTITIES, "milliseconds"),
  paths: word(...PATHS, "free again"),
  /** Milliseconds are of a sentence. */
  value: number,
  low: optional(number),
  high: optional(number),
  decoder: text,
  decoder_base: text,
  options: text,
  round: optional(number),
  sentence_edges: optional(number),
};

/** A share of sentences or tokens, or a round of a decoder; what it is not about is empty. */
export type ConstraintsLine = LineOf<typeof COLUMNS>;

/** What of a line only one of shares and rounds has. */
const EMPTY = {
  low: "",
  high: "",
  decoder: "",
  decoder_base: "",
  options: "",
  round: "",
  sentence_edges: "",
} as const;

/** Paths, accuracy and times of tasks in BIO notation, with and without the constraints. */
const constraints: Runner<ConstraintsLine> = {
  name: "constraints",
  meaning: "BIO notation that no path can break: paths, accuracy and decoding time",
  columns: Object.keys(COLUMNS),
  cells,
};
export default constraints;

async function cells(
  settings: StudySettings,
  sources: string,
): Promise<StudyCell<ConstraintsLine>[]> {
  const { seed, sentences = SENTENCES } = settings;
  const variants = await exactVariants(settings.decoders ?? DECODERS);
  const decoders = await decoderSources(variants);
  const names = variants.map((variant) => variant.name);
  const cells: StudyCell<ConstraintsLine>[] = [];
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
): Promise<ConstraintsLine[]> {
  const bio = constrained(free, rules);
  const facts = {
    ...EMPTY,
    dataset: free.name,
    pack: free.hash,
    labels: free.size,
    forbidden_pairs: rules.transitions.filter((score) => score !== 0).length,
  };
  const lines: ConstraintsLine[] = findings(free, bio, rules, seed).map((
    found,
  ) => ({
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
        quantity: "milliseconds",
        paths: TIMED_PATHS[sample]!,
        value,
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
