/**
 * `deno task kit`: the conformance kit as files, for decoders in any language.
 *
 * @module
 */

import { join } from "node:path";
import { writePackFile } from "../../datasets/packs/pack_file.ts";
import { headerEnd, writeTensors } from "../../datasets/packs/safetensors.ts";
import { tensor, type TensorFile } from "../../datasets/packs/tensors.ts";
import { toDecimal } from "../conformance/big_float.ts";
import { exactPaths } from "../conformance/exact_paths.ts";
import { expectedScores, type Instance } from "../conformance/instance.ts";
import { kitChapters, tiesOf } from "../conformance/kit.ts";
import { sequenceCount } from "../conformance/oracles.ts";
import { type Command, type Flags, required } from "../terminal/flags.ts";
import { tryOutput } from "../terminal/output_files.ts";

/** Version of the files. */
const VERSION = 1;
/** Best paths of a sentence that are listed, if they are no more. */
const MOST_LISTED = 8;
/** Label sequences whose probabilities are added up one by one, and digits of the sums. */
const MOST_SUMMED = 300;
const DIGITS = 40;

const command: Command = {
  meaning: "write the conformance kit: lattices that any decoder must survive, with the answers",
  flags: { out: { value: "DIR", help: "folder of the packs, kit.json and kit.txt" } },
  examples: {
    "kit --out kit": "packs by chapter, best scores, ties, log-partitions; see harness/PROTOCOL.md",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const out = required(flags, "out", "DIR");
  tryOutput("out", join(out, "kit.json"));
  const index: string[] = [];
  const chapters: unknown[] = [];
  for (const { name, cases, hasProbabilities = false } of kitChapters()) {
    const folder = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    await Deno.mkdir(join(out, folder), { recursive: true });
    const listed: unknown[] = [];
    for (const [i, [title, instance]] of cases.entries()) {
      const file = `${folder}/${i}.safetensors`;
      const pack = packOf(`${name}, ${title}`, instance);
      await writePackFile(join(out, file), pack);
      const dataStart = headerEnd(writeTensors(pack), file);
      index.push([file, ...sizesOf(instance), dataStart].join(" "));
      const sentences = sentencesOf(instance, hasProbabilities);
      listed.push({ name: title, file, k: instance.k, sentences });
    }
    chapters.push({ name, cases: listed });
  }
  await Deno.writeTextFile(
    join(out, "kit.json"),
    `${JSON.stringify({ version: VERSION, chapters })}\n`,
  );
  await Deno.writeTextFile(join(out, "kit.txt"), `${index.join("\n")}\n`);
  console.log(`${index.length} packs in ${chapters.length} chapters: ${join(out, "kit.json")}`);
  return 0;
}

/** A pack with the k best scores beside the lattices, of each sentence as many as it has paths. */
function packOf(name: string, instance: Instance): TensorFile {
  const { model, lattices } = instance;
  const { labelCount, transitions, exactSums = false, float32Exact = false } = model;
  const lengths = Int32Array.from(lattices, ({ length }) => length);
  const emissions = Float64Array.from(lattices.flatMap(({ emissions }) => [...emissions]));
  const scores = lattices.map((lattice) => expectedScores(instance, lattice));
  return {
    metadata: { name, exactSums: `${exactSums}`, float32Exact: `${float32Exact}` },
    tensors: new Map([
      ["emissions", tensor(emissions, [emissions.length / labelCount, labelCount])],
      ["expected_scores", tensor(Float64Array.from(scores.flat()))],
      ["transitions", tensor(transitions, [labelCount, labelCount])],
      ["expected_counts", tensor(Int32Array.from(scores, ({ length }) => length))],
      ["lengths", tensor(lengths)],
    ]),
  };
}

/** Labels, sentences, positions, k and expected scores. */
function sizesOf(instance: Instance): number[] {
  const { model: { labelCount }, lattices, k } = instance;
  const positions = lattices.reduce((sum, { length }) => sum + length, 0);
  const scores = lattices.flatMap((lattice) => expectedScores(instance, lattice)).length;
  return [labelCount, lattices.length, positions, k, scores];
}

/** What is told of each sentence; numbers with many digits are texts. */
function sentencesOf(instance: Instance, hasProbabilities: boolean): unknown[] {
  const { model, lattices } = instance;
  return lattices.map((lattice) => {
    const scores = expectedScores(instance, lattice);
    const ties = scores.length === 0 ? undefined : tiesOf(model, lattice, scores[0]!, MOST_LISTED);
    const isSummed = hasProbabilities && sequenceCount(model, lattice) <= MOST_SUMMED;
    const exact = isSummed ? exactPaths(model, lattice) : undefined;
    return {
      scores,
      ...(ties === undefined ? {} : { ties: ties.count }),
      ...(ties?.paths === undefined ? {} : { best: ties.paths }),
      ...(exact === undefined ? {} : {
        logPartition: toDecimal(exact.logPartition, DIGITS),
        marginals: exact.nodes.map((node) => toDecimal(node, DIGITS)),
      }),
    };
  });
}
