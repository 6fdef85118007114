/**
 * The papers: what they are called, the numbers that they print, as data (`published/*.csv`, a file
 * per paper), and which of our datasets stands for which of their tasks.
 *
 * @module
 */

import { parse } from "@std/csv";

/** One number of a table of a paper. */
export interface PublishedResult {
  /** First author and year, or the author alone for the undated one. */
  readonly paper: string;
  /** Table or section. */
  readonly table: string;
  /** The paper's task; empty where a number is about none. */
  readonly dataset: string;
  /** Decoder, by our names; empty where a number is about none. */
  readonly algorithm: string;
  /** Paths asked for; empty where it does not matter. */
  readonly k: string;
  /** What is given: `speed`, `iterations`, `exact`, `labels`, … */
  readonly metric: string;
  /** The number as printed, or a complexity. */
  readonly value: string;
  /** Unit of the value. */
  readonly unit: string;
}

/** How papers are cited in tables and in full, by the names of their files. */
const PAPERS: Readonly<Record<string, { readonly title: string; readonly citation: string }>> = {
  huang2012: {
    title: "Huang et al. 2012",
    citation:
      "Huang, Chang, Long, Crespo, Dong, Keerthi and Wu, Iterative Viterbi A* Algorithm for " +
      "K-Best Sequential Decoding, ACL 2012.",
  },
  kaji2010: {
    title: "Kaji et al. 2010",
    citation:
      "Kaji, Fujiwara, Yoshinaga and Kitsuregawa, Efficient Staggered Decoding for Sequence " +
      "Labeling, ACL 2010.",
  },
  belanger: {
    title: "Belanger et al.",
    citation:
      "Belanger, Passos, Riedel and McCallum, Learning to Speed Up MAP Decoding with Column " +
      "Generation.",
  },
  auli2011: {
    title: "Auli and Lopez 2011",
    citation:
      "Auli and Lopez, A Comparison of Loopy Belief Propagation and Dual Decomposition for " +
      "Integrated CCG Supertagging and Parsing, ACL 2011.",
  },
  tutorial: {
    title: "A tutorial on the BiLSTM-CRF",
    citation:
      "A tutorial in three parts on structured prediction with conditional random fields; part two, " +
      "which builds a bi-LSTM-CRF tagger in PyTorch after Ma and Hovy, ACL 2016, and AllenNLP.",
  },
};

let results: readonly PublishedResult[] | undefined;

/** Reads the tables of all papers, by file name and line. They are read once. */
export function publishedResults(): readonly PublishedResult[] {
  return results ??= read();
}

/** How a paper is cited in tables. */
export function paperTitle(paper: string): string {
  return PAPERS[paper]?.title ?? paper;
}

/**
 * The published results that have all the given fields, in the order of the files.
 *
 * @example
 * ```ts
 * import { published } from "./published.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const labels = published({ paper: "huang2012", table: "table2", metric: "labels" });
 * assertEquals(labels.map(({ value }) => value), ["45", "319", "443", "2602", "323"]);
 * ```
 */
export function published(fields: Partial<PublishedResult>): PublishedResult[] {
  const wanted = Object.entries(fields) as [keyof PublishedResult, string][];
  return publishedResults().filter((result) => wanted.every(([name, v]) => result[name] === v));
}

/** A published number; undefined if the papers do not give it. */
export function publishedValue(fields: Partial<PublishedResult>): number | undefined {
  const [result] = published(fields);
  return result === undefined ? undefined : Number(result.value);
}

function read(): PublishedResult[] {
  const folder = new URL(".", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.endsWith(".csv")).sort();
  return names.flatMap((name) => {
    const lines = parse(Deno.readTextFileSync(new URL(name, folder)), { skipFirstRow: true });
    return lines as unknown as PublishedResult[];
  });
}

/** A paper's citation; empty if it is not known. */
export function citation(paper: string): string {
  return PAPERS[paper]?.citation ?? "";
}

/** Dataset and what is the same about it, by the papers' task. */
const STAND_INS: Readonly<Record<string, { dataset: string; meaning: string }>> = {
  "pos": { dataset: "ewt_pos45", meaning: "parts of speech, 45 labels" },
  "conll2000": {
    dataset: "ewt_pos_morph_chunk319",
    meaning: "parts of speech with chunks, 319 labels",
  },
  "conll2003": {
    dataset: "ewt_pos_morph_chunk443",
    meaning: "parts of speech with chunks and more, 443 labels",
  },
  "supertag": {
    dataset: "erg_supertag2597",
    meaning: "supertags of an HPSG, 2,597 labels for 2,602",
  },
  "search-query": {
    dataset: "hwu_slot_scenario323",
    meaning: "slots of short requests, 323 labels",
  },
  "ccgbank-00": { dataset: "ewt_ccg_dev", meaning: "derivations of English, dev part" },
  "ccgbank-23": { dataset: "ewt_ccg_test", meaning: "the same, test part" },
  "joint-pos-ner-360": {
    dataset: "ewt_factorial360",
    meaning: "parts of speech times eight chunk labels, 360 labels",
  },
};

/**
 * The dataset that stands for a task of the papers.
 *
 * @throws {RangeError} if none does.
 */
export function datasetFor(task: string): string {
  const found = STAND_INS[task];
  if (found === undefined) throw new RangeError(`Cannot find a dataset for the task: ${task}`);
  return found.dataset;
}

/**
 * The task of the papers that a dataset stands for, by the dataset's name without settings.
 * Undefined for other people's data, however many labels they have: published numbers are not
 * about them.
 *
 * @example
 * ```ts
 * import { taskOf } from "./published.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(["ewt_pos45", "my_tags45.safetensors"].map(taskOf), ["pos", undefined]);
 * ```
 */
export function taskOf(dataset: string): string | undefined {
  return Object.entries(STAND_INS).find(([, standIn]) => standIn.dataset === dataset)?.[0];
}

/** Ends the name of a dataset with the lattices of a CRF, on features or on a BiLSTM. */
const OF_A_CRF = /(_bilstm)?_crf$/;

/**
 * The task of the papers that a dataset is, with the lattices of a CRF or not: several datasets may
 * be the same task. Undefined for other people's data.
 */
export function taskBehind(dataset: string): string | undefined {
  return taskOf(dataset.replace(OF_A_CRF, ""));
}

/**
 * Whether a dataset is one of the papers' tasks here: it stands for one, or is the same task with
 * the lattices of a CRF, which no published number is about.
 *
 * @example
 * ```ts
 * import { isPaperTask } from "./published.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const names = ["ewt_pos45", "ewt_pos45_bilstm_crf", "my_tags45.safetensors"];
 * assertEquals(names.map(isPaperTask), [true, true, false]);
 * ```
 */
export function isPaperTask(dataset: string): boolean {
  return taskBehind(dataset) !== undefined;
}

/** Says which datasets stand for some tasks; tasks without one are passed over. */
export function standInsNote(tasks: readonly string[]): string {
  const parts = [...new Set(tasks)].flatMap((task) => {
    const found = STAND_INS[task];
    return found === undefined ? [] : [`${task} is ${found.dataset} (${found.meaning})`];
  });
  return `The papers' corpora are licensed or private. Here, ${parts.join("; ")}.`;
}
