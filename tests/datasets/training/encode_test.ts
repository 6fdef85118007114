import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  contextFeatures,
  Encoder,
  formFeatures,
  rankLabels,
} from "../../../datasets/training/encode.ts";
import { posAndChunk, rankPairs } from "../../../datasets/training/label_pairs.ts";

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
  const labels = ["X", "X", "X"];

  it("marks what lies outside the sentence", () => {
    assertEquals(contextFeatures({ forms, labels }, 0), [
      ...["w-2=", "w-1=", "w0=a", "w1=b", "w2=c", "ww-1=\ta", "ww0=a\tb"],
    ]);
  });

  it("adds parts of speech and their bigrams when there are some", () => {
    const pos = ["P", "Q", "R"];
    assertEquals(contextFeatures({ forms, pos, labels }, 2).slice(7), [
      ...["t-2=P", "t-1=Q", "t0=R", "t1=", "t2="],
      ...["tt-2=P\tQ", "tt-1=Q\tR", "tt0=R\t", "tt1=\t"],
    ]);
  });
});

describe("rankLabels()", () => {
  it("sorts by frequency and ties by code unit", () => {
    const sentence = { forms: [..."abcde"], labels: ["b", "a", "Z", "b", "é"] };
    assertEquals(rankLabels([sentence]), ["b", "Z", "a", "é"]);
  });
});

describe("Encoder", () => {
  const sentences = [
    { forms: ["a", "b"], labels: ["X", "Y"] },
    { forms: ["a"], labels: ["X"] },
  ];

  it("learn() numbers features in the order in which it sees them", () => {
    const encoder = new Encoder(["X", "Y"]);
    const corpus = encoder.learn(sentences);
    const first = [...formFeatures("a"), ...contextFeatures(sentences[0]!, 0)];
    assertEquals(
      [...corpus.features.subarray(0, corpus.featureOffsets[1])],
      first.map((_, i) => i),
    );
    assertEquals([...corpus.lengths], [2, 1]);
    assertEquals([...corpus.labels], [0, 1, 0]);
    assertEquals(encoder.featureCount, new Set(corpus.features).size);
    assertEquals(corpus.features.length, corpus.featureOffsets.at(-1));
  });

  it("encode() leaves out new features and marks new labels", () => {
    const encoder = new Encoder(["X", "Y"]);
    encoder.learn(sentences);
    const before = encoder.featureCount;
    const corpus = encoder.encode([{ forms: ["new"], labels: ["Z"] }]);
    assertEquals([...corpus.labels], [-1]);
    assertEquals(encoder.featureCount, before);
    // Of "new" only the bias and the missing neighbours are known.
    assertEquals(corpus.features.length, 5);
    assert(corpus.features.every((id) => id < before));
  });
});

describe("posAndChunk()", () => {
  it("keeps eight chunk labels", () => {
    const types = ["NP", "VP", "PP", "ADJP", "ADVP", "SBAR", "PRT", "INTJ"];
    const labels = ["X|_|O", ...types.flatMap((type) => [`X|_|B-${type}`, `X|_|I-${type}`])];
    const chunks = labels.map((label) => posAndChunk(label).slice("X|".length));
    assertEquals(chunks, [
      ...["O", "B-NP", "I-NP", "B-VP", "I-VP", "B-PP", "B-PP", "B-AP", "I-AP", "B-AP", "I-AP"],
      ...["O", "O", "O", "O", "O", "O"],
    ]);
    assertEquals(new Set(chunks).size, 8);
  });

  it("makes Penn Treebank tags, and leaves out however many features there are", () => {
    assertEquals(
      ["GW|_|O", "ADD|Number=Sing|B-NP", "NFP|_|O", "CD|A=b|C=d|E=f|I-NP", "VB|O"].map(posAndChunk),
      ["FW|O", "NNP|B-NP", ":|O", "CD|I-NP", "VB|O"],
    );
  });

  it("refuses a label without a chunk", () => {
    for (const label of ["NN", "NN|Number=Sing", "|O", ""]) {
      assertThrows(
        () => posAndChunk(label),
        SyntaxError,
        `Cannot find a part of speech and a chunk in the label: ${label}`,
      );
    }
  });
});

describe("rankPairs()", () => {
  const forms = [..."abcd"];

  it("ranks all pairs of the halves, those that occur first", () => {
    const pairs = rankPairs([{ forms, labels: ["N|I", "N|O", "V|B", "N|O"] }]);
    assertEquals(pairs.chains, [["N", "V"], ["O", "B", "I"]]);
    assertEquals(pairs.labels, ["N|O", "N|I", "V|B", "N|B", "V|I", "V|O"]);
    assertEquals(pairs.components.map((of) => [...of]), [[0, 0, 1, 0, 1, 1], [0, 2, 1, 1, 2, 0]]);
  });

  it("refuses a label that is no pair", () => {
    assertThrows(() => rankPairs([{ forms, labels: ["N|O", "N", "N", "N"] }]), SyntaxError, ": N");
  });
});
