import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { newWork } from "../../../decoders/contract.ts";
import barHillel from "../../../decoders/parsing/bar_hillel.ts";
import dualDecomposition from "../../../decoders/parsing/dual_decomposition.ts";
import {
  type Beam,
  type ParsingModel,
  type ParsingSentence,
  UNARY,
} from "../../../decoders/parsing/model.ts";
import { Random } from "../../../datasets/random.ts";
import {
  type ParsingInstance,
  parsingInstance,
} from "../../../harness/conformance/parsing/generators.ts";
import { ALL, smallForests } from "../../helpers/parsing.ts";

const pruned = resolveOptions(barHillel);
const whole = resolveOptions(barHillel, { prune: false });

function best({ model, sentence }: ParsingInstance, options = pruned): number {
  return barHillel.prepare(model, options)(sentence, newWork()).objective;
}

describe("bar-hillel", () => {
  it("finds the same J as the plain product, beyond what can be listed", () => {
    let searched = 0;
    for (let seed = 0; seed < 120; seed++) {
      const instance = parsingInstance(seed, { length: 9, coupling: 4, space: ALL });
      const { model, sentence } = instance;
      const parsed = barHillel.prepare(model, pruned)(sentence, newWork());
      const { bound, objective, productEdges } = parsed;
      const plain = barHillel.prepare(model, whole)(sentence, newWork());
      assertEquals(objective, plain.objective, `seed ${seed}`);
      assert(!(productEdges! > plain.productEdges!), `seed ${seed}`);
      if (objective === -Infinity) continue;
      assert(bound! - objective < model.unit, `seed ${seed}`);
      const dual = dualDecomposition.prepare(model, resolveOptions(dualDecomposition));
      const { converged, objective: known } = dual(sentence, newWork());
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
