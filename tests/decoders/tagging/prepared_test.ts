import dominance from "../../../decoders/dominance.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Checks, prepared } from "../../../decoders/tagging/prepared.ts";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { type Decode, isRevisable, newWork } from "../../../decoders/contract.ts";
import type { Emissions, Lattice } from "../../../decoders/lattice.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { randomProblem } from "../../helpers/problems.ts";
import { plain } from "../../wrong/plain.ts";

const [MODEL, LATTICE] = randomProblem(20, 6, 1);
const [, OTHER] = randomProblem(20, 6, 2);

function inFloat32({ length, emissions }: Lattice): Lattice<Float32Array> {
  return { length, emissions: Float32Array.from(emissions) };
}

describe("prepared()", () => {
  it("decodes as the decoder does, with defaults, one path and counters that may be left out", async () => {
    for (const decoder of await listDecoders()) {
      const raw = decoder.prepare(MODEL, resolveOptions(decoder));
      const decode = prepared(decoder, MODEL);
      assertEquals(decode(LATTICE), raw(LATTICE, 1, newWork()), decoder.name);
      const [expected, work] = [newWork(), newWork()];
      const k = Math.min(3, decoder.maxK);
      assertEquals(decode(LATTICE, k, work), raw(LATTICE, k, expected), decoder.name);
      assertEquals(work, expected, decoder.name);
    }
  });

  it("takes options by name and refuses others", () => {
    const work = newWork();
    prepared(dominance, MODEL, { ends: "left" })(LATTICE, 1, work);
    assertEquals(work.iterations, 1);
    const given = JSON.parse('{ "end": "left" }');
    assertThrows(() => prepared(dominance, MODEL, given), TypeError, '"end" of dominance');
    assertThrows(() => prepared(dominance, MODEL, given), TypeError, 'did you mean "ends"?');
    const checks = { areSumsCheked: true } as Checks;
    assertThrows(() => prepared(dominance, MODEL, {}, checks), TypeError, '"areSumsChecked"?');
  });

  it("gives the same answers for scores in float32, whatever was decoded before", async () => {
    for (const decoder of await listDecoders()) {
      const simd = "kernel" in decoder.options ? [{ kernel: "simd" }] : [];
      for (const options of [{}, ...simd]) {
        // Two, because the work of an adaptive decoder depends on the calls before.
        const decode = prepared(decoder, MODEL, options);
        const decodeNarrow = prepared(decoder, MODEL, options);
        for (const lattice of [LATTICE, OTHER, LATTICE]) {
          const [expected, work] = [newWork(), newWork()];
          const answer = decode(lattice, 1, expected);
          assertEquals(decodeNarrow(inFloat32(lattice), 1, work), answer, decoder.name);
          assertEquals(work, expected, decoder.name);
        }
      }
    }
  });

  it("reads a buffer in float32 again when it was filled again", () => {
    const lattice = inFloat32(LATTICE);
    for (const decode of [prepared(viterbi, MODEL), prepared(dominance, MODEL)]) {
      for (const { emissions } of [LATTICE, OTHER]) {
        lattice.emissions.set(emissions);
        const expected = decode({ length: lattice.length, emissions }).paths;
        assertEquals(decode(lattice).paths, expected);
        assertEquals(decode.batch([lattice])[0]!.paths, expected);
      }
    }
  });

  it("decodes batches with the answers of single calls, and the counts unless adaptive", async () => {
    const lattices: Lattice<Emissions>[] = [LATTICE, inFloat32(OTHER), inFloat32(LATTICE)];
    for (const decoder of await listDecoders()) {
      const decode = prepared(decoder, MODEL);
      const decodeSingly = prepared(decoder, MODEL);
      const expected = lattices.map(newWork);
      const works = lattices.map(newWork);
      const answers = lattices.map((lattice, i) => decodeSingly(lattice, 1, expected[i]));
      assertEquals(decode.batch(lattices, 1, works), answers, decoder.name);
      if (!decoder.adaptive) assertEquals(works, expected, decoder.name);
      assertEquals(decode.batch(lattices), answers, decoder.name);
    }
  });

  it("hands a batch to a decoder that takes batches, each lattice in float64", () => {
    const seen: readonly Lattice[][] = [];
    const inner = plain.prepare(MODEL, {});
    const batch: Decode["batch"] = (lattices, k, works) => {
      (seen as Lattice[][]).push([...lattices]);
      return lattices.map((lattice, i) => inner(lattice, k, works[i]!));
    };
    const decoder = { ...plain, prepare: () => Object.assign(inner.bind(undefined), { batch }) };
    prepared(decoder, MODEL).batch([inFloat32(LATTICE), inFloat32(OTHER)]);
    assertEquals(seen, [[LATTICE, OTHER]]);
  });

  it("names what is no list of lattices, a hole in one, and what are no options", () => {
    const { batch } = prepared(viterbi, MODEL);
    const bad = (lattices: unknown) => () => batch(lattices as Lattice[]);
    assertThrows(bad(undefined), TypeError, "Cannot decode no list of lattices: undefined");
    assertThrows(bad(new Set([LATTICE])), TypeError, "no list of lattices: [object Set]");
    assertThrows(bad([LATTICE, ,]), TypeError, "Cannot decode sentence 1, no lattice: undefined");
    const none = null as unknown as Record<string, never>;
    assertThrows(() => prepared(viterbi, MODEL, none), TypeError, "of viterbi, no object: null");
  });

  it("follows changes of the model where the decoder does", () => {
    const transitions = MODEL.transitions.slice();
    const decode = prepared(dominance, { ...MODEL, transitions });
    assert(isRevisable(decode));
    decode(LATTICE);
    transitions[5] = 1000;
    decode.revise(0, 5);
    const [expected] = prepared(viterbi, { ...MODEL, transitions })(LATTICE).paths;
    assertEquals(decode(LATTICE).paths[0]!.score, expected!.score);
    for (const [previous, label] of [[0, 20], [0.5, 1], [-1, 3]]) {
      const revise = () => decode.revise(previous!, label!);
      assertThrows(revise, RangeError, "a transition of 20 labels: ");
    }
    decode.dispose();
    assertThrows(() => decode.revise(0, 5), Error, "disposed of: dominance");
    assert(!isRevisable(prepared(plain, MODEL)));
  });

  it("refuses transitions that are none", () => {
    const bad = (change: Record<string, unknown>) => () =>
      prepared(viterbi, { ...MODEL, ...change });
    const { transitions } = MODEL;
    for (const score of [NaN, Infinity, 1e308]) {
      const message = `transitions from label 2, label 5, as a score: ${score}`;
      assertThrows(bad({ transitions: transitions.with(45, score) }), RangeError, message);
    }
    assertThrows(bad({ transitions: transitions.subarray(1) }), RangeError, "20 labels: 399");
    assertThrows(bad({ transitions: [...transitions] }), TypeError, "[object Array]");
    for (const labelCount of [0, 1.5, NaN, "20", undefined]) {
      assertThrows(bad({ labelCount }), RangeError, "this number of labels: ");
    }
    const own = { ...MODEL, transitions: transitions.slice() };
    const decode = prepared(dominance, own);
    assert(isRevisable(decode));
    own.transitions[45] = NaN;
    assertThrows(() => decode.revise(2, 5), RangeError, "from label 2, label 5, as a score: NaN");
  });

  it("refuses to decode once it is disposed of, and tells the decoder once", () => {
    let count = 0;
    const inner = Object.assign(plain.prepare(MODEL, {}), { dispose: () => void count++ });
    const decode = prepared({ ...plain, prepare: () => inner }, MODEL);
    decode(LATTICE);
    decode.dispose();
    decode.dispose();
    assertEquals(count, 1);
    for (const use of [decode, (lattice: Lattice) => decode.batch([lattice])]) {
      assertThrows(() => use(LATTICE), Error, "Cannot decode with what was disposed of: plain");
    }
  });
});
