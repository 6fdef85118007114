import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { columns } from "../../../datasets/corpora/columns.ts";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import { readPackFile } from "../../../datasets/packs/tensor_file.ts";
import { Random } from "../../../datasets/random.ts";
import { loadLibrary } from "../../../datasets/training/bilstm/library.ts";
import { BilstmNetwork, type EncodedSentence } from "../../../datasets/training/bilstm/network.ts";
import { type BilstmSettings, DEFAULTS } from "../../../datasets/training/bilstm/settings.ts";
import { readPackPage } from "../../../datasets/training/pack_page.ts";
import { type BilstmOptions, trainBilstm } from "../../../datasets/training/train_bilstm.ts";

const FORMS = ["owls", "hoot", "Zanzibar", "1984", "to-morrow", "hoot"];
const LABELS = 3;
/** The same in all tests: the library compiles anew for others. */
const SIZES = { inputs: "spelling", hidden: 4, batch: 4 };
/** Of a difference quotient: sums in float32 are too rough for a smaller one. */
const STEP = 2e-2;

async function tiny(output: "crf" | "softmax"): Promise<BilstmNetwork> {
  const settings = { ...DEFAULTS, output, ...SIZES };
  const shape = { labelCount: LABELS, forms: FORMS, seed: 5 };
  const network = new BilstmNetwork(await loadLibrary(), settings, shape);
  const random = new Random(6);
  // Scores of label pairs are 0 at first, and derivatives there are too even to tell much.
  for (const { values } of network.crf.parameters) {
    if (output === "crf") values.forEach((_, i) => values[i] = random.uniform() - 0.5);
  }
  return network;
}

/** Sentences of one position, of several, and of more than a block of steps. */
function sentencesOf({ embeddings }: BilstmNetwork): EncodedSentence[] {
  return [3, 1, 10].map((length, sentence) => ({
    words: Array.from({ length }, (_, t) => embeddings.rowsOf(FORMS[(2 * t + sentence) % 6]!)),
    gold: Int32Array.from({ length }, (_, t) => (t * t + sentence) % LABELS),
  }));
}

describe("BilstmNetwork", () => {
  for (const output of ["crf", "softmax"] as const) {
    it(`learn() agrees with finite differences through all layers with ${output}`, async () => {
      const network = await tiny(output);
      const sentences = sentencesOf(network);
      const lossOf = async () => (await network.learn(sentences)).loss / sentences.length;
      await lossOf();
      const random = new Random(7);
      const checks: { values: Float32Array; gradient: Float32Array; name: string }[] = [];
      for (const { name, values, gradient } of network.parameters) {
        const isFixed = output === "softmax" && /transitions$/.test(name);
        assertEquals(gradient.some((derivative) => derivative !== 0), !isFixed, name);
        if (!isFixed) checks.push({ values, gradient: gradient.slice(), name });
      }
      for (const { name, width, values, gradients } of network.tables) {
        const [row, gradient] = [...gradients].at(-1)!;
        const own = values.subarray(row * width, (row + 1) * width);
        checks.push({ values: own, gradient: gradient.slice(), name });
      }
      for (const { values, gradient, name } of checks) {
        // Along a direction of length 1 in which every value moves, so that all are looked at.
        const size = 1 / Math.sqrt(values.length);
        const direction = Float64Array.from(values, () => random.integer(2) === 0 ? size : -size);
        const kept = values.slice();
        const lossAt = async (step: number) => {
          values.forEach((_, i) => values[i] = kept[i]! + step * direction[i]!);
          return await lossOf();
        };
        const quotient = (await lossAt(STEP) - await lossAt(-STEP)) / (2 * STEP);
        values.set(kept);
        const found = direction.reduce((sum, part, i) => sum + part * gradient[i]!, 0);
        assertAlmostEquals(found, quotient, 1e-3, name);
      }
    });
  }

  it("emissions() gives a sentence the same bits in any batch", async () => {
    const network = await tiny("crf");
    const sentences = sentencesOf(network);
    const together = await network.emissions(sentences);
    let at = 0;
    for (const sentence of sentences) {
      const size = sentence.words.length * LABELS;
      assertEquals(await network.emissions([sentence]), together.slice(at, at + size));
      at += size;
    }
    assertEquals(at, together.length);
  });

  it("learn() is the same with the same chance, and refuses labels that there are not", async () => {
    const network = await tiny("crf");
    const sentences = sentencesOf(network);
    const lossWith = async (seed: number) =>
      (await network.learn(sentences, new Random(seed))).loss;
    const first = await lossWith(1);
    assertEquals(await lossWith(1), first);
    assert(await lossWith(2) !== first);
    const wrong = { ...sentences[1]!, gold: Int32Array.of(LABELS) };
    await assertRejects(
      () => network.learn([sentences[0]!, wrong]),
      RangeError,
      "Cannot find the loss of label 3 at sentence 1, position 0: there are 3 labels",
    );
  });
});

