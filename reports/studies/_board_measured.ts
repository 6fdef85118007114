/**
 * What is measured of the board: limits of the machine, decoders of Trellis and of other languages,
 * and taggers of others on lattices, where each position has an attribute of its own whose weights
 * are its scores, so that little but decoding is left to do.
 *
 * @module
 */

import auto from "../../decoders/auto.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { scorePath } from "../../decoders/lattice.ts";
import { bytesOf } from "../../datasets/models/byte_strings.ts";
import type { FeatureModel } from "../../datasets/models/contract.ts";
import { describe } from "../../harness/decoders/describe.ts";
import { describeDecoders } from "../../harness/decoders/discover.ts";
import { resolveVariant, withFiles } from "../../harness/decoders/variant.ts";
import { openScratch } from "../../harness/isolate/scratch.ts";
import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { type LineOf, number, text, word } from "../../harness/store/table.ts";
import { median, total } from "../numbers/statistics.ts";
import { decoderSources, exactAmong, OF_DATASET, ofDataset } from "./_corpora.ts";
import { compile, nativeLimits, tool, wasmLimits } from "./_peak.ts";
import { timeRivals } from "./_rivals.ts";
import { isInstalled, type Program, PROGRAMS, tagging, writeModel } from "./_tagger_programs.ts";

/** How often all sentences are timed. */
export const ROUNDS = 3;
/** Milliseconds for the sentences of a shape: the slowest takes minutes. */
const DEADLINE_MS = 1_800_000;
/** Decoders of Trellis. */
export const OURS = ["viterbi", "viterbi{kernel=simd}", "auto"];
/** Bits of a significand that holds every sum, by which systems compute in float32. */
export const SINGLE = 24;

const EXAMPLES = new URL("../../harness/external/examples/", import.meta.url);
/** A decoder in C, and one with each library of Python. */
const C_FILE = "viterbi.c";
const LIBRARIES = ["numpy", "torch"];
/** What the program in C is called. */
export const NATIVE = "c-avx2";
/** Datasets with so many labels have batches of few sentences. */
const MANY_LABELS = 1000;
/** Sentences of a batch, and of such a one. */
const [SENTENCES, FEW] = [64, 8];

/** Weights that are written: models are texts, or read whole before the first sentence. */
const MOST_WEIGHTS = 2 ** 21;
/** Processor time of a call beyond that of one with the sentences so few times. */
const CALL = { callSeconds: 1, few: 2 };
const CALLS = 3;
/** Wapiti and CRF++ add in another order. */
const TIE = 1e-6;
const PATTERN = "U00:%x[0,0]";

/** A system on a shape, a limit of the machine, or what is not there. */
export const COLUMNS = {
  ...OF_DATASET,
  /** Bits of a significand that hold all sums: 24, 53, or 0. */
  bits: number,
  system: text,
  language: text,
  kind: word("decoder", "limit", "absent"),
  /** How often all sentences were timed. */
  rounds: number,
  /** What the time is. */
  clock: text,
  /** Milliseconds for a sentence. */
  sentence_ms: number,
  /** Edges of a dense recursion a second; of the limit `bytes` bytes. */
  rate: number,
  /** Share of these edges that was looked at. */
  looked: number,
  /** The most MiB that the process has held; 0 if the system does not say it of a program. */
  peak_mb: number,
  /** The reason why it is absent. */
  reason: text,
};
type Line = LineOf<typeof COLUMNS>;

/** What is particular to a system; the rate of one with a time follows from that. */
type Finding = Pick<Line, "system" | "kind"> & Partial<Line>;

/** Sentences of a batch. */
export const sentencesFor = (labelCount: number): number =>
  labelCount < MANY_LABELS ? SENTENCES : FEW;

const absent = (system: string, reason: string): Finding => ({ system, kind: "absent", reason });

/** What lines depend on besides the lattices: sources of decoders, programs that are installed. */
export async function surroundings(): Promise<unknown> {
  const files = [
    new URL("peak.c", import.meta.url),
    ...[C_FILE, ...LIBRARIES.map(pythonFile)].map((name) => new URL(name, EXAMPLES)),
  ];
  return await Promise.all([
    decoderSources(exactAmong(OURS, await describeDecoders())),
    ...files.map((file) => Deno.readTextFile(file)),
    ...["cc", ...PROGRAMS.map(({ command }) => command)].map(isInstalled),
    ...LIBRARIES.map(async (library) => (await imported(library)).success),
  ]);
}

