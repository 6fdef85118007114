import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { EXP_ERROR } from "../../../../decoders/kernels/probability/exp.ts";
import type { Forest } from "../../../../decoders/parsing/forest/forest.ts";
import { InsideOutside } from "../../../../decoders/parsing/forest/inside_outside.ts";
import { logOutside } from "../../../../decoders/parsing/forest/log_sums.ts";
import { UnitWeights } from "../../../../decoders/parsing/forest/unit_weights.ts";
import { Random } from "../../../../datasets/random.ts";
import { logSumOf, logSumsOf, smallForests } from "../../../helpers/parsing.ts";

/** Two slots, each the leaf of an item that is a root. */
const LEAVES: Forest = {
  length: 1,
  beam: 0,
  slots: {} as Forest["slots"],
  slotItems: Int32Array.of(1, 2),
  starts: new Int32Array(3),
  ends: Int32Array.of(0, 1, 1),
  symbols: new Int32Array(3),
  edgeOffsets: new Int32Array(4),
  left: new Int32Array(0),
  right: new Int32Array(0),
  rules: new Int32Array(0),
  scores: new Float64Array(0),
  roots: Int32Array.of(1, 2),
  rootScores: new Float64Array(2),
};
/** 2·4^floors derivations. */
const tower = (floors: number) => onTower(LEAVES, floors);

/** What sums tell of the slots. */
function slotSums(sums: InsideOutside, leaves: Float64Array) {
  const [outside, posteriors] = [leaves.slice(), leaves.slice()];
  sums.outsideOfSlots(outside);
  sums.slotPosteriors(posteriors);
  return { outside, posteriors };
}

/** All that the sums of a forest tell. */
function sumsOf(forest: Forest, leaves: Float64Array) {
  const sums = new InsideOutside(forest);
  sums.run(leaves);
  const items = new Float64Array(forest.left.length);
  sums.itemPosteriors(items);
  return { logPartition: sums.logPartition, ...slotSums(sums, leaves), items };
}

const FORESTS = smallForests(200);

