import { assert, assertAlmostEquals, assertEquals, assertLess, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../../decoders/contract.ts";
import {
  bestDerivation,
  maxMarginals,
} from "../../../../decoders/parsing/forest/best_derivation.ts";
import { ForestStore } from "../../../../decoders/parsing/forest/forest.ts";
import { compileGrammar } from "../../../../decoders/parsing/forest/grammar.ts";
import { InsideOutside } from "../../../../decoders/parsing/forest/inside_outside.ts";
import {
  isNoForest,
  openForest,
  Workspace,
} from "../../../../decoders/parsing/forest/open_forest.ts";
import { mostDerivations } from "../../../../decoders/parsing/forest/log_sums.ts";
import { prune } from "../../../../decoders/parsing/forest/prune.ts";
import { scoreDerivation } from "../../../../decoders/parsing/forest/score_derivation.ts";
import { tagProduct } from "../../../../decoders/parsing/forest/tag_product.ts";
import {
  type ParsingModel,
  type ParsingSentence,
  type Slots,
  UNARY,
} from "../../../../decoders/parsing/model.ts";
import { sharedScores } from "../../../../decoders/parsing/messages/loopy_beliefs.ts";
import { TagChain } from "../../../../decoders/parsing/messages/tag_chain.ts";
import {
  type Enumerated,
  enumerateDerivations,
} from "../../../../harness/conformance/parsing/enumerate.ts";
import { parsingInstance } from "../../../../harness/conformance/parsing/generators.ts";
import { logSumsOf, modelOfRules, smallForests, wordsOfAnyTag } from "../../../helpers/parsing.ts";

const FORESTS = smallForests(200);

/** The forest of a sentence, or why there is none. */
const opened = (model: ParsingModel, sentence: ParsingSentence) =>
  openForest(sentence, newWork(), new Workspace(compileGrammar(model)));

describe("openForest()", () => {
  it("holds every derivation once", () => {
    assert(FORESTS.length > 60);
    for (const { forest, derivations, seed } of FORESTS) {
      assertEquals(mostDerivations(forest), derivations.length, `seed ${seed}`);
    }
  });

  it("has only items and edges that derivations use, children before parents", () => {
    for (const { forest, seed } of FORESTS) {
      const { edgeOffsets, left, right, rules, scores, slotItems, symbols } = forest;
      const used = prune(forest, { slots: new Uint8Array(slotItems.length).fill(1) })!;
      assertEquals(used.symbols, symbols, `seed ${seed}`);
      assertEquals([used.left, used.right, used.rules], [left, right, rules]);
      assertEquals([used.edgeOffsets, used.slotItems], [edgeOffsets, slotItems]);
      assertEquals(used.scores, scores);
      for (let item = 1; item < symbols.length; item++) {
        const to = edgeOffsets[item + 1];
        for (const child of left.subarray(edgeOffsets[item], to)) assertLess(child, item);
        for (const child of right.subarray(edgeOffsets[item], to)) assertLess(child, item);
      }
    }
  });

  it("has the forest of a sentence whatever came before it", () => {
    for (const { model, sentence, forest, seed } of FORESTS) {
      const workspace = new Workspace(compileGrammar(model));
      const others = [3, 12, 1].map((length) => parsingInstance(seed, { length }).sentence);
      for (const other of [...others, sentence]) {
        openForest(other, newWork(), workspace);
        assertEquals(openForest(sentence, newWork(), workspace), forest, `seed ${seed}`);
      }
    }
  });

  it("takes the steps of its search space and stops at the limit", () => {
    const found = { ast: 0, reverse: 0, gold: 0, "too large": 0, unparsed: 0 };
    for (let seed = 0; seed < 200; seed++) {
      const { model, sentence } = parsingInstance(seed);
      const { order, steps } = sentence.space;
      const forest = opened(model, sentence);
      if (forest.beam > 0) found[order]++;
      if (isNoForest(forest)) found[forest.failure]++;
      if (isNoForest(forest) && forest.failure === "too large") continue;
      const hasParse = (step: number) => enumerateDerivations(model, sentence, step)?.length !== 0;
      if (order === "ast") {
        const first = steps.findIndex((_, step) => hasParse(step));
        assertEquals(forest.beam, first < 0 ? steps.length - 1 : first, `seed ${seed}`);
        assertEquals(isNoForest(forest), first < 0);
      } else if (!isNoForest(forest)) assert(hasParse(forest.beam));
    }
    const { ast, reverse, unparsed, "too large": large } = found;
    assert(Math.min(ast, reverse, unparsed, large) > 3, JSON.stringify(found));
  });

  it("refuses slots that are not in order, or no multiples of the unit, and names them", () => {
    const { model, sentence } = FORESTS.find(({ forest }) => forest.length > 2)!;
    const { slots } = sentence;
    const open = (change: Partial<Slots>) => () =>
      opened(model, { ...sentence, slots: { ...slots, ...change } });
    const offsets = slots.offsets.with(2, slots.offsets[1]! - 1);
    assertThrows(open({ offsets }), RangeError, "slots of word 1 that end before they begin: ");
    const first = slots.offsets.findIndex((from, word) => slots.offsets[word + 1]! > from + 1);
    const at = slots.offsets[first]!;
    const tags = slots.tags.with(at + 1, slots.tags[at]!);
    const message = `tags of word ${first} that do not ascend: ${tags[at]}, ${tags[at]}`;
    assertThrows(open({ tags }), RangeError, message);
    const finer = open({ emissions: slots.emissions.with(0, 2 ** -40) });
    assertThrows(finer, RangeError, "scores of slot 0 that are no multiples of ");
  });

  it("fails with any limit below the items that it finds, and never otherwise", () => {
    const { model, sentence, forest } = FORESTS.find(({ forest }) => forest.length > 4)!;
    const work = newWork();
    openForest(sentence, work, new Workspace(compileGrammar(model)));
    for (let limit = 1; limit <= work.nodeExpansions; limit++) {
      const limited = opened(model, { ...sentence, space: { ...sentence.space, limit } });
      const isEnough = limit === work.nodeExpansions;
      assertEquals(limited, isEnough ? forest : { failure: "too large", beam: 0 }, `${limit}`);
    }
  });
});

it("bestDerivation() finds the best f", () => {
  for (const { forest, derivations, model, sentence, seed } of FORESTS) {
    const best = bestDerivation(forest, forest.slots.leafScores, newWork());
    const highest = Math.max(...derivations.map(({ parser }) => parser));
    assertEquals(best.score, highest, `seed ${seed}`);
    assertEquals(scoreDerivation(model, sentence, best, 0).parser, highest);
  }
});

describe("tagProduct()", () => {
  it("finds the best J, ln Z and marginals", () => {
    for (const { forest, derivations, chain, seed } of FORESTS) {
      const product = tagProduct(forest, chain, 1e6)!;
      const shared = sharedScores(forest);
      const scoreOf = ({ objective }: Enumerated) => objective;
      const { total, slots } = logSumsOf(derivations, scoreOf, forest.slots.ids);
      const best = bestDerivation(product, shared, newWork());
      assertEquals(best.score, Math.max(...derivations.map(scoreOf)), `seed ${seed}`);
      assertEquals(mostDerivations(product), derivations.length);
      const sums = new InsideOutside(product);
      sums.run(shared);
      assertAlmostEquals(sums.logPartition, total, 1e-10);
      const posteriors = shared.slice();
      sums.slotPosteriors(posteriors);
      slots.forEach((through, slot) => {
        assertAlmostEquals(posteriors[slot]!, Math.exp(through - total), 1e-10);
      });
    }
  });

  it("leaves nothing of a sentence behind for the next one", () => {
    const store = new ForestStore();
    for (const { forest, chain, seed } of FORESTS) {
      const { roots, slotItems, scores } = tagProduct(forest, chain, 1e6, store)!;
      const fresh = tagProduct(forest, chain, 1e6)!;
      assertEquals([slotItems, roots], [fresh.slotItems, fresh.roots], `seed ${seed}`);
      assertEquals(scores, fresh.scores);
    }
  });

  it("gives up before it takes memory for more edges than its limit", () => {
    const model = modelOfRules([[0, 0, 0]], [0], 200);
    const forest = opened(model, wordsOfAnyTag(4, 200));
    assert(!isNoForest(forest));
    // 200^4 products of the two middle items: 25 GB.
    assertEquals(tagProduct(forest, new TagChain(model, forest.slots), 1e6), undefined);
  });

  it("gives up beyond its limit", () => {
    const { forest, chain } = FORESTS.find(({ forest }) => forest.length > 4)!;
    const edges = tagProduct(forest, chain, 1e6)!.left.length;
    assertEquals(tagProduct(forest, chain, edges)?.left.length, edges);
    assertEquals(tagProduct(forest, chain, edges - 1), undefined);
  });
});

it("maxMarginals() finds the best f through each slot and each edge", () => {
  for (const { forest, derivations, seed } of FORESTS) {
    const { slots, edge } = maxMarginals(forest, forest.slots.leafScores, newWork());
    forest.slots.ids.forEach((id, slot) => {
      const through = derivations.filter(({ slots }) => slots.includes(id));
      const best = Math.max(...through.map(({ parser }) => parser));
      assertEquals(slots[slot], best, `seed ${seed}`);
    });
    const highest = Math.max(...derivations.map(({ parser }) => parser));
    const edges = Array.from(forest.left.keys(), edge);
    assertEquals(edges.every((score) => score <= highest), true);
    if (forest.length > 1) assertEquals(Math.max(...edges), highest);
  }
});

describe("prune()", () => {
  it("keeps the derivations without a slot that is dropped, and nothing else", () => {
    for (const { forest, derivations, seed } of FORESTS) {
      forest.slots.ids.forEach((id, slot) => {
        const slots = new Uint8Array(forest.slots.ids.length).fill(1);
        slots[slot] = 0;
        const left = prune(forest, { slots });
        const expected = derivations.filter((one) => !one.slots.includes(id));
        const count = left === undefined ? 0 : mostDerivations(left);
        assertEquals(count, expected.length, `seed ${seed}, slot ${slot}`);
        if (left === undefined) return;
        const best = bestDerivation(left, left.slots.leafScores, newWork());
        assertEquals(best.score, Math.max(...expected.map(({ parser }) => parser)));
      });
    }
  });

  it("keeps what is at least as good as a bound", () => {
    let smaller = 0;
    for (const { forest, derivations, seed } of FORESTS) {
      const { leafScores } = forest.slots;
      const best = Math.max(...derivations.map(({ parser }) => parser));
      const { edge } = maxMarginals(forest, leafScores, newWork());
      const left = prune(forest, { edge: (one) => edge(one) >= best })!;
      assertEquals(bestDerivation(left, leafScores, newWork()).score, best, `seed ${seed}`);
      if (left.left.length < forest.left.length) smaller++;
    }
    assert(smaller > 20);
  });

  it("has nothing left without roots", () => {
    const { forest } = FORESTS[0]!;
    assertEquals(prune(forest, { slots: new Uint8Array(99) }), undefined);
  });
});

const MODEL = modelOfRules([[1, 0, 0], [0, UNARY, 1], [0, 1, 2]], [-Infinity, 0, 0]);

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
    refused({ transitions: Float64Array.of(-Infinity) }, "transitions at index 0 is no multiple");
    refused({ rootScores: Float64Array.of(0, NaN, 0) }, "index 1 is no multiple of 1: NaN");
    // Where scores differ by less than the unit, a bound would prove what is not the best.
    refused({ ruleScores: Float64Array.of(0, 0, 0.5) }, "index 2 is no multiple of 1: 0.5");
    refused({ rootScores: new Float64Array(3).fill(-Infinity) }, "none of its symbols is a root");
    refused({ right: Int32Array.of(UNARY, UNARY, 1) }, "unary rule 0 stands on the parent");
  });
});