describe("loadLibrary()", () => {
  it("says what is missing when the library cannot be loaded", async () => {
    await assertRejects(
      () => loadLibrary("npm-package-that-is-not-there"),
      TypeError,
      "Cannot load the library that trains a BiLSTM, npm-package-that-is-not-there: ",
    );
  });
});

/** Sentences of 1 to 5 tokens whose labels follow from the words, but for the first. */
function corpusText(sentences: number, first: string): string {
  return Array.from({ length: sentences }, (_, s) =>
    Array.from({ length: 1 + s % 5 }, (_, t) => {
      const word = FORMS[(3 * s + t * t) % 5]!;
      return `${word}\t_\t${t === 0 ? first : `L${word.length}`}\n`;
    }).join("")).join("\n");
}

describe("trainBilstm()", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await Deno.makeTempDir();
    await Deno.mkdir(`${folder}/tiny`);
    await Deno.writeTextFile(`${folder}/tiny/train.tsv`, corpusText(30, "START"));
    await Deno.writeTextFile(`${folder}/tiny/test.tsv`, corpusText(10, "NEW"));
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  const run = (out: string, epochs: number, more: Partial<BilstmOptions & BilstmSettings> = {}) =>
    trainBilstm({
      data: `${folder}/tiny`,
      out: `${folder}/${out}`,
      reader: columns,
      epochs,
      seed: 1,
      sentences: 7,
      name: "tiny",
      notes: { licence: "none" },
      settings: { ...DEFAULTS, ...SIZES, rate: 0.03, output: more.output ?? "crf" },
      ...more,
    });

  it("writes what an uninterrupted training writes when it goes on from a checkpoint", async () => {
    await run("a.safetensors", 3);
    const checkpoint = `${folder}/checkpoint`;
    await run("b.safetensors", 1, { checkpoint });
    await run("b.safetensors", 3, { checkpoint, isResumed: true });
    const pack = await Deno.readFile(`${folder}/a.safetensors`);
    const text = new TextDecoder().decode(pack).replaceAll("--out a.safe", "--out b.safe");
    const other = await Deno.readFile(`${folder}/b.safetensors`);
    assertEquals(text, new TextDecoder().decode(other));

    const task = await openPack(`${folder}/a.safetensors`);
    assertEquals([...task.lengths], [1, 2, 3, 4, 5, 1, 2]);
    assertEquals([...task.gold!].filter((label) => label === -1).length, 7);
    assert(task.grid.largestChange === 0 && task.model.transitions.some((score) => score !== 0));
    const { metadata } = task;
    assertEquals(metadata["held_out"], "3 sentences, 12 tokens");
    assertStringIncludes(metadata["trained_on"]!, "27 sentences, 78 tokens, 3 epochs");
    assertStringIncludes(metadata["command"]!, "deno task train_bilstm --data DATA/tiny ");
    assertStringIncludes(metadata["command"]!, " --output crf --inputs spelling --hidden 4 ");
    const page = await Deno.readTextFile(`${folder}/a.md`);
    assertStringIncludes(page, "Lattices of a BiLSTM-CRF.");
    assertEquals(readPackPage(page), { hash: task.hash, trainSentences: 27 });

    await assertRejects(
      () => run("b.safetensors", 3, { checkpoint, isResumed: true, seed: 2 }),
      RangeError,
      `Cannot go on from ${checkpoint}: it is of another training`,
    );
  });

  it("learns no scores of label pairs with a softmax, and holds out the dev part", async () => {
    await Deno.writeTextFile(`${folder}/tiny/dev.tsv`, corpusText(5, "START"));
    await run("a.safetensors", 12, { output: "softmax" });
    const { tensors, metadata } = await readPackFile(`${folder}/a.safetensors`);
    for (const name of ["transitions", "start_transitions", "end_transitions"]) {
      assert([...tensors.get(name)!.data].every((score) => score === 0), name);
    }
    assertEquals(metadata["held_out"], "5 sentences, 15 tokens");
    assertEquals(metadata["model"], "BiLSTM with a softmax");
    // 10 of the 30 test tokens have a label that training did not have; the others are easy.
    assert(Number(metadata["held_out_accuracy"]) > 0.8, metadata["held_out_accuracy"]);
  });
});
