import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ParsingDecoder } from "../../../../decoders/parsing/contract.ts";
import { conformance } from "../../../../harness/conformance/parsing/conformance.ts";
import { ascent } from "../../../wrong/parsing/_ascent.ts";
import { plain } from "../../../wrong/parsing/_plain.ts";

/** Each wrong parser with a case that must fail and one that it gets right. */
const WRONG: Record<string, { fails: string; passes: string }> = {
  emission_counted_twice: { fails: "claims are true", passes: "with their J" },
  no_unary_rules: { fails: "search space", passes: "beliefs are exact with one tag" },
  beam_without_its_edge: { fails: "search space", passes: "beliefs are exact with one tag" },
  transitions_backwards: { fails: "with their J", passes: "nothing coupled" },
  wrong_sign: { fails: "claims are true", passes: "with their J" },
  certificate_on_equal_scores: { fails: "much coupled", passes: "with their J" },
  own_leaf_in_outside: { fails: "beliefs are exact with nothing coupled", passes: "with their J" },
};

const FOLDER = new URL("../../../wrong/parsing/", import.meta.url);

/** The cases that fail, of those whose names have one of these words. */
function failures(
  decoder: ParsingDecoder,
  words: readonly string[] = [""],
): { name: string; message: string }[] {
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
    for (const control of [plain("plain", "Plain"), ascent("ascent", "Ascent")]) {
      assertEquals(failures(control), []);
    }
  });

  it("has a case for each wrong parser", () => {
    const files = Array.from(Deno.readDirSync(FOLDER), ({ name }) => name)
      .filter((name) => !name.startsWith("_"));
    assertEquals(files.sort(), Object.keys(WRONG).map((name) => `${name}.ts`).sort());
  });

  for (const [file, { fails, passes }] of Object.entries(WRONG)) {
    it(`catches ${file}`, async () => {
      const { default: decoder } = await import(`${FOLDER}${file}.ts`);
      const found = failures(decoder, [fails, passes]);
      const caught = found.find(({ name }) => name.includes(fails));
      assert(caught !== undefined, JSON.stringify(found));
      assertStringIncludes(caught.message, "parsingInstance(");
      assert(!found.some(({ name }) => name.includes(passes)), JSON.stringify(found));
    });
  }

  it("refuses what is no parsing decoder", () => {
    const wrong = { ...plain("plain", "Plain"), problem: "sequence" } as unknown as ParsingDecoder;
    assertStringIncludes(failures(wrong)[0]!.message, "its problem is sequence");
  });
});
