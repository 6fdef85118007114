import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { pad, unpad } from "../../../datasets/batch.ts";
import { Random } from "../../../datasets/random.ts";
import type { KernelKind } from "../../../decoders/kernels/arena.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import {
  type LossOptions,
  negativeLogLikelihood,
  UNLABELLED,
} from "../../../decoders/probability/negative_log_likelihood.ts";
import { problemOf } from "../../helpers/problems.ts";

const SEED = 20261122;
const L = 6;
/** Transitions between two labels, neither of which may follow the other. */
const STAYING = [[0, -Infinity], [-Infinity, 0]];

interface Sentence {
  readonly lattice: Lattice;
  readonly gold: Int32Array;
}

/** Transitions that are 0 but for some, and sentences with labels. */
function problem(seed: number): { model: Model; entries: Int32Array; sentences: Sentence[] } {
  const random = new Random(SEED, seed);
  const transitions = new Float64Array(L * L);
  const entries = Int32Array.from([1, 7, 8, 14, 20, 33]);
  for (const edge of entries) transitions[edge] = 2 * random.gaussian();
  const sentences = [1, 4, 2, 7].map((length) => ({
    lattice: { length, emissions: new Float64Array(length * L).map(() => 3 * random.gaussian()) },
    gold: new Int32Array(length).map(() => random.integer(L)),
  }));
  return { model: { labelCount: L, transitions }, entries, sentences };
}

/** Loss and gradients of some sentences, one after the other. */
function lossOf(model: Model, sentences: readonly Sentence[], options: LossOptions = {}) {
  const loss = negativeLogLikelihood(model, options);
  const transitions = new Float64Array(options.entries?.length ?? L * L);
  const emissions: Float64Array[] = [];
  let sum = 0;
  for (const { lattice, gold } of sentences) {
    const own = new Float64Array(lattice.emissions.length);
    sum += loss(lattice, gold, { emissions: own, transitions }).value;
    emissions.push(own);
  }
  return { sum, transitions, emissions };
}

