import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  contextFeatures,
  expandWords,
  formFeatures,
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

describe("expandWords()", () => {
  it("makes the features that training had, as byte strings", () => {
    const rows = [["Ã©", "P"], ["b", "Q"]];
    const features = expandWords(wordTemplates(true))(rows, 0);
    assertEquals(features.slice(0, 3), ["bias", "p1=Ã©", "s1=Ã©"]);
    assertEquals(features.includes("t1=Q"), true);
    assertEquals(expandWords(wordTemplates(false))(rows, 0).includes("t1=Q"), false);
  });

  it("refuses other columns and tokens that lack one", () => {
    const other = { syntax: "trellis", patterns: ["chunk"] };
    assertThrows(() => expandWords(other), SyntaxError, '["chunk"] (known: word, pos)');
    assertThrows(() => expandWords(wordTemplates(true))([["a"]], 0), RangeError, "pos of token 0");
  });
});
