/**
 * Taggers of others on lattices: each position has an attribute of its own, whose weights are its
 * scores, so that little but decoding is left to do.
 *
 * @module
 */

import auto from "../../decoders/auto.ts";
import { resolveOptions } from "../../decoders/chain/options.ts";
import { newWork } from "../../decoders/contract.ts";
import { scorePath } from "../../decoders/lattice.ts";
import type { FeatureModel } from "../../datasets/models/contract.ts";
import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { median } from "../numbers/statistics.ts";
import { isInstalled, labelsIn, type Program, PROGRAMS, run } from "./_tagger_programs.ts";

/** Weights that are written: models are texts, or read whole before the first sentence. */
const MOST_WEIGHTS = 2 ** 21;
/** Seconds of processor time of a call beyond that of a short one, and the most repetitions. */
const [CALL_SECONDS, MOST_TIMES] = [1, 400];
const CALLS = 3;
/** Wapiti and CRF++ add in another order. */
const TIE = 1e-6;
const PATTERN = "U00:%x[0,0]";

/** What a tagger took. */
interface Taken {
  readonly title: string;
  readonly language: string;
  /** Milliseconds for a sentence, processor time. */
  readonly sentenceMs: number;
  readonly megabytes: number;
  /** Of so many calls it is the median. */
  readonly calls: number;
}

/** What taggers take on a sample, or why they do not. @param folder for their files */
export async function timeTaggers(
  sample: SequenceSample,
  folder: string,
): Promise<(Taken | { readonly title: string; readonly reason: string })[]> {
  const reason = unfit(sample);
  const found = [];
  for (const program of PROGRAMS) {
    const { title, command } = program;
    if (reason !== "") found.push({ title, reason });
    else if (!await isInstalled(command)) {
      found.push({ title, reason: `${command} is not installed` });
    } else found.push(await timed(program, sample, folder));
  }
  return found;
}

/** Why a sample is not written as a model; empty if it is. */
function unfit({ model: { labelCount: L, transitions }, lengths }: SequenceSample): string {
  const positions = lengths.reduce((sum, length) => sum + length, 0);
  if (L * (L + positions) > MOST_WEIGHTS) {
    return `its model would have ${L * (L + positions)} weights, more than ${MOST_WEIGHTS}`;
  }
  return transitions.includes(-Infinity) ? "it has no weights of −∞" : "";
}

async function timed(
  program: Program,
  sample: SequenceSample,
  folder: string,
): Promise<Taken | { title: string; reason: string }> {
  const { title, command } = program;
  const at = (name: string) => `${folder}/${command}.${name}`;
  const [file, input, output] = ["model", "input", "output"].map(at) as [string, string, string];
  await Deno.writeFile(file, program.modelFile(modelOf(sample), [PATTERN], 1)!);
  let own = file;
  if (program.convert !== undefined) {
    own = at("converted");
    await run(program.convert(file, own), file, output);
  }
  const tag = async (times: number, isWatched = false) => {
    const text = textOf(program, sample).repeat(times);
    await Deno.writeTextFile(input, text);
    return await run([command, ...program.tag(own, input)], input, output, isWatched);
  };
  await tag(1);
  const defect = defectOf(sample, await labelsIn(output));
  if (defect !== "") return { title, reason: defect };
  const few = await tag(2);
  let times = 8;
  for (; times < MOST_TIMES; times *= 4) {
    if ((await tag(times)).seconds - few.seconds > CALL_SECONDS / 4) break;
  }
  times = Math.min(MOST_TIMES, times);
  // It is looked at now and then: not in a call that ends before.
  const { megabytes } = await tag(times, true);
  const each: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const seconds = (await tag(times)).seconds - (await tag(2)).seconds;
    each.push(1000 * seconds / (times - 2) / sample.lengths.length);
  }
  const language = title === "CRF++" ? "C++" : "C";
  return { title, language, sentenceMs: median(each), megabytes, calls: CALLS };
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
  const decode = auto.prepare(model, resolveOptions(auto));
  for (const [sentence, lattice] of lattices.entries()) {
    const labels = (answers[sentence] ?? []).map((name) => Number(name.slice(1)));
    const best = decode(lattice, 1, newWork()).paths[0]!.score;
    const own = labels.length === lattice.length ? scorePath(model, lattice, labels) : NaN;
    if (!(own >= best - TIE * Math.max(1, Math.abs(best)))) {
      return `its labels of sentence ${sentence} score ${own}, the best ${best}`;
    }
  }
  return "";
}
