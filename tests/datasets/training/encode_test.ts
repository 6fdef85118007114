import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { contextFeatures, formFeatures } from "../../../datasets/models/words.ts";
import { Encoder, posAndChunk, rankLabels, rankPairs } from "../../../datasets/training/encode.ts";

it("rankLabels() sorts by frequency and ties by code unit", () => {
  const sentence = { forms: [..."abcde"], labels: ["b", "a", "Z", "b", "é"] };
  assertEquals(rankLabels([sentence]), ["b", "Z", "a", "é"]);
});

describe("Encoder", () => {
  const sentences = [{ forms: ["a", "b"], labels: ["X", "Y"] }, { forms: ["a"], labels: ["X"] }];

  it("learn() numbers features in the order in which it sees them", () => {
    const encoder = new Encoder(["X", "Y"]);
    const corpus = encoder.learn(sentences);
    const first = [...formFeatures("a"), ...contextFeatures(sentences[0]!, 0)];
    const found = corpus.features.subarray(0, corpus.featureOffsets[1]);
    assertEquals([...found], [...first.keys()]);
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

  it("makes Penn Treebank tags, leaves out all features, and takes any name", () => {
    const usual = ["GW|_|O", "ADD|Number=Sing|B-NP", "NFP|_|O", "CD|A=b|C=d|E=f|I-NP", "VB|O"];
    assertEquals(usual.map(posAndChunk), ["FW|O", "NNP|B-NP", ":|O", "CD|I-NP", "VB|O"]);
    // As members of objects are called.
    const labels = ["constructor|B-toString", "__proto__|I-__proto__"];
    assertEquals(labels.map(posAndChunk), ["constructor|O", "__proto__|O"]);
  });

  it("refuses a label without a chunk", () => {
    for (const label of ["NN", "NN|Number=Sing", "|O", ""]) {
      const said = `Cannot find a part of speech and a chunk in the label: ${label}`;
      assertThrows(() => posAndChunk(label), SyntaxError, said);
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
