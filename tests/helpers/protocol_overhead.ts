/**
 * What the protocol of programs takes of a batch: the example in C decodes 64 sentences of 23
 * positions, so often that a batch takes as long as those of the suites `quick` and `paper`. What
 * the harness's clock has more than the program's own, which reading the file is on, is the
 * request, the answer, and two switches between processes.
 *
 *     deno run -A tests/helpers/protocol_overhead.ts
 *
 * @module
 */

import { type DecodeTogether, programDecoder } from "../../harness/external/decoder.ts";
import { seededRandom } from "../../harness/conformance/generators.ts";

const [SENTENCES, LENGTH, ROUNDS] = [64, 23, 40];

const folder = Deno.makeTempDirSync();
try {
  const command = `${folder}/viterbi`;
  const source = new URL("../../harness/external/examples/viterbi.c", import.meta.url).pathname;
  const args = ["-O3", "-DTOGETHER=4", "-o", command, source];
  const { success } = new Deno.Command("cc", { args }).outputSync();
  if (!success) throw new Error(`Cannot compile ${source}`);
  for (const labelCount of [45, 319]) {
    const random = seededRandom(labelCount);
    const drawn = (count: number) => Float64Array.from({ length: count }, () => random.unit());
    const model = { labelCount, transitions: drawn(labelCount ** 2), exactSums: true };
    const decode = programDecoder({ name: "c", command }, folder)
      .prepare(model, {}) as DecodeTogether;
    const scores = drawn(SENTENCES * LENGTH * labelCount);
    const lengths = new Array<number>(SENTENCES).fill(LENGTH);
    const time = (repetitions: number) => {
      const places = { length: 2 * SENTENCES * repetitions };
      const swaps = Int32Array.from(places, () => random.integer(0, scores.length - 1));
      return decode.together({ scores, lengths, k: 1, repetitions, swaps });
    };
    for (const batchMs of [10, 25]) {
      const once = Math.min(...Array.from({ length: 10 }, () => time(1).ownMs));
      const repetitions = Math.max(1, Math.round(batchMs / once));
      const times = Array.from({ length: ROUNDS }, () => time(repetitions));
      const besides = times.map(({ elapsedMs, ownMs }) => elapsedMs - ownMs).sort((a, b) => a - b);
      const whole = times.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
      const shown = ([["least", 0], ["median", ROUNDS / 2]] as const).map(([name, at]) =>
        `${name} ${(1000 * besides[at]!).toFixed(0)} µs of ${whole[at]!.toFixed(1)} ms, ` +
        `${(100 * besides[at]! / whole[at]!).toFixed(2)}%`
      );
      console.log(`${labelCount} labels, ${repetitions} repetitions: ${shown.join("; ")}`);
    }
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}