describe("InsideOutside", () => {
  it("adds up all derivations, and those through each slot", () => {
    for (const { forest, derivations, seed } of FORESTS) {
      const { leafScores, ids } = forest.slots;
      const { logPartition, outside, posteriors } = sumsOf(forest, leafScores);
      const { total, slots } = logSumsOf(derivations, ({ parser }) => parser, ids);
      assertAlmostEquals(logPartition, total, 1e-10, `seed ${seed}`);
      slots.forEach((through, slot) => {
        assertAlmostEquals(posteriors[slot]!, Math.exp(through - total), 1e-10);
        if (through === -Infinity) assertEquals(outside[slot], -Infinity);
        else assertAlmostEquals(outside[slot]! + leafScores[slot]!, through, 1e-9);
      });
      const plain = leafScores.slice();
      assertAlmostEquals(logOutside(forest, leafScores, plain), total, 1e-10);
      plain.forEach((value, slot) => {
        if (value !== outside[slot]) assertAlmostEquals(value, outside[slot]!, 1e-9);
      });
    }
  });

  it("keeps slots that weigh next to nothing", () => {
    let kept = 0;
    for (const { forest, derivations } of FORESTS.filter((one) => one.forest.length === 3)) {
      const leaves = forest.slots.leafScores.map((score, slot) => score - 900 * (slot % 3));
      const { logPartition, outside } = sumsOf(forest, leaves);
      forest.slots.ids.forEach((id, slot) => {
        const through = derivations.filter(({ slots }) => slots.includes(id));
        if (through.length === 0) return;
        const scores = through.map(({ parser, slots }) =>
          slots.reduce((sum, id) => sum - 900 * (forest.slots.ids.indexOf(id) % 3), parser)
        );
        assertAlmostEquals(outside[slot]! + leaves[slot]!, logSumOf(scores), 1e-8);
        if (logSumOf(scores) < logPartition - 750) kept++;
      });
    }
    assert(kept > 10);
  });

  it("adds up more derivations than float64 can count", () => {
    for (const floors of [10, 500, 520, 3000]) {
      const leaves = Float64Array.of(0, Math.log(3));
      const { logPartition, outside, posteriors, items } = sumsOf(tower(floors), leaves);
      const above = floors * Math.log(4);
      assertAlmostEquals(logPartition, above + Math.log(4), 1e-11 * floors);
      assertAlmostEquals(outside[0]!, above, 1e-11 * floors);
      assertAlmostEquals(outside[1]!, above, 1e-11 * floors);
      assertAlmostEquals(posteriors[0]!, 0.25, 1e-12);
      assertAlmostEquals(posteriors[1]!, 0.75, 1e-12);
      assert(items.every((posterior) => Math.abs(posterior - 1) < 1e-12));
    }
  });

  it("adds up very many derivations of which each is next to nothing", () => {
    // Either words 0 and 1 below 4^357 ways each and a rule of −720, or neither, and a rule of 0.
    const floors = 357;
    const items = 2 * floors + 5;
    const edges = 8 * floors + 2;
    const forest: Forest = {
      ...tower(1),
      slotItems: Int32Array.of(1, 3, 2, 4),
      symbols: Int32Array.from({ length: items + 1 }, (_, item) => item - 1),
      edgeOffsets: Int32Array.from(
        { length: items + 2 },
        (_, item) => item < 6 ? 0 : item > items ? edges : 4 * (item - 5),
      ),
      left: Int32Array.from({ length: edges }, (_, edge) => {
        if (edge >= edges - 2) return edge === edges - 2 ? items - 2 : 3;
        const floor = Math.floor(edge / 4);
        return floor < 2 ? floor + 1 : floor + 3;
      }),
      right: Int32Array.from(
        { length: edges },
        (_, edge) => edge < edges - 2 ? 0 : edge === edges - 2 ? items - 1 : 4,
      ),
      rules: new Int32Array(edges),
      scores: Float64Array.from({ length: edges }, (_, edge) => edge === edges - 2 ? -720 : 0),
      roots: Int32Array.of(items),
    };
    const { logPartition, outside, posteriors } = sumsOf(forest, new Float64Array(4));
    const many = 2 * floors * Math.log(4) - 720;
    assertAlmostEquals(logPartition, many, 1e-9);
    assertAlmostEquals(outside[0]!, many, 1e-9);
    assertAlmostEquals(outside[1]!, 0, 1e-9);
    assertAlmostEquals(posteriors[2]!, 1, 1e-12);
    assertAlmostEquals(posteriors[3]!, 0, 1e-12);
  });

  it("leaves out what has no finite score where sums overflow", () => {
    const leaves = Float64Array.of(-Infinity, 0);
    const { logPartition, outside, posteriors } = sumsOf(tower(800), leaves);
    assertAlmostEquals(logPartition, 800 * Math.log(4), 1e-8);
    assertAlmostEquals(outside[0]!, 800 * Math.log(4), 1e-8);
    assertEquals(posteriors[0], 0);
    assertAlmostEquals(posteriors[1]!, 1, 1e-12);
  });

  it("gives the same whichever way it scales", () => {
    // 4^800 ways above the root make the sum overflow, and change no probability below.
    const forests = smallForests(40);
    assert(forests.length > 10);
    for (const { forest, seed } of forests) {
      const { leafScores } = forest.slots;
      const plain = sumsOf(forest, leafScores);
      const scaled = sumsOf(onTower(forest, 800), leafScores);
      const above = 800 * Math.log(4);
      assertAlmostEquals(scaled.logPartition, plain.logPartition + above, 1e-8, `seed ${seed}`);
      plain.posteriors.forEach((posterior, slot) => {
        assertAlmostEquals(scaled.posteriors[slot]!, posterior, 1e-10);
        if (plain.outside[slot] === -Infinity) assertEquals(scaled.outside[slot], -Infinity);
        else assertAlmostEquals(scaled.outside[slot]!, plain.outside[slot]! + above, 1e-8);
      });
      plain.items.forEach((posterior, edge) => {
        assertAlmostEquals(scaled.items[edge]!, posterior, 1e-10);
      });
    }
  });

  it("keeps its weights while leaves move, and has the sums of a fresh start", () => {
    const visits = new Set<number>();
    for (const { forest, model, seed } of smallForests(40, { length: 5 })) {
      const random = new Random(seed);
      for (const floors of [0, 600]) {
        const one = floors === 0 ? forest : onTower(forest, floors);
        const kept = new InsideOutside(one, undefined, UnitWeights.of(model.unit));
        const leaves = forest.slots.leafScores.slice();
        // Small moves, large ones, some forbidden, and −∞ that becomes a score again.
        for (const size of [0, 1, 0.3, 20, 1, 400, 3, 0, 1]) {
          leaves.forEach((_, slot) => {
            leaves[slot] = forest.slots.leafScores[slot]! + size * (2 * random.uniform() - 1);
          });
          if (size === 3) leaves[random.integer(leaves.length)] = -Infinity;
          const fresh = new InsideOutside(one);
          try {
            fresh.run(leaves);
          } catch {
            // The forbidden slot was in all derivations.
            continue;
          }
          visits.add(kept.run(leaves));
          const where = `seed ${seed}, ${floors} floors, moves of ${size}`;
          assertAlmostEquals(kept.logPartition, fresh.logPartition, 1e-8, where);
          const [a, b] = [kept, fresh].map((sums) => slotSums(sums, leaves));
          leaves.forEach((_, slot) => {
            assertAlmostEquals(a!.posteriors[slot]!, b!.posteriors[slot]!, 1e-10, where);
            if (b!.outside[slot] === -Infinity) assertEquals(a!.outside[slot], -Infinity, where);
            else assertAlmostEquals(a!.outside[slot]!, b!.outside[slot]!, 1e-7, where);
          });
        }
      }
    }
    assertEquals([...visits].sort(), [2, 3, 5]);
  });

  it("knows the probability of each edge, the derivative of ln Z", () => {
    for (const { forest, seed } of smallForests(8, { length: 4 })) {
      const leaves = forest.slots.leafScores;
      const sums = new InsideOutside(forest);
      sums.run(leaves);
      const posteriors = new Float64Array(forest.left.length);
      sums.edgePosteriors(posteriors);
      posteriors.forEach((posterior, edge) => {
        const at = (by: number) => {
          const scores = forest.scores.slice();
          scores[edge]! += by;
          return sumsOf({ ...forest, scores }, leaves).logPartition;
        };
        const slope = (at(1e-4) - at(-1e-4)) / 2e-4;
        assertAlmostEquals(posterior, slope, 1e-6, `seed ${seed}, edge ${edge}`);
      });
    }
  });
});