describe("negativeLogLikelihood()", () => {
  it("counts entries alone as it counts all, and ignores other gold transitions", () => {
    const { model, entries, sentences } = problem(2);
    const all = lossOf(model, sentences);
    for (const arithmetic of ["auto", "scaled", "exceptions", "log"] as const) {
      const some = lossOf(model, sentences, { arithmetic, entries });
      assertAlmostEquals(some.sum, all.sum, 1e-12);
      entries.forEach((edge, i) =>
        assertAlmostEquals(some.transitions[i]!, all.transitions[edge]!, 1e-12)
      );
    }
  });

  it("follows changes of the transitions", () => {
    const { model, entries, sentences } = problem(3);
    for (const arithmetic of ["auto", "scaled", "exceptions", "log"] as const) {
      for (const given of [{}, { entries }]) {
        const options = { arithmetic, ...given };
        const changed = { ...model, transitions: model.transitions.slice() };
        const loss = negativeLogLikelihood(changed, options);
        const { lattice, gold } = sentences[3]!;
        loss(lattice, gold);
        for (const [i, edge] of entries.entries()) changed.transitions[edge] = i - 7;
        loss.revise();
        const gradient = {
          emissions: new Float64Array(lattice.emissions.length),
          transitions: new Float64Array("entries" in given ? entries.length : L * L),
        };
        const { value } = loss(lattice, gold, gradient);
        const fresh = lossOf(changed, [{ lattice, gold }], options);
        assertEquals(value, fresh.sum);
        assertEquals(gradient, { emissions: fresh.emissions[0]!, transitions: fresh.transitions });
      }
    }
  });

  it("gives the same bits alone, in a batch, in any order and with either kernel", () => {
    const { model, entries, sentences } = problem(4);
    for (const arithmetic of ["auto", "scaled", "exceptions"] as const) {
      const found = (["simd", "plain"] as KernelKind[]).flatMap((kernel) => {
        const options = { arithmetic, kernel, entries };
        const alone = sentences.map((one) => lossOf(model, [one], options).emissions[0]!);
        const { emissions, mask, shape } = pad(sentences.map(({ lattice }) => lattice), L);
        mask.forEach((counts, t) => {
          if (!counts) emissions.fill(t % 2 ? NaN : Infinity, t * L, (t + 1) * L);
        });
        const lattices = unpad(emissions, shape, mask);
        const batch = sentences.map(({ gold }, i) => ({ gold, lattice: lattices[i]! }));
        return [
          alone,
          lossOf(model, batch, options).emissions,
          lossOf(model, batch.toReversed(), options).emissions.reverse(),
        ];
      });
      for (const one of found) assertEquals(one, found[0]);
    }
  });

  it("is 0 when no label is known, with derivatives of 0", () => {
    const { model, entries, sentences } = problem(7);
    const unknown = sentences.map((one) => ({ ...one, gold: one.gold.map(() => UNLABELLED) }));
    const { sum, transitions, emissions } = lossOf(model, unknown, { entries });
    assertEquals(sum, 0);
    for (const found of [transitions, ...emissions]) assert(found.every((slope) => slope === 0));
  });

  it("keeps its digits where some labels are known and all scores are large", () => {
    const [model, lattice] = problemOf([[0, 0], [0, 0]], [[1e9, 1e9], [1e9, 1e9]]);
    const { value, error } = negativeLogLikelihood(model)(lattice, [0, UNLABELLED]);
    assertAlmostEquals(value, Math.LN2, 1e-14);
    assert(error < 1e-13, `${error}`);
  });

  it("throws RangeError when no path has the known labels", () => {
    const [model, lattice] = problemOf(STAYING, [[0, 0], [0, 0], [0, 0]]);
    const find = () => negativeLogLikelihood(model)(lattice, [0, UNLABELLED, 1], undefined, 7);
    const said = "Cannot find the loss of the known labels of sentence 7: no path has them";
    assertThrows(find, RangeError, said);
  });

  it("throws RangeError naming sentence, position and labels for gold that is no path", () => {
    const [model, lattice] = problemOf([[0, -Infinity], [0, 0]], [[0, 0], [0, 0], [-Infinity, 0]]);
    const loss = negativeLogLikelihood(model);
    const refused = [
      [[0, 1, 1], "labels 0 and 1 at sentence 7, position 1: this transition is forbidden"],
      [[1, 1, 0], "label 0 at sentence 7, position 2: forbidden"],
      [[1, 2, 1], "label 2 at sentence 7, position 1: there are 2 labels"],
      [[1, 1], "2 labels at sentence 7, position 0: there are 3 positions"],
      [[1, 0.5, 1], "label 0.5 at sentence 7, position 1: there are 2 labels"],
    ] as const;
    for (const [gold, said] of refused) {
      assertThrows(() => loss(lattice, gold, undefined, 7), RangeError, said);
    }
    assertEquals(loss(lattice, [1, 1, 1]).value, 0);
  });

  it("has derivatives with an error where every weight but one underflows on the way", () => {
    // The prefix that all weights favour ends in a forbidden transition.
    const [model, lattice] = problemOf(STAYING, [[0, -2000], [0, -2000], [4, 5]]);
    for (const arithmetic of ["auto", "scaled", "exceptions", "log"] as const) {
      for (const gold of [[1, 1, 1], [UNLABELLED, UNLABELLED, 1]]) {
        const [own, edges] = [new Float64Array(6).fill(NaN), new Float64Array(4)];
        const gradient = { emissions: own, transitions: edges };
        const loss = negativeLogLikelihood(model, { arithmetic })(lattice, gold, gradient);
        assertAlmostEquals(loss.value, 3999, 1e-9);
        const errors = loss.gradientError!;
        assert(errors.emissions < 1e-9 && errors.transitions < 1e-9, arithmetic);
        assertEquals([...own], [1, -1, 1, -1, 1, -1]);
        assertEquals([...edges], [2, 0, 0, -2]);
      }
      assertEquals(negativeLogLikelihood(model)(lattice, [1, 1, 1]).gradientError, undefined);
    }
  });
});
