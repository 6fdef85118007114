import { assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../decoders/contract.ts";
import { ChartBuilder } from "../../../decoders/parsing/forest/chart.ts";
import { ForestStore, permittedSlots } from "../../../decoders/parsing/forest/forest.ts";
import { compileGrammar } from "../../../decoders/parsing/forest/grammar.ts";
import { InsideOutside } from "../../../decoders/parsing/forest/inside_outside.ts";
import { isNoForest, openForest, Workspace } from "../../../decoders/parsing/forest/open_forest.ts";
import { viterbi } from "../../../decoders/parsing/forest/best_derivation.ts";
import { resolveParses } from "../../../harness/problems/parsing/discover.ts";
import { parsesOf } from "../../../harness/problems/parsing/parses_file.ts";
import {
  plainChart,
  plainForest,
  plainRules,
  plainSums,
  plainViterbi,
} from "../../../reports/studies/_forest_ways.ts";

describe("plain forests", () => {
  it("have the items, edges, best scores and sums of the arrays", async () => {
    const { open } = await resolveParses("synthetic-parsing-30{length=6,beam=0.03}");
    const { dataset: { contents }, space } = await open(12, 5);
    const { model, sentences } = parsesOf(contents, space);
    const grammar = compileGrammar(model);
    const builder = new ChartBuilder(grammar);
    const rules = plainRules(model);
    let parsed = 0;
    for (const sentence of sentences) {
      const { length } = sentence;
      const slots = permittedSlots(sentence, 0);
      const built = builder.build(length, slots, Infinity, new ForestStore(), newWork())!;
      assertEquals(plainChart(model, rules, length, slots), {
        items: built.itemCount - 1,
        edges: built.edgeCount,
      });
      const forest = openForest(sentence, newWork(), new Workspace(grammar));
      if (isNoForest(forest)) continue;
      parsed++;
      const { emissions, leafScores } = forest.slots;
      const leaves = emissions.map((score, slot) => score + leafScores[slot]!);
      const plain = plainForest(forest);
      const best = new Float64Array(forest.symbols.length);
      assertEquals(plainViterbi(plain, leaves), viterbi(forest, leaves, forest.scores, best));
      const sums = new InsideOutside(forest);
      sums.run(leaves);
      assertAlmostEquals(plainSums(plain, leaves), sums.logPartition, 1e-9);
    }
    assertEquals(parsed > 5, true, `${parsed} of ${sentences.length} parsed`);
  });
});
