import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { pathSheet, readAnswer, readPaths } from "../../../../harness/problems/sequence/answers.ts";

const copied = (parts: readonly Uint8Array[]) => parts.map((part) => new Uint8Array(part));

it("readAnswer() takes what is no finite number for a score that no path has", () => {
  const [path] = readAnswer(JSON.parse('[{"score":1e999,"labels":[]}]'));
  assertEquals(path, { score: -Infinity, labels: [] });
});

describe("pathSheet()", () => {
  it("is read as it was filled, with few labels and with many, once it is cleared, too", () => {
    const answers = [
      { paths: [{ score: 1.5, labels: Int32Array.of(3, 4) }, { score: -2, labels: [1, 0] }] },
      { paths: [] },
      { paths: [{ score: -Infinity, labels: Int32Array.of(2) }] },
    ];
    for (const labelCount of [5, 70_000]) {
      const sheet = pathSheet([2, 3, 1], labelCount, 2);
      for (let turn = 0; turn < 2; turn++) {
        sheet.clear();
        for (const answer of answers) sheet.add(answer as never);
        const read = readPaths(copied(sheet.parts()), [2, 3, 1], labelCount, 2);
        assertEquals(
          read.map((paths) => paths.map(({ score, labels }) => [score, ...Array.from(labels)])),
          answers.map(({ paths }) => paths.map(({ score, labels }) => [score, ...labels])),
        );
      }
    }
  });

  it("takes no answer that cannot be one", () => {
    const sheet = pathSheet([2], 5, 1);
    const path = { score: 1, labels: Int32Array.of(1, 2) };
    assertThrows(() => sheet.add({ paths: [path, path] }), TypeError, "2 paths: k is 1");
    sheet.clear();
    const short = { score: 1, labels: Int32Array.of(1) };
    assertThrows(() => sheet.add({ paths: [short] }), TypeError, "1 labels for 2 tokens");
    assertThrows(() => sheet.add({} as never), TypeError);
  });
});

it("readPaths() refuses answers to another number of sentences", () => {
  const sheet = pathSheet([2], 5, 1);
  sheet.add({ paths: [{ score: 1, labels: Int32Array.of(1, 2) }] });
  const parts = copied(sheet.parts());
  for (const lengths of [[2, 2], [], [3], [1]]) {
    assertThrows(() => readPaths(parts, lengths, 5, 1), RangeError, "Cannot read answers");
  }
  assertThrows(() => readPaths([], [2], 5, 1), RangeError, "Cannot read answers");
});
