import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import auto from "../../../decoders/auto.ts";
import { Claims } from "../../../decoders/chain/claims.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { isRevisable } from "../../../decoders/contract.ts";
import dominance from "../../../decoders/dominance.ts";
import type { Model } from "../../../decoders/lattice.ts";
import { maxMarginals } from "../../../decoders/probability/max_marginals.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { EDGE_CASES } from "../../../harness/conformance/edge_cases.ts";
import { drawInstance, type Size } from "../../../harness/conformance/generators.ts";

const BOTH = { exactSums: true, float32Exact: true };
/** The best path has score 1.3 + 0.1 + 3.1 + 1.2 = 5.7. */
const TRANSITIONS = Float64Array.of(0.1, 1.3, 0, 0);
const EMISSIONS = Float64Array.of(1.3, 0, 0, 3.1);

const modelOf = (transitions: Float64Array, flags: Partial<Model> = BOTH): Model => ({
  labelCount: Math.sqrt(transitions.length),
  transitions,
  ...flags,
});

describe("prepared()", () => {
  it("gives decimals their score to the last bit, or refuses what the model says of them", () => {
    const lattice = { length: 2, emissions: EMISSIONS };
    for (const decoder of [auto, viterbi]) {
      const [path] = prepared<typeof decoder["options"]>(decoder, modelOf(TRANSITIONS, {}))(lattice)
        .paths;
      assertEquals(path!.score, 1.3 + 1.3 + 3.1);
      assertThrows(
        () => prepared<typeof decoder["options"]>(decoder, modelOf(TRANSITIONS)),
        RangeError,
        "Cannot use a model that says exactSums with the transition from label 0 to label 0: " +
          "0.1 is no multiple of 2^-52, and sums reach 1.3 (leave exactSums out)",
      );
    }
  });

  it("names the emission that refutes a flag, in float32 too, alone and in a batch", () => {
    const right = { length: 2, emissions: Float64Array.of(1, 2, 3, 4) };
    for (const [flag, odd, step] of [["exactSums", 2 ** -50, 49], ["float32Exact", 2 ** -20, 19]]) {
      for (const decoder of [dominance, viterbi]) {
        const model = modelOf(Float64Array.of(0, 1, 2, 3), { [flag!]: true });
        const decode = prepared<typeof decoder["options"]>(decoder, model);
        const bad = { length: 2, emissions: right.emissions.with(3, Number(odd) + 4) };
        const said = `Cannot use a model that says ${flag} with the emission of`;
        const where = `position 1, label 1: ${bad.emissions[3]} is no multiple of 2^-${step}`;
        assertThrows(() => decode(bad), RangeError, `${said} ${where}`);
        const batch = [right, bad];
        assertThrows(() => decode.batch(batch), RangeError, `${said} sentence 1, ${where}`);
        if (flag === "float32Exact") {
          const single = { length: 2, emissions: Float32Array.from(bad.emissions) };
          assertThrows(() => decode(single), RangeError, `${said} ${where}`);
        }
        assertEquals(decode(right).paths[0]!.score, 2 + 3 + 4);
      }
    }
  });

  it("refuses float32 for scores and sums that it ends before", () => {
    const flat = modelOf(new Float64Array(4), { float32Exact: true });
    const decode = prepared(dominance, flat, { kernel: "simd" });
    const large = Float64Array.of(2 ** 130, 2 ** 131);
    const many = new Float64Array(8).fill(2 ** 126);
    for (const [length, emissions] of [[1, large], [4, many]] as const) {
      const said = "Cannot use a model that says float32Exact with the emission of position 0";
      assertThrows(() => decode({ length, emissions }), RangeError, said);
    }
    const edges = modelOf(Float64Array.of(0, 2 ** 127, 0, 0), { float32Exact: true });
    assertThrows(() => prepared(viterbi, edges), RangeError, "from label 0 to label 1");
    const below = { length: 1, emissions: Float64Array.of(2 ** 125, 2 ** 126) };
    assertEquals(decode(below).paths, [{ score: 2 ** 126, labels: Int32Array.of(1) }]);
  });

  it("believes who says that sums are checked", () => {
    const model = modelOf(TRANSITIONS);
    const decode = prepared(viterbi, model, {}, { areSumsChecked: true });
    assertEquals(decode({ length: 2, emissions: EMISSIONS }).paths[0]!.score, 1.3 + 1.3 + 3.1);
  });

  it("reads transitions again that were revised", () => {
    const model = modelOf(Float64Array.of(0, 1, 2, 3));
    const decode = prepared(dominance, model);
    const lattice = { length: 2, emissions: Float64Array.of(5, 0, 0, 7) };
    decode(lattice);
    if (!isRevisable(decode)) throw new Error("Cannot revise");
    model.transitions[1] = 0.1;
    decode.revise(0, 1);
    assertThrows(() => decode(lattice), RangeError, "from label 0 to label 1: 0.1");
    model.transitions[1] = 4;
    decode.revise(0, 1);
    assertEquals(decode(lattice).paths[0]!.score, 5 + 4 + 7);
  });
});

