import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { newWork } from "../../../../decoders/contract.ts";
import barHillel from "../../../../decoders/parsing/bar_hillel.ts";
import { writeAuto } from "../../../../datasets/ccg/bank_files.ts";
import { wordsOf } from "../../../../datasets/ccg/tree.ts";
import { readPackFile } from "../../../../datasets/packs/pack_file.ts";
import type { TensorFile } from "../../../../datasets/packs/tensors.ts";
import {
  parsingDataset,
  parsingModel,
  parsingSentences,
} from "../../../../datasets/parsing_dataset.ts";
import { MOST_WORDS, openParser } from "../../../../datasets/training/parsing/parser_file.ts";
import { trainParsingPack } from "../../../../datasets/training/parsing/train_parsing_pack.ts";
import { smallBank } from "../../../helpers/bank.ts";

const DEV = smallBank(12, 99);

describe("openParser()", () => {
  let folder: string;
  let file: TensorFile;

  before(async () => {
    folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/train.auto`, writeAuto(smallBank(150, 3)));
    await Deno.writeTextFile(`${folder}/dev.auto`, writeAuto(DEV));
    await trainParsingPack({
      data: folder,
      out: `${folder}/dev.safetensors`,
      save: `${folder}/model.safetensors.gz`,
      name: "small",
      part: "dev",
      pos: "bank",
      deep: 0,
      notes: { licence: "none" },
      model: { taggerEpochs: 2, taggerL2: 0.1, parserEpochs: 1, seed: 1 },
    });
    file = await readPackFile(`${folder}/model.safetensors.gz`);
  });
  after(() => Deno.remove(folder, { recursive: true }));

  it("parses new sentences as the pack that was made with it has them", async () => {
    const path = `${folder}/dev.safetensors`;
    const { contents } = parsingDataset(await readPackFile(path), path);
    for (const space of ["ast", "reverse"] as const) {
      const parser = openParser(file, "model", { space });
      const parse = barHillel.prepare(parser.model, { prune: true });
      const packed = barHillel.prepare(parsingModel(contents), { prune: true });
      parsingSentences(contents, { space }).forEach((sentence, i) => {
        const own = parse(parser.sentence(wordsOf(DEV[i]!)), newWork());
        const other = packed(sentence, newWork());
        assertEquals([own.derivation, own.objective], [other.derivation, other.objective]);
        assert(own.derivation !== undefined);
      });
    }
  });

  it("says what it is and how it was made", () => {
    const { command, licence, kind } = openParser(file, "model").metadata;
    assertEquals([kind, licence], ["parser", "none"]);
    assert(command!.includes("--save model.safetensors.gz --tagger-epochs 2"), command);
  });

  it("refuses what it cannot parse, and files that are no parsers", () => {
    const parser = openParser(file, "model");
    const words = (length: number) => ({
      forms: Array.from({ length }, () => "dogs"),
      pos: Array.from({ length }, () => "NNS"),
    });
    for (const length of [0, MOST_WORDS + 1]) {
      const message = `Cannot parse ${length} words: 1 to ${MOST_WORDS} are possible`;
      assertThrows(() => parser.sentence(words(length)), RangeError, message);
    }
    const other = { ...file, metadata: { ...file.metadata, kind: "model" } };
    assertThrows(() => openParser(other, "f"), SyntaxError, 'its metadata "kind" is model');
    const tensors = new Map(file.tensors);
    const leaf = tensors.get("leaf_weights")!;
    tensors.set("leaf_weights", {
      ...leaf,
      data: Float64Array.from(leaf.data as Float64Array, () => NaN),
      dtype: "F64",
    });
    assertThrows(() => openParser({ ...file, tensors }, "f"), RangeError, "is not finite");
  });
});
