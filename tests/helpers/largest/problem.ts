/**
 * A problem that has nothing to do with chains: the largest of some numbers, within a tolerance.
 *
 * @module
 */

import type {
  Checked,
  Loaded,
  PreparedDecoder,
  Problem,
  Sample,
} from "../../../harness/problems/contract.ts";
import { type Answer, DECODERS } from "./decoders.ts";

const MODULE = new URL("./decoders.ts", import.meta.url).href;
const TOLERANCE = 0.25;

interface NumberSample extends Sample {
  readonly lists: readonly (readonly number[])[];
}

function decoderOf(url: string) {
  return DECODERS[new URL(url).hash.slice(1)]!;
}

/** An answer is a value; its part is a list of numbers. */
const largest: Problem<NumberSample, Answer, readonly number[]> = {
  name: "largest",
  baseline: "scan",
  reference: "scan",
  decoders: () =>
    Promise.resolve(
      Object.values(DECODERS).map((value) => ({ url: `${MODULE}#${value.name}`, value })),
    ),
  resolve: (name) =>
    Promise.resolve({ name, sample: (count) => Promise.resolve(take(name, count)) }),
  opener: import.meta.url,
  readSheet: ([text]) => JSON.parse(new TextDecoder().decode(text)),
  readAnswer: (json) => json as Answer,
  check({ lists }, { exact }, answers, reference): Checked {
    const gold = { goldTokens: 0, rightTokens: 0 };
    const gaps = answers.map(({ value }, i) => (reference?.[i]?.value ?? value) - value);
    const wrong = answers.findIndex(({ value }, i) =>
      !lists[i]!.includes(value) || (exact && gaps[i]! > TOLERANCE)
    );
    return {
      ...gold,
      verdict: wrong >= 0 ? "wrong" : exact ? "correct" : "inexact",
      evidence: { compared: "tolerance", tolerance: TOLERANCE },
      wrongSentence: wrong,
      defect: wrong < 0 ? "" : `${answers[wrong]!.value} is none of the numbers`,
      exactShare: gaps.filter((gap) => gap <= TOLERANCE).length / gaps.length,
      meanGap: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length,
    };
  },
  async shrink({ pack }, sentence) {
    return (JSON.parse(await Deno.readTextFile(pack)) as number[][])[sentence]!.slice(0, 1);
  },
  async writeFailing(path, _sample, _sentence, part) {
    await Deno.writeTextFile(path, JSON.stringify([part]));
  },
  async replay({ pack, url }) {
    const decode = decoderOf(url).prepare();
    const lists = JSON.parse(await Deno.readTextFile(pack)) as number[][];
    const work = { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 };
    const differences = lists.filter((list) => !list.includes(decode(list, work).value));
    return { sentences: lists.length, differences: differences.map(String) };
  },
};
export default largest;

/** The problem's module opens files, too: see `Opener`. */
export async function load(pack: string): Promise<Loaded> {
  const sentences = JSON.parse(await Deno.readTextFile(pack)) as number[][];
  return {
    decoder: ({ url }) =>
      Promise.resolve(() => preparedDecoder(sentences, decoderOf(url).prepare())),
  };
}

function preparedDecoder(
  sentences: readonly number[][],
  decode: ReturnType<ReturnType<typeof decoderOf>["prepare"]>,
): PreparedDecoder<number[], Answer> {
  return {
    sentences,
    clocks: ["decode"],
    decode: (numbers, _k, work) => decode(numbers, work),
    room(which) {
      const lists = which.map((i) => sentences[i]!);
      const numbers = new Float64Array(lists.flat().length);
      let end = 0;
      const starts = lists.map(({ length }) => (end += length) - length);
      const inputs = lists.map(({ length }, i) => {
        const own = numbers.subarray(starts[i], starts[i]! + length);
        return () => [...own];
      });
      return { starts, numbers: () => numbers, inputs, arrive() {}, scores: () => numbers };
    },
    sheet() {
      let answers: Answer[] = [];
      return {
        clear: () => void (answers = []),
        add: (answer) => void answers.push(answer),
        parts: () => [new TextEncoder().encode(JSON.stringify(answers))],
      };
    },
    toJson: (answer) => answer,
  };
}

/** Of some lists, or of those that are given. */
function take(
  name: string,
  count: number,
  lists: readonly number[][] = [[1, 3], [5, 5, 4], [7]].slice(0, count),
): NumberSample {
  return {
    name,
    base: name,
    settings: { space: "small" },
    family: "toy",
    hash: "numbers",
    size: 9,
    indices: [...lists.keys()],
    lengths: lists.map(({ length }) => length),
    referenceEdges: lists.flat().length,
    cellMb: 1,
    lists,
    first: (sentences) => take(name, Math.min(count, sentences)),
    write: (path) => Deno.writeTextFile(path, JSON.stringify(lists)),
    scores: (list) => Float64Array.from(lists[list]!),
    rows: (list) => [0, lists[list]!.length],
    over: (contents) => take(name, count, contents.map(({ numbers }) => [...numbers])),
  };
}
