import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { parseItem } from "../../../datasets/items.ts";
import { byteString } from "../../../datasets/models/byte_strings.ts";
import type { Answer, FeatureModel } from "../../../datasets/models/contract.ts";
import { featureModel } from "../../../datasets/models/feature_model.ts";
import { readModel } from "../../../datasets/models/read_model.ts";
import { ModelTagger } from "../../../datasets/models/tagger.ts";
import { LOOKING, wapitiBytes } from "../../datasets/models/wapiti_files.ts";
import { expander } from "../../../datasets/models/encoder.ts";
import {
  Block,
  blocksOf,
  BlockTagger,
  columnsText,
  type Input,
  jsonOf,
} from "../../../harness/commands/_tag_blocks.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** A campaign tries more: `TRELLIS_CASES=20000`. */
const RUNS = Number(Deno.env.get("TRELLIS_CASES") ?? 250);

const LINES = ["\n", "\n", "\r\n", "\n\n", "\r", "\n \n", "\n\u00a0\t\n", "\n\u2003\u3000\r\n"];
const WORDS = ["a", "b", "É", "=", "a-name-of-sixteen", "日本", "\u00a0", "\u2028", "\u0000", "Ab"];
const SPACES = ["\t", "\t", " ", "\t\t", "  "];

const textOf = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(""));

/** A model of three labels that knows two thirds of the names, in an order of its own. */
function inventedModel(names: readonly string[], rest: Partial<FeatureModel>): FeatureModel {
  const known = [...new Set(names)].filter((_, i) => i % 3 > 0);
  const attributes = new Map(known.map((name, row) => [name, row]));
  const weights = Float64Array.from({ length: 2 * known.length }, (_, i) => (i * 37 % 64) / 64);
  return featureModel({
    format: "invented",
    labels: ["O", "B-é", "a-label-of-more-than-sixteen"],
    attributes,
    weights: {
      offsets: Int32Array.from({ length: known.length + 1 }, (_, i) => 2 * i),
      columns: Int32Array.from(weights, (_, i) => (i + i % 3) % 3),
      weights,
    },
    transitions: Float64Array.of(0.5, -1, -8, 0.25, 0, 2, 0, -0.125, 1),
    ...rest,
  }, "a test");
}

/** Sentences of a text: lines between those of blanks. The last line end may be half of one. */
function sentencesOf(text: string): string[][] {
  const lines = text.split(/\r?\n|\r$/);
  if (lines.at(-1) === "") lines.pop();
  const sentences: string[][] = [[]];
  for (const line of lines) {
    if (!/[^\t-\r ]/.test(line)) sentences.push([]);
    else sentences.at(-1)!.push(line);
  }
  return sentences.filter(({ length }) => length > 0);
}

/** CRF++ and Wapiti have columns between runs of tabs and spaces, however many. */
const columnsOf = (line: string) => line.match(/[^\t ]+/g) ?? [];

/** Holds a tagger of blocks against answers of another way. */
function compare(
  model: FeatureModel,
  input: Input,
  text: string,
  answersOf: (lines: string[]) => Answer[],
): void {
  const tag = (format: "columns" | "json") => {
    const { output } = new BlockTagger(model, { input, format })
      .tag(new Block(encoder.encode(text), 1));
    return output instanceof Uint8Array ? decoder.decode(output) : output.join("");
  };
  let wanted: string;
  try {
    wanted = sentencesOf(text).map((lines) => columnsText(lines, answersOf(lines), {})).join("");
  } catch {
    assertThrows(() => tag("columns"), Error, "Cannot tag standard input, lines ");
    return;
  }
  assertEquals(tag("columns"), wanted);
  const json = sentencesOf(text).map((lines) => jsonOf(answersOf(lines), {}, "")).join("");
  assertEquals(tag("json"), json);
}

