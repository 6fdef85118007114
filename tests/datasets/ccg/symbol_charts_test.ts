import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../decoders/contract.ts";
import { ChartBuilder } from "../../../decoders/parsing/forest/chart.ts";
import { ForestStore } from "../../../decoders/parsing/forest/forest.ts";
import { compileGrammar } from "../../../decoders/parsing/forest/grammar.ts";
import { parseCategory } from "../../../datasets/ccg/category.ts";
import { CcgGrammar } from "../../../datasets/ccg/grammar.ts";
import { grammarTables } from "../../../datasets/ccg/grammar_tables.ts";
import { SymbolCharts } from "../../../datasets/ccg/symbol_charts.ts";
import type { BankSentence, Leaf } from "../../../datasets/ccg/tree.ts";
import { Random } from "../../../datasets/random.ts";

const NAMES = [
  ...["NP", "N", "NP/N", "S[dcl]\\NP", "(S[dcl]\\NP)/NP", "(S\\NP)\\(S\\NP)", "(S\\NP)/(S\\NP)"],
  ...["(NP\\NP)/(S[dcl]/NP)", "conj", ","],
];

/** A grammar of these categories and of N → NP, all of which may be whole sentences. */
function smallGrammar(): CcgGrammar {
  const leaf = (name: string): Leaf => ({
    ...{ kind: "leaf", category: parseCategory(name), word: "w", pos: "X" },
    ...{ modifiedPos: "", predicate: "" },
  });
  const bank: BankSentence[] = NAMES.map((name) => ({ id: name, tree: leaf(name) }));
  const [category, noun] = [parseCategory("NP"), leaf("N")];
  bank.push({ id: "unary", tree: { kind: "branch", category, head: 0, children: [noun] } });
  return new CcgGrammar(bank, { unaries: 1, tags: 1 });
}

describe("SymbolCharts", () => {
  it("finds every rule that a parser needs, and counts its items", () => {
    const grammar = smallGrammar();
    const charts = new SymbolCharts(grammar);
    const random = new Random(3);
    const sentences = Array.from({ length: 20 }, (_, i) =>
      Array.from({ length: 2 + i % 7 }, () => {
        const tags = random.shuffle([...NAMES.keys()]).slice(0, 1 + random.integer(4));
        return tags.toSorted((a, b) => a - b);
      }));
    const counts = sentences.map((tags) => charts.build(tags, 1e6)!);
    const { tables } = grammarTables(grammar);
    const model = {
      ...tables,
      ...{ tagCount: NAMES.length, symbolCount: tables.symbolCategories.length, unit: 1 },
      transitions: new Float64Array(NAMES.length ** 2),
    };
    const builder = new ChartBuilder(compileGrammar(model));
    const built = sentences.map((tags) => {
      const offsets = Int32Array.from([
        0,
        ...tags.map((_, i) => tags.slice(0, i + 1).flat().length),
      ]);
      const zeros = new Float64Array(tags.flat().length);
      const slots = {
        ...{ offsets, tags: Int32Array.from(tags.flat()), emissions: zeros, leafScores: zeros },
        ids: Int32Array.from(zeros.keys()),
      };
      const work = newWork();
      builder.build(tags.length, slots, Infinity, new ForestStore(), work);
      return work.nodeExpansions;
    });
    assertEquals(built, counts);
    assert(Math.max(...counts) > 100, `${counts}`);
  });

  it("gives up above the limit", () => {
    const charts = new SymbolCharts(smallGrammar());
    assertEquals(charts.build([[0], [3]], 1), undefined);
    assertEquals(charts.build([[0], [3]], 1000) !== undefined, true);
  });
});