describe("scoreDerivation()", () => {
  it("scores what the enumerator lists as the enumerator does", () => {
    let compared = 0;
    let unary = 0;
    for (let seed = 0; seed < 200; seed++) {
      const { model, sentence } = parsingInstance(seed);
      for (const one of enumerateDerivations(model, sentence, 0)?.slice(0, 20) ?? []) {
        const { objective, parser, tagger } = one;
        const score = scoreDerivation(model, sentence, one, 0);
        assertEquals(score, { objective, parser, tagger }, `seed ${seed}`);
        compared++;
        if (one.steps.some((value, index) => index % 4 === 1 && value === UNARY)) unary++;
      }
    }
    assertEquals([compared > 500, unary > 100], [true, true]);
  });

  it("refuses what is no derivation, with the reason", () => {
    const { model, sentence, derivation } = example();
    const { tags, steps } = derivation;
    const refused = (changed: { tags?: Int32Array; steps?: Int32Array }, reason: string) => {
      const call = () => scoreDerivation(model, sentence, { ...derivation, ...changed }, 0);
      assertThrows(call, RangeError, reason);
    };
    refused({ tags: tags.slice(1) }, "2 tags for 3 words");
    refused({ tags: tags.map(() => 99) }, "tag 99 is not permitted at word 0");
    refused({ steps: steps.slice(1) }, "not four each");
    refused({ steps: steps.slice(4) }, "needs symbol");
    refused({ steps: steps.slice(0, -4) }, "leave 2 parts");
    refused({ steps: steps.with(3, 1e6) }, "a rule that there is not");
    refused({ steps: steps.with(2, 9) }, "not within 3 words");
    refused({ steps: steps.with(1, -1) }, "a wrong split");
    const rootless = { ...model, rootScores: model.rootScores.map(() => -Infinity) };
    assertThrows(() => scoreDerivation(rootless, sentence, derivation, 0), RangeError, "no root");
  });
});

/** A sentence of three words with a derivation of two binary steps. */
function example() {
  const isOne = ({ tags, steps }: Enumerated) => tags.length === 3 && steps.length === 8;
  const { derivations, ...instance } = FORESTS.find((one) => one.derivations.some(isOne))!;
  return { ...instance, derivation: derivations.find(isOne)! };
}
