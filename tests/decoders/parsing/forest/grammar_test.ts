import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { compileGrammar } from "../../../../decoders/parsing/forest/grammar.ts";
import { type ParsingModel, UNARY } from "../../../../decoders/parsing/model.ts";

const MODEL: ParsingModel = {
  tagCount: 1,
  symbolCount: 3,
  unit: 1,
  tagSymbols: Int32Array.of(0),
  left: Int32Array.of(1, 0, 0),
  right: Int32Array.of(0, UNARY, 1),
  parent: Int32Array.of(0, 1, 2),
  ruleScores: new Float64Array(3),
  lengthScores: new Float64Array(24),
  childLengthScores: new Float64Array(192),
  rootScores: Float64Array.of(-Infinity, 0, 0),
  transitions: new Float64Array(1),
};

describe("compileGrammar()", () => {
  it("lists rules by their children", () => {
    const { binary, unary, isUnaryParent } = compileGrammar(MODEL);
    assertEquals(binary.offsets, Int32Array.of(0, 1, 2, 2));
    assertEquals(binary.rules, Int32Array.of(2, 0));
    assertEquals(binary.right, Int32Array.of(1, 0));
    assertEquals(unary.offsets, Int32Array.of(0, 1, 1, 1));
    assertEquals(unary.rules, Int32Array.of(1));
    assertEquals(isUnaryParent, Uint8Array.of(0, 1, 0));
  });

  it("refuses what is no grammar", () => {
    const refused = (changes: Partial<ParsingModel>, reason: string) =>
      assertThrows(() => compileGrammar({ ...MODEL, ...changes }), RangeError, reason);
    refused({ unit: 0.001 }, "its unit is no 1/2^k: 0.001");
    refused({ unit: 2 }, "its unit is no 1/2^k: 2");
    refused({ ruleScores: new Float64Array(2) }, "its ruleScores should have 3 entries: 2");
    refused({ parent: Int32Array.of(0, 1, 3) }, "parent at index 2 is no symbol: 3");
    refused({ tagSymbols: Int32Array.of(-1) }, "tagSymbols at index 0 is no symbol: -1");
    refused({ transitions: Float64Array.of(-Infinity) }, "transitions at index 0 is not finite");
    refused({ rootScores: Float64Array.of(0, NaN, 0) }, "rootScores at index 1 is no score: NaN");
    refused({ rootScores: new Float64Array(3).fill(-Infinity) }, "none of its symbols is a root");
    refused({ right: Int32Array.of(UNARY, UNARY, 1) }, "unary rule 0 stands on the parent");
  });
});
