import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { gunzipSync } from "node:zlib";
import beam from "../../../decoders/beam.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { columns, writeColumns } from "../../../datasets/corpora/columns.ts";
import items from "../../../datasets/corpora/items.ts";
import {
  openPack,
  packMetadata,
  readPackFile,
  writePackFile,
} from "../../../datasets/packs/pack_file.ts";
import { BILSTM_DEFAULTS } from "../../../datasets/training/settings.ts";
import { readPackPage } from "../../../datasets/training/pages.ts";
import type { LearnerSettings, TrainOptions } from "../../../datasets/training/recipe.ts";
import { train } from "../../../datasets/training/train.ts";
import { longIt } from "../../helpers/long.ts";
import { chunkAfter, fiveWordSentences } from "../../helpers/word_sentences.ts";

const WORDS = ["quince", "marigold", "Zanzibar", "1984", "to-morrow"];

type Label = (word: number, before?: number) => string;
/** A word gives its label, but the first word of a sentence has another one. */
const withFirst = (first: string): Label => (word, before) =>
  before === undefined ? first : `L${WORDS[word]!.length}`;
/** A word gives its part of speech, the word before it its chunk. */
const withPairs = (tag: string): Label => (word, before) => `${tag}${word}|_|${chunkAfter(before)}`;

const SEARCH = { optimiser: "l-bfgs", tolerance: 1e-3, start: "curvature" } as const;
const PENALTY = { l1: 0, l2: 0.01, penalty: "all" } as const;
const CRF = { model: "crf", settings: { ...SEARCH, ...PENALTY } } as const;
/** Small, and the same in all tests: the library compiles anew for others. */
const NETWORK = { ...BILSTM_DEFAULTS, hidden: 4, batch: 4, rate: 0.03 };
const BILSTM = { model: "bilstm", settings: NETWORK } as const;

