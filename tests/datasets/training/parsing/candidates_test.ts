import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Candidates } from "../../../../datasets/training/parsing/candidates.ts";

describe("Candidates", () => {
  const sentence = {
    forms: ["saw", "saw", "saw", "dog"],
    pos: ["VB", "VB", "NN", "NN"],
    labels: ["V", "W", "N", "M"],
  };
  const tags = ["M", "N", "V", "W"];
  const candidates = new Candidates([sentence], tags);

  it("of() gives a frequent word its own tags, a rare one those of its part of speech", () => {
    assertEquals(candidates.of("saw", "NN", 3), [1, 2, 3]);
    assertEquals(candidates.of("saw", "NN", 4), [0, 1]);
    assertEquals(candidates.of("unseen", "VB", 1), [2, 3]);
    assertEquals(candidates.of("unseen", "XX", 1), [0, 1, 2, 3]);
  });

  it("has no tags that are not in the list, and all where none is left", () => {
    const few = new Candidates([sentence], ["N"]);
    assertEquals(few.of("saw", "NN", 1), [0]);
    assertEquals(few.of("dog", "VB", 1), [0]);
  });

  it("needs parts of speech", () => {
    assertThrows(
      () => new Candidates([{ forms: ["dog"], labels: ["N"] }], tags),
      RangeError,
      'Cannot parse a sentence without parts of speech: "dog"',
    );
  });
});
