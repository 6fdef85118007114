import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { agreement } from "../../../../datasets/ccg/convert/agreement.ts";
import { convert } from "../../../../datasets/ccg/convert/convert.ts";
import { readTrees } from "../../../../datasets/corpora/conllu.ts";

/** "He tries to go": the enhanced tree alone knows who goes. */
const TRIES = [
  "1\tHe\the\tPRON\tPRP\t_\t2\tnsubj\t2:nsubj|4:nsubj:xsubj\t_",
  "2\ttries\ttry\tVERB\tVBZ\tMood=Ind|VerbForm=Fin\t0\troot\t0:root\t_",
  "3\tto\tto\tPART\tTO\t_\t4\tmark\t4:mark\t_",
  "4\tgo\tgo\tVERB\tVB\tVerbForm=Inf\t2\txcomp\t2:xcomp\t_",
  "",
].join("\n");

describe("agreement()", () => {
  it("counts pairs of words both ways, by basic and by enhanced relations", () => {
    const trees = readTrees(`${TRIES}\n`, "tries");
    const found = agreement(trees, convert(trees, "tries"));
    // tries–he, tries–to, to–he, to–go, go–he.
    assertEquals(found, { derived: 5, basic: 2, enhanced: 3 });
  });
});
