import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { parsingFile, readParsing } from "../../../datasets/parsing_dataset.ts";
import type { ParsingContents } from "../../../datasets/packs/parsing_contents.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { tensor, type TensorData, type TensorFile } from "../../../datasets/packs/tensors.ts";
import { syntheticParsing } from "../../../datasets/synthetic/parsing/contents.ts";

const SYNTHETIC = syntheticParsing({ tagCount: 20, sentences: 2, seed: 1, length: 3 });
/** With a dependency of the first sentence. */
const CONTENTS: ParsingContents = {
  ...SYNTHETIC,
  gold: {
    ...SYNTHETIC.gold!,
    dependencies: {
      ...{ offsets: Int32Array.of(0, 1, 1), heads: Int32Array.of(0), slots: Int32Array.of(1) },
      ...{ categories: Int32Array.of(3), arguments: Int32Array.of(2) },
    },
  },
};
const FILE = parsingFile(CONTENTS, { name: "tiny" });

type Damage = (data: TensorData) => TensorData | void;

/** The file with a tensor changed in place, or replaced. */
function damaged(name: string, damage: Damage): TensorFile {
  const { shape, data } = FILE.tensors.get(name)!;
  const copy = data.slice();
  const other = damage(copy) ?? copy;
  const same = other.length === data.length ? shape : [other.length, ...shape.slice(1)];
  return { ...FILE, tensors: new Map([...FILE.tensors, [name, tensor(other, same)]]) };
}