/** A forest below so many items of four edges each, all of score 0. */
function onTower(forest: Forest, floors: number): Forest {
  const { roots, rootScores, left, right, rules, scores, edgeOffsets, symbols } = forest;
  const items = symbols.length;
  const first = left.length + roots.length;
  // The first floor chooses a root, the others have four ways each.
  const more = Array.from({ length: 4 * floors }, (_, way) => items + Math.floor(way / 4));
  const nulls = more.map(() => 0);
  return {
    ...forest,
    symbols: Int32Array.of(...symbols, ...Array.from({ length: floors + 1 }, () => 0)),
    edgeOffsets: Int32Array.of(
      ...edgeOffsets,
      first,
      ...Array.from({ length: floors }, (_, floor) => first + 4 * (floor + 1)),
    ),
    left: Int32Array.of(...left, ...roots, ...more),
    right: Int32Array.of(...right, ...roots.map(() => 0), ...nulls),
    rules: Int32Array.of(...rules, ...roots.map(() => 0), ...nulls),
    scores: Float64Array.of(...scores, ...rootScores, ...nulls),
    roots: Int32Array.of(items + floors),
    rootScores: Float64Array.of(0),
  };
}

describe("UnitWeights", () => {
  it("has e to multiples of the unit, with four times the error of exp at most", () => {
    for (const unit of [1, 2 ** -10, 2 ** -12, 2 ** -14]) {
      const weights = UnitWeights.of(unit)!;
      const random = new Random(1);
      const scores = Array.from({ length: 5000 }, () => -random.integer(708 / unit) * unit);
      const some = Float64Array.of(0, -unit, unit, -1, 3, -707, -708, ...scores);
      const weighed = some.slice();
      weights.weigh(weighed);
      some.forEach((score, i) => {
        const right = Math.exp(score);
        const error = Math.abs(weighed[i]! - right) / right;
        assert(error <= 4 * EXP_ERROR + 2 ** -52, `${score} in units of ${unit}: ${error}`);
      });
      const none = Float64Array.of(-709, -1e300, -Infinity, NaN);
      weights.weigh(none);
      assertEquals(none, new Float64Array(4));
    }
  });

  it("has no tables for units that are too fine, or above 1", () => {
    assertEquals([2 ** -15, 2].map((unit) => UnitWeights.of(unit)), [undefined, undefined]);
  });
});
