/**
 * Taggers as programs: how each is called, what it prints, and what a call takes.
 *
 * @module
 */

import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { FeatureModel } from "../../datasets/models/contract.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { tool } from "./_peak.ts";
import { columnsFile, crfppFile, crfsuiteFile, itemsFile, wapitiFile } from "./_tagger_files.ts";

/** Models of CRF++ have all weights, those that are 0 too. */
const MOST_WEIGHTS = 2 ** 24;
/** Calls that look for how often sentences have to come, and how often they come at most. */
const [PROBES, MOST_TIMES] = [5, 1000];
/** What `deno task tag` runs; the command line finds the command by the name of its file. */
const CLI = new URL("../../cli.ts", import.meta.url);
const TAG = new URL("../../harness/commands/tag.ts", import.meta.url);

/** A tagger of others. */
export interface Program {
  readonly title: string;
  /** The name of its file in the PATH. */
  readonly command: string;
  /** The format of the sentences that it and Trellis read. */
  readonly input: "items" | "columns";
  /** Sentences as it reads them. */
  readonly inputFile: typeof columnsFile;
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
  const own = ["run", "-q", "--no-check", "--allow-read", fileURLToPath(CLI)];
  const command = [basename(TAG.pathname, ".ts"), "--model", model, "--input", input];
  return [Deno.execPath(), ...own, ...command];
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
 * @returns processor time of all threads in seconds, and the largest resident set in MB, 0 where
 * the system does not say
 * @throws UsageError naming the command if it fails
 */
export async function run(
  command: readonly string[],
  input: string,
  output: string,
  isWatched = false,
) {
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
  return (await tool("sh", ["-c", `command -v "$1"`, "sh", command])).success;
}

/** Writes a model for a program, into files that begin so; the path of the one it tags with. */
export async function writeModel(program: Program, bytes: Uint8Array<ArrayBuffer>, path: string) {
  const [file, converted] = [`${path}.model`, `${path}.converted`];
  await Deno.writeFile(file, bytes);
  if (program.convert === undefined) return file;
  await run(program.convert(file, converted), file, `${path}.output`);
  return converted;
}

/**
 * Tags sentences, and finds how often they have to come for a call to take so long beyond one with
 * few of them.
 *
 * @param command what reads a file of sentences
 * @param path how the names of its files begin
 */
export async function tagging(
  command: (input: string) => readonly string[],
  sentences: Uint8Array,
  path: string,
  { callSeconds, few }: { readonly callSeconds: number; readonly few: number },
) {
  const [input, output] = [`${path}.input`, `${path}.output`];
  let held = 0;
  const tag = async (times: number, isWatched = false) => {
    if (times !== held) {
      // Together they may be more than memory holds.
      const repeated = ReadableStream.from(Array.from({ length: times }, () => sentences));
      await Deno.writeFile(input, repeated);
      held = times;
    }
    return await run(command(input), input, output, isWatched);
  };
  const secondsOf = async (times: number) => (await tag(times)).seconds;
  await tag(1);
  const labels = labelsIn(await Deno.readTextFile(output));
  const start = await secondsOf(few);
  let [probed, taken] = [few, start];
  // What is compiled while it runs becomes faster: the longest probe says what a pass takes.
  for (let probe = 0; probe < PROBES && taken - start < callSeconds / 4; probe++) {
    probed *= 4;
    taken = await secondsOf(probed);
  }
  const times = repetitions(callSeconds, (taken - start) / (probed - few), few);
  return {
    /** The labels that it printed, by sentence. */
    labels,
    /** How often the sentences have to come. */
    times,
    /** Memory that such a call holds; it is looked at now and then: not in one that ends before. */
    megabytes: (await tag(times, true)).megabytes,
    /** Processor time of a call with the sentences so many times. */
    secondsOf,
  };
}

/** The labels that a call printed, the last field of each line, by sentence. */
function labelsIn(output: string): string[][] {
  return output.trimEnd().split(/\n\n+/).map((sentence) =>
    sentence.split("\n").map((line) =>
      line.slice(1 + Math.max(...["\t", " "].map((separator) => line.lastIndexOf(separator))))
    )
  );
}

/** How often a pass fits into a call; more often than few times. */
export function repetitions(callSeconds: number, passSeconds: number, few: number): number {
  const times = Math.ceil(callSeconds / Math.max(1e-6, passSeconds));
  return Math.max(few + 1, Math.min(MOST_TIMES, times));
}