describe("readParsing()", () => {
  it("reads what parsingFile() wrote, after a trip through bytes", () => {
    const again = readParsing(readTensors(writeTensors(FILE), "p"), "p");
    assertEquals(again, CONTENTS);
    assertEquals(writeTensors(parsingFile(again, { name: "tiny" })), writeTensors(FILE));
  });

  it("needs no right tags and no right spans when the maker gave none", () => {
    const { gold, ...rest } = CONTENTS;
    assertEquals(readParsing(parsingFile(rest, {}), "p"), rest);
    const tags = { ...rest, gold: { tags: gold!.tags } };
    assertEquals(readParsing(parsingFile(tags, {}), "p"), tags);
  });

  it("keeps scores that float32 does not hold", () => {
    const grammar = { ...CONTENTS.grammar, ruleScores: CONTENTS.grammar.ruleScores.slice() };
    grammar.ruleScores[0] = 2 ** 20 + 2 ** -10;
    const wide = parsingFile({ ...CONTENTS, grammar }, {});
    assertEquals(wide.tensors.get("rule_scores")!.dtype, "F64");
    assertEquals(readParsing(wide, "p").grammar.ruleScores[0], 2 ** 20 + 2 ** -10);
  });

  const set = (index: number, value: number): Damage => (data) => void (data[index] = value);
  const fill = (value: number): Damage => (data) => void data.fill(value as never);
  const damages: [name: string, damage: Damage, message: RegExp][] = [
    ["rule_left", set(0, 9999), /"rule_left" of p: index 0 is 9999, the symbols are 0 to \d+$/],
    ["rule_right", set(1, -2), /"rule_right" of p: index 1 is -2, the symbols are -1 to \d+$/],
    ["rule_scores", set(2, 0.3), /"rule_scores" of p: index 2 is 0.3\d*, no multiple of the unit/],
    ["rule_scores", set(0, NaN), /"rule_scores" of p: index 0 is NaN, no multiple/],
    ["slot_emissions", set(0, -Infinity), /"slot_emissions" of p: index 0 is -Infinity, no mult/],
    ["length_scores", (data) => data.slice(8), /"length_scores" of p: its shape is \[\d+,8\]/],
    ["root_scores", fill(-Infinity), /no symbol is a root$/],
    ["slot_tags", fill(3), /"slot_tags" of p: index \d+ .* must ascend/],
    ["slot_levels_20", fill(7), /no slot of word 0 has level 0$/],
    ["sentence_depths", set(1, 255), /"sentence_depths" of p: index 1 is 255, the levels are 0/],
    ["lengths", set(0, 2), /the lengths add up to 5, the pack has 6 positions$/],
    ["gold", set(2, 19), /"gold" of p: index 2 is 19 \(sentence 0\), no slot of the word$/],
    ["gold_span_ends", set(0, 9), /index 0 \(sentence 0\) is 9 for a span from 0 in 3 words$/],
    ["gold_span_ends", set(0, 2), /index 1 .* for a span from 1, which crosses .* from 0 to 2$/],
    ["gold_dependency_slots", set(0, 0), /"gold_dependency_slots" of p: index 0 is 0, the argum/],
    ["gold_dependency_heads", set(0, 3), /index 0 \(sentence 0\) is 3, one of 3 words$/],
    ["gold_dependency_counts", set(0, 2), /"gold_dependency_heads" of p: its shape is \[1\]/],
    ["start_features", set(0, 5000), /"start_features" of p: index 0 is 5000, the features are/],
    ["end_feature_counts", (data) => new Uint16Array([data.length]), /"end_feature_counts" of p/],
    ["transition_counts", (data) => data.slice(1), /"transition_counts" of p/],
    ["rule_scores", (data) => new Float64Array(data.length).fill(2 ** 40), /Cannot add the scores/],
  ];
  for (const [name, damage, message] of damages) {
    it(`refuses a pack with one clear line when ${name} is damaged: ${message.source}`, () => {
      const { message: found } = assertThrows(() => readParsing(damaged(name, damage), "p"));
      assertEquals([found.match(message) !== null, found.includes("\n")], [true, false], found);
    });
  }

  const named = (categories: string) => ({ ...FILE, metadata: { ...FILE.metadata, categories } });
  const K = 1 + Math.max(...CONTENTS.grammar.symbolCategories);
  const list = (count: number, name = "S/NP") => JSON.stringify(Array(count).fill(name));
  const lists: [what: string, file: TensorFile, message: RegExp][] = [
    ["none", named("[]"), new RegExp(`"categories" of p, not a list of at least ${K} .*: 0$`)],
    ["no JSON", named("x"), /^Cannot read metadata "categories" of p: /],
    ["no list", named("{}"), /"categories" of p, not a list of at least \d+ categories: object$/],
    ["too few", named(list(K - 1)), /"categories" of p, not a list of at least/],
    ["no texts", named(JSON.stringify(Array(K).fill(1))), /"categories" of p: name 0 is no text$/],
    ["no category", named(list(K, "S/")), /"categories" of p: name 0: Cannot read the category/],
    ["brackets in brackets", named(list(K, "(".repeat(1e4))), /name 0: .* of 10000 letters$/],
    ["more than any", named(`[${"[],".repeat(3e5)}1]`), /"categories" of p.*: more than 262144$/],
  ];
  for (const [what, file, message] of lists) {
    it(`names the file and the metadata when the categories are ${what}`, () => {
      const { message: found } = assertThrows(() => readParsing(file, "p"));
      assertEquals([found.match(message) !== null, found.length < 300], [true, true], found);
    });
  }

  it("refuses right categories and arguments that nothing names, when names are given", () => {
    const file = named(list(K));
    assertEquals(readParsing(file, "p"), CONTENTS);
    for (const name of ["gold_span_categories", "gold_dependency_categories"]) {
      const { tensors } = damaged(name, set(0, 65_535));
      const said = `"${name}" of p: index 0 is 65535, the categories are 0 to ${K - 1}`;
      assertThrows(() => readParsing({ ...file, tensors }, "p"), RangeError, said);
    }
    const { tensors } = damaged("gold_dependency_slots", set(0, 2));
    const said = '"gold_dependency_slots" of p: index 0 is 2, a word of category 3 takes 1';
    assertThrows(() => readParsing({ ...file, tensors }, "p"), RangeError, said);
  });

  it("has room for multipliers and for a quarter of the unit in sums of scores", () => {
    // 2^18 is half of 2^53 units of 2^-34, which a coupling of 1/4 has.
    const fine = { ...CONTENTS, unitExponent: 32 };
    const file = (score: number) => {
      const leafScores = CONTENTS.slots.leafScores.map(() => score);
      return parsingFile({ ...fine, slots: { ...fine.slots, leafScores } }, {});
    };
    assertEquals(readParsing(file(2 ** 15), "p").unitExponent, 32);
    assertThrows(() => readParsing(file(2 ** 18), "p"), RangeError, "Cannot add the scores of p");
  });

  it("refuses a step with one child on top of another, for it could go on for ever", () => {
    const { left, right, parent } = CONTENTS.grammar;
    const rule = right.indexOf(-1);
    const other = left.findIndex((_, other) => other !== rule && right[other] === -1);
    const chain = damaged("rule_left", (data) => void (data[other] = parent[rule]!));
    assertThrows(() => readParsing(chain, "p"), RangeError, "of which another such rule");
  });

  it("refuses lattices, and lattices are not read from parses", () => {
    const { kind: _, ...metadata } = FILE.metadata;
    assertThrows(() => readParsing({ ...FILE, metadata }, "p"), SyntaxError, "of lattices");
    assertThrows(
      () => packDataset(FILE, "p"),
      SyntaxError,
      "p as lattices: it is a pack of parses",
    );
    const model = { metadata: { kind: "model" }, tensors: new Map() };
    assertThrows(() => packDataset(model, "m"), SyntaxError, "it is a model, for `tag`");
  });

  for (const name of FILE.tensors.keys()) {
    if (["gold", "gold_span_counts", "gold_dependency_counts"].includes(name)) continue;
    it(`names the tensor when ${name} is missing`, () => {
      const tensors = new Map([...FILE.tensors].filter(([other]) => other !== name));
      assertThrows(() => readParsing({ ...FILE, tensors }, "p"), Error, `"${name}"`);
    });
  }
});
