/**
 * Choosing a decoder on one half of the sentences, timed on the other.
 *
 * @module
 */

import type { Found } from "../../datasets/modules.ts";
import { cellsAtOnce } from "../../harness/run/cell_groups.ts";
import type { Description } from "../../harness/problems/contract.ts";
import {
  describeDecoders,
  listRealDatasets,
  resolveDataset,
} from "../../harness/problems/sequence/discover.ts";
import { pickSentences, type SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { openScratch } from "../../harness/run/scratch.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import type { Variant } from "../../harness/plan/variant.ts";
import { decoderSources, exactAmong, hash } from "./_corpora.ts";
import { probe, type Probed, timeRivals } from "./_rivals.ts";
import { type LineOf, number, text, word } from "../../harness/store/table.ts";

const KS = [1, 5, 100];
/** MiB that the cells of rivals may hold together. */
const MEMORY_MB = 1_200;
/** What is advised without a choice; it takes part however slow it is. */
const ADVISED = "auto";
/** Sentences of a dataset at most; the choice is made on the first half. */
const SENTENCES = 800;
/** Sentences of the probe, the first of that half. */
const PROBED = 6;
/** Variants this many times as slow as the fastest of the probe are hopeless. */
const HOPELESS = 10;
/** Milliseconds that the fastest of the probe may take for a half; at least so many sentences. */
const PASS_MS = 100;
const FEWEST = 10;
/** The half that the choice is made on, and the one that it is reported on. */
const HALVES = ["first", "second"] as const;

const COLUMNS = {
  dataset: text,
  pack: text,
  labels: number,
  k: number,
  decoder: text,
  decoder_base: text,
  options: text,
  /** Those that the probe tried. */
  variants: number,
  half: word(...HALVES),
  /** Of the half. */
  sentences: number,
  /** From 1. */
  round: number,
  /** Milliseconds for a sentence. */
  sentence_ms: number,
};

/** A round of a variant on a half of a dataset. */
export type ChoiceLine = LineOf<typeof COLUMNS>;

/**
 * Times the exact decoders, with their defaults and with SIMD, on both halves of the sentences of
 * each dataset. A probe on a few sentences of the first half leaves out the hopeless, so that the
 * second has no part in any choice. The halves are cut to as many sentences as the fastest of the
 * probe decodes in a tenth of a second.
 */
const choice: Runner<ChoiceLine> = {
  name: "choice",
  meaning: "a decoder chosen on half of the sentences, timed on the other half",
  columns: Object.keys(COLUMNS),
  cells,
};
export default choice;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell<ChoiceLine>[]> {
  const { seed, sentences = SENTENCES } = settings;
  const given = settings.decoders && [ADVISED, ...settings.decoders];
  const described = await describeDecoders();
  const variants = distinct(exactAmong(given ?? namesWithKernels(described), described));
  const decoders = await decoderSources(variants);
  const cells: StudyCell<ChoiceLine>[] = [];
  for (const asked of settings.datasets ?? await listRealDatasets()) {
    const { name, open, sample } = await resolveDataset(asked);
    const { hash: pack, lengths } = (await open(sentences, seed)).task;
    const count = Math.min(sentences, lengths.length);
    if (count < 2) throw new UsageError(`Cannot halve the sentences of ${name}: ${count}`);
    for (const k of KS) {
      const able = variants.filter(({ decoder }) => decoder.maxK >= k);
      const names = able.map((variant) => variant.name);
      cells.push({
        key: hash([sources, decoders, names, pack, count, k, seed]),
        title: `${name}, k = ${k}: ${able.length} variants`,
        run: async () => await measure(await sample(sentences, seed), able, k, seed),
      });
    }
  }
  return cells;
}

/** Every exact decoder with its defaults, and with SIMD where it has that. */
function namesWithKernels(found: readonly Found<Description>[]): string[] {
  return found.filter(({ value }) => value.exact).flatMap(({ value: { name, options } }) =>
    options["kernel"]?.choices?.includes("simd") ? [name, `${name}{kernel=simd}`] : [name]
  );
}

/** SIMD may be the default of a decoder, and the advised one be given. */
function distinct(variants: readonly Variant<Description>[]): Variant<Description>[] {
  return [...new Map(variants.map((variant) => [variant.name, variant])).values()];
}

async function measure(
  sample: SequenceSample,
  variants: readonly Variant<Description>[],
  k: number,
  seed: number,
): Promise<ChoiceLine[]> {
  const sentences = [...sample.lengths.keys()];
  const middle = Math.ceil(sentences.length / 2);
  // Both are spread over the quantiles of length; every other sentence of a sample is a long one.
  const halves = [sentences.slice(0, middle), sentences.slice(middle)];
  const half = (which: number, most: number) =>
    pickSentences(sample, halves[which]!.slice(0, most));
  const scratch = await openScratch();
  const folder = scratch.path;
  try {
    const probes = await probe(half(0, PROBED), folder, variants, k);
    if (probes.length === 0) {
      throw new UsageError(
        `Cannot choose a decoder for ${sample.name}: none was in time, k = ${k}`,
      );
    }
    const affordable = Math.max(FEWEST, Math.ceil(PASS_MS / probes[0]!.sentenceMs));
    const size = Math.min(Math.floor(sentences.length / 2), affordable);
    const rivals = candidates(probes, cellsAtOnce(half(0, size), MEMORY_MB));
    const lines: ChoiceLine[] = [];
    for (const [which, name] of HALVES.entries()) {
      for (const round of await timeRivals(half(which, size), folder, rivals, k, seed)) {
        lines.push({
          dataset: sample.name,
          pack: sample.hash,
          labels: sample.size,
          k,
          variants: variants.length,
          half: name,
          sentences: size,
          ...round,
        });
      }
    }
    return lines;
  } finally {
    await scratch.remove();
  }
}

/**
 * Those that are not hopeless, the fastest if not all fit into memory together, and the advised
 * one.
 */
function candidates(probes: readonly Probed[], most: number): Variant<Description>[] {
  const slowest = HOPELESS * probes[0]!.sentenceMs;
  const hopeful = probes.filter(({ sentenceMs }) => sentenceMs <= slowest).slice(0, most);
  const advised = probes.filter((probed) =>
    probed.variant.name === ADVISED && !hopeful.includes(probed)
  );
  return [...hopeful, ...advised].map(({ variant }) => variant);
}
