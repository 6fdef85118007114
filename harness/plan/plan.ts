/**
 * Plans: the cells of a run, resolved from a suite and the command line, and dealt
 * out to several machines, with the hash by which the parts belong together.
 *
 * @module
 */

import { remembered } from "../../datasets/dataset.ts";
import { counted } from "../../datasets/markdown.ts";
import type { Found } from "../../datasets/modules.ts";
import type { Description, Problem, ResolvedDataset } from "../problems/contract.ts";
import { resolveVariant, withFiles } from "../decoders/variant.ts";
import { CONTROL, type Variant } from "../decoders/load_decoder.ts";
import { describe } from "../decoders/describe.ts";
import { brokenModules, workingModules } from "../decoders/discover.ts";
import { cellName } from "../store/compare.ts";
import { SCHEMA, sourceHash, type Sources } from "../store/key.ts";
import type { Block, BlockDataset, Plan, PlannedCell, PlannedDataset, Suite } from "./contract.ts";
import { findNamed, UsageError } from "../terminal/usage_error.ts";
import { createHash } from "node:crypto";
import type { Shard } from "../store/manifest.ts";
import { formatSettings } from "../store/table.ts";
import { briefJson } from "../../datasets/visible.ts";

const PROBLEMS = new URL("../problems/", import.meta.url);
const SUITES = new URL("../suites/", import.meta.url);

/** What the command line may change of a suite. */
export interface PlanOptions {
  /** Name of a suite. */
  readonly suite: string;
  /** Dataset names or paths instead of the suite's. */
  readonly datasets?: readonly string[];
  /** Variants, of names or of files, instead of all decoders and the suite's variants. */
  readonly decoders?: readonly string[];
  /** Instead of the suite's. */
  readonly ks?: readonly number[];
  /** Sentences of each dataset instead of the suite's. */
  readonly sentences?: number;
  /** Milliseconds of a round instead of the suite's: where times are of no interest, fewer. */
  readonly roundMs?: number;
}

/** Seconds until a process of a cell decodes, about. */
const START_SECONDS = 0.6;
/** Batches of a warm-up, about, and of a round. */
const BATCHES = { warmUp: 10, round: 3 } as const;

/** Sentences of a dataset that the suite does not name. */
const DEFAULT_SENTENCES = 20;

/** All suites, by file name. */
export async function listSuites(): Promise<Suite[]> {
  const found = await workingModules<Suite>(SUITES);
  return found.map(({ value }) => value);
}

/**
 * A kind of problem, by its name.
 *
 * @throws UsageError for an unknown one
 */
export async function findProblem(name: string): Promise<Found<Problem>> {
  const found = await workingModules<Problem>(PROBLEMS);
  const value = findNamed("kind of problem", name, found.map(({ value }) => value));
  return found.find((one) => one.value === value)!;
}

/**
 * Resolves what is to be run. The baseline is added for each k that a block wants it for, and for
 * all if decoders are given; the control for the first, if anything is timed.
 *
 * All cells of a dataset with the same k take the sentences of the first block that names both; a
 * dataset whose ks take different sentences is planned as one for each sample.
 *
 * Datasets that are asked for but not in the suite run what the suite's first block runs.
 *
 * @throws UsageError for unknown suites, datasets, decoders and options, and malformed packs
 */
export async function makePlan(options: PlanOptions): Promise<Plan> {
  const found = findNamed("suite", options.suite, await listSuites());
  const suite = { ...found, roundMs: options.roundMs ?? found.roundMs };
  const problem = await findProblem(suite.problem);
  const own = await problem.value.decoders();
  const { decoders, names } = await withFiles(options.decoders ?? [], own, describe);
  const asked = { ...options, ...(options.decoders === undefined ? {} : { decoders: names }) };
  const baseline = resolveVariant(problem.value.baseline, decoders);
  const ofSuite = suite.blocks.flatMap(({ datasets }) => datasets.map(({ name }) => name));
  const datasets = new Map<string, PlannedDataset[]>();
  for (const name of new Set(options.datasets ?? ofSuite)) {
    const dataset = await problem.value.resolve(name);
    if (datasets.has(dataset.name)) {
      throw new UsageError(`Cannot run two datasets of the name "${dataset.name}": ${name}`);
    }
    const own = suite.blocks.filter((block) => datasetIn(block, dataset.name) !== undefined);
    const blocks = own.length > 0 ? own : suite.blocks.slice(0, 1);
    const sizeOf = (block: Block): Size => {
      const { sentences = DEFAULT_SENTENCES, longest } = datasetIn(block, dataset.name) ?? {};
      return {
        sentences: options.sentences ?? sentences,
        ...(longest === undefined ? {} : { longest }),
        ...(block.countsOnly === undefined ? {} : { countsOnly: true }),
      };
    };
    datasets.set(
      dataset.name,
      planCells(blocks, sizeOf, asked, decoders, baseline)
        .map((part) => ({ ...dataset, ...part })),
    );
  }
  const reference = resolveVariant(problem.value.reference, decoders);
  const all = [...datasets.values()].flat();
  for (const { cells } of all) cells.forEach(requireWritable);
  return { suite, problem, reference, datasets: all };
}

