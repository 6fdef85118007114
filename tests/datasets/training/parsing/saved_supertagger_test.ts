import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { prepared } from "../../../../decoders/tagging/prepared.ts";
import viterbi from "../../../../decoders/viterbi.ts";
import { writeAuto } from "../../../../datasets/ccg/bank_files.ts";
import { wordsOf } from "../../../../datasets/ccg/tree.ts";
import { denseScores } from "../../../../datasets/linear_model.ts";
import { readModel } from "../../../../datasets/models/read_model.ts";
import {
  ModelStore,
  trainParsingPack,
} from "../../../../datasets/training/parsing/train_parsing_pack.ts";
import { smallBank } from "../../../helpers/bank.ts";
import { piped } from "../../../helpers/child.ts";
import { withFolder } from "../../../helpers/packs.ts";

const DEV = smallBank(30, 9);
const SETTINGS = { taggerEpochs: 2, taggerL2: 0.1, parserEpochs: 1, seed: 1 };

describe("a supertagger's model file", () => {
  it("tags as the supertagger that was trained, to the last bit, in the library and by `tag`", () =>
    withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/train.auto`, writeAuto(smallBank(150, 3)));
      await Deno.writeTextFile(`${folder}/dev.auto`, writeAuto(DEV));
      const path = `${folder}/tagger.safetensors`;
      const store = new ModelStore();
      const common = { data: folder, name: "small", part: "dev", pos: "bank", deep: 0 } as const;
      await trainParsingPack(
        { ...common, saveTagger: path, notes: {}, model: SETTINGS },
        store,
      );
      const { grammar: { tags }, tagger: { model, emissions } } = await store.tagger(
        folder,
        SETTINGS,
      );
      const transitions = denseScores(model.transitions, 2 ** -model.unitExponent);
      const decode = prepared(viterbi, { labelCount: tags.length, transitions });
      const tag = readModel(await Deno.readFile(path)).tagger();
      const words = DEV.map(wordsOf);
      const lines = words.map((sentence) => {
        const { forms, pos } = sentence;
        const columns = forms.map((form, t) => [form, pos[t]!]);
        const [answer] = tag.columns(columns);
        const lattice = { length: forms.length, emissions: emissions(sentence) };
        const { score, labels } = decode(lattice).paths[0]!;
        const names = Array.from(labels, (label) => tags[label]!);
        assertEquals([answer!.labels, answer!.score], [names, score]);
        return columns.map((row, t) => `${row.join("\t")}\t${names[t]}\n`).join("") + "\n";
      });
      const input = words.map(({ forms, pos }) =>
        forms.map((form, t) => `${form}\t${pos[t]}\n`).join("") + "\n"
      );
      const { stdout, errors } = await piped(input.join(""), "read", "tag", "--model", path);
      assertEquals(stdout, lines.join(""));
      assertStringIncludes(errors.at(-1)!, "30 sentences");
      assertThrows(() => tag.columns([["dogs"]]), RangeError, "Cannot find the pos of token 0");
    }));
});
