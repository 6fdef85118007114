import { assertEquals, assertLessOrEqual, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  brief,
  briefJson,
  briefList,
  visible,
  visibleJson,
  visibleLines,
} from "../../datasets/visible.ts";

/** Any character: the library's own list of them takes seconds to make. */
const ANY = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

/** NUL, ESC, CSI in one character, ends of lines, marks of direction and of no width, a tag. */
const HIDDEN = [
  ...["\0", "\u001b", "\u009b", "\n", "\r", "\u2028", "\u202e", "\u2066", "\u200b", "\ufeff"],
  ...["\ud800", "\u{e0041}", "\u007f"],
];

describe("visible()", () => {
  for (const hidden of HIDDEN) {
    const escaped = hidden.split("").map((unit) =>
      `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
    ).join("");
    it(`writes ${escaped} out`, () => assertEquals(visible(`a${hidden}b`), `a${escaped}b`));
  }

  it("leaves text of any script alone", () => {
    const text = "B-NP-nsubj 名詞 ό،אب 🙂 é \\u001b";
    assertEquals(visible(text), text);
  });
});

it("visibleLines() keeps the lines and nothing else that is hidden", () => {
  assertEquals(visibleLines("a\u001b[2J\r\nb\n"), "a\\u001b[2J\\u000d\nb\n");
});

it("visibleJson() is visible, and the same value when it is read back", () => {
  const property = fc.property(fc.string({ unit: ANY }), fc.subarray(HIDDEN), (text, hidden) => {
    const value = { names: [text, ...hidden], score: -0.5 };
    const json = visibleJson(value);
    assertEquals(JSON.parse(json), value);
    assertEquals(visible(json), json);
  });
  fc.assert(property, { seed: 1, numRuns: 50 });
});

describe("brief() and its kin", () => {
  const long = "x".repeat(1_000_000);

  it("show what is short as it is", () => {
    const found = [brief("a\tb"), briefJson({ a: 1 }), briefList([1, 2])];
    assertEquals(found, ["a\\u0009b", '{"a":1}', "1,2"]);
    assertEquals(briefJson(undefined), "nothing");
  });

  it("show the beginning and the size of what is long", () => {
    assertMatch(brief(long), /^x{100}… \(1000000 characters\)$/);
    const list = briefList(Array.from({ length: 1_000 }, (_, i) => `${i}${long}`), ", ");
    assertStringIncludes(list, "… (1000)");
    assertLessOrEqual(list.length, 2_000);
    assertLessOrEqual(briefJson([long]).length, 200);
  });

  it("show something where JSON is nested too deep", () => {
    let nested: unknown = 0;
    for (let depth = 0; depth < 100_000; depth++) nested = [nested];
    assertLessOrEqual(briefJson(nested).length, 200);
  });
});
