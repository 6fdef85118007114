/**
 * What runs in Deno, in Node and in browsers: prints "everywhere: " and a number that all must
 * print.
 *
 * @module
 */

import { type Decoder, newWork } from "@trellis/trellis/contract";
import * as decoders from "@trellis/trellis/decoders";
import { readPack, type Tensor, tensor, writeTensors } from "@trellis/trellis/packs/bytes";
import { hmm, syntheticDataset } from "@trellis/trellis/synthetic";

const { auto, beam, prepared, tagger } = decoders;

/** All of them. */
const DECODERS: Decoder[] = Object.values(decoders)
  .filter((value) => typeof value === "object" && "prepare" in value)
  .map((value) => value as unknown as Decoder);

function check(right: boolean, what: string): void {
  if (!right) throw new Error(`Cannot trust the decoders here: ${what}`);
}

/** All decoders find the same scores. Returns the sum of the work. */
function decodeSynthetic(): number {
  const { model, lengths, lattice } = syntheticDataset(hmm, {
    labelCount: 60,
    sentences: 5,
    seed: 1,
  });
  const work = newWork();
  for (let sentence = 0; sentence < lengths.length; sentence++) {
    const best = prepared(auto, model)(lattice(sentence)).paths[0]!.score;
    for (const decoder of DECODERS) {
      for (const kernel of "kernel" in decoder.options ? ["plain", "simd"] : [undefined]) {
        const decode = prepared(decoder, model, kernel === undefined ? {} : { kernel });
        const { paths } = decode(lattice(sentence), 1, work);
        check(paths[0]!.score === best || !decoder.exact, `${decoder.name} with ${kernel}`);
      }
    }
  }
  return work.edgeEvaluations;
}

function tagAll(): number {
  const transitions = new Float32Array(9).map((_, i) => (i % 4) / 7);
  const bound = { emission: 10, length: 9 };
  using tag = tagger({ transitions, labels: ["A", "B", "C"], start: [1, 0, 0], bound });
  const batch = Float32Array.from({ length: 18 }, (_, i) => (7 * i % 11) / 3);
  const tagged = tag.decode(batch, { lengths: [2, 4], k: 2, names: true });
  check(tagged[1]!.length === 2 && tagged[1]![0]!.labels.length === 4, "a batch");
  const reserved = tag.reserve(2);
  reserved.rows.forEach((row, t) => row.set(batch.subarray(3 * t, 3 * t + 3)));
  const [path] = tag.decode(reserved);
  check(path!.score === tagged[0]![0]!.score, "reserved rows");
  check(tagger({ transitions }, beam, { width: 2 }).decode(batch).length === 1, "a beam");
  const [sure] = tag.decode(batch, { confidences: true });
  const { nodes, error } = tag.marginals(batch)!;
  const p = nodes[sure!.labels[0]!]!;
  check(sure!.confidences[0] === p && error < 1e-12, "confidences");
  return path!.score;
}

/** Reads a gzipped pack with scores of 16 bits. */
async function openBytes(): Promise<string> {
  const data = Float32Array.of(1, 2, -Infinity, 0.25);
  const bytes = writeTensors({
    metadata: { name: "two" },
    tensors: new Map<string, Tensor>([
      ["emissions", { dtype: "F16", shape: [2, 2], data }],
      ["lengths", tensor(Int32Array.of(2))],
      ["transitions", tensor(Float32Array.of(0, 1, 2, 3), [2, 2])],
    ]),
  });
  const zipped = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const dataset = await readPack(new Uint8Array(await new Response(zipped).arrayBuffer()), "FILE");
  check(`${dataset.lattice(0).emissions}` === `${data}`, "scores of 16 bits");
  return dataset.hash;
}

console.log(`everywhere: ${decodeSynthetic()} ${tagAll()} ${await openBytes()}`);