describe("train()", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await Deno.makeTempDir();
    for (const name of ["tiny", "pairs"]) await Deno.mkdir(`${folder}/${name}`);
    await write("tiny/train", 40, withFirst("START"));
    await write("tiny/test", 10, withFirst("NEW"));
    await write("pairs/train", 40, withPairs("T"));
    await write("pairs/test", 10, withPairs("T"));
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  const write = (part: string, sentences: number, label: Label) =>
    Deno.writeTextFile(
      `${folder}/${part}.tsv`,
      writeColumns(fiveWordSentences(sentences, WORDS, label)),
    );

  const run = (out: string, more: Partial<TrainOptions> = {}) =>
    train({
      data: `${folder}/${more.learner?.model === "factorial" ? "pairs" : "tiny"}`,
      out: `${folder}/${out}`,
      reader: columns,
      epochs: 10,
      seed: 1,
      sentences: 7,
      workers: 1,
      learner: { model: "perceptron" },
      decoder: viterbi,
      decoderOptions: {},
      variant: "viterbi",
      name: "tiny",
      notes: { licence: "none" },
      ...more,
    });

  /**
   * Of the 30 test tokens 10 have a label that training did not have; the others are easy. So many
   * of the packed tokens have one.
   */
  const EASY = { accuracy: "0.66667", unknown: 7 };
  const MODELS = [
    {
      learner: { model: "perceptron" },
      epochs: 3,
      ...EASY,
      command: "deno task train --data DATA/tiny --out a.safetensors.gz --format columns " +
        "--epochs 3 --seed 1 --sentences 7 --decoder viterbi --name tiny --licence none",
      page: ["Lattices of an averaged perceptron.", "66.67%", "| Licence | none |"],
    },
    {
      learner: CRF,
      epochs: 50,
      ...EASY,
      command: "deno task train --data DATA/tiny --out a.safetensors.gz --format columns " +
        "--epochs 50 --seed 1 --sentences 7 --decoder viterbi --learner crf --optimiser l-bfgs " +
        "--tolerance 0.001 --start curvature --l1 0 --l2 0.01 --penalty all --name tiny " +
        "--licence none",
      page: [
        "Lattices of a chain CRF.",
        "| Learner | L-BFGS, tolerance 0.001, ℓ2 = 0.01 on all weights |",
      ],
    },
    {
      learner: { model: "factorial" },
      epochs: 4,
      accuracy: "1.00000",
      unknown: 0,
      command: "deno task train_factorial --data DATA/pairs --out a.safetensors.gz " +
        "--format columns --epochs 4 --seed 1 --sentences 7 --name tiny --licence none",
      page: ["one of 5 parts of speech and one of 6 chunk labels", "the chunk in 100.00%"],
    },
  ] as const;
  for (const { learner, epochs, accuracy, unknown, command, page } of MODELS) {
    it(`writes the same bytes when it runs twice, and no words, for a ${learner.model}`, async () => {
      const path = `${folder}/a.safetensors.gz`;
      await run("a.safetensors.gz", { learner, epochs });
      const pack = await Deno.readFile(path);
      const text = await Deno.readTextFile(`${folder}/a.md`);
      await run("a.safetensors.gz", { learner, epochs });
      assertEquals(await Deno.readFile(path), pack);
      assertEquals(await Deno.readTextFile(`${folder}/a.md`), text);

      const { hash, lengths, gold, metadata } = await openPack(path);
      assertEquals([...lengths], [1, 2, 3, 4, 5, 1, 2]);
      assertEquals([...gold!].filter((label) => label === -1).length, unknown);
      assertEquals([metadata["accuracy"], metadata["command"]], [accuracy, command]);
      for (const part of [hash, command, ...page]) assertStringIncludes(text, part);
      assertEquals(readPackPage(text), { hash, trainSentences: 40 });
      const written = new TextDecoder("latin1").decode(gunzipSync(pack)) + text;
      for (const word of WORDS) assert(word === "1984" || !written.includes(word), word);
    });
  }

  it("says how many passes a CRF took, and the objective", async () => {
    await run("crf.safetensors.gz", { learner: CRF, epochs: 50 });
    const { metadata } = await openPack(`${folder}/crf.safetensors.gz`);
    const passes = Number(/tokens, (\d+) epochs/.exec(metadata["trained_on"]!)![1]);
    assert(passes > 1 && passes < 50, `${passes}`);
    const page = await Deno.readTextFile(`${folder}/crf.md`);
    assertStringIncludes(page, `| Objective | ${metadata["objective"]} |`);
  });

  it("says in a model file which command makes that, and not the pack", async () => {
    const save = `${folder}/model.safetensors`;
    await run("beside.safetensors", { save });
    const { command } = await packMetadata(save);
    const made = "deno task train --data DATA/tiny --save model.safetensors --format columns ";
    assertStringIncludes(command!, `${made}--epochs 10 --seed 1 --decoder viterbi --name tiny`);
  });

  it("takes a label for none when it is told to", async () => {
    const learner = { ...CRF, unlabelled: "START" };
    await run("partial.safetensors.gz", { learner, epochs: 50 });
    const { metadata } = await openPack(`${folder}/partial.safetensors.gz`);
    assertEquals(JSON.parse(metadata["labels"]!).includes("START"), false);
    assertStringIncludes(metadata["command"]!, "--penalty all --unlabelled START --name tiny");
    assertEquals(metadata["accuracy"], "0.66667");
    const wrong = [["?", "no training token has it"], ["L4", "a test token has it"]] as const;
    for (const [unlabelled, why] of wrong) {
      const call = () => run("x.safetensors.gz", { learner: { ...CRF, unlabelled } });
      await assertRejects(call, RangeError, why);
    }
  });

  it("counts pairs whose label training did not have as wrong", async () => {
    await write("pairs/test", 10, withPairs("U"));
    await run("a.safetensors", { learner: { model: "factorial" } });
    const { metadata, gold } = await openPack(`${folder}/a.safetensors`);
    assertEquals(new Set(gold), new Set([-1]));
    const { accuracy, chain_accuracies: ofChains } = metadata;
    assertEquals([accuracy, ofChains], ["0.00000", "0.00000 0.00000"]);
  });

  longIt("writes what uninterrupted training does when it goes on from a checkpoint", async () => {
    await run("a.safetensors", { learner: BILSTM, epochs: 3 });
    const checkpoint = `${folder}/checkpoint`;
    const resumed = { ...BILSTM, checkpoint, isResumed: true };
    await run("b.safetensors", { learner: { ...BILSTM, checkpoint }, epochs: 1 });
    await run("b.safetensors", { learner: resumed, epochs: 3 });
    const [pack, other] = await Promise.all(
      ["a", "b"].map((name) => Deno.readFile(`${folder}/${name}.safetensors`)),
    );
    const text = new TextDecoder("latin1").decode(pack).replaceAll("--out a.safe", "--out b.safe");
    assertEquals(text, new TextDecoder("latin1").decode(other));
    for (const word of WORDS) assert(!text.includes(word), word);

    const { hash, grid, model, gold, metadata } = await openPack(`${folder}/a.safetensors`);
    assertEquals([...gold!].filter((label) => label === -1).length, 7);
    assert(grid.largestChange === 0 && model.transitions.some((score) => score !== 0));
    assertEquals(metadata["held_out"], "4 sentences, 14 tokens");
    assertStringIncludes(metadata["trained_on"]!, "36 sentences, 106 tokens, 3 epochs");
    assertStringIncludes(metadata["command"]!, "deno task train_bilstm --data DATA/tiny ");
    assertStringIncludes(metadata["command"]!, " --output crf --inputs spelling --hidden 4 ");
    const page = await Deno.readTextFile(`${folder}/a.md`);
    assertStringIncludes(page, "Lattices of a BiLSTM-CRF.");
    assertEquals(readPackPage(page), { hash, trainSentences: 36 });

    const said = `Cannot go on from ${checkpoint}: it is of another training`;
    const again = () => run("b.safetensors", { learner: resumed, seed: 2 });
    await assertRejects(again, RangeError, said);
    const fewer = () => run("b.safetensors", { learner: resumed, epochs: 2 });
    const more = `Cannot go on from ${checkpoint} to 2 epochs: it is of 3 already`;
    await assertRejects(fewer, RangeError, more);

    const { metadata: whole, tensors } = await readPackFile(checkpoint);
    const state = JSON.stringify({ ...JSON.parse(whole["state"]!), powers: undefined });
    const parts = new Map([...tensors].filter(([name]) => name !== "transitions.second"));
    const lacks = `Cannot go on from ${checkpoint}: it is incomplete, without`;
    const damaged = [
      [`${lacks} "powers"`, { metadata: { ...whole, state }, tensors }],
      [`${lacks} "transitions.second"`, { metadata: whole, tensors: parts }],
      [`Cannot read the state in ${checkpoint}: `, { metadata: { ...whole, state: "{" }, tensors }],
    ] as const;
    for (const [message, file] of damaged) {
      await writePackFile(checkpoint, file);
      const call = () => run("b.safetensors", { learner: resumed, epochs: 4 });
      await assertRejects(call, SyntaxError, message);
    }
  });

  longIt("learns no scores of label pairs with a softmax, and holds out the dev part", async () => {
    await write("tiny/dev", 5, withFirst("START"));
    const settings = { ...NETWORK, output: "softmax" } as const;
    await run("a.safetensors", { learner: { model: "bilstm", settings }, epochs: 12 });
    const { tensors, metadata } = await readPackFile(`${folder}/a.safetensors`);
    for (const name of ["transitions", "start_transitions", "end_transitions"]) {
      assert([...tensors.get(name)!.data].every((score) => score === 0), name);
    }
    assertEquals(metadata["held_out"], "5 sentences, 15 tokens");
    assertEquals(metadata["model"], "BiLSTM with a softmax");
    assert(Number(metadata["held_out_accuracy"]) > 0.8, metadata["held_out_accuracy"]);
  });

  it("refuses attributes to learners that would not look at them", async () => {
    for (const part of ["train", "test"]) {
      const text = "T1|_|O\tw=a\tlen:3\nT2|_|B-NP\tw=b\n\n";
      await Deno.writeTextFile(`${folder}/pairs/${part}.items`, text);
    }
    const learners = [[BILSTM, "it sees words alone"], [{ model: "factorial" }, "two chains"]];
    for (const [learner, message] of learners as [LearnerSettings, string][]) {
      const own = { data: `${folder}/pairs`, reader: items, learner };
      await assertRejects(() => run("x.safetensors", own), RangeError, message);
    }
  });

  it("refuses more labels than a model holds before it is learned", async () => {
    const text = Array.from({ length: 8193 }, (_, i) => `w\t_\tL${i}\n`).join("");
    await Deno.writeTextFile(`${folder}/tiny/train.tsv`, text);
    const message = "Cannot learn a model of 8193 labels: it holds at most 8192";
    const saved = { save: `${folder}/model.safetensors`, learner: CRF };
    for (const more of [saved, { learner: BILSTM }]) {
      await assertRejects(() => run("a.safetensors", more), RangeError, message);
    }
  });

  it("refuses a decoder that is not exact, another corpus, and one without sentences", async () => {
    const call = () => run("e.safetensors", { decoder: beam, decoderOptions: { width: 1 } });
    await assertRejects(call, TypeError, "Cannot train with a decoder that is not exact: beam");
    await assertRejects(() => run("f.safetensors", { corpus: "00ff" }), RangeError, "not 00ff");
    await Deno.writeTextFile(`${folder}/tiny/test.tsv`, "\n\n");
    await assertRejects(() => run("d.safetensors"), RangeError, "Cannot use the test part of");
    assertEquals(readPackPage("# tiny"), undefined);
  });
});
