/**
 * What the protocol of programs takes of a batch: the example in C decodes the same 64 sentences of
 * 23 positions once and many times in a batch, in turn. Of t(R) = a + b·R by the harness's clock, b
 * is decoding, as a program does it that has read the scores, and a is all else: the request, the
 * file, switches between processes, the checksum.
 *
 *     deno run -A tests/helpers/protocol_overhead.ts
 *
 * @module
 */

import { type DecodeTogether, programDecoder } from "../../harness/external/decoder.ts";
import { seededRandom } from "../../harness/conformance/generators.ts";

const [SENTENCES, LENGTH, ROUNDS] = [64, 23, 40];
/** Milliseconds of a batch in the suites `quick` and `paper`. */
const BATCH_MS = [10, 25];

const folder = Deno.makeTempDirSync();
try {
  const command = `${folder}/viterbi`;
  const source = new URL("../../harness/external/examples/viterbi.c", import.meta.url).pathname;
  const { success } = new Deno.Command("cc", {
    args: ["-O3", "-DTOGETHER=4", "-o", command, source],
  }).outputSync();
  if (!success) throw new Error(`Cannot compile ${source}`);
  for (const labelCount of [45, 319]) {
    const random = seededRandom(labelCount);
    const scores = (count: number) => Float64Array.from({ length: count }, () => random.unit());
    const model = { labelCount, transitions: scores(labelCount ** 2), exactSums: true };
    const decoder = programDecoder({ name: "c", command }, folder);
    const decode = decoder.prepare(model, {}) as DecodeTogether;
    const emissions = scores(SENTENCES * LENGTH * labelCount);
    const lengths = new Array<number>(SENTENCES).fill(LENGTH);
    const least = new Map<number, number>();
    const time = (repetitions: number) => {
      const swaps = Int32Array.from(
        { length: 2 * SENTENCES * repetitions },
        () => random.integer(0, emissions.length - 1),
      );
      const batch = { scores: emissions, lengths, k: 1, repetitions, swaps };
      const { elapsedMs } = decode.together(batch);
      least.set(repetitions, Math.min(least.get(repetitions) ?? Infinity, elapsedMs));
      return elapsedMs;
    };
    time(1);
    const many = Math.max(4, Math.ceil(BATCH_MS[1]! / time(1)));
    for (let round = 0; round < ROUNDS; round++) {
      time(1);
      time(many);
    }
    const [one, all] = [least.get(1)!, least.get(many)!];
    const each = (all - one) / (many - 1);
    const besides = one - each;
    const shares = BATCH_MS.map((ms) => `${(100 * besides / ms).toFixed(2)}% of ${ms} ms`);
    console.log(
      `${labelCount} labels: ${each.toFixed(3)} ms to decode, ${(1000 * besides).toFixed(0)} µs ` +
        `a batch besides: ${shares.join(", ")} (least of ${ROUNDS}, 1 and ${many} repetitions)`,
    );
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}
