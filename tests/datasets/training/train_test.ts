import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { gunzipSync } from "node:zlib";
import beam from "../../../decoders/beam.ts";
import iterativeViterbi from "../../../decoders/iterative_viterbi.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { columns } from "../../../datasets/corpora/columns.ts";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import { readPackPage } from "../../../datasets/training/pack_page.ts";
import { train } from "../../../datasets/training/train.ts";
import type { CrfSettings } from "../../../datasets/training/crf/settings.ts";
import type { TrainOptions } from "../../../datasets/training/recipe.ts";
import { listDecoders } from "../../../harness/problems/sequence/discover.ts";

const WORDS = ["quince", "marigold", "Zanzibar", "1984", "to-morrow"];

/** Sentences of 1 to 5 tokens whose labels follow from the words, but for the first. */
function corpusText(sentences: number, spare: string): string {
  const lines: string[] = [];
  for (let s = 0; s < sentences; s++) {
    for (let t = 0; t <= s % 5; t++) {
      const word = WORDS[(3 * s + t * t) % 5]!;
      lines.push(`${word}\t_\t${t === 0 ? spare : `L${word.length}`}`);
    }
    lines.push("");
  }
  return lines.join("\n");
}

describe("train()", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await Deno.makeTempDir();
    await Deno.mkdir(`${folder}/tiny`);
    await Deno.writeTextFile(`${folder}/tiny/train.tsv`, corpusText(40, "START"));
    await Deno.writeTextFile(`${folder}/tiny/test.tsv`, corpusText(10, "NEW"));
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  const run = (out: string, more: Partial<TrainOptions> = {}) =>
    train({
      data: `${folder}/tiny`,
      out: `${folder}/${out}`,
      reader: columns,
      epochs: 10,
      seed: 1,
      sentences: 400,
      workers: 1,
      decoder: viterbi,
      decoderOptions: {},
      variant: "viterbi",
      name: "tiny",
      notes: {},
      ...more,
    });

  it("writes the same bytes when it runs twice", async () => {
    const flags = { epochs: 3, sentences: 7, notes: { licence: "none" } };
    await run("a.safetensors.gz", flags);
    const pack = await Deno.readFile(`${folder}/a.safetensors.gz`);
    const page = await Deno.readTextFile(`${folder}/a.md`);
    await run("a.safetensors.gz", flags);
    assertEquals(await Deno.readFile(`${folder}/a.safetensors.gz`), pack);
    assertEquals(await Deno.readTextFile(`${folder}/a.md`), page);

    const task = await openPack(`${folder}/a.safetensors.gz`);
    assertEquals([...task.lengths], [1, 2, 3, 4, 5, 1, 2]);
    assertEquals([...task.gold!].filter((label) => label === -1).length, 7);
    assertEquals(JSON.parse(task.metadata["labels"]!)[0], "START");
    // 10 of the 30 test tokens have a label that training did not have; the others are easy.
    assertEquals(task.metadata["accuracy"], "0.66667");
    assertEquals(
      task.metadata["command"],
      "deno task train --data DATA/tiny --out a.safetensors.gz --format columns --epochs 3 " +
        "--seed 1 --sentences 7 --decoder viterbi --name tiny --licence none",
    );
    for (const part of [task.hash, "66.67%", "| Licence | none |", task.metadata["command"]!]) {
      assertStringIncludes(page, part);
    }
    assertEquals(readPackPage(page), { hash: task.hash, trainSentences: 40 });
    assertEquals(readPackPage("# tiny"), undefined);
  });

  it("makes the same lattices and counts the same right when it decodes with any exact decoder", async () => {
    const hashes = new Set<string>();
    for (const decoder of await listDecoders()) {
      if (!decoder.exact) continue;
      const out = `${decoder.name}.safetensors`;
      await run(out, { epochs: 2, decoder });
      const { hash, metadata } = await openPack(`${folder}/${out}`);
      hashes.add(`${hash} ${metadata["accuracy"]} ${metadata["packed_accuracy"]}`);
    }
    assertEquals(hashes.size, 1);
  });

  it("trains a CRF when it is asked to, and says how on the page", async () => {
    const crf = {
      optimiser: "l-bfgs",
      tolerance: 1e-3,
      l1: 0,
      l2: 0.01,
      penalty: "all",
    } as const;
    await run("crf.safetensors.gz", { crf, epochs: 50 });
    const task = await openPack(`${folder}/crf.safetensors.gz`);
    assertEquals(task.metadata["accuracy"], "0.66667");
    assertEquals(task.metadata["learner"], "L-BFGS, tolerance 0.001, ℓ2 = 0.01 on all weights");
    assertStringIncludes(
      task.metadata["command"]!,
      "--epochs 50 --seed 1 --sentences 400 --decoder viterbi --learner crf " +
        "--optimiser l-bfgs --tolerance 0.001 --l1 0 --l2 0.01 --penalty all --name tiny",
    );
    const passes = Number(/tokens, (\d+) epochs/.exec(task.metadata["trained_on"]!)![1]);
    assert(passes > 1 && passes < 50, `${passes}`);
    const page = await Deno.readTextFile(`${folder}/crf.md`);
    const objective = `| Objective | ${task.metadata["objective"]} |`;
    for (const part of ["Lattices of a chain CRF.", task.metadata["learner"]!, objective]) {
      assertStringIncludes(page, part);
    }
    assertEquals(readPackPage(page), { hash: task.hash, trainSentences: 40 });
  });

  it("takes a label for none when it is told to", async () => {
    const norms = { l1: 0, l2: 0.01, penalty: "all" } as const;
    const crf: CrfSettings = { optimiser: "l-bfgs", tolerance: 1e-3, ...norms };
    await run("partial.safetensors.gz", { crf, epochs: 50, unlabelled: "START" });
    const task = await openPack(`${folder}/partial.safetensors.gz`);
    assertEquals(JSON.parse(task.metadata["labels"]!).includes("START"), false);
    assertStringIncludes(task.metadata["command"]!, "--penalty all --unlabelled START --name tiny");
    // The last test sentences' labels are known but for the first.
    assertEquals(task.metadata["accuracy"], "0.66667");
    for (
      const [unlabelled, why] of [["?", "no training token has it"], ["L4", "a test token has it"]]
    ) {
      await assertRejects(
        () => run("x.safetensors.gz", { crf, unlabelled: unlabelled! }),
        RangeError,
        why,
      );
    }
  });

  it("leaves no word of the corpus in the pack", async () => {
    await run("b.safetensors");
    await run("c.safetensors.gz", {
      decoder: iterativeViterbi,
    });
    for (
      const bytes of [
        await Deno.readFile(`${folder}/b.safetensors`),
        gunzipSync(await Deno.readFile(`${folder}/c.safetensors.gz`)),
      ]
    ) {
      const text = new TextDecoder("latin1").decode(bytes);
      assert(text.includes("START"));
      for (const word of WORDS) assert(!text.includes(word), word);
    }
  });

  it("refuses a decoder that is not exact", async () => {
    await assertRejects(
      () => run("e.safetensors", { decoder: beam, decoderOptions: { width: 1 } }),
      TypeError,
      "Cannot train with a decoder that is not exact: beam",
    );
  });

  it("refuses another corpus than it was asked for", async () => {
    await assertRejects(
      () => run("f.safetensors", { corpus: "00ff" }),
      RangeError,
      "not 00ff",
    );
  });

  it("refuses a corpus without sentences", async () => {
    await Deno.writeTextFile(`${folder}/tiny/test.tsv`, "\n\n");
    await assertRejects(() => run("d.safetensors"), RangeError, "Cannot use the test part of");
  });
});
