/**
 * Studies: measurements that are no cells of a suite, such as what learning has to do with
 * decoding. A study is one module of this folder: what is measured, the lines that it writes, and
 * the page that shows them.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { TopLevelSpec } from "vega-lite";
import { type Found, modulesIn } from "../../datasets/modules.ts";
import type { Field, LineOf, Schema } from "../../harness/store/table.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import type { Figure } from "../blocks.ts";
import type { Column, TableContent } from "../columns.ts";
import { formatCount } from "../numbers/format.ts";
import type { StudyRow } from "../numbers/run_data.ts";
import { type Facets, type Heading, type Panels, picture, type View } from "../picture.ts";

/** Hexadecimal digits of a hash. */
const DIGITS = 16;

/** What the command line says about a study; what it leaves out has a default in the study. */
export interface StudySettings {
  /** Holds a folder for each corpus, named as the dataset. */
  readonly data?: string | undefined;
  /** Name of the corpus reader. */
  readonly format?: string | undefined;
  /** Seed of all that is drawn: the order of training sentences, synthetic lattices. */
  readonly seed: number;
  /** Names of datasets. */
  readonly datasets?: readonly string[] | undefined;
  /** Decoder variants as on the command line. */
  readonly decoders?: readonly string[] | undefined;
  /** Sentences of each dataset; training sentences where the study trains. */
  readonly sentences?: number | undefined;
  /** Passes over the training sentences. */
  readonly epochs?: number | undefined;
  /** Of how many training sentences one is timed. */
  readonly every?: number | undefined;
  /** Threads of a batch. */
  readonly threads?: number | undefined;
}

/** Settings that some studies alone read. */
const READ_BY_SOME = ["data", "format", "decoders", "epochs", "every", "threads"] as const;
type ReadBySome = typeof READ_BY_SOME[number];
const flagOf = (setting: ReadBySome) => setting === "decoders" ? "decoder" : setting;

/** What a study is told: what all of them read, and what it says that it reads besides. */
export type SettingsOf<Read extends ReadBySome = never> = Omit<
  StudySettings,
  Exclude<ReadBySome, Read>
>;

/** One line of a study's CSV, by the names of the columns. */
export type StudyLine = Readonly<Record<string, string | number>>;

/** A part of a study that is measured as a whole. */
interface Part<Line> {
  /** What the progress line says to the person who waits. */
  readonly title: string;
  /** Measures it: no line where there is nothing to measure, such as edges of single tokens. */
  run(): Line[] | Promise<Line[]>;
}

/** What there is to measure, in order, each with all that it depends on but the sources. */
export type StudyParts<Line> = AsyncIterable<Part<Line> & { readonly identity: unknown }>;

/** A part of a study as it is run. */
export interface StudyCell extends Part<StudyLine> {
  /** Hash of all that it depends on; goes before each of its lines. */
  readonly key: string;
}

/** A chart of a study. */
export interface StudyChart extends Figure {
  /** Its specification with the data inlined. */
  readonly spec: TopLevelSpec;
}

/** A table of a study, or of a report. */
export interface StudyTable {
  /** In file names; lower case with hyphens. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** Units and how to read it. */
  readonly note: string;
  /** Columns and rows. */
  readonly content: TableContent;
}

/** What is said of a study anywhere. */
interface Titles {
  /** As on the command line and of its files: its lines are in `studies/NAME.csv`. */
  readonly name: string;
  /** One line for `--help`. */
  readonly meaning: string;
  /** The heading of its page. */
  readonly title: string;
  /** Where it stands among the pages: smaller is earlier. */
  readonly order: number;
  /** What was measured and how, a paragraph each. */
  readonly introduction: readonly string[];
}

/** A study: what a module of this folder gives to {@linkcode study}. */
export interface StudyOf<Columns extends Schema, Summary, Read extends ReadBySome> extends Titles {
  /** What it reads beside the names of datasets, their numbers of sentences and the seed. */
  readonly reads?: readonly Read[];
  /** The fields of its lines. */
  readonly columns: Columns;
  /**
   * What there is to measure.
   *
   * @throws UsageError for settings that are of no use
   */
  cells(settings: SettingsOf<Read>): StudyParts<LineOf<Columns>>;
  /** What the page shows of the lines. */
  summarise(lines: readonly LineOf<Columns>[]): Summary;
  /** What was found, a sentence each: the page begins with it. */
  answer?(summary: Summary): readonly string[];
  /** In reading order, if it has any; undefined for one without data. */
  charts?(summary: Summary): readonly (StudyChart | undefined)[];
  /** In reading order. */
  tables(summary: Summary): readonly StudyTable[];
}

/** A study as commands and pages know it: the default export of a module of this folder. */
export interface Study extends Titles {
  /** Names of the fields of its lines. */
  readonly columns: readonly string[];
  /**
   * What there is to measure, in order.
   *
   * @param sources hash of the study's module and of all that it imports or starts, for the keys
   * @throws UsageError for settings that are of no use, or that it does not read
   */
  cells(settings: StudySettings, sources: string): Promise<StudyCell[]>;
  /**
   * The charts and tables of its lines.
   *
   * @throws SyntaxError if a line lacks a field, or has a value that the field cannot hold
   */
  show(lines: readonly StudyRow[]): ShownStudy;
}

/** What a page shows of a study's lines. */
export interface ShownStudy {
  /** What was found, a sentence each. */
  readonly answer: readonly string[];
  /** In reading order. */
  readonly charts: readonly StudyChart[];
  /** In reading order. */
  readonly tables: readonly StudyTable[];
}