const pythonFile = (library: string) => `viterbi_${library}.py`;

/** Asks Python for the library that a program decodes with. */
async function imported(library: string) {
  return await tool("python3", ["-c", `import ${library}`]);
}

/** Times all systems on a sample, and measures the limits. */
export async function measure(sample: SequenceSample, seed: number): Promise<Line[]> {
  const { size, lengths, model, referenceEdges } = sample;
  const shape = {
    ...ofDataset(sample),
    bits: model.float32Exact ? SINGLE : model.exactSums ? 53 : 0,
    language: "",
    rounds: 0,
    clock: "",
    sentence_ms: 0,
    looked: 0,
    peak_mb: 0,
    reason: "",
  };
  const edges = referenceEdges / lengths.length;
  await using scratch = await openScratch();
  const found = [
    ...await limits(scratch.path, size),
    ...await timeTaggers(sample, scratch.path),
    ...await timeDecoders(sample, scratch.path, seed, edges),
  ];
  return found.map((one) => {
    const rate = one.sentence_ms === undefined ? 0 : edges / one.sentence_ms * 1000;
    return { ...shape, rate, ...one };
  });
}

async function limits(folder: string, labels: number): Promise<Finding[]> {
  const all = {
    "WebAssembly SIMD": wasmLimits(),
    "C, AVX2": await nativeLimits(folder, labels),
  };
  return Object.entries(all).flatMap(([language, own]) =>
    typeof own === "string"
      ? [absent(`limits in ${language}`, own)]
      : Object.entries(own).map(([system, rate]): Finding => ({
        system,
        language,
        kind: "limit",
        rate,
      }))
  );
}

/** Times decoders of Trellis and the programs that can run here, and says which cannot. */
async function timeDecoders(
  sample: SequenceSample,
  folder: string,
  seed: number,
  edges: number,
): Promise<Finding[]> {
  const all = await programs(sample, folder);
  const built = all.filter(({ success }) => success);
  const asked = [...OURS, ...built.map(({ system, command }) => `${system}=${command}`)];
  const { decoders, names } = await withFiles(asked, await describeDecoders(), describe);
  const variants = names.map((name) => resolveVariant(name, decoders));
  const effort = { rounds: ROUNDS, clock: "memory64", deadlineMs: DEADLINE_MS } as const;
  const times = await timeRivals(sample, variants, 1, seed, effort);
  const rounds = Map.groupBy(times, ({ decoder }) => decoder);
  const timed = variants.map((variant): Finding => {
    const own = rounds.get(variant.name);
    if (own === undefined) return absent(variant.name, "it failed, or took too long");
    const { language } = variant.options;
    return {
      system: language === undefined ? variant.name : variant.decoder.name,
      language: String(language ?? (variant.name === "viterbi" ? "TypeScript" : "WebAssembly")),
      kind: "decoder",
      rounds: own.length,
      clock: "wall, asked to answered",
      sentence_ms: median(own.map(({ sentence_ms }) => sentence_ms)),
      looked: own[0]!.sentence_edges / edges,
      peak_mb: Math.max(...own.map(({ peak_mb }) => peak_mb)),
    };
  });
  const others = all.filter((program) => !built.includes(program));
  return [...others.map(({ system, stderr }) => absent(system, stderr)), ...timed];
}

/** The programs, and whether they can run here; the last line of what was said if they cannot. */
async function programs({ lengths, model }: SequenceSample, folder: string) {
  const flags = [
    ...model.float32Exact ? ["-DFLOAT"] : [],
    // All of few sentences with many labels, whose transitions are read from memory.
    ...lengths.length > 1 ? [`-DTOGETHER=${model.labelCount < MANY_LABELS ? 4 : FEW}`] : [],
  ];
  const program = `${folder}/viterbi`;
  const built = await compile(new URL(C_FILE, EXAMPLES), program, flags);
  const all = [{ system: NATIVE, command: program, ...built }];
  for (const library of LIBRARIES) {
    const file = decodeURIComponent(new URL(pythonFile(library), EXAMPLES).pathname);
    all.push({ system: library, command: `python3 "${file}"`, ...await imported(library) });
  }
  return all;
}