/** Rows hold options as text. @throws UsageError for one that would be read back as another */
function requireWritable({ variant: { name, options } }: PlannedCell): void {
  try {
    formatSettings({ ...options });
  } catch (cause) {
    const why = "a text must not look like a number, true or false, nor have a semicolon";
    throw new UsageError(
      `Cannot run ${name}: rows cannot hold its options ${briefJson(options)}: ${why}`,
      { cause },
    );
  }
}

/** The cells of a plan, as messages name them. */
export function plannedCells({ datasets }: Pick<Plan, "datasets">): string[] {
  return datasets.flatMap(({ name: dataset, cells }) =>
    cells.map(({ name: decoder, k }) => cellName({ dataset, decoder, k }))
  );
}

/**
 * What a run is going to do, in a line: `8 datasets, 157 cells, about 3 min`.
 *
 * @param there cells that have rows already
 */
export function planSummary(plan: Plan, there: ReadonlySet<string>): string {
  const names = new Set(plan.datasets.map(({ name }) => name));
  const all = plannedCells(plan);
  const missing = all.filter((cell) => !there.has(cell)).length;
  const seconds = plan.datasets
    .reduce((sum, dataset) => sum + datasetSeconds(plan.suite, dataset, there), 0);
  const about = seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
  const left = missing < all.length ? `, ${missing} of them to measure` : "";
  return `${counted(names.size, "dataset")}, ${counted(all.length, "cell")}${left}, about ${about}`;
}

/**
 * Seconds that the cells of a dataset take on two quiet cores, about. In each of its processes a
 * cell starts, decodes its sentences, in later ones no more than a pass may take, and, if it is
 * timed, perhaps decodes them again to see whether that takes too long, and is warmed up, all of
 * this side by side with another; then come rounds, in some of which slow cells pass over them once
 * more.
 *
 * @param there cells that have rows
 */
export function datasetSeconds(
  { rounds, processes, roundMs, passMs, passSeconds }: Suite,
  dataset: PlannedDataset,
  there: ReadonlySet<string>,
): number {
  const missing = plannedCells({ datasets: [dataset] }).filter((cell) => !there.has(cell)).length;
  const timed = dataset.countsOnly ? 0 : Math.min(rounds, processes);
  const opened = Math.max(1, timed) / 2;
  const counting = opened * START_SECONDS + passSeconds / 2;
  const batches = opened * BATCHES.warmUp + rounds * BATCHES.round;
  // A cell whose passes are far longer than a batch has a round in each process.
  const timing = batches * roundMs / 1000 +
    (opened + 1.5 * timed) * Math.min(passSeconds, passMs / 1000);
  return missing * (timed === 0 ? counting : counting + timing);
}

function datasetIn({ datasets }: Block, name: string): BlockDataset | undefined {
  return datasets.find((dataset) => dataset.name === name);
}

function ksOf({ ks = [1] }: Block): readonly number[] {
  return ks;
}

/** How much of a dataset cells take, and what for. */
type Size = Omit<PlannedDataset, keyof ResolvedDataset | "cells">;

/** What runs at one k. */
interface KPlan {
  readonly size: Size;
  rivals: Map<string, Pick<PlannedCell, "variant" | "few">>;
  hasBaseline: boolean;
}

/**
 * The cells on a dataset by the sentences that they take. A k that is asked for is planned by the
 * blocks that have it, by all if none has; so is a decoder.
 */
