/**
 * What runs in Deno, in Node and in browsers: prints "everywhere: " and numbers that all must
 * print.
 *
 * @module
 */

import { type Decoder, newWork } from "@trellis/trellis/contract";
import * as decoders from "@trellis/trellis/decoders";
import { readModel } from "@trellis/trellis/models";
import { readPack, type Tensor, tensor, writeTensors } from "@trellis/trellis/packs/bytes";
import * as parsing from "@trellis/trellis/parsing";
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
  const size = { labelCount: 60, sentences: 5, seed: 1 };
  const { model, lengths, lattice } = syntheticDataset(hmm, size);
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

/** A model of CRF++: header, labels, patterns, attributes, their weights. */
const MODEL = "version: 100\ncost-factor: 1\nmaxid: 6\nxsize: 1\n\nDET\nNOUN\n\n" +
  "U0:%x[0,0]\nB\n\n2 B\n0 U0:the\n\n1\n0\n-2\n1\n0\n0\n";

/** Tags with a model of another tool. */
function tagColumns(): number {
  const tag = readModel(new TextEncoder().encode(MODEL)).tagger();
  const [best] = tag.columns([["the"], ["dog"]], { probabilities: true });
  check(`${best!.labels}` === "DET,NOUN", "a model of CRF++");
  return best!.probability!;
}

/** Parses with a grammar as text. */
function parseText(): number {
  const grammar = parsing.readCfg("S -> S S [0.5] | 'a' [0.5]", "toy");
  const { contents } = parsing.cfgPack(grammar, [{ words: ["a", "a", "a"] }]);
  const parse = parsing.barHillel.prepare(parsing.parsingModel(contents), { prune: true });
  return parse(parsing.parsingSentences(contents, {})[0]!, newWork()).objective;
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

const said = [decodeSynthetic(), tagAll(), tagColumns(), parseText(), await openBytes()];
console.log(`everywhere: ${said.join(" ")}`);