describe("BlockTagger", () => {
  it("keeps scores of pairs where sentences grow, and the memory with them", () => {
    const model = readModel(wapitiBytes(LOOKING), { source: "f" });
    const tagger = new BlockTagger(model, { input: "columns", format: "json" });
    const words = ["dax C", "f\u00e9p c", "x C", "dax c"];
    for (let length = 1; length <= 2 ** 13; length *= 2) {
      const lines = Array.from({ length }, (_, t) => words[(t * 7 + length) % words.length]!);
      const block = new Block(encoder.encode(`${lines.join("\n")}\n\n`), 1);
      const answers = new ModelTagger(model).columns(lines.map(columnsOf));
      assertEquals((tagger.tag(block).output as string[]).join(""), jsonOf(answers, {}, ""));
    }
  });

  it("tags items in bytes as parseItem() and a map do, whatever the text", () => {
    const escapes = ["\\:", "\\\\", "\\", ":2", ":-0.5", "a:1", "L\ta\tb\n"];
    const hostile = [":", ":x"];
    const pieces = [...WORDS, ...SPACES, ...LINES, ...escapes];
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 9, arbitrary: textOf(pieces) },
          { weight: 1, arbitrary: textOf([...pieces, ...hostile]) },
        ),
        (text) => {
          const names = sentencesOf(text).flat().flatMap((line) => {
            try {
              return parseItem(line).attributes;
            } catch {
              return [];
            }
          });
          const model = inventedModel(
            names.map((name) => byteString(typeof name === "string" ? name : name[0])),
            {},
          );
          const tagger = new ModelTagger(model);
          compare(
            model,
            "items",
            text,
            (lines) => tagger.attributes(lines.map((line) => parseItem(line).attributes)),
          );
        },
      ),
      { seed: 7, numRuns: RUNS },
    );
  });

  const PATTERNS = {
    crfpp: [
      ...["U00:%x[0,0]", "U01:%x[-1,0]/%x[0,1]", "U02:%x[8,0]", "U-%x[0,2]", "%x[1,0]%x[-8,1]"],
      ...["B", "U"],
    ],
    wapiti: [
      ...["u:%x[0,0]", "u-%X[0,0]é%x[-1,1]", "u%x[@1,0]", "u%x[@-1,0]", "u%X[-9,0]", "u%x[7,0]"],
      ...["*%x[0,2]", "b", "u%x[0,4294967296]", "u%x[4294967296,0]", 'u%t[0,0,"\\u"]'],
    ],
  };
  for (const [syntax, all] of Object.entries(PATTERNS)) {
    it(`tags columns in bytes by patterns of ${syntax} as the expander does`, () => {
      fc.assert(
        fc.property(
          textOf([...WORDS, ...SPACES, ...LINES, "a b\n", "b\tÉ\tB\n", "a\tb\n"]),
          fc.subarray(all, { minLength: 1 }),
          (text, patterns) => {
            const templates = { syntax, patterns: patterns.map(byteString) };
            const expand = expander(inventedModel([], { templates }));
            const names = sentencesOf(text).flatMap((lines) => {
              const rows = lines.map((line) => columnsOf(line).map(byteString));
              try {
                return rows.flatMap((_, t) => expand(rows, t));
              } catch {
                return [];
              }
            });
            const model = inventedModel(names, { templates });
            const tagger = new ModelTagger(model);
            compare(model, "columns", text, (lines) => tagger.columns(lines.map(columnsOf)));
          },
        ),
        { seed: 8, numRuns: RUNS },
      );
    });
  }

  it("tags a block after a longer one, and one that is longer still", () => {
    const model = inventedModel(["a", "b", "c"], {});
    const tagger = new ModelTagger(model);
    const blocks = new BlockTagger(model, { input: "items", format: "columns" });
    for (const count of [3, 1, 0, 500, 2, 40_000]) {
      const text = "x\tb\tc:0.5\n\n".repeat(count);
      const { output, sentences } = blocks.tag(new Block(encoder.encode(text), 1));
      assertEquals(sentences, count);
      const [answer] = tagger.attributes([["b", ["c", 0.5]]]);
      const line = `x\tb\tc:0.5\t${answer!.labels[0]}\n\n`;
      assertEquals(decoder.decode(output as Uint8Array), line.repeat(count));
    }
  });
});

describe("blocksOf()", () => {
  it("cuts a stream between sentences, wherever its pieces end", async () => {
    const text = "\ufeffL\ta\n\n\ufeffL\té\r\n\r\nL\t日\nL\tb\n \nL\ta";
    const bytes = encoder.encode(text);
    for (let size = 1; size <= bytes.length; size++) {
      const pieces = (async function* () {
        const room = new Uint8Array(size);
        for (let at = 0; at < bytes.length; at += size) {
          const piece = bytes.subarray(at, at + size);
          room.set(piece);
          yield room.subarray(0, piece.length);
        }
      })();
      const found = [];
      let line = 1;
      for await (const block of blocksOf(pieces, false, 8)) {
        assertEquals(block.line, line);
        line += block.text.split("\n").length - 1;
        found.push(block.text);
      }
      assertEquals(found.join(""), text.slice(1));
    }
  });

  it("cuts behind lines of blanks as behind empty ones, and not behind other spaces", async () => {
    const blocksIn = async (text: string) => {
      const found = [];
      const pieces = (async function* () {
        for (const byte of encoder.encode(text)) yield Uint8Array.of(byte);
      })();
      for await (const block of blocksOf(pieces, false, 1)) found.push(block.text);
      return found;
    };
    assertEquals(await blocksIn("a\n \t\r\nb\n\v\nc"), ["a\n \t\r\n", "b\n\v\n", "c"]);
    assertEquals(await blocksIn("a\n\u3000\nb\n\u00a0\n"), ["a\n\u3000\nb\n\u00a0\n"]);
  });
});
