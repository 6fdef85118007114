import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import {
  constrain,
  negativeLogLikelihood,
  UNLABELLED,
} from "../../../decoders/probability/negative_log_likelihood.ts";
import { entropy } from "../../../decoders/probability/entropy.ts";
import type { SumOptions } from "../../../decoders/probability/estimate.ts";
import { logPartition, marginals } from "../../../decoders/probability/log_partition.ts";
import { maxMarginals } from "../../../decoders/probability/max_marginals.ts";
import { pathProbabilities } from "../../../decoders/tagging/path_probabilities.ts";
import { pathSampler } from "../../../decoders/probability/path_sampler.ts";

const MODEL = modelOf(0, 0, 0, 0);
const LATTICE = latticeOf(3, 0, 0, 0, 0, 0, 0);

function modelOf(...transitions: number[]): Model {
  return { labelCount: 2, transitions: Float64Array.from(transitions) };
}

function latticeOf(length: number, ...emissions: number[]): Lattice {
  return { length, emissions: Float64Array.from(emissions) };
}

type Prepare = (model: Model, options: SumOptions) => (lattice: Lattice) => unknown;

/** All that takes lattices of a model. */
const FUNCTIONS: Record<string, Prepare> = {
  logPartition,
  marginals,
  entropy,
  maxMarginals: (model, { kernel }) => maxMarginals(model, kernel),
  pathProbabilities: (model, options) => {
    const find = pathProbabilities(model, options);
    return (lattice) => find(lattice, 1);
  },
  pathSampler: (model, options) => {
    const draw = pathSampler(model, options);
    return (lattice) => draw(lattice, 1, () => 0.5);
  },
  negativeLogLikelihood: (model, options) => {
    const loss = negativeLogLikelihood(model, options);
    return (lattice) => loss(lattice, [0, 1, 0]);
  },
  "negativeLogLikelihood of some labels": (model, options) => {
    const loss = negativeLogLikelihood(model, options);
    return (lattice) => loss(lattice, [0, UNLABELLED, 0]);
  },
};

const OPTIONS: SumOptions[] = [
  {},
  { kernel: "plain" },
  { arithmetic: "log" },
  { arithmetic: "scaled" },
  { arithmetic: "exceptions" },
];

/** What is refused as it says, where it is other than MODEL and LATTICE. */
const REFUSED: readonly (readonly [said: string, { model?: Model; lattice?: Lattice }])[] = [
  ["position 1, label 1, as a score: NaN", { lattice: latticeOf(3, 0, 0, 0, NaN, 0, 0) }],
  ["position 2, label 0, as a score: Infinity", { lattice: latticeOf(3, 0, 0, 0, 0, Infinity, 0) }],
  [
    "position 0, label 0, as a score: 1e+308 (the bound is 1.78584",
    { lattice: latticeOf(3, 1e308, -1e308, 0, 0, 0, 0) },
  ],
  ["transitions from label 1, label 0, as a score: NaN", { model: modelOf(0, 0, NaN, 0) }],
  ["from label 0, label 1, as a score: Infinity", { model: modelOf(0, Infinity, 0, 0) }],
  ["label 1, as a score: -1e+308 (the bound is 1.07", { model: modelOf(0, 0, 0, -1e308) }],
  ["of 3 positions: they reach 5.357543035931337e+300", { model: modelOf(0, 0, 0, 2 ** 999) }],
  ["so many transitions between 2 labels: 3", { model: modelOf(0, 0, 0) }],
  ["transitions, no Float64Array: [object Array]", {
    model: { ...MODEL, transitions: [0, 0, 0, 0] as unknown as Float64Array },
  }],
  ["Cannot use a model of this number of labels: 0", { model: { ...modelOf(), labelCount: 0 } }],
  ["of so many positions: 0", { lattice: latticeOf(0) }],
  ["of so many positions: 1.5", { lattice: latticeOf(1.5, 0, 0, 0) }],
  ["of 3 positions and 2 labels with so many emissions: 4", { lattice: latticeOf(3, 0, 0, 0, 0) }],
  ["with pairs by transitions", { lattice: { ...LATTICE, pairs: new Float64Array(8) } }],
  [
    "that are no floats: [object Array]",
    { lattice: { length: 3, emissions: [0, 0, 0, 0, 0, 0] as unknown as Float64Array } },
  ],
];

describe("functions of probabilities", () => {
  for (const [said, { model = MODEL, lattice = LATTICE }] of REFUSED) {
    it(`refuse what is wrong: ${said}`, () => {
      const type = /no floats|no Float64Array|pairs/.test(said) ? TypeError : RangeError;
      for (const prepare of Object.values(FUNCTIONS)) {
        for (const options of OPTIONS) {
          assertThrows(() => prepare(model, options)(lattice), type, said);
        }
      }
    });
  }

  it("refuse an arithmetic, a kernel and a score error that are none", () => {
    const fast = { arithmetic: "fast" } as unknown as SumOptions;
    const wasm = { kernel: "wasm" } as unknown as SumOptions;
    for (const [name, prepare] of Object.entries(FUNCTIONS)) {
      assertThrows(() => prepare(MODEL, wasm), RangeError, "simd, plain: wasm");
      if (name === "maxMarginals") continue;
      assertThrows(() => prepare(MODEL, fast), RangeError, "auto, scaled, exceptions, log: fast");
      for (const scoreError of [NaN, -1, Infinity]) {
        assertThrows(() => prepare(MODEL, { scoreError }), RangeError, `off by: ${scoreError}`);
      }
    }
  });

  it("go on after a refusal as if nothing had been", () => {
    for (const prepare of Object.values(FUNCTIONS)) {
      const find = prepare(MODEL, {});
      const before = JSON.stringify(find(LATTICE));
      assertThrows(() => find(latticeOf(3, 0, 0, 0, NaN, 0, 0)), RangeError);
      assertEquals(JSON.stringify(find(LATTICE)), before);
    }
  });
});

