/**
 * Taggers as programs: how each is called, what it prints, and what a call takes.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import type { FeatureModel } from "../../datasets/models/contract.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { columnsFile, crfppFile, crfsuiteFile, itemsFile, wapitiFile } from "./_tagger_files.ts";

/** Models of CRF++ have all weights, those that are 0 too. */
const MOST_WEIGHTS = 2 ** 24;

/** Sentences in columns. */
export type Columns = readonly (readonly (readonly string[])[])[];

/** A tagger of others. */
export interface Program {
  readonly title: string;
  /** The name of its file in the PATH. */
  readonly command: string;
  /** The format of the sentences that it and Trellis read. */
  readonly input: "items" | "columns";
  /** Sentences as it reads them. */
  inputFile(sentences: Columns): Uint8Array;
  /** Its model; undefined where that would be too large. */
  modelFile(
    model: FeatureModel,
    templates?: readonly string[],
    columnCount?: number,
  ): Uint8Array<ArrayBuffer> | undefined;
  /** What makes the model that it tags with of that file. */
  convert?(file: string, model: string): readonly string[];
  /** What tags a file, with answers on standard output. */
  tag(model: string, input: string): readonly string[];
}

/** The taggers that models can be read from. */
export const PROGRAMS: readonly Program[] = [
  {
    title: "CRFsuite",
    command: "crfsuite",
    input: "items",
    inputFile: itemsFile,
    modelFile: crfsuiteFile,
    tag: (model, input) => ["tag", "-m", model, input],
  },
  {
    title: "Wapiti",
    command: "wapiti",
    input: "columns",
    inputFile: columnsFile,
    modelFile: wapitiFile,
    tag: (model, input) => ["label", "-m", model, input],
  },
  {
    title: "CRF++",
    command: "crf_test",
    input: "columns",
    inputFile: columnsFile,
    modelFile: (model, templates, columnCount) =>
      (model.attributes.size + model.labels.length) * model.labels.length > MOST_WEIGHTS
        ? undefined
        : crfppFile(model, templates, columnCount),
    convert: (file, model) => ["crf_learn", "-C", file, model],
    tag: (model, input) => ["-m", model, input],
  },
];

/** How Trellis tags the same file with the same model: `deno task tag`. */
export function trellisTag(model: string, input: Program["input"]): string[] {
  const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));
  const own = ["run", "-q", "--no-check", "--allow-read", cli, "tag"];
  return [Deno.execPath(), ...own, "--model", model, "--input", input];
}

/** Processor time and memory of a call. */
export interface Taken {
  /** Processor time, of all threads. */
  readonly seconds: number;
  /** The largest resident set in MB; 0 where the system does not say. */
  readonly megabytes: number;
}

/** Runs a command in a shell that knows what its children take; answers go to a file. */
const SHELL = `
in=$1 out=$2 watch=$3; shift 3
"$@" < "$in" > "$out" 2> /dev/null & pid=$!
[ -z "$watch" ] || while grep VmHWM "/proc/$pid/status" 2> /dev/null; do sleep 0.02; done
wait $pid || exit 1
times`;

/**
 * Runs a tagger from a file to a file.
 *
 * @param isWatched whether to look at its memory, which takes time
 * @throws UsageError naming the command if it fails
 */
export async function run(
  command: readonly string[],
  input: string,
  output: string,
  isWatched = false,
): Promise<Taken> {
  const args = ["-c", SHELL, "sh", input, output, isWatched ? "yes" : "", ...command];
  const ended = await new Deno.Command("sh", { args, stdin: "null", stderr: "null" }).output();
  const lines = new TextDecoder().decode(ended.stdout).trimEnd().split("\n");
  if (!ended.success) {
    const why = "it failed; is it another program of that name?";
    throw new UsageError(`Cannot tag with ${command.join(" ")}: ${why}`);
  }
  const times = [...lines.at(-1)!.matchAll(/(\d+)m([\d.]+)s/g)];
  const [user = NaN, system = NaN] = times.map(([, m, s]) => 60 * Number(m) + Number(s));
  const kilobytes = lines.slice(0, -2).map((line) => Number(/\d+/.exec(line)?.[0] ?? 0));
  return { seconds: user + system, megabytes: Math.max(0, ...kilobytes.slice(-1)) / 1024 };
}

/** Whether a command is installed. */
export async function isInstalled(command: string): Promise<boolean> {
  const args = ["-c", `command -v "$1"`, "sh", command];
  try {
    return (await new Deno.Command("sh", { args, stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

/** The labels that a tagger printed, the last field of each line, by sentence. */
export async function labelsIn(output: string): Promise<string[][]> {
  const sentences = (await Deno.readTextFile(output)).trimEnd().split(/\n\n+/);
  return sentences.map((sentence) =>
    sentence.split("\n").map((line) =>
      line.slice(1 + Math.max(...["\t", " "].map((separator) => line.lastIndexOf(separator))))
    )
  );
}

/** The score of a path of a sentence, for what two taggers give differently. */
export function pathScore(
  { labels, transitions }: FeatureModel,
  emissions: Float64Array,
  path: readonly string[],
): number {
  const own = path.map((label) => labels.indexOf(label));
  return own.reduce((sum, y, t) => {
    const edge = t === 0 ? 0 : transitions[own[t - 1]! * labels.length + y]!;
    return sum + edge + emissions[t * labels.length + y]!;
  }, 0);
}
