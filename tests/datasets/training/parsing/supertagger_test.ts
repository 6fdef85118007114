import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { NO_CANDIDATE } from "../../../../decoders/parsing/model.ts";
import { prepared } from "../../../../decoders/tagging/prepared.ts";
import viterbi from "../../../../decoders/viterbi.ts";
import { writeAuto } from "../../../../datasets/ccg/bank_files.ts";
import { wordsOf } from "../../../../datasets/ccg/tree.ts";
import { denseScores } from "../../../../datasets/linear_model.ts";
import { readModel } from "../../../../datasets/models/read_model.ts";
import { Random } from "../../../../datasets/random.ts";
import {
  beams,
  Candidates,
  sentenceSlots,
} from "../../../../datasets/training/parsing/supertagger.ts";
import {
  ModelStore,
  trainParsingPack,
} from "../../../../datasets/training/parsing/train_parsing_pack.ts";
import { smallBank } from "../../../helpers/bank.ts";
import { piped } from "../../../helpers/child.ts";
import { itInFolder } from "../../../helpers/in_folder.ts";

describe("Candidates", () => {
  const sentence = {
    forms: ["saw", "saw", "saw", "dog"],
    pos: ["VB", "VB", "NN", "NN"],
    labels: ["V", "W", "N", "M"],
  };
  const tags = ["M", "N", "V", "W"];
  const candidates = new Candidates([sentence], tags);

  it("of() gives a frequent word its own tags, a rare one those of its part of speech", () => {
    assertEquals(candidates.of("saw", "NN", 3), [1, 2, 3]);
    assertEquals(candidates.of("saw", "NN", 4), [0, 1]);
    assertEquals(candidates.of("unseen", "VB", 1), [2, 3]);
    assertEquals(candidates.of("unseen", "XX", 1), [0, 1, 2, 3]);
  });

  it("has no tags that are not in the list, and all where none is left", () => {
    const few = new Candidates([sentence], ["N"]);
    assertEquals(few.of("saw", "NN", 1), [0]);
    assertEquals(few.of("dog", "VB", 1), [0]);
  });

  it("needs parts of speech", () => {
    const call = () => new Candidates([{ forms: ["dog"], labels: ["N"] }], tags);
    assertThrows(call, RangeError, 'Cannot parse a sentence without parts of speech: "dog"');
  });
});

const TAGS = ["A", "B", "C"];
const UNIT = 2 ** -10;
const SENTENCE = { forms: [..."xyxz"], pos: [..."PPPQ"], labels: [..."ABAC"] };
const CANDIDATES = new Candidates([SENTENCE], TAGS);

/** A tagger of random scores over three tags. */
function randomTagger(seed: number) {
  const random = new Random(seed);
  const scores = (count: number) =>
    Int32Array.from({ length: count }, () => random.integer(8192) - 4096);
  const [emissions, transitions] = [Float64Array.from(scores(12), (one) => UNIT * one), scores(9)];
  const none = new Int32Array(0);
  const model = {
    unitExponent: 10,
    weights: { offsets: Int32Array.of(0), columns: none, values: none },
    transitions: {
      offsets: Int32Array.of(0, 3, 6, 9),
      columns: Int32Array.of(0, 1, 2, 0, 1, 2, 0, 1, 2),
      values: transitions,
    },
  };
  return { emissions, transitions, tagger: { model, emissions: () => emissions } };
}

describe("beams()", () => {
  it("finds levels by the probabilities of all sequences of candidates", () => {
    for (let seed = 0; seed < 30; seed++) {
      const { emissions, transitions, tagger } = randomTagger(seed);
      const found = beams(tagger, CANDIDATES, 3).of(SENTENCE).levels[20];
      const permitted = SENTENCE.forms.map((form, t) => CANDIDATES.of(form, SENTENCE.pos[t]!, 20));
      const weights = new Float64Array(12);
      const visit = (path: number[], score: number): void => {
        const t = path.length;
        if (t === 4) path.forEach((tag, i) => weights[3 * i + tag]! += Math.exp(score));
        for (const tag of permitted[t] ?? []) {
          const pair = t === 0 ? 0 : UNIT * transitions[3 * path[t - 1]! + tag]!;
          visit([...path, tag], score + emissions[3 * t + tag]! + pair);
        }
      };
      visit([], 0);
      weights.forEach((weight, i) => {
        const word = i - i % 3;
        const best = Math.max(...weights.subarray(word, word + 3));
        const exact = weight === 0 ? NO_CANDIDATE : -16 * Math.log(weight / best);
        // The next whole number, but for rounding.
        const rest = found[i]! - exact;
        assert(rest > -1e-9 && rest < 1 + 1e-9, `${found[i]} for ${exact}, seed ${seed}`);
        assertEquals(Math.min(...found.subarray(word, word + 3)), 0);
      });
    }
  });

  it("gives wider beams more tags at the same cutoff, and keeps right ones", () => {
    const found = beams(randomTagger(5).tagger, CANDIDATES, 3).of(SENTENCE);
    const right = Int32Array.of(2, -1, 0, 2);
    let last: string[] = [];
    for (const depth of [0, 8, 40, 254]) {
      const { offsets, tags, levels, emissions } = sentenceSlots(found, depth, right);
      const kept = Array.from(tags, (tag, slot) => {
        const t = offsets.findLastIndex((offset) => offset <= slot);
        assertEquals(emissions[slot], found.emissions[3 * t + tag]!);
        assert(Math.min(levels[20][slot]!, levels[150][slot]!) <= depth || right[t] === tag);
        return `${t} ${tag}`;
      });
      for (const slot of [...last, "0 2", "2 0", "3 2"]) assert(kept.includes(slot), slot);
      last = kept;
    }
  });
});

const DEV = smallBank(30, 9);
const SETTINGS = { taggerEpochs: 2, taggerL2: 0.1, parserEpochs: 1, seed: 1 };

itInFolder("a supertagger's file tags to the last bit as trained, by `tag` too", async (folder) => {
  await Deno.writeTextFile(`${folder}/train.auto`, writeAuto(smallBank(150, 3)));
  await Deno.writeTextFile(`${folder}/dev.auto`, writeAuto(DEV));
  const path = `${folder}/tagger.safetensors`;
  const store = new ModelStore();
  const common = { data: folder, name: "small", part: "dev", pos: "bank", deep: 0 } as const;
  await trainParsingPack({ ...common, saveTagger: path, notes: {}, model: SETTINGS }, store);
  const { grammar: { tags }, tagger: { model, emissions } } = await store.tagger(folder, SETTINGS);
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
});
