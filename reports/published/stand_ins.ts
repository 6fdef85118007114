/**
 * Our datasets for the tasks of the papers.
 *
 * @module
 */

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
 * import { taskOf } from "./stand_ins.ts";
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
 * Whether a dataset is one of the papers' tasks here: it stands for one, or is the same task with
 * the lattices of a CRF, which no published number is about.
 *
 * @example
 * ```ts
 * import { isPaperTask } from "./stand_ins.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const names = ["ewt_pos45", "ewt_pos45_bilstm_crf", "my_tags45.safetensors"];
 * assertEquals(names.map(isPaperTask), [true, true, false]);
 * ```
 */
export function isPaperTask(dataset: string): boolean {
  return taskOf(dataset.replace(OF_A_CRF, "")) !== undefined;
}

/** Says which datasets stand for some tasks; tasks without one are passed over. */
export function standInsNote(tasks: readonly string[]): string {
  const parts = [...new Set(tasks)].flatMap((task) => {
    const found = STAND_INS[task];
    return found === undefined ? [] : [`${task} is ${found.dataset} (${found.meaning})`];
  });
  return `The papers' corpora are licensed or private. Here, ${parts.join("; ")}.`;
}
