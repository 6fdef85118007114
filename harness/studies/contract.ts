/**
 * Studies: measurements that are no cells of a suite, such as what learning has to do with
 * decoding.
 *
 * @module
 */

import { type Found, modulesIn } from "../../datasets/modules.ts";

/** What the command line says about a study; what it leaves out has a default in the study. */
export interface StudySettings {
  /** Holds a folder for each corpus, named as the dataset; only for studies that read corpora. */
  readonly data?: string;
  /** Name of the corpus reader. */
  readonly format: string;
  /** Seed of all that is drawn: the order of training sentences, synthetic lattices. */
  readonly seed: number;
  /** Names of datasets. */
  readonly datasets?: readonly string[];
  /** Decoder variants as on the command line. */
  readonly decoders?: readonly string[];
  /** Sentences of each dataset; training sentences where the study trains. */
  readonly sentences?: number;
  /** Passes over the training sentences. */
  readonly epochs?: number;
  /** Of how many training sentences one is timed. */
  readonly every?: number;
}

/** One line of a study's CSV, by the names of the columns. */
export type StudyLine = Readonly<Record<string, string | number>>;

/** What a type of lines must be: texts and numbers by the names of the columns. */
export type FieldsOf<Line> = Readonly<Record<keyof Line, string | number>>;

/** A part of a study that is measured as a whole. */
export interface StudyCell<Line extends FieldsOf<Line> = StudyLine> {
  /** Hash of all that it depends on; goes before each of its lines. */
  readonly key: string;
  /** For the person who waits. */
  readonly title: string;
  /** Measures it: at least one line. */
  run(): Line[] | Promise<Line[]>;
}

/**
 * A study: the default export of a module in `studies/`. The type of its lines is exported too: the
 * tests of its page are about lines of that type, so that what reads them cannot drift from it.
 */
export interface Study<Line extends FieldsOf<Line> = StudyLine> {
  /** As on the command line and of its files. */
  readonly name: string;
  /** One line for `--help`. */
  readonly meaning: string;
  /** Names of the fields of its lines. */
  readonly columns: readonly string[];
  /**
   * What there is to measure, in order.
   *
   * @param sources hash of the study's module and of all that it imports, for the keys
   * @throws UsageError for settings that are of no use
   */
  cells(settings: StudySettings, sources: string): Promise<StudyCell<Line>[]>;
}

/** All studies with the URLs of their modules, by file name. */
export async function findStudies(): Promise<Found<Study>[]> {
  return await modulesIn<Study>(new URL("./", import.meta.url));
}
