import { after, before, describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { newWork } from "../../../../decoders/contract.ts";
import barHillel from "../../../../decoders/parsing/bar_hillel.ts";
import { scoreDerivation } from "../../../../decoders/parsing/forest/score_derivation.ts";
import { NO_CANDIDATE } from "../../../../decoders/parsing/model.ts";
import pipeline from "../../../../decoders/parsing/pipeline.ts";
import { writeAuto } from "../../../../datasets/ccg/bank_files.ts";
import { wordsOf } from "../../../../datasets/ccg/tree.ts";
import { readPackFile } from "../../../../datasets/packs/pack_file.ts";
import { tensor, type TensorFile } from "../../../../datasets/packs/tensors.ts";
import {
  parsingDataset,
  parsingModel,
  parsingSentences,
} from "../../../../datasets/parsing_dataset.ts";
import { selectPart, selectSentences } from "../../../../datasets/parsing_part.ts";
import { Expectations } from "../../../../datasets/training/parsing/expectations.ts";
import { byRules } from "../../../../datasets/training/parsing/packed_contents.ts";
import { MOST_WORDS, openParser } from "../../../../datasets/training/parsing/parser_file.ts";
import {
  ModelStore,
  packQuality,
  type ParsingPackOptions,
  trainParsingPack,
} from "../../../../datasets/training/parsing/train_parsing_pack.ts";
import { smallBank } from "../../../helpers/bank.ts";

const DEV = smallBank(12, 99);
let folder: string;
/** The file of a parser, with which `dev.safetensors` was made. */
let parser: TensorFile;
let options: ParsingPackOptions & { readonly out: string };

/** A pack with the tables of its file. */
async function pack(own: Partial<ParsingPackOptions>, store?: ModelStore) {
  const all = { ...options, ...own };
  await trainParsingPack(all, store);
  return parsingDataset(await readPackFile(all.out), all.out);
}

describe("trainParsingPack() and openParser()", () => {
  before(async () => {
    folder = await Deno.makeTempDir();
    await Deno.writeFile(`${folder}/train.auto.gz`, gzipSync(writeAuto(smallBank(200, 3))));
    await Deno.writeTextFile(`${folder}/dev.auto`, writeAuto(DEV));
    options = {
      ...{ data: folder, out: `${folder}/one.safetensors.gz`, name: "one", part: "dev" },
      ...{ pos: "bank", deep: 3, notes: { licence: "none" } },
      model: { taggerEpochs: 3, taggerL2: 0.1, parserEpochs: 2, seed: 1 },
    };
    const save = `${folder}/model.safetensors.gz`;
    await trainParsingPack({ ...options, out: `${folder}/dev.safetensors`, deep: 0, save });
    parser = await readPackFile(save);
  });
  after(() => Deno.remove(folder, { recursive: true }));

  it("writes the same bytes again, and says how good they are", async () => {
    await trainParsingPack(options);
    const other = `${folder}/other.safetensors.gz`;
    await trainParsingPack({ ...options, out: other, recordedOut: options.out });
    assertEquals(await Deno.readFile(options.out), await Deno.readFile(other));
    const page = await Deno.readTextFile(`${folder}/one.md`);
    assertEquals(page, await Deno.readTextFile(`${folder}/other.md`));
    const texts = [
      "| Packed | 12 sentences of the dev part, ",
      "| Parser | trained on 200 derivations of 200, 2 passes |",
      "| Left out for what the grammar lacks | none |",
      "| Parsed by adaptive supertagging | 12 sentences |",
      "| Licence | none |",
      `deno task train_parser --data DATA/${basename(folder)} --out one.safetensors.gz `,
      "--part dev --pos bank --deep 3 --tagger-epochs 3 --tagger-l2 0.1 --epochs 2 --seed 1",
    ];
    for (const text of texts) assertStringIncludes(page, text);
  });

  it("packs the scores of the models, and right analyses", async () => {
    const store = new ModelStore();
    const { contents } = await pack({}, store);
    const { weights } = await store.models(folder, options.model);
    const model = parsingModel(contents);
    const sentences = parsingSentences(contents, {});
    const parse = pipeline.prepare(model, { rule: "viterbi" });
    const expectations = new Expectations(weights);
    sentences.forEach((sentence, i) => {
      const { derivation, beam } = parse(sentence, newWork());
      expectations.open(weights.encode(wordsOf(DEV[i]!)));
      const { parser } = scoreDerivation(model, sentence, derivation!, beam);
      // Each of some weights is rounded to 2^−10.
      const parts = 12 * derivation!.steps.length / 4 + derivation!.tags.length;
      assertAlmostEquals(parser, expectations.scoreOf(derivation!), parts * 2 ** -11);
    });
    assertEquals(sentences.length, 12);
    assertEquals(sentences[0]!.gold!.tags.length, sentences[0]!.length);
    assert(sentences[0]!.gold!.spans!.length >= 3);
    assertEquals([...contents.slots.depths].slice(0, 4), [184, 184, 184, 110]);
  });

  it("finds an F of 0 where all sentences have one word", async () => {
    const { contents } = await pack({});
    const rules = [...contents.grammar.left.keys()];
    const word = selectPart(selectSentences(contents, [0]), { words: [0], rules });
    assertEquals(packQuality(word).spanF, 0);
  });

  it("trains through belief propagation with the slots of models trained apart", async () => {
    const model = { ...options.model, sentences: 60 };
    const { slots: apart } = (await pack({ model })).contents;
    const { slots: joint } = (await pack({ model: { ...model, joint: 3 } })).contents;
    assertEquals([joint.tags, joint.levels20], [apart.tags, apart.levels20]);
    assert(joint.emissions.some((score, i) => score !== apart.emissions[i]));
    const page = await Deno.readTextFile(`${folder}/one.md`);
    assertStringIncludes(page, "with the supertagger through 3 rounds of belief propagation");
  });

  it("predicts parts of speech", async () => {
    await pack({ pos: "predicted", sentences: 5 });
    const page = await Deno.readTextFile(`${folder}/one.md`);
    assertMatch(page, /\| Parts of speech \| predicted, (9\d\.\d\d|100\.00)% right \|/);
    assertStringIncludes(page, "| Packed | 5 sentences of the dev part");
  });

  it("shows right tags beyond the beams in the space of right tags alone", async () => {
    const { contents } = await pack({ model: { ...options.model, sentences: 3 } });
    const usual = parsingSentences(contents, {});
    const gold = parsingSentences(contents, { space: "gold" });
    const tags = (sentences: typeof usual) => sentences.flatMap(({ slots }) => [...slots.tags]);
    assert(tags(gold).length >= tags(usual).length);
    for (const { levels, slots } of usual) {
      slots.tags.forEach((_, i) => assert(Math.min(levels[20][i]!, levels[150][i]!) <= 184));
    }
  });

  it("refuses another bank, and one that is not there", async () => {
    const other = trainParsingPack({ ...options, bank: "abc" });
    await assertRejects(() => other, RangeError, "its derivations have the SHA-256 ");
    const missing =
      `Cannot find the test part of a bank in ${folder}: no test.auto and no test.conllu`;
    const test = trainParsingPack({ ...options, part: "test" });
    await assertRejects(() => test, Deno.errors.NotFound, missing);
  });

  it("refuses a limit that leaves no chart to learn from", async () => {
    const call = () => pack({ model: { ...options.model, chartLimit: 1 } });
    const message = "Cannot train a parser on charts of at most 1 items: those of all 2";
    await assertRejects(call, RangeError, message);
  });

  it("parses new sentences as the pack that was made with it has them", async () => {
    const path = `${folder}/dev.safetensors`;
    const { contents } = parsingDataset(await readPackFile(path), path);
    for (const space of ["ast", "reverse"] as const) {
      const own = openParser(parser, "model", { space });
      const parse = barHillel.prepare(own.model, { prune: true });
      const packed = barHillel.prepare(parsingModel(contents), { prune: true });
      parsingSentences(contents, { space }).forEach((sentence, i) => {
        const found = parse(own.sentence(wordsOf(DEV[i]!)), newWork());
        const other = packed(sentence, newWork());
        assertEquals([found.derivation, found.objective], [other.derivation, other.objective]);
        assert(found.derivation !== undefined);
      });
    }
  });

  it("says what it is and how it was made", () => {
    const { command, licence, kind } = openParser(parser, "model").metadata;
    assertEquals([kind, licence], ["parser", "none"]);
    assert(command!.includes("--save model.safetensors.gz --tagger-epochs 3"), command);
  });

  it("refuses what it cannot parse, and files that are no parsers", () => {
    const own = openParser(parser, "model");
    const listOf = (length: number, text: string) => new Array<string>(length).fill(text);
    const words = (n: number) => ({ forms: listOf(n, "dogs"), pos: listOf(n, "NNS") });
    for (const length of [0, MOST_WORDS + 1]) {
      const message = `Cannot parse ${length} words: 1 to ${MOST_WORDS} are possible`;
      assertThrows(() => own.sentence(words(length)), RangeError, message);
    }
    const other = { ...parser, metadata: { ...parser.metadata, kind: "model" } };
    assertThrows(() => openParser(other, "f"), SyntaxError, 'its metadata "kind" is model');
    const tensors = new Map(parser.tensors);
    const leaf = tensors.get("leaf_weights")!;
    const data = Float64Array.from(leaf.data as Float64Array, () => NaN);
    tensors.set("leaf_weights", { ...leaf, data, dtype: "F64" });
    assertThrows(() => openParser({ ...parser, tensors }, "f"), RangeError, "is not finite");
    // 5,000 features, each with a weight for a production of 5,000 rules.
    const ones = new Int32Array(5000);
    const rows = { offsets: ones.map((_, i) => i), columns: ones, values: ones };
    const expand = () => byRules(rows, { count: 1, ofRule: ones });
    assertThrows(expand, RangeError, "by 5000 weights of productions: 25000000");
  });

  it("knows words that begin with a mark of the byte order", () => {
    const numbers = (name: string) => parser.tensors.get(name)!.data as Uint16Array;
    const lengths = Int32Array.from(numbers("word_lengths"));
    const bytes = numbers("word_bytes");
    const word = `\ufeff${new TextDecoder().decode(Uint8Array.from(bytes.slice(0, lengths[0])))}`;
    const own = [...numbers("word_tags").subarray(0, numbers("word_tag_counts")[0])];
    lengths[0]! += 3;
    const tensors = new Map(parser.tensors)
      .set("word_lengths", tensor(lengths))
      .set("word_bytes", tensor(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes)));
    const marked = openParser({ ...parser, tensors }, "model");
    const { slots: { tags }, levels } = marked.sentence({ forms: [word], pos: ["UNSEEN"] });
    const found = [...tags].filter((_, slot) => levels[20][slot] !== NO_CANDIDATE);
    assertEquals(found.filter((tag) => !own.includes(tag)), []);
    assert(found.length > 0);
  });
});
