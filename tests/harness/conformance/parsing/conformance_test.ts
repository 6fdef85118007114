import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ParsingDecoder } from "../../../../decoders/parsing/contract.ts";
import { conformance } from "../../../../harness/conformance/parsing/conformance.ts";
import { ascent, plain, WRONG_PARSERS } from "../../../wrong/parsing.ts";

/** The cases that fail, of those whose names have one of these words. */
function failures(decoder: ParsingDecoder, words: readonly string[] = [""]) {
  const cases = conformance(decoder, { runs: 60 })
    .filter(({ name }) => words.some((word) => name.includes(word)));
  for (const word of words) assert(cases.some(({ name }) => name.includes(word)), word);
  return cases.flatMap(({ name, run }) => {
    try {
      run();
      return [];
    } catch (error) {
      return [{ name, message: String(error) }];
    }
  });
}

describe("conformance()", () => {
  it("passes the controls, which nothing is wrong with", () => {
    for (const control of [plain("plain"), ascent("ascent")]) assertEquals(failures(control), []);
  });

  for (const { decoder, fails, passes } of WRONG_PARSERS) {
    it(`catches ${decoder.name}`, () => {
      const found = failures(decoder, [fails, passes]);
      const caught = found.find(({ name }) => name.includes(fails));
      assert(caught !== undefined, JSON.stringify(found));
      assertStringIncludes(caught.message, "parsingInstance(");
      assert(!found.some(({ name }) => name.includes(passes)), JSON.stringify(found));
    });
  }

  it("refuses what is no parsing decoder", () => {
    const wrong = { ...plain("plain"), problem: "sequence" } as unknown as ParsingDecoder;
    assertStringIncludes(failures(wrong)[0]!.message, "its problem is sequence");
  });
});