function planCells(
  blocks: readonly Block[],
  sizeOf: (block: Block) => Size,
  { decoders, ks }: PlanOptions,
  found: readonly Found<Description>[],
  baseline: Variant<Description>,
): Omit<PlannedDataset, keyof ResolvedDataset>[] {
  const isWhole = (text: string) =>
    brokenModules().length === 0 || found.some(({ value }) => value.name === text.split("{")[0]);
  const asked = decoders?.map((name) => resolveVariant(name, found));
  const isAsked = (own: string) => asked?.some(({ name }) => name === own) ?? true;
  const byK = new Map<number, KPlan>();
  for (const block of blocks) {
    const { allBut } = block;
    const able = found.map(({ value }) => value.name)
      .filter((name) => allBut !== undefined && !allBut.includes(name));
    const variants = [...able, ...(block.variants ?? []).filter(isWhole)]
      .map((name) => resolveVariant(name, found))
      .filter(({ name }) => name !== baseline.name && isAsked(name));
    const hasBaseline = decoders !== undefined || block.withoutBaseline === undefined;
    const own = ks?.filter((k) =>
      ksOf(block).includes(k) || !blocks.some((other) => ksOf(other).includes(k))
    );
    for (const k of own ?? ksOf(block)) {
      const planned = byK.get(k) ?? { size: sizeOf(block), rivals: new Map(), hasBaseline };
      planned.hasBaseline ||= hasBaseline;
      for (const variant of variants) {
        if (planned.rivals.has(variant.name)) continue;
        planned.rivals.set(variant.name, { variant, ...(block.few ? { few: true } : {}) });
      }
      byK.set(k, planned);
    }
  }
  if (asked !== undefined) {
    const rivals = asked.filter(({ name }) => name !== baseline.name);
    for (const planned of byK.values()) {
      const known = planned.rivals;
      planned.rivals = new Map(
        rivals.map((variant) => [variant.name, known.get(variant.name) ?? { variant }]),
      );
    }
  }
  const bySize = Map.groupBy(byK, ([, { size }]) => JSON.stringify(size));
  return [...bySize.values()].map((parts) => {
    const { size } = parts[0]![1];
    const controlled = parts.find(([, { hasBaseline }]) => hasBaseline && !size.countsOnly)?.[0];
    const cells = parts.flatMap(([k, { rivals, hasBaseline }]): PlannedCell[] => {
      const first: PlannedCell = { role: "baseline", name: baseline.name, variant: baseline, k };
      return [
        ...(hasBaseline ? [first] : []),
        ...(k === controlled ? [{ ...first, role: "control" as const, name: CONTROL }] : []),
        ...[...rivals].map(([name, rival]) => ({ role: "rival" as const, name, k, ...rival })),
      ];
    });
    return { ...size, cells };
  });
}

/** Hexadecimal digits of a hash. */
const DIGITS = 16;

/**
 * The part of a plan that one shard runs.
 *
 * The cells in the order of the hashes of their names are dealt out in turn: the shards of a plan
 * are disjoint, hold every cell together, and differ by at most one cell. Each shard besides keeps,
 * for each k on each dataset, the baseline that its ratios need, and the control beside the
 * baseline; only these are run in more than one shard. What a shard runs depends on names alone, so
 * that it needs not open the datasets of others.
 *
 * @throws UsageError if there are more shards than cells
 */
export function shardPlan(plan: Plan, { index, count }: Shard): Plan {
  const cells = plan.datasets.flatMap(({ name, cells }) =>
    cells.map((cell) => ({ cell, hash: nameHash(name, cell) }))
  ).sort((a, b) => a.hash < b.hash ? -1 : 1);
  if (count > cells.length) {
    throw new UsageError(`Cannot make ${count} shards of a plan: it has ${cells.length} cells`);
  }
  const dealt = new Set(
    cells.filter((_, rank) => rank % count === index - 1).map(({ cell }) => cell),
  );
  const datasets = plan.datasets.map((dataset) => ({
    ...dataset,
    cells: withBaseline(dataset.cells, dealt),
  }));
  return { ...plan, datasets: datasets.filter(({ cells }) => cells.length > 0) };
}

function withBaseline(
  cells: readonly PlannedCell[],
  dealt: ReadonlySet<PlannedCell>,
): PlannedCell[] {
  const ks = new Set(cells.filter((cell) => dealt.has(cell)).map(({ k }) => k));
  return cells.filter((cell) => dealt.has(cell) || (cell.role !== "rival" && ks.has(cell.k)));
}

function nameHash(dataset: string, { name, k }: PlannedCell): string {
  return createHash("sha256").update(JSON.stringify([dataset, name, k])).digest("hex");
}

/** The sources of a plan's decoders. */
export async function sourceHashes({ datasets }: Plan): Promise<Sources> {
  const hashes = new Map<string, Promise<string>>();
  const sources = new Map<string, string>();
  for (const { name, variant: { url } } of datasets.flatMap(({ cells }) => cells)) {
    sources.set(name, await remembered(hashes, url, () => sourceHash(url)));
  }
  return sources;
}

/**
 * Hash of what a plan measures: the schema, the suite with its limits, the seed, the datasets with
 * their numbers of sentences, and the cells with the sources of their decoders. The lattices of a
 * pack at a path are not part of it; rows carry their hash.
 *
 * @param sources as `sourceHashes` finds them
 */
export function planHash({ suite, datasets }: Plan, sources: Sources, seed: number): string {
  const measured = datasets.map(({ name, sentences, longest, countsOnly, cells }) => [
    name,
    sentences,
    longest,
    countsOnly,
    cells.map(({ name, k, few }) => [name, k, few, sources.get(name)]),
  ]);
  const { name, rounds, processes, roundMs, deadlineMs } = suite;
  const identity = JSON.stringify([
    SCHEMA,
    ...[name, rounds, processes, roundMs, deadlineMs, seed],
    measured,
  ]);
  return createHash("sha256").update(identity).digest("hex").slice(0, DIGITS);
}
