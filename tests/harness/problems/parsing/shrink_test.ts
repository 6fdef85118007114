import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import pipeline from "../../../../decoders/parsing/pipeline.ts";
import type { ParsingDecoder } from "../../../../decoders/parsing/contract.ts";
import { selectSentences } from "../../../../datasets/parsing_part.ts";
import { parsingFile, readParsing } from "../../../../datasets/parsing_dataset.ts";
import { resolveParses } from "../../../../harness/problems/parsing/discover.ts";
import { replay } from "../../../../harness/problems/parsing/replay.ts";
import {
  shrinkParses,
  shrinkSentence,
  writeFailing,
} from "../../../../harness/problems/parsing/shrink.ts";
import boastful from "../../../helpers/boastful_parser.ts";
import { withFolder } from "../../../helpers/packs.ts";
import { SMALL_PARSES, writeSmallParses } from "../../../helpers/parses.ts";

const SPACE = { beam: 0.001, cutoff: 150 };
const url = new URL("../../../helpers/boastful_parser.ts", import.meta.url).href;

describe("shrinkParses()", () => {
  it("leaves few words and rules on which a decoder is still wrong", () => {
    const parts = Array.from({ length: 12 }, (_, sentence) => {
      const whole = selectSentences(SMALL_PARSES, [sentence]);
      return shrinkParses(whole, SPACE, boastful, {});
    });
    const shrunk = parts.filter((part) => part !== null);
    assert(shrunk.length > 0 && shrunk.length < 12, `${shrunk.length}`);
    for (const { words, rules } of shrunk) {
      assertLessOrEqual(words.length, 3);
      assertLessOrEqual(rules.length, 6);
    }
  });

  it("finds nothing when the decoder is right", () => {
    const whole = selectSentences(SMALL_PARSES, [0]);
    assertEquals(shrinkParses(whole, SPACE, pipeline as unknown as ParsingDecoder, {}), null);
  });
});

describe("writeFailing()", () => {
  it("writes what replays the wrong answer", () =>
    withFolder(async (dir) => {
      const pack = `${dir}/small.safetensors`;
      await writeSmallParses(pack);
      const opening = { pack, url, options: {}, k: 1 };
      const { differences } = await replay(opening, { space: "beam=0.001,cutoff=150" });
      const sentence = Number(/^sentence (\d+): claims the bound/.exec(differences[0]!)![1]);
      const sample = await (await resolveParses(`${pack}{beam=0.001,cutoff=150}`)).sample(12, 1);
      const at = sample.indices.indexOf(sentence);
      const file = `${dir}/sample.safetensors`;
      await sample.write(file);
      const part = await shrinkSentence({ ...opening, pack: file }, at);
      const failing = `${dir}/failing.safetensors`;
      const told = JSON.parse(JSON.stringify(part));
      for (
        const [shown, sentences] of [[told, 1], [undefined, 1], [{ words: [9] }, 1], [
          null,
          at + 1,
        ]] as const
      ) {
        await writeFailing(failing, sample, at, shown);
        const again = await replay({ ...opening, pack: failing });
        assertEquals(again.sentences, sentences);
        assert(again.differences.at(-1)!.startsWith(`sentence ${sentences - 1}: claims the bound`));
      }
    }));
});

describe("selectSentences()", () => {
  it("gives packs that can be read, in the order of the sentences", () => {
    const two = selectSentences(SMALL_PARSES, [7, 2]);
    assertEquals(readParsing(parsingFile(two, {}), "p"), two);
    assertEquals(selectSentences(two, [1]), selectSentences(SMALL_PARSES, [2]));
    assertEquals(selectSentences(SMALL_PARSES, [...Array(12).keys()]), SMALL_PARSES);
  });
});