/** A study with what its page shows. */
export interface ComposedStudy extends ShownStudy {
  /** The study. */
  readonly page: Titles;
}

/**
 * Makes a study of its parts. What is measured and what is shown have one type, so that the page
 * cannot read a field that no line has.
 */
export function study<Columns extends Schema, Summary, Read extends ReadBySome = never>(
  parts: StudyOf<Columns, Summary, Read>,
): Study {
  const { columns, reads, summarise, answer = () => [], charts = () => [], tables } = parts;
  return {
    ...parts,
    columns: Object.keys(columns),
    async cells(settings, sources) {
      refuseUnread(parts.name, reads ?? [], settings);
      return await Array.fromAsync(parts.cells(settings), ({ identity, title, run }) => ({
        key: hash([sources, identity]),
        title,
        run: async () => (await run()).map((line) => written(columns, line)),
      }));
    },
    show(rows) {
      const summary = summarise(rows.map((row) => lineOf(parts, row)));
      return {
        answer: answer(summary),
        charts: charts(summary).filter((chart) => chart !== undefined),
        tables: tables(summary),
      };
    },
  };
}

/** @throws UsageError naming the flag of a setting that would be passed over */
function refuseUnread(study: string, reads: readonly ReadBySome[], settings: StudySettings): void {
  const unread = READ_BY_SOME.find((one) => settings[one] !== undefined && !reads.includes(one));
  if (unread === undefined) return;
  const flags = ["dataset", "sentences", "seed", ...reads.map(flagOf)];
  throw new UsageError(
    `Cannot use --${flagOf(unread)} with the study ${study}: it reads ` +
      flags.map((flag) => `--${flag}`).join(", "),
  );
}

/** @throws TypeError for what a line lacks: nothing is written of it */
function written<Columns extends Schema>(columns: Columns, line: LineOf<Columns>): StudyLine {
  return Object.fromEntries(
    Object.entries(columns).map(([name, field]) => {
      const value = line[name];
      if (value === undefined || Number.isNaN(value)) {
        throw new TypeError(`Cannot write the line of a study: its ${name} is ${value}`);
      }
      return [name, field.write(value) as string | number];
    }),
  );
}

function lineOf<Columns extends Schema>(
  { name: study, columns }: { readonly name: string; readonly columns: Columns },
  row: StudyRow,
): LineOf<Columns> {
  const damaged = (what: string) =>
    new SyntaxError(`Cannot read a line of a study: ${what}, in studies/${study}.csv`);
  return Object.fromEntries(
    Object.entries(columns).map(([name, field]) => {
      const text = row[name];
      if (text === undefined) throw damaged(`it has no ${name}`);
      const value = field.read(text);
      if (value === undefined) throw damaged(`its ${name} is "${text}"`);
      return [name, value];
    }),
  ) as LineOf<Columns>;
}

/** The fields of a line that may be empty. */
export type Blank<Columns extends Schema> = {
  readonly [
    Name in keyof Columns as Columns[Name] extends Field<infer T> ? "" extends T ? Name : never
      : never
  ]: "";
};

/** A line without anything in the fields that may be empty, for lines that are about some. */
export function blank<Columns extends Schema>(columns: Columns): Blank<Columns> {
  const empty = Object.entries(columns).filter(([, field]) => field.read("") === "");
  return Object.fromEntries(empty.map(([name]) => [name, ""])) as Blank<Columns>;
}

/** Draws a chart of a study; undefined without rows, or without panels that have their own. */
export function chartOf(
  { name, description, ...heading }: Heading & Figure,
  body: View | Panels | Facets,
): StudyChart | undefined {
  const shown = "panels" in body ? body.panels : heading.rows ?? [];
  if (shown.length === 0) return undefined;
  return { name, title: heading.title, description, spec: picture(heading, body) };
}

/** Lines with the same values in some fields together, all in the order in which they come. */
export function groupsOf<Line extends object>(
  lines: readonly Line[],
  ...fields: readonly (keyof Line)[]
): [Line, ...Line[]][] {
  const groups = Map.groupBy(lines, (line) => JSON.stringify(fields.map((name) => line[name])));
  return [...groups.values()] as [Line, ...Line[]][];
}

/** What charts call a dataset, "ewt_pos45 (L = 45)". */
export function titleOf(dataset: string, labels: number): string {
  return `${dataset} (L = ${formatCount(labels)})`;
}

/** Columns of texts, named as their fields. */
export function texts<Name extends string>(
  ...names: readonly Name[]
): Column<Readonly<Record<Name, string>>>[] {
  return names.map((name) => ({ name, of: (line) => line[name] }));
}

/** Columns of counts, named as their fields. */
export function counts<Name extends string>(
  ...names: readonly Name[]
): Column<Readonly<Record<Name, number>>>[] {
  return names.map((name) => ({ name, of: (line) => line[name], as: formatCount }));
}

/** Writes a share as a percentage with two decimals: 97.30%. */
export function formatPercent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}

/** Hash of a value that can be written as JSON. */
export function hash(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, DIGITS);
}

/** All studies with the URLs of their modules, by file name. */
export async function findStudies(): Promise<Found<Study>[]> {
  return await modulesIn<Study>(new URL("./", import.meta.url));
}

/** An answer is not the best there is. */
export class WrongAnswerError extends Error {
  /** For `catch`. */
  override name = "WrongAnswerError";

  /**
   * Keeps what shows it.
   *
   * @param decoder as a command line takes it
   * @param write writes the file that replays it
   */
  constructor(
    message: string,
    readonly decoder: string,
    readonly k: number,
    readonly write: (path: string) => Promise<void>,
  ) {
    super(message);
  }
}