/** What taggers take on a sample, or why they do not. @param folder for their files */
export async function timeTaggers(sample: SequenceSample, folder: string): Promise<Finding[]> {
  const reason = unfit(sample);
  const found: Finding[] = [];
  for (const program of PROGRAMS) {
    const { title, command } = program;
    if (reason !== "") found.push(absent(title, reason));
    else if (!await isInstalled(command)) found.push(absent(title, `${command} is not installed`));
    else found.push(await timeTagger(program, sample, folder));
  }
  return found;
}

/** Why a sample is not written as a model; empty if it is. */
function unfit({ model: { labelCount: L, transitions }, lengths }: SequenceSample): string {
  const weights = L * (L + total(lengths));
  if (weights > MOST_WEIGHTS) {
    return `its model would have ${weights} weights, more than ${MOST_WEIGHTS}`;
  }
  return transitions.includes(-Infinity) ? "it has no weights of −∞" : "";
}

async function timeTagger(program: Program, sample: SequenceSample, folder: string) {
  const { title, command } = program;
  const path = `${folder}/${command}`;
  const model = program.modelFile(modelOf(sample), [PATTERN], 1)!;
  const file = await writeModel(program, model, path);
  const call = (input: string) => [command, ...program.tag(file, input)];
  const text = bytesOf(textOf(program, sample));
  const { labels, times, megabytes, secondsOf } = await tagging(call, text, path, CALL);
  const defect = defectOf(sample, labels);
  if (defect !== "") return absent(title, defect);
  const each: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const seconds = await secondsOf(times) - await secondsOf(CALL.few);
    each.push(1000 * seconds / (times - CALL.few) / sample.lengths.length);
  }
  return {
    system: title,
    language: title === "CRF++" ? "C++" : "C",
    kind: "decoder" as const,
    rounds: CALLS,
    clock: "processor, text read",
    sentence_ms: median(each),
    looked: 1,
    peak_mb: megabytes,
  };
}

function modelOf({ model: { labelCount, transitions }, lattices }: SequenceSample): FeatureModel {
  const scores = lattices.flatMap(({ emissions, length }) => [
    ...emissions.subarray(0, length * labelCount),
  ]);
  const positions = scores.length / labelCount;
  return {
    format: "board",
    labels: Array.from({ length: labelCount }, (_, label) => `L${label}`),
    attributes: new Map(Array.from({ length: positions }, (_, row) => [`U00:p${row}`, row])),
    weights: {
      offsets: Int32Array.from({ length: positions + 1 }, (_, row) => row * labelCount),
      columns: Int32Array.from(scores, (_, i) => i % labelCount),
      weights: Float64Array.from(scores),
    },
    transitions,
    sums: "exact",
    costFactor: 1,
    grid: { exponent: 0, largestChange: 0 },
    notes: [],
  };
}

/** The sentences as the program reads them, each position with its own attribute. */
function textOf({ input }: Program, { lengths }: SequenceSample): string {
  let position = 0;
  const line = () => input === "items" ? `_\tU00\\:p${position++}\n` : `p${position++}\n`;
  return lengths.map((length) => `${Array.from({ length }, line).join("")}\n`).join("");
}

/** Why the labels are not the best; empty if they are. */
function defectOf({ model, lattices }: SequenceSample, answers: readonly string[][]): string {
  const decode = prepared(auto, model);
  for (const [sentence, lattice] of lattices.entries()) {
    const labels = (answers[sentence] ?? []).map((name) => Number(name.slice(1)));
    const best = decode(lattice).paths[0]!.score;
    const own = labels.length === lattice.length ? scorePath(model, lattice, labels) : NaN;
    if (!(own >= best - TIE * Math.max(1, Math.abs(best)))) {
      return `its labels of sentence ${sentence} score ${own}, the best ${best}`;
    }
  }
  return "";
}
