import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import ptb from "../../../datasets/corpora/ptb.ts";

/** Words and tags of each sentence as `word TAG`. */
const read = (text: string) =>
  ptb.read(text, "f").map(({ forms, labels }) => forms.map((form, i) => `${form} ${labels[i]}`));

describe("ptb", () => {
  it("read() leaves out brackets, rules and headers", () => {
    const text = "*x*invented*x*\n====\n\n[ Seven/CD owls/NNS ]\r\nhooted/VBD ./.\n\n====\n";
    assertEquals(read(text), [["Seven CD", "owls NNS", "hooted VBD", ". ."]]);
  });

  it("read() takes escaped slashes as slashes and the first of alternative tags", () => {
    assertEquals(read("[ either\\/or/CC ] 1\\/2/CD \\*/SYM set/VBN|VBD a|b/NN"), [
      ["either/or CC", "1/2 CD", "* SYM", "set VBN", "a|b NN"],
    ]);
  });

  it("read() ends sentences at stops with what closes after them, and at rules", () => {
    const text = "``/`` Go/VB !/. ''/'' )/) [ He/PRP ]\nwent/VBD\n\n[ home/NN ]\n====\nEnd/NN";
    assertEquals(read(text), [
      ["`` ``", "Go VB", "! .", "'' ''", ") )"],
      ["He PRP", "went VBD", "home NN"],
      ["End NN"],
    ]);
  });

  it("read() does not end a sentence at a stop in brackets", () => {
    assertEquals(read("[ Owl/NNP ./. Ltd/NNP ] hoots/VBZ ./."), [
      ["Owl NNP", ". .", "Ltd NNP", "hoots VBZ", ". ."],
    ]);
  });

  it("read() names file, line number and token when one is malformed", () => {
    for (const token of ["owl", "/NN", "owl/", "owl/|NN"]) {
      const said = `Cannot read line 2 of some.pos as word/TAG: ${JSON.stringify(token)}`;
      assertThrows(() => ptb.read(`An/DT\n${token} hoots/VBZ\n`, "some.pos"), SyntaxError, said);
    }
  });
});