it("maxMarginals() refuses a model and a lattice that refute what the model says", () => {
  assertThrows(() => maxMarginals(modelOf(TRANSITIONS)), RangeError, "leave exactSums out");
  const find = maxMarginals(modelOf(Float64Array.of(0, 1, 2, 3)));
  assertThrows(() => find({ length: 2, emissions: EMISSIONS }), RangeError, "1.3");
});

describe("Claims", () => {
  it("accepts what conformance says of its models", () => {
    const sizes: Size[] = ["small", "long", "medium", "large", "structured", "pairs"];
    const drawn = sizes.flatMap((size) =>
      Array.from({ length: 200 }, (_, seed) => drawInstance(seed, "exact sums", size, 1))
    );
    for (const { model, lattices } of [...drawn, ...EDGE_CASES.map(([, instance]) => instance)]) {
      const claims = new Claims(model);
      for (const lattice of lattices) claims.check(lattice);
    }
  });

  it("accepts steps and sums as large or small as float64 holds them", () => {
    for (const unit of [2 ** -1000, 2 ** -60, 2 ** 30, 2 ** 60, 2 ** 900]) {
      const flags = { exactSums: true, float32Exact: unit > 2 ** -100 && unit < 2 ** 100 };
      const scores = Float64Array.of(0, 1, -Infinity, 3).map((s) => s * unit);
      const claims = new Claims(modelOf(scores, flags));
      const emissions = Float64Array.of(1000, -Infinity, 5, 1 / 64).map((s) => s * unit);
      claims.check({ length: 2, emissions });
      const beside = emissions.with(2, unit * 5 * (1 + 2 ** -52));
      assertThrows(() => claims.check({ length: 2, emissions: beside }), RangeError, "emission");
      // Beside this one the transitions are no multiples of the step.
      const huge = emissions.with(2, unit * 2 ** 54);
      assertThrows(() => claims.check({ length: 2, emissions: huge }), RangeError, "from label 0");
    }
    const claims = new Claims(modelOf(Float64Array.of(2 ** 60), { exactSums: true }));
    claims.check({ length: 1, emissions: Float64Array.of(2 ** -1000) });
    assertThrows(() => claims.check({ length: 2, emissions: Float64Array.of(2 ** -1000, 0) }));
  });

  it("refuses sums of 2^53 steps, where column generation would lose a step", () => {
    const transitions = Float64Array.of(2 ** 52 - 1, 2 ** 52, 2 ** 52 - 1, 2 ** 52);
    const emissions = Float64Array.of(2 ** 51, 2 ** 51, -(2 ** 51), -(2 ** 51));
    const claims = new Claims(modelOf(transitions, { exactSums: true }));
    const said = "from label 0 to label 0: 4503599627370495 is no multiple of 2^1, and sums";
    assertThrows(() => claims.check({ length: 2, emissions }), RangeError, said);
  });

  it("refuses a structure whose sums are not the transitions", () => {
    const factor = (transitions: number[], components: number[]) => ({
      size: 2,
      components: Int32Array.from(components),
      transitions: Float64Array.from(transitions),
    });
    const structure = [factor([0, 1, 2, 3], [0, 1]), factor([4, 0, 0, 0], [0, 0])] as const;
    const model = modelOf(Float64Array.of(4, 5, 6, 7), { ...BOTH, structure });
    prepared(viterbi, model);
    const other = { ...model, transitions: Float64Array.of(4, 5, 8, 7) };
    const said = "Cannot use a structure whose transition from label 1 to label 0 is 6: 8";
    assertThrows(() => prepared(viterbi, other), RangeError, said);
    const short = { ...model, structure: [factor([0], [0, 1]), structure[1]] as const };
    assertThrows(() => prepared(viterbi, short), RangeError, "transitions between 2: 1");
    const zeros = modelOf(new Float64Array(4), BOTH);
    const doubled = [factor([0, 0, 0, 0], [0, 0]), factor([0, 0, 0, 0], [1, 1])];
    const twice = { ...zeros, structure: doubled };
    const same = "Cannot use a structure whose label 1 is the pair (0, 1), as label 0 is";
    assertThrows(() => prepared(viterbi, twice as unknown as typeof model), RangeError, same);
    const beyond = { ...zeros, structure: [factor([0, 0, 0, 0], [0, 2]), structure[1]] };
    assertThrows(() => prepared(viterbi, beyond as unknown as typeof model), RangeError, "(2, 0)");
    const claims = new Claims(model);
    model.transitions[1] = 5.1;
    claims.revise();
    const lattice = { length: 1, emissions: Float64Array.of(0, 0) };
    assertThrows(() => claims.check(lattice), RangeError, "from label 0 to label 1 is 5: 5.1");
  });
});
