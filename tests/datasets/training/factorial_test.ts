import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { columns } from "../../../datasets/corpora/columns.ts";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import { readPackFile } from "../../../datasets/packs/tensor_file.ts";
import { Encoder } from "../../../datasets/training/encode.ts";
import { pairAccuracy, trainFactorial } from "../../../datasets/training/factorial.ts";
import { trainFactorialPerceptron } from "../../../datasets/training/perceptron.ts";
import { rankPairs } from "../../../datasets/training/label_pairs.ts";
import type { CorpusOptions } from "../../../datasets/training/recipe.ts";
import { withFolder } from "../../helpers/packs.ts";

const WORDS = ["quince", "marigold", "Zanzibar", "1984", "to-morrow"];

/** Sentences of 1 to 5 words; a word gives its tag, the word before it its chunk. */
function corpusText(sentences: number, tag = "T"): string {
  const lines: string[] = [];
  for (let s = 0; s < sentences; s++) {
    let before = "B-NP";
    for (let t = 0; t <= s % 5; t++) {
      const word = (3 * s + t * t) % 5;
      lines.push(`${WORDS[word]}\t_\t${tag}${word}|_|${before}`);
      before = ["O", "B-VP", "I-VP", "B-PP", "B-ADVP"][word]!;
    }
    lines.push("");
  }
  return lines.join("\n");
}

async function withCorpus(test: (options: CorpusOptions) => Promise<void>): Promise<void> {
  await withFolder(async (dir) => {
    await Deno.mkdir(`${dir}/tiny`);
    await Deno.writeTextFile(`${dir}/tiny/train.tsv`, corpusText(40));
    await Deno.writeTextFile(`${dir}/tiny/test.tsv`, corpusText(10));
    await test({
      data: `${dir}/tiny`,
      out: `${dir}/out/tiny.safetensors.gz`,
      reader: columns,
      epochs: 4,
      seed: 1,
      sentences: 7,
      name: "tiny",
      notes: { licence: "none" },
    });
  });
}

describe("trainFactorialPerceptron()", () => {
  const sentences = columns.read(corpusText(30), "corpus").map((sentence) => ({
    ...sentence,
    labels: sentence.labels.map((label) => label.replace("|_|", "|")),
  }));
  const { chains, labels, components } = rankPairs(sentences);
  const encoder = new Encoder(labels);
  const corpus = encoder.learn(sentences);
  const options = {
    corpus,
    featureCount: encoder.featureCount,
    sizes: [chains[0].length, chains[1].length],
    components,
    epochs: 3,
    seed: 1,
  } as const;

  it("learns the same however Viterbi uses the transitions", async () => {
    const model = await trainFactorialPerceptron(options);
    assertEquals(await trainFactorialPerceptron({ ...options, transitions: "dense" }), model);
    assert(model.linear.transitions.values.length > 0);
    assert(model.labelWeights.some((weight) => weight !== 0));
  });

  it("learns from the first sentence what the right path has and the best one has not", async () => {
    const two = { ...corpus, lengths: Int32Array.of(2) };
    const { linear, labelWeights } = await trainFactorialPerceptron({
      ...options,
      corpus: two,
      epochs: 1,
    });
    // All scores are 0 at first, so the pair of rank 0 is guessed at both positions.
    const gold = [...corpus.labels.subarray(0, 2)];
    assert(gold.every((label) => label > 0));
    const expected = new Int32Array(labels.length);
    for (const label of gold) expected[label]! += 64;
    expected[0] = -2 * 64;
    assertEquals(labelWeights, expected);
    const [P] = options.sizes;
    const bigrams = components.flatMap((of, chain) => {
      const pairs = [[of[gold[0]!]!, of[gold[1]!]!], [of[0]!, of[0]!]];
      return pairs.map((pair) => pair.map((component) => chain * P + component));
    });
    for (const [i, [row, column]] of bigrams.entries()) {
      const { offsets, columns, values } = linear.transitions;
      const at = columns.subarray(offsets[row!], offsets[row! + 1]).indexOf(column!);
      assertEquals(values[offsets[row!]! + at], i % 2 === 0 ? 64 : -64, `${row} ${column}`);
    }
  });

  it("counts the tokens and its mistakes", async () => {
    const seen: number[][] = [];
    await trainFactorialPerceptron(options, ({ epoch, sentences, tokens, mistakes }) => {
      if (sentences === 30) seen.push([epoch, tokens, mistakes]);
    });
    assertEquals(seen.map(([epoch, tokens]) => [epoch, tokens]), [[1, 90], [2, 90], [3, 90]]);
    assert(seen[2]![2]! < seen[0]![2]!);
  });
});

describe("trainFactorial()", () => {
  it("writes the same bytes when it runs twice, and no word of the corpus", () =>
    withCorpus(async (options) => {
      await trainFactorial(options);
      const pack = await Deno.readFile(options.out);
      const page = await Deno.readTextFile(options.out.replace(".safetensors.gz", ".md"));
      await trainFactorial(options);
      assertEquals(await Deno.readFile(options.out), pack);

      const task = await openPack(options.out);
      assertEquals([...task.lengths], [1, 2, 3, 4, 5, 1, 2]);
      assertEquals(task.model.structure!.map(({ size }) => size), [5, 6]);
      assertEquals(task.model.labelCount, 30);
      assertEquals(
        task.metadata["command"],
        "deno task train_factorial --data DATA/tiny --out tiny.safetensors.gz --format columns " +
          "--epochs 4 --seed 1 --sentences 7 --name tiny --licence none",
      );
      const file = await readPackFile(options.out);
      assertEquals(pairAccuracy(file, "p"), { tokens: 18, pairs: 18, chains: [18, 18] });
      assertEquals(task.metadata["chain_accuracies"], "1.00000 1.00000");
      for (const part of [task.hash, task.metadata["command"]!, "the chunk in 100.00%"]) {
        assertStringIncludes(page, part);
      }
      for (const word of WORDS) {
        assert(!JSON.stringify(file.metadata).includes(word) && !page.includes(word), word);
      }
    }));

  it("counts tokens whose label training did not have as wrong", () =>
    withCorpus(async (options) => {
      await Deno.writeTextFile(`${options.data}/test.tsv`, corpusText(10, "U"));
      await trainFactorial(options);
      const { metadata, gold } = await openPack(options.out);
      assertEquals(new Set(gold), new Set([-1]));
      assertEquals([metadata["accuracy"], metadata["chain_accuracies"]], [
        "0.00000",
        "0.00000 0.00000",
      ]);
    }));

  it("refuses another corpus than was asked for, and one without sentences", () =>
    withCorpus(async (options) => {
      await assertRejects(
        () => trainFactorial({ ...options, corpus: "0".repeat(64) }),
        RangeError,
        "Cannot train tiny on",
      );
      await Deno.writeTextFile(`${options.data}/train.tsv`, "\n");
      await assertRejects(
        () => trainFactorial(options),
        RangeError,
        "Cannot use the train part of",
      );
    }));
});
