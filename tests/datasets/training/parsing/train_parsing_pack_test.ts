import { after, before, describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { gzipSync } from "node:zlib";
import { newWork } from "../../../../decoders/contract.ts";
import { scoreDerivation } from "../../../../decoders/parsing/forest/score_derivation.ts";
import pipeline from "../../../../decoders/parsing/pipeline.ts";
import { writeAuto } from "../../../../datasets/ccg/bank_files.ts";
import { readPackFile } from "../../../../datasets/packs/tensor_file.ts";
import { parsingModel, parsingSentences, parsingTask } from "../../../../datasets/parsing_task.ts";
import { Expectations } from "../../../../datasets/training/parsing/expectations.ts";
import { wordsOf } from "../../../../datasets/ccg/tree.ts";
import {
  ModelStore,
  type ParsingPackOptions,
  trainParsingPack,
} from "../../../../datasets/training/parsing/train_parsing_pack.ts";
import { smallBank } from "../../../helpers/bank.ts";

const DEV = smallBank(12, 99);
let folder: string;
let options: ParsingPackOptions;

/** A pack with the tables of its file. */
async function pack(own: Partial<ParsingPackOptions>, store?: ModelStore) {
  const all = { ...options, ...own };
  await trainParsingPack(all, store);
  return parsingTask(await readPackFile(all.out), all.out);
}

describe("trainParsingPack()", () => {
  before(async () => {
    folder = await Deno.makeTempDir();
    await Deno.writeFile(`${folder}/train.auto.gz`, gzipSync(writeAuto(smallBank(200, 3))));
    await Deno.writeTextFile(`${folder}/dev.auto`, writeAuto(DEV));
    options = {
      ...{ data: folder, out: `${folder}/one.safetensors.gz`, name: "one", part: "dev" },
      ...{ pos: "bank", deep: 3, notes: { licence: "none" } },
      model: { taggerEpochs: 3, taggerL2: 0.1, parserEpochs: 2, seed: 1 },
    };
  });
  after(() => Deno.remove(folder, { recursive: true }));

  it("writes the same bytes again, and says how good they are", async () => {
    await trainParsingPack(options);
    const other = `${folder}/other.safetensors.gz`;
    await trainParsingPack({ ...options, out: other, recordedOut: options.out });
    assertEquals(await Deno.readFile(options.out), await Deno.readFile(other));
    const page = await Deno.readTextFile(`${folder}/one.md`);
    assertEquals(page, await Deno.readTextFile(`${folder}/other.md`));
    for (
      const text of [
        "| Packed | 12 sentences of the dev part, ",
        "| Parser | trained on 200 derivations of 200, 2 passes |",
        "| Left out for what the grammar lacks | none |",
        "| Parsed by adaptive supertagging | 12 sentences |",
        "| Licence | none |",
        `deno task train_parser --data DATA/${
          folder.replace(/.*\//, "")
        } --out one.safetensors.gz `,
        "--part dev --pos bank --deep 3 --tagger-epochs 3 --tagger-l2 0.1 --epochs 2 --seed 1",
      ]
    ) {
      assertStringIncludes(page, text);
    }
  });

  it("packs the scores of the models, and right analyses", async () => {
    const store = new ModelStore();
    const { contents } = await pack({}, store);
    const { weights } = await store.models(folder, options.model);
    const model = parsingModel(contents);
    const sentences = parsingSentences(contents, {});
    const parse = pipeline.prepare(model, { rule: "viterbi" });
    const expectations = new Expectations(weights);
    let compared = 0;
    sentences.forEach((sentence, i) => {
      const { derivation, beam } = parse(sentence, newWork());
      if (derivation === undefined) return;
      expectations.open(weights.encode(wordsOf(DEV[i]!)));
      const { parser } = scoreDerivation(model, sentence, derivation, beam);
      // Each of some weights is rounded to 2^−10.
      const parts = 12 * derivation.steps.length / 4 + derivation.tags.length;
      assertAlmostEquals(parser, expectations.scoreOf(derivation), parts * 2 ** -11);
      compared++;
    });
    assertEquals(compared, 12);
    const [first] = sentences;
    assertEquals(first!.gold!.tags.length, first!.length);
    assert(first!.gold!.spans!.length >= 3);
    assertEquals([...contents.slots.depths].slice(0, 4), [184, 184, 184, 110]);
  });

  it("trains through belief propagation with the slots of models trained apart", async () => {
    const model = { ...options.model, sentences: 60 };
    const apart = await pack({ model });
    const joint = await pack({ model: { ...model, joint: 3 } });
    assertEquals(joint.contents.slots.tags, apart.contents.slots.tags);
    assertEquals(joint.contents.slots.levels20, apart.contents.slots.levels20);
    assert(joint.contents.slots.emissions.some((score, i) => {
      return score !== apart.contents.slots.emissions[i];
    }));
    const page = await Deno.readTextFile(`${folder}/one.md`);
    assertStringIncludes(page, "with the supertagger through 3 rounds of belief propagation");
  });

  it("predicts parts of speech", async () => {
    await pack({ pos: "predicted", sentences: 5 });
    const page = await Deno.readTextFile(`${folder}/one.md`);
    assert(/\| Parts of speech \| predicted, (9\d\.\d\d|100\.00)% right \|/.test(page), page);
    assertStringIncludes(page, "| Packed | 5 sentences of the dev part");
  });

  it("shows right tags beyond the beams in the space of right tags alone", async () => {
    const { contents } = await pack({ model: { ...options.model, sentences: 3 } });
    const usual = parsingSentences(contents, {});
    const gold = parsingSentences(contents, { space: "gold" });
    const slots = (sentences: typeof usual) =>
      sentences.reduce((sum, { slots: { tags } }) => sum + tags.length, 0);
    assert(slots(gold) >= slots(usual));
    for (const { levels, slots: { tags } } of usual) {
      tags.forEach((_, i) => assert(Math.min(levels[20][i]!, levels[150][i]!) <= 184));
    }
  });

  it("refuses another bank, and one that is not there", async () => {
    await assertRejects(
      () => trainParsingPack({ ...options, bank: "abc" }),
      RangeError,
      "its derivations have the SHA-256 ",
    );
    await assertRejects(
      () => trainParsingPack({ ...options, part: "test" }),
      Deno.errors.NotFound,
      `Cannot find the test part of a bank in ${folder}: no test.auto and no test.conllu`,
    );
  });
});
