import { assert, assertEquals, assertGreater, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { AttributeRows, AttributeTable } from "../../../datasets/models/attribute_rows.ts";
import {
  bytesOf,
  byteString,
  byteStringOf,
  textOf,
} from "../../../datasets/models/byte_strings.ts";
import { columnEncoder } from "../../../datasets/models/encoder.ts";
import { emptyRows, featureModel } from "../../../datasets/models/feature_model.ts";
import { FeatureSums } from "../../../datasets/models/sum.ts";
import {
  contextFeatures,
  formFeatures,
  WORDS_SYNTAX,
  wordTemplates,
} from "../../../datasets/models/words.ts";

const found = (weights: number[]) => ({
  format: "invented",
  labels: ["A", "B"],
  attributes: new Map([["w=dax", 0]]),
  weights: {
    offsets: Int32Array.of(0, weights.length),
    columns: Int32Array.from(weights, (_, y) => y),
    weights: Float64Array.from(weights),
  },
});

describe("byteString()", () => {
  it("has a character for each byte, and textOf() undoes it", () => {
    assertEquals(byteString("né"), "n\u00c3\u00a9");
    for (const text of ["", "dax", "né", "月", "\ufeff𝄞"]) {
      assertEquals(textOf(byteString(text)), text);
    }
  });

  it("keeps what is no UTF-8", () => {
    assertEquals(textOf("\u00c3"), undefined);
    assertEquals(bytesOf("\u00c3\u0028"), Uint8Array.of(0xc3, 0x28));
  });

  it("is no longer than a string may be", () => {
    const call = () => byteStringOf(new Uint8Array(0), 0, 2 ** 30);
    assertThrows(call, RangeError, "Cannot read a text of 1073741824 bytes");
  });
});

describe("featureModel()", () => {
  it("puts weights on a grid and says by how much they changed", () => {
    const { weights, grid } = featureModel(found([0.1, -7.3]), "a model");
    const scale = 2 ** grid.exponent;
    for (const weight of weights.weights) assert(Number.isInteger(weight * scale));
    assertEquals(grid.exponent, 30);
    assert(grid.largestChange > 0 && grid.largestChange <= 2 ** -31);
    assert(Math.abs(weights.weights[0]! - 0.1) <= grid.largestChange);
  });

  it("changes nothing where steps were coarse, and nothing that is to be added in float32", () => {
    const coarse = featureModel(found([0.1, 1e9]), "a model");
    assertEquals(coarse.grid, { exponent: Infinity, largestChange: 0 });
    assertEquals(coarse.weights.weights[0], 0.1);
    const transitions = Float64Array.of(0.1, 0, 0, 0);
    const parts = { ...found([0.1, 2]), transitions };
    const single = featureModel({ ...parts, sums: "float32" }, "a model");
    assertEquals(single.weights.weights[0], 0.1);
    // Transitions are not added in float32: decoders take their sums for exact.
    const { exponent, largestChange } = single.grid;
    assert(Number.isInteger(single.transitions[0]! * 2 ** exponent) && largestChange > 0);
  });

  it("knows how far sums off the grid may be, and refuses what overflows", () => {
    const sumsOf = (weights: number[]) => new FeatureSums(featureModel(found(weights), "m"));
    const [off, on] = [sumsOf([1e9, 0.1]), sumsOf([1, 0.1])];
    assertGreater(off.scores([["w=dax", "w=dax"]]).scoreError, 2e-7);
    assertGreater(1e-8, on.scores([["w=dax", "w=dax"]]).scoreError);
    // 2^51 steps and more, in float32 and times what is no power of two.
    const single = { ...found([1.5, -1.5]), sums: "float32", costFactor: 0.7 } as const;
    const sums = new FeatureSums(featureModel(single, "m"));
    for (let value = 1e6; value < 1e12; value *= 1.37) {
      const { emissions, scoreError } = sums.scores([[["w=dax", value]]]);
      const score = 0.7 * Math.fround(1.5 * value);
      assertGreater(scoreError, Math.abs(emissions[0]! - score), `${value}`);
      assertGreater(scoreError, Math.abs(emissions[1]! + score), `${value}`);
    }
    // Of a sentence of one position both ends have moved.
    const ends = { start: Float64Array.of(0.15, 1e3), end: Float64Array.of(0.15, 0) };
    const both = new FeatureSums(featureModel({ ...single, ...found([0.21]), ...ends }, "m"));
    const { emissions, scoreError } = both.scores([["w=dax"]]);
    assertGreater(scoreError, Math.abs(emissions[0]! - (0.7 * Math.fround(0.21) + 0.3)));
    const huge = () => sumsOf([-20, -20]).scores([[["w=dax", 1e308]]]);
    assertThrows(huge, RangeError, "Cannot add up scores of position 0: they may reach");
  });

  it("refuses NaN, ∞, other shapes and labels that are the same", () => {
    const refused = (model: object, message: string) =>
      assertThrows(() => featureModel({ ...found([1, 2]), ...model }, "m"), RangeError, message);
    refused({ weights: found([1, NaN]).weights }, "Cannot use weights of m, score 1: NaN");
    refused({ weights: found([-Infinity]).weights }, "weights of m, score 0: -Infinity");
    refused({ transitions: new Float64Array(3) }, "transitions of m: 3 scores, not 4");
    refused({ start: Float64Array.of(Infinity, 0) }, "start of m, score 0: Infinity");
    refused({ labels: ["A", "A"] }, 'Cannot tell labels of m apart: "A" twice');
    refused({ labels: [] }, "it has 0 labels");
  });
});

const encoder = new TextEncoder();

describe("AttributeTable", () => {
  it("reads the items of lines, whatever their ends", () => {
    const table = new AttributeTable(new Map([["a", 0], [byteString("é:c"), 1]]));
    const rows = new AttributeRows();
    for (const end of ["\n", "\r\n"]) {
      const bytes = encoder.encode(["L\ta\té\\:c:2", "M\tother\t\ta", "N\té\\:c"].join(end));
      rows.clear();
      let at = 0;
      for (let line = 0; line < 3; line++) at = table.addItem(bytes, at, rows) + 1;
      assertEquals([rows.length, at], [3, bytes.length + 1]);
      assertEquals([...rows.starts.subarray(0, 4)], [0, 2, 3, 4]);
      assertEquals([...rows.rows.subarray(0, 4)], [0, 1, 0, 1]);
      assertEquals([...rows.values.subarray(0, 4)], [1, 2, 1, 1]);
    }
  });

  it("refuses a value that is no number", () => {
    const table = new AttributeTable(new Map());
    const bytes = encoder.encode("L\ta:b\n");
    assertThrows(() => table.addItem(bytes, 0, new AttributeRows()), SyntaxError, '"a:b"');
    const accented = encoder.encode("L\tw=né:x\n");
    assertThrows(() => table.addItem(accented, 0, new AttributeRows()), SyntaxError, '"w=né:x"');
  });
});

describe("formFeatures()", () => {
  it("has affixes of up to four characters when the word is long enough", () => {
    assertEquals(formFeatures("abcde"), [
      ...["bias", "p1=a", "s1=e", "p2=ab", "s2=de", "p3=abc", "s3=cde", "p4=abcd", "s4=bcde"],
    ]);
    assertEquals(formFeatures("𝒳y"), ["bias", "p1=𝒳", "s1=y", "p2=𝒳y", "s2=𝒳y", "capital"]);
  });

  it("tells spellings apart", () => {
    const spelling = (form: string) => formFeatures(form).filter((f) => !/^bias|=/.test(f));
    assertEquals(spelling("word"), []);
    assertEquals(spelling("Word"), ["capital"]);
    assertEquals(spelling("USA"), ["capital", "capitals"]);
    assertEquals(spelling("B2B"), ["capital", "digit"]);
    assertEquals(spelling("1984"), ["digit", "digits"]);
    assertEquals(spelling("e-mail"), ["hyphen"]);
    assertEquals(spelling("..."), ["punctuation"]);
    assertEquals(spelling("$"), ["punctuation"]);
  });
});

describe("contextFeatures()", () => {
  const forms = ["a", "b", "c"];

  it("marks what lies outside the sentence", () => {
    assertEquals(contextFeatures({ forms }, 0), [
      ...["w-2=", "w-1=", "w0=a", "w1=b", "w2=c", "ww-1=\ta", "ww0=a\tb"],
    ]);
  });

  it("adds parts of speech and their bigrams when there are some", () => {
    const pos = ["P", "Q", "R"];
    assertEquals(contextFeatures({ forms, pos }, 2).slice(7), [
      ...["t-2=P", "t-1=Q", "t0=R", "t1=", "t2="],
      ...["tt-2=P\tQ", "tt-1=Q\tR", "tt0=R\t", "tt1=\t"],
    ]);
  });
});

describe("columnEncoder()", () => {
  const sentence = [["é", "P"], ["b", "Q"], ["é", "P"]];
  /** A model that knows every second feature of the sentence. */
  function modelOf(hasPos: boolean) {
    const words = { forms: ["é", "b", "é"], ...hasPos && { pos: ["P", "Q", "P"] } };
    const features = words.forms.map((form, t) => [
      ...formFeatures(form),
      ...contextFeatures(words, t),
    ]);
    const names = [...new Set(features.flat())].filter((_, i) => i % 2 === 0).map(byteString);
    const attributes = new Map(names.map((name, row) => [name, row]));
    const weights = emptyRows(names.length);
    const templates = wordTemplates(hasPos);
    const found = { format: "trellis", labels: ["X"], attributes, weights, templates };
    return { model: featureModel(found, "a model"), features };
  }

  for (const hasPos of [false, true]) {
    it(`finds the features that training had, ${hasPos ? "with" : "without"} parts of speech`, () => {
      const { model, features } = modelOf(hasPos);
      const encoder = columnEncoder(model);
      for (let again = 0; again < 2; again++) {
        const rows = new AttributeRows();
        encoder.encode(sentence, rows);
        assertEquals(rows.length, 3);
        features.forEach((names, t) => {
          const found = rows.rows.subarray(rows.starts[t], rows.starts[t + 1]);
          const known = names.map((name) => model.attributes.get(byteString(name)));
          assertEquals([...found], known.filter((row) => row !== undefined));
        });
      }
    });
  }

  it("refuses other columns and tokens that lack one", () => {
    const { model } = modelOf(true);
    const other = { ...model, templates: { syntax: WORDS_SYNTAX, patterns: ["chunk"] } };
    assertThrows(() => columnEncoder(other), SyntaxError, '["chunk"] (known: word, pos)');
    const lack = () => columnEncoder(model).encode([["a"]], new AttributeRows());
    assertThrows(lack, RangeError, "Cannot find the pos of token 0");
  });
});
