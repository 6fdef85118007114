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
  piecesOf,
} from "../../../harness/commands/_tag_blocks.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** A campaign tries more: `TRELLIS_CASES=20000`. */
const RUNS = Number(Deno.env.get("TRELLIS_CASES") ?? 250);

const LINES = ["\n", "\n", "\r\n", "\n\n", "\r", "\n \n", "\n\u00a0\t\n", "\n\u2003\u3000\r\n"];
const WORDS = ["a", "b", "É", "=", "a-name-of-sixteen", "日本", "\u00a0", "\u2028", "\u0000", "Ab"];
const SPACES = ["\t", "\t", " ", "\t\t", "  ", "\f"];
/** Blanks of ASCII alone. */
const BLANK = /^[\t-\r ]*$/;

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

/** Sentences of a text: lines between those that end one. The last line end may be half of one. */
function sentencesOf(text: string, end: RegExp): string[][] {
  const lines = text.split(/\r?\n|\r$/);
  if (lines.at(-1) === "") lines.pop();
  const sentences: string[][] = [[]];
  for (const line of lines) {
    if (end.test(line)) sentences.push([]);
    else sentences.at(-1)!.push(line);
  }
  return sentences.filter(({ length }) => length > 0);
}

/** Holds a tagger of blocks against answers of another way. */
function compare(
  model: FeatureModel,
  input: Input,
  text: string,
  answersOf: (lines: string[]) => Answer[],
  end = BLANK,
): void {
  const sentences = sentencesOf(text, end);
  const tag = (format: "columns" | "json") => {
    const { output } = new BlockTagger(model, { input, format, answer: {} })
      .tag(new Block(encoder.encode(text), 1));
    return output instanceof Uint8Array ? decoder.decode(output) : output.join("");
  };
  let wanted: string;
  try {
    wanted = sentences.map((lines) => columnsText(lines, answersOf(lines), {})).join("");
  } catch {
    assertThrows(() => tag("columns"), Error, "Cannot tag standard input, lines ");
    return;
  }
  assertEquals(tag("columns"), wanted);
  const json = sentences.map((lines) => jsonOf(answersOf(lines), {}, "")).join("");
  assertEquals(tag("json"), json);
}

