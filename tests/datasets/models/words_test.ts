import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { AttributeRows } from "../../../datasets/models/attribute_rows.ts";
import { byteString } from "../../../datasets/models/byte_strings.ts";
import { columnEncoder } from "../../../datasets/models/encoder.ts";
import { emptyRows, featureModel } from "../../../datasets/models/feature_model.ts";
import {
  contextFeatures,
  formFeatures,
  WORDS_SYNTAX,
  wordTemplates,
} from "../../../datasets/models/words.ts";

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
