import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  ascending,
  BYTES,
  counts,
  ids,
  INTEGERS,
  PARTS,
  UNITS,
  UNITS_OR_FORBIDDEN,
  WEIGHTS,
} from "../../../datasets/packs/kinds.ts";
import {
  DENSE,
  FACTORED,
  PADDED,
  PAIRED,
  POTENTIALS,
  PRODUCT,
} from "../../../datasets/packs/lattice_schema.ts";
import { PARSING } from "../../../datasets/packs/parsing_schema.ts";
import {
  checkLabelCount,
  checkLengths,
  field,
  optional,
  Reading,
  type Schema,
  tensorsOf,
} from "../../../datasets/packs/schema.ts";
import { tensor, type TensorData } from "../../../datasets/packs/tensors.ts";
import { sparseRows } from "../../helpers/word_sentences.ts";

/** A table of a format in Markdown. */
function table(schema: Schema): string {
  const rows = Object.entries(schema).map(([name, { kind, shape, meaning, optional }]) =>
    `| \`${name}\` | ${kind.dtypes.toSorted().join(", ")} | [${shape.join(", ")}] | ` +
    `${kind.numbers} | ${meaning}${optional === undefined ? "" : "; optional"} |\n`
  );
  return `| tensor | dtype | shape | numbers | meaning |\n|-|-|-|-|-|\n${rows.join("")}`;
}

it("the README of packs has the tables of all formats", async () => {
  const text = await Deno.readTextFile(
    new URL("../../../datasets/packs/README.md", import.meta.url),
  );
  const plain = text.replaceAll(/ +/g, " ").replaceAll(/ ?-+ ?(?=\|)/g, "-");
  for (const schema of [DENSE, PADDED, PAIRED, POTENTIALS, FACTORED, PRODUCT, PARSING]) {
    assertStringIncludes(plain, table(schema));
  }
});

/** A tensor of every kind. */
const SCHEMA: Schema = {
  tags: field(ids("tags", 9), "tags", "L", "", checkLabelCount),
  children: field(ids("tags", "L", -1), "children", "L", ""),
  counts: field(counts("columns"), "rows.offsets", "N", ""),
  columns: field(ascending("labels", "L", "counts"), "rows.columns", "Σ counts", ""),
  weights: field(WEIGHTS, "rows.values", "Σ counts", ""),
  lengths: field(INTEGERS, "lengths", "S", "", checkLengths),
  levels: field(BYTES, "levels", "L", ""),
  scores: field(UNITS, "scores", "L,2", ""),
  roots: field(UNITS_OR_FORBIDDEN, "roots", "L", ""),
  gold: optional("gold", field(PARTS, "gold.offsets", "S", "")),
  ends: { ...optional("ends", field(ids("numbers"), "gold.ends", "Σ gold", "")), beside: "gold" },
};
const CONTENTS = {
  tags: Int32Array.of(7, 8),
  children: Int32Array.of(-1, 1),
  rows: sparseRows([[[0, 5], [1, -(2 ** 20)]], [], [[1, 1]]]),
  lengths: Int32Array.of(2, 1),
  levels: Uint8Array.of(0, 255),
  scores: Float64Array.of(0.5, -1, 2 ** 40 + 0.25, 0),
  roots: Float64Array.of(-Infinity, 0),
  gold: { offsets: Int32Array.of(0, 0, 1), ends: Int32Array.of(70_000) },
};
const FILE = { metadata: {}, tensors: tensorsOf(SCHEMA as Schema<never>, CONTENTS) };

/** What is read where one tensor has other numbers, or is missing. */
function readWith(name: string, data?: TensorData, shape?: number[]): unknown {
  const tensors = new Map(FILE.tensors);
  if (data === undefined) tensors.delete(name);
  else tensors.set(name, tensor(data, shape));
  return new Reading(SCHEMA, { metadata: {}, tensors }, "p", 2).contents();
}