describe("BlockTagger", () => {
  it("keeps scores of pairs where sentences grow, and the memory with them", () => {
    const model = readModel(wapitiBytes(LOOKING), { source: "f" });
    const tagger = new BlockTagger(model, { input: "columns", format: "json", answer: {} });
    const words = ["dax C", "f\u00e9p c", "x C", "dax c"];
    for (let length = 1; length <= 2 ** 13; length *= 2) {
      const lines = Array.from({ length }, (_, t) => words[(t * 7 + length) % words.length]!);
      const block = new Block(encoder.encode(`${lines.join("\n")}\n\n`), 1);
      const answers = new ModelTagger(model).columns(lines.map((line) => line.split(" ")));
      assertEquals((tagger.tag(block).output as string[]).join(""), jsonOf(answers, {}, ""));
    }
  });

  it("tags items in bytes as parseItem() and a map do, whatever the text", () => {
    const escapes = ["\\:", "\\\\", "\\", ":2", ":-0.5", "a:1", "L\ta\tb\n"];
    const hostile = [":", ":x"];
    const pieces = [...WORDS, ...SPACES, ...LINES, ...escapes];
    const texts = fc.oneof(
      { weight: 9, arbitrary: textOf(pieces) },
      { weight: 1, arbitrary: textOf([...pieces, ...hostile]) },
    );
    const property = fc.property(texts, (text) => {
      const names = sentencesOf(text, BLANK).flat().flatMap((line) => {
        try {
          return parseItem(line).attributes;
        } catch {
          return [];
        }
      });
      const bytes = names.map((name) => byteString(typeof name === "string" ? name : name[0]));
      const model = inventedModel(bytes, {});
      const tagger = new ModelTagger(model);
      const answers = (lines: string[]) =>
        tagger.attributes(lines.map((line) => parseItem(line).attributes));
      compare(model, "items", text, answers);
    });
    fc.assert(property, { seed: 7, numRuns: RUNS });
  });

  /** Columns and ends of sentences as the tools have them, however many blanks there are. */
  const READ = {
    crfpp: [/[^\t ]+/g, /^([\t ]|$)/, [
      ...["U00:%x[0,0]", "U01:%x[-1,0]/%x[0,1]", "U02:%x[8,0]", "U-%x[0,2]", "%x[1,0]%x[-8,1]"],
      ...["B", "U"],
    ]],
    wapiti: [/[^\t-\r ]+/g, BLANK, [
      ...["u:%x[0,0]", "u-%X[0,0]é%x[-1,1]", "u%x[@1,0]", "u%x[@-1,0]", "u%X[-9,0]", "u%x[7,0]"],
      ...["*%x[0,2]", "b", "u%x[0,4294967296]", "u%x[4294967296,0]", 'u%t[0,0,"\\u"]'],
    ]],
  } as const;
  for (const [syntax, [column, end, all]] of Object.entries(READ)) {
    const columnsOf = (line: string) => line.match(column) ?? [];
    it(`tags columns in bytes by patterns of ${syntax} as the expander does`, () => {
      const texts = textOf([...WORDS, ...SPACES, ...LINES, "a b\n", "b\tÉ\tB\n", "a\tb\n"]);
      const some = fc.subarray([...all], { minLength: 1 });
      const property = fc.property(texts, some, (text, patterns) => {
        const templates = { syntax, patterns: patterns.map(byteString) };
        const expand = expander(inventedModel([], { templates }));
        const names = sentencesOf(text, end).flatMap((lines) => {
          const rows = lines.map((line) => columnsOf(line).map(byteString));
          try {
            return rows.flatMap((_, t) => expand(rows, t));
          } catch {
            return [];
          }
        });
        const model = inventedModel(names, { templates });
        const tagger = new ModelTagger(model);
        compare(model, "columns", text, (own) => tagger.columns(own.map(columnsOf)), end);
      });
      fc.assert(property, { seed: 8, numRuns: RUNS });
    });
  }

  it("reads lines, and long words in long patterns, as each tool does", () => {
    const tagged = (syntax: string, pattern: string, text: string) => {
      const model = inventedModel([], { templates: { syntax, patterns: [pattern] } });
      const tagger = new BlockTagger(model, { input: "columns", format: "columns", answer: {} });
      return decoder.decode(tagger.tag(new Block(encoder.encode(text), 1)).output as Uint8Array);
    };
    const dropped = tagged("crfpp", "U%x[0,0]", "a\n b\nc\n\td\n\ve\n");
    assertEquals(dropped, "a\tO\n\nc\tO\n\n\ve\tO\n\n");
    const parted = tagged("wapiti", "u%x[0,1]", " a\fb\n\v\na\vb\r\n");
    assertEquals(parted, " a\fb\tO\n\na\vb\tO\n\n");
    // Its names would have 2^31 bytes.
    const long = "a".repeat(2 ** 19);
    assertEquals(tagged("crfpp", `U${"%x[0,0]".repeat(2 ** 12)}`, long) === `${long}\tO\n\n`, true);
  });

  it("tags a block after a longer one, and one that is longer still", () => {
    const model = inventedModel(["a", "b", "c"], {});
    const tagger = new ModelTagger(model);
    const blocks = new BlockTagger(model, { input: "items", format: "columns", answer: {} });
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

it("jsonOf() says an error that holds for every path", () => {
  const path = { score: 0, labels: [], probability: 0.5, logPartition: 0 };
  const answers = [1e-15, 1e-9].map((error) => ({ ...path, errors: { logProbability: error } }));
  const { errors } = JSON.parse(`{${jsonOf(answers, { probabilities: true }, "")}`);
  assertEquals(errors, { logProbability: 1e-9 });
});

describe("blocksOf()", () => {
  /** The texts of the blocks of a text that comes in pieces of so many bytes. */
  async function blocksIn(text: string, size = 1, least = 1): Promise<string[]> {
    let rest = encoder.encode(text);
    const read = (into: Uint8Array) => {
      const piece = rest.subarray(0, into.length);
      into.set(piece);
      rest = rest.subarray(piece.length);
      return Promise.resolve(piece.length || null);
    };
    let line = 1;
    return await Array.fromAsync(blocksOf(piecesOf({ read }, size), false, least), (block) => {
      assertEquals(block.line, line);
      line += block.text.split("\n").length - 1;
      return block.text;
    });
  }

  it("cuts a stream between sentences, wherever its pieces end", async () => {
    const text = "\ufeffL\ta\n\n\ufeffL\té\r\n\r\nL\t日\nL\tb\n \nL\ta";
    for (let size = 1; size <= encoder.encode(text).length; size++) {
      assertEquals((await blocksIn(text, size, 8)).join(""), text.slice(1));
    }
  });

  it("cuts behind lines of tabs and spaces as behind empty ones, not behind others", async () => {
    assertEquals(await blocksIn("a\n \t\r\nb\n\r\nc"), ["a\n \t\r\n", "b\n\r\n", "c"]);
    // For CRF++ a word.
    assertEquals(await blocksIn("b\n\v\nc\n\nd"), ["b\n\v\nc\n\n", "d"]);
    assertEquals(await blocksIn("a\n\u3000\nb\n\u00a0\n"), ["a\n\u3000\nb\n\u00a0\n"]);
  });
});
