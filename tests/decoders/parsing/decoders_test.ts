import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { globSync } from "node:fs";
import barHillel from "../../../decoders/parsing/bar_hillel.ts";
import type { ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import dualDecomposition from "../../../decoders/parsing/dual_decomposition.ts";
import { countMatches } from "../../../decoders/parsing/forest/matches.ts";
import {
  type Beam,
  type Derivation,
  type GoldParse,
  type ParsingModel,
  type ParsingSentence,
  UNARY,
} from "../../../decoders/parsing/model.ts";
import oracle from "../../../decoders/parsing/oracle.ts";
import pipeline from "../../../decoders/parsing/pipeline.ts";
import tagFactored from "../../../decoders/parsing/tag_factored.ts";
import { Random } from "../../../datasets/random.ts";
import { conformance } from "../../../harness/conformance/parsing/conformance.ts";
import type { Enumerated } from "../../../harness/conformance/parsing/enumerate.ts";
import {
  type ParsingInstance,
  parsingInstance,
} from "../../../harness/conformance/parsing/generators.ts";
import {
  ALL,
  logSumOf,
  modelOfRules,
  parsedBy,
  type SmallForest,
  smallForests,
  wordsOfAnyTag,
} from "../../helpers/parsing.ts";
import { longIt } from "../../helpers/long.ts";

const FOLDER = new URL("../../../decoders/parsing/", import.meta.url);
const NO_DECODERS = ["contract.ts", "model.ts"];

describe("parsing decoders", () => {
  const files = globSync("*.ts", { cwd: FOLDER, exclude: NO_DECODERS }).sort();

  it("are all there is at the top of the folder", () => assert(files.length >= 6));

  for (const file of files) {
    it(`${file} satisfies the conformance suite`, async () => {
      const { default: decoder }: { default: ParsingDecoder } = await import(`${FOLDER}${file}`);
      assertEquals(`${decoder.name.replaceAll("-", "_")}.ts`, file);
      for (const { run } of conformance(decoder, { runs: 24 })) run();
    });
  }
});

const FORESTS = smallForests(200);

/** The items of a derivation by name, its leaves as slots, and how many unary steps it takes. */
function itemsOf({ model }: SmallForest, { steps, slots, tags }: Enumerated) {
  const items = slots.map((slot, word) => `slot ${slot} ${tags[word]}`);
  let unarySteps = 0;
  for (let i = 0; i < steps.length; i += 4) {
    const [start, split, end, rule] = steps.subarray(i, i + 4);
    items.push(`${start} ${end} ${model.parent[rule!]}`);
    if (split === -1) unarySteps++;
  }
  return { items, unarySteps };
}

/** A word that is a root as it is, and a root by a unary step that scores this much. */
function oneWord(unaryScore: number): ParsingInstance {
  const rules = modelOfRules([[0, UNARY, 1]], [0, 0]);
  const model = { ...rules, ruleScores: Float64Array.of(unaryScore) };
  return { model, sentence: wordsOfAnyTag(1, 1) };
}

describe("pipeline", () => {
  it("takes a unary step with rule=risk only if it is rather right than wrong", () => {
    const unarySteps = [-3, 3].map((score) =>
      parsedBy(pipeline, oneWord(score), { rule: "risk" }).derivation!.steps.length / 4
    );
    assertEquals(unarySteps, [0, 1]);
  });

  it("finds the most items expected to be right with rule=risk", () => {
    let others = 0;
    // An item that is both a leaf and the parent of a rule is two parts of the sum.
    const forests = FORESTS.filter(({ model }) =>
      model.tagSymbols.every((symbol) =>
        !model.parent.some((parent, rule) => model.right[rule] === UNARY && parent === symbol)
      )
    );
    for (const small of forests) {
      const { derivations, seed } = small;
      const total = logSumOf(derivations.map(({ parser }) => parser));
      const expected = new Map<string, number>();
      for (const one of derivations) {
        for (const item of itemsOf(small, one).items) {
          expected.set(item, (expected.get(item) ?? 0) + Math.exp(one.parser - total));
        }
      }
      const sumOf = (one: Enumerated) => {
        const { items, unarySteps } = itemsOf(small, one);
        return items.reduce((sum, item) => sum + expected.get(item)!, -unarySteps / 2);
      };
      const { derivation } = parsedBy(pipeline, small, { rule: "risk" });
      const key = JSON.stringify(derivation);
      const own = derivations.find(({ tags, steps }) => JSON.stringify({ tags, steps }) === key)!;
      const most = Math.max(...derivations.map(sumOf));
      assertAlmostEquals(sumOf(own), most, 1e-10, `seed ${seed}`);
      if (own.parser < Math.max(...derivations.map(({ parser }) => parser))) others++;
    }
    assert(others > 5);
  });
});

it("tag-factored finds the best sum of emissions, as if nothing else had a score", () => {
  for (const small of FORESTS) {
    const { derivation } = parsedBy(tagFactored, small);
    const { sentence, derivations, seed } = small;
    const { tags, offsets, emissions } = sentence.slots;
    const sumOf = (own: Int32Array) =>
      own.reduce((sum, tag, word) => {
        const slot = tags.subarray(offsets[word], offsets[word + 1]).indexOf(tag);
        return sum + emissions[offsets[word]! + slot]!;
      }, 0);
    const best = Math.max(...derivations.map((one) => sumOf(one.tags)));
    assertEquals(sumOf(derivation!.tags), best, `seed ${seed}`);
  }
});

it("tag-factored tells pairs of symbols apart that have the same last 32 bits", () => {
  const symbols = 70_000;
  const [left, right] = [Math.floor(2 ** 32 / symbols), 2 ** 32 % symbols];
  const model = modelOfRules([[left, right, 1]], new Array(symbols).fill(0));
  const { failure } = parsedBy(tagFactored, { model, sentence: wordsOfAnyTag(2, 1) });
  assertEquals(failure, "unparsed");
});

longIt("pipeline and tag-factored give trees that are as deep as a sentence is long", () => {
  const model = {
    ...modelOfRules([[0, 1, 1]], [-Infinity, 0], 2),
    tagSymbols: Int32Array.of(0, 1),
  };
  const sentence = wordsOfAnyTag(10_000, 1);
  sentence.slots.tags[9_999] = 1;
  for (const decoder of [pipeline, tagFactored] as ParsingDecoder[]) {
    const { steps } = parsedBy(decoder, { model, sentence }).derivation!;
    assertEquals([...steps.slice(0, 4), ...steps.slice(-4)], [
      ...[9_998, 9_999, 10_000, 0],
      ...[0, 1, 10_000, 0],
    ]);
  }
});

it("sentences whose tables do not fit into memory are too large for all", () => {
  const model = modelOfRules([[0, 0, 0]], [0]);
  for (const decoder of [barHillel, dualDecomposition, pipeline, tagFactored] as ParsingDecoder[]) {
    const parsed = parsedBy(decoder, { model, sentence: wordsOfAnyTag(100_000, 1) });
    assertEquals(parsed.failure, "too large", decoder.name);
  }
});

const LONGER = FORESTS.filter(({ forest }) => forest.length > 1);

function fScore({ model }: SmallForest, gold: GoldParse, derivation: Derivation): number {
  const { matched, predicted, gold: count } = countMatches(model, gold, derivation);
  return 2 * matched / (predicted + count);
}

/** Right spans: those of a derivation, some of them twice, and one that there is not. */
function goldOf({ derivations, model, seed, forest }: SmallForest): GoldParse {
  const { tags, steps } = derivations[seed % derivations.length]!;
  const spans: number[] = [0, forest.length, 99];
  for (let i = 0; i < steps.length; i += 4) {
    const span = [steps[i]!, steps[i + 2]!, model.symbolCategories![model.parent[steps[i + 3]!]!]!];
    spans.push(...span, ...(seed % 3 === 0 ? span : []));
  }
  return { tags, spans: Int32Array.from(spans) };
}

describe("oracle", () => {
  it("finds the best and the worst F of all derivations", () => {
    let different = 0;
    for (const small of LONGER) {
      const { model, sentence, derivations, seed } = small;
      const gold = goldOf(small);
      const all = derivations.map((one) => fScore(small, gold, one));
      for (const goal of ["best", "worst"] as const) {
        const instance = { model, sentence: { ...sentence, gold } };
        const { derivation } = parsedBy(oracle, instance, { goal });
        const expected = goal === "best" ? Math.max(...all) : Math.min(...all);
        assertEquals(fScore(small, gold, derivation!), expected, `seed ${seed}, ${goal}`);
      }
      if (new Set(all).size > 2) different++;
    }
    assert(different > 10);
  });

  it("does not count a span twice that is right once", () => {
    const { model } = LONGER[0]!;
    const own = {
      ...model,
      left: Int32Array.of(0, 0),
      right: Int32Array.of(0, -1),
      parent: Int32Array.of(0, 1),
      symbolCategories: Int32Array.of(7, 7),
    };
    const derivation = { tags: Int32Array.of(0, 0), steps: Int32Array.of(0, 1, 2, 0, 0, -1, 2, 1) };
    const tags = Int32Array.of(0, -1);
    const counted = (spans: number[]) =>
      countMatches(own, { tags, spans: Int32Array.from(spans) }, derivation);
    assertEquals(counted([0, 2, 7]), { matched: 2, predicted: 4, gold: 3 });
    assertEquals(counted([0, 2, 7, 0, 2, 7]), { matched: 3, predicted: 4, gold: 4 });
    assertEquals(counted([0, 1, 7]), { matched: 1, predicted: 4, gold: 2 });
  });

  it("refuses sentences and models without what it compares with", () => {
    const { model, sentence } = LONGER[0]!;
    const { gold: _, ...unknown } = sentence;
    const { symbolCategories: __, ...bare } = model;
    const run = (instance: ParsingInstance) => () => parsedBy(oracle, instance, { goal: "best" });
    assertThrows(run({ model, sentence: unknown }), RangeError, "no right analysis");
    assertThrows(run({ model: bare, sentence }), RangeError, "no categories");
  });
});

const best = (instance: ParsingInstance) => parsedBy(barHillel, instance).objective;

describe("bar-hillel", () => {
  it("finds the same J as the plain product, beyond what can be listed", () => {
    let searched = 0;
    for (let seed = 0; seed < 120; seed++) {
      const instance = parsingInstance(seed, { length: 9, coupling: 4, space: ALL });
      const { bound, objective, productEdges } = parsedBy(barHillel, instance);
      const plain = parsedBy(barHillel, instance, { prune: false });
      assertEquals(objective, plain.objective, `seed ${seed}`);
      assert(!(productEdges! > plain.productEdges!), `seed ${seed}`);
      if (objective === -Infinity) continue;
      assert(bound! - objective < instance.model.unit, `seed ${seed}`);
      const { converged, objective: known } = parsedBy(dualDecomposition, instance);
      if (converged) assertEquals(known, objective, `seed ${seed}`);
      else searched++;
    }
    assert(searched > 3, `${searched}`);
  });

  it("takes no notice of how tags, symbols and rules are numbered", () => {
    for (let seed = 0; seed < 100; seed++) {
      const instance = parsingInstance(seed);
      assertEquals(best(renumbered(instance, seed)), best(instance), `seed ${seed}`);
    }
  });

  it("does not fall when the beam is wider", () => {
    for (const { model, sentence, seed } of smallForests(60)) {
      let before = -Infinity;
      for (let level = 0; level <= 100; level += 10) {
        const steps: Beam[] = [{ level, cutoff: 150 }];
        const now = best({ model, sentence: { ...sentence, space: { ...sentence.space, steps } } });
        assert(now >= before, `seed ${seed}, level ${level}`);
        before = now;
      }
    }
  });
});

/** The same instance with other ids. */
function renumbered({ model, sentence }: ParsingInstance, seed: number): ParsingInstance {
  const random = new Random(seed, 1);
  const order = (size: number) => random.shuffle(Array.from({ length: size }, (_, i) => i));
  const rules = order(model.left.length);
  const symbols = order(model.symbolCount);
  const tags = order(model.tagCount);
  const symbolAt = (old: number) => old === UNARY ? UNARY : symbols.indexOf(old);
  const rows = (array: Float64Array, width: number) =>
    Float64Array.from(rules.flatMap((rule) => [...array.slice(rule * width, (rule + 1) * width)]));
  const moved: ParsingModel = {
    ...model,
    tagSymbols: Int32Array.from(tags, (tag) => symbolAt(model.tagSymbols[tag]!)),
    left: Int32Array.from(rules, (rule) => symbolAt(model.left[rule]!)),
    right: Int32Array.from(rules, (rule) => symbolAt(model.right[rule]!)),
    parent: Int32Array.from(rules, (rule) => symbolAt(model.parent[rule]!)),
    ruleScores: rows(model.ruleScores, 1),
    lengthScores: rows(model.lengthScores, 8),
    childLengthScores: rows(model.childLengthScores, 64),
    rootScores: Float64Array.from(symbols, (symbol) => model.rootScores[symbol]!),
    transitions: Float64Array.from(
      tags.flatMap((row) =>
        tags.map((column) => model.transitions[row * model.tagCount + column]!)
      ),
    ),
  };
  const { slots, levels, length } = sentence;
  const places = Array.from({ length }, (_, word) => {
    const [from, to] = [slots.offsets[word]!, slots.offsets[word + 1]!];
    return Array.from({ length: to - from }, (_, index) => from + index)
      .sort((a, b) => tags.indexOf(slots.tags[a]!) - tags.indexOf(slots.tags[b]!));
  }).flat();
  const other: ParsingSentence = {
    ...sentence,
    slots: {
      offsets: slots.offsets,
      tags: Int32Array.from(places, (slot) => tags.indexOf(slots.tags[slot]!)),
      emissions: Float64Array.from(places, (slot) => slots.emissions[slot]!),
      leafScores: Float64Array.from(places, (slot) => slots.leafScores[slot]!),
    },
    levels: {
      20: Uint8Array.from(places, (slot) => levels[20][slot]!),
      150: Uint8Array.from(places, (slot) => levels[150][slot]!),
    },
    addBoundaryScores(role, boundary, into) {
      const scores = new Float64Array(into.length);
      sentence.addBoundaryScores(role, boundary, scores);
      rules.forEach((rule, index) => into[index]! += scores[rule]!);
    },
    gold: { tags: sentence.gold!.tags.map((tag) => tags.indexOf(tag)) },
  };
  return { model: moved, sentence: other };
}