describe("Reading", () => {
  it("reads what tensorsOf() made, each in the narrowest of its types", () => {
    assertEquals(readWith("tags", Int32Array.of(7, 8)), CONTENTS);
    const names = Array.from(FILE.tensors, ([of, { dtype, shape }]) => `${of} ${dtype} ${shape}`);
    assertEquals(names, [
      ...["tags U16 2", "children I32 2", "counts U16 3", "columns U16 3", "weights I32 3"],
      ...["lengths I32 2", "levels U8 2", "scores F64 2,2", "roots F32 2", "gold U16 2"],
      "ends I32 1",
    ]);
  });

  it("leaves out what is optional", () => {
    const { gold: _, ...rest } = CONTENTS;
    const tensors = tensorsOf(SCHEMA as Schema<never>, rest);
    assertEquals(new Reading(SCHEMA, { metadata: {}, tensors }, "p", 2).contents(), rest);
  });

  const U = Uint16Array, I = Int32Array, F = Float64Array;
  const cannot = (name: string, why: string) => `Cannot use tensor "${name}" of p: ${why}`;
  const refusals: readonly [name: string, data: TensorData, why: string][] = [
    ["tags", F.of(1), "its dtype is F64, not U16 or U8 or I32 or I64"],
    ["tags", U.of(), "it has no labels"],
    ["tags", new U(32_769), "it has 32769 labels, more than 32768"],
    ["tags", U.of(1, 9), "index 1 is 9, the tags are 0 to 8"],
    ["children", I.of(0), "its shape is [1], not [2]"],
    ["children", I.of(0, -2), "index 1 is -2, the tags are -1 to 1"],
    ["counts", BigInt64Array.of(1n), "its dtype is I64, not U16 or U8 or I32"],
    ["counts", I.of(2, -1, 2), 'index 1 is -1, 1 of "columns" are left'],
    ["counts", U.of(2, 0, 2), 'index 2 is 2, 1 of "columns" are left'],
    ["counts", U.of(2, 0, 0), 'it adds up to 2, "columns" has 3'],
    ["columns", U.of(0, 2, 1), "index 1 is 2, the labels are 0 to 1"],
    ["columns", U.of(1, 1, 1), "index 1 (row 0) is 1 after 1, labels must ascend"],
    ["weights", Int8Array.of(1), "its shape is [1], not [3]"],
    ["lengths", U.of(2, 1), "its dtype is U16, not I32 or I64"],
    ["lengths", BigInt64Array.of(2n ** 32n), "index 0 is 4294967296"],
    ["lengths", I.of(), "it has no sentences"],
    ["lengths", I.of(3, 0), "sentence 1 has length 0"],
    ["lengths", I.of(4), "the lengths add up to 4, the pack has 3 positions"],
    ["roots", F.of(0, 0.3), "index 1 is 0.3, no multiple of the unit 1/4"],
    ["roots", F.of(NaN, 0), "index 0 is NaN, no multiple of the unit 1/4"],
    ["gold", I.of(0, -1), "index 1 is -1, the numbers of parts are 0 to 2147483646"],
  ];
  for (const [name, data, why] of refusals) {
    it(`refuses ${name}: ${why}`, () => {
      assertThrows(() => readWith(name, data), Error, cannot(name, why));
    });
  }

  it("names what is missing, and what does not go with another tensor", () => {
    const missing = 'Cannot find tensor "tags" in p: it has children, counts, columns, ';
    assertThrows(() => readWith("tags"), SyntaxError, missing);
    assertThrows(() => readWith("gold"), SyntaxError, cannot("ends", 'there is no "gold"'));
    const other = cannot("ends", "its shape is [1], not [2]");
    assertThrows(() => readWith("gold", U.of(1, 1)), RangeError, other);
  });

  const read = (schema: Schema, tensors: Record<string, TensorData>) => () => {
    const named = Object.entries(tensors).map(([name, data]) => [name, tensor(data)] as const);
    return new Reading(schema, { metadata: {}, tensors: new Map(named) }, "p").contents();
  };

  it("refuses numbers of parts that add up, in 32 bits, to those that there are", () => {
    const schema: Schema = {
      parts: field(PARTS, "offsets", "S", ""),
      ends: field(ids("numbers"), "ends", "Σ parts", ""),
    };
    const large = { parts: I.of(2 ** 31 - 2, 2 ** 31 - 2, 5), ends: I.of(7) };
    assertThrows(read(schema, large), RangeError, '"parts" of p: it adds up to 4294967297');
  });

  it("refuses fewer rows of entries than there are names", () => {
    const schema: Schema = {
      names: field(ids("names"), "names", "A", ""),
      sizes: field(counts("entries"), "rows", "A", ""),
    };
    const fewer = { names: I.of(1, 2), sizes: I.of(1), entries: I.of(0) };
    assertThrows(read(schema, fewer), RangeError, '"sizes" of p: its shape is [1], not [2]');
  });

  it("refuses −∞ where nothing is forbidden, and shapes of other dimensions", () => {
    const scores = F.of(0, 0, 0, -Infinity);
    const unit = "index 3 is -Infinity, no multiple of the unit 1/4";
    assertThrows(() => readWith("scores", scores, [2, 2]), RangeError, cannot("scores", unit));
    const shape = "its shape is [1,2,2], not [2,2]";
    assertThrows(() => readWith("scores", scores, [1, 2, 2]), RangeError, cannot("scores", shape));
    const sum = "its shape is [3,1], not [N]";
    const call = () => readWith("counts", U.of(1, 1, 1), [3, 1]);
    assertThrows(call, RangeError, cannot("counts", sum));
  });
});