describe("negativeLogLikelihood()", () => {
  it("names the sentence of what it refuses", () => {
    const loss = negativeLogLikelihood(MODEL);
    for (const gold of [[0, 0, 0], [0, UNLABELLED, 0]]) {
      const refused = [
        [latticeOf(3, 0, 0, 0, 0, 0, NaN), "sentence 7, position 2, label 1, as a score: NaN"],
        [latticeOf(3, 0, 0, 0), "lattice, sentence 7, of 3 positions and 2 labels"],
        [latticeOf(1.5, 0, 0, 0), "lattice, sentence 7, of so many positions: 1.5"],
      ] as const;
      for (const [lattice, said] of refused) {
        assertThrows(() => loss(lattice, gold, undefined, 7), RangeError, said);
      }
    }
  });

  it("refuses gradients with too little room, and writes to none that is longer", () => {
    for (const arithmetic of ["auto", "scaled", "exceptions", "log"] as const) {
      const loss = negativeLogLikelihood(MODEL, { arithmetic, entries: Int32Array.of(1, 2) });
      for (const gold of [[0, 1, 0], [0, UNLABELLED, 0]]) {
        const room = (emissions: number, transitions: number) => ({
          emissions: new Float64Array(emissions),
          transitions: new Float64Array(transitions),
        });
        const said = "the gradient of emissions of sentence 7, 6 numbers, to so many: 5";
        assertThrows(() => loss(LATTICE, gold, room(5, 2), 7), RangeError, said);
        const reason = "Cannot write the gradient of transitions, 2 numbers, to so many: 1";
        assertThrows(() => loss(LATTICE, gold, room(6, 1)), RangeError, reason);
        const none = "the gradient of emissions to what is no Float64Array: undefined";
        assertThrows(() => loss(LATTICE, gold, {} as never), TypeError, none);
        const longer = room(8, 4);
        loss(LATTICE, gold, longer);
        assertEquals(longer.emissions.subarray(6), new Float64Array(2));
        assertEquals(longer.transitions.subarray(2), new Float64Array(2));
      }
    }
  });

  it("refuses transitions that have become NaN, and entries that are none or leave some out", () => {
    for (const arithmetic of ["auto", "scaled", "exceptions", "log"] as const) {
      for (const given of [{}, { entries: Int32Array.of(1, 2) }]) {
        const model = modelOf(0, 1, 2, 0);
        const loss = negativeLogLikelihood(model, { arithmetic, ...given });
        model.transitions[2] = NaN;
        assertThrows(() => loss.revise(), RangeError, "from label 1, label 0, as a score: NaN");
      }
    }
    const refused = [
      [[2, 1], "entry 1 as an ascending index below 4: 1"],
      [[1, 1], "entry 1 as an ascending index below 4: 1"],
      [[1, 4], "entry 1 as an ascending index below 4: 4"],
      [[-1, 1], "entry 0 as an ascending index below 4: -1"],
      [[1], "from label 1 to label 0, which is no entry, for 0: 2"],
    ] as const;
    for (const [entries, said] of refused) {
      const prepare = () =>
        negativeLogLikelihood(modelOf(0, 1, 2, 0), { entries: Int32Array.from(entries) });
      assertThrows(prepare, RangeError, said);
    }
  });
});

it("marginals() refuse edges into a position that has none", () => {
  for (const options of OPTIONS) {
    const { edges } = marginals(MODEL, options)(LATTICE)!;
    for (const position of [0, 3, -1, 1.5, NaN]) {
      const said = `Cannot find edges into a position of 1 to 2: ${position}`;
      assertThrows(() => edges(position), RangeError, said);
    }
    assertEquals(edges(2).length, 4);
  }
});

it("pathSampler() refuses random numbers that are not in [0, 1), and counts that are none", () => {
  const draw = pathSampler(MODEL);
  for (const unit of [NaN, 1, 1.5, -1]) {
    const said = `label of position 2 with a random number outside [0, 1): ${unit}`;
    assertThrows(() => draw(LATTICE, 1, () => unit), RangeError, said);
  }
  for (const count of [1.5, -1, NaN, Infinity]) {
    assertThrows(() => draw(LATTICE, count, () => 0), RangeError, `so many paths: ${count}`);
  }
  assertEquals(draw(LATTICE, 0, () => 0), []);
});

it("pathProbabilities() refuses a number of paths that is none, even if there is no path", () => {
  const find = pathProbabilities(MODEL);
  for (const lattice of [LATTICE, latticeOf(1, -Infinity, -Infinity)]) {
    for (const k of [0, 1.5, -1, NaN]) {
      assertThrows(() => find(lattice, k), RangeError, `most probable paths: ${k}`);
    }
  }
});

describe("constrain()", () => {
  it("keeps the scores of pairs", () => {
    const pairs = Float64Array.of(0, 1, 2, 3);
    assertEquals(constrain({ ...latticeOf(2, 0, 0, 0, 0), pairs }, 2, () => [1]).pairs, pairs);
  });

  it("refuses lattices whose emissions are not T×L", () => {
    const call = () => constrain(latticeOf(3, 0, 0), 2, () => undefined);
    assertThrows(call, RangeError, "of 3 positions and 2 labels with so many emissions: 2");
  });
});
