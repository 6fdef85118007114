import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { pad, unpad } from "../../datasets/batch.ts";
import { seededRandom } from "../../harness/conformance/generators.ts";

const L = 5;
const random = seededRandom(3);
const scores = (count: number) => Float64Array.from({ length: count }, () => random.unit());
const LATTICES = [4, 1, 6, 2].map((length) => ({ length, emissions: scores(length * L) }));

describe("unpad()", () => {
  it("gives views of what was padded, with a mask or with lengths", () => {
    const { emissions, mask, shape } = pad(LATTICES, L);
    assertEquals(shape, [4, 6, 5]);
    const rows = LATTICES.map((_, b) => Array.from(mask.subarray(6 * b, 6 * b + 6), Boolean));
    for (const given of [mask, rows, { lengths: LATTICES.map(({ length }) => length) }]) {
      const lattices = unpad(emissions, shape, given);
      assertEquals(lattices, LATTICES);
      assertStrictEquals(lattices[0]!.emissions.buffer, emissions.buffer);
    }
  });

  it("throws RangeError for holes, no positions and other sizes, which pad() refuses, too", () => {
    const emissions = new Float32Array(12);
    assertThrows(() => unpad(emissions, [2, 3, 2], [1, 0, 1, 1, 1, 1]), RangeError, "sentence 0");
    assertThrows(() => unpad(emissions, [2, 3, 2], [1, 0, 0, 0, 0, 0]), RangeError, "sentence 1");
    assertThrows(() => unpad(emissions, [2, 3, 2], [1, 1, 1]), RangeError, "1.5 positions");
    assertThrows(() => unpad(emissions, [3, 3, 2], [1]), RangeError, "6 positions");
    assertThrows(() => pad([{ length: 1, emissions: scores(6) }], L), RangeError, "sentence 0: 6");
    const paired = { length: 1, emissions: scores(L), pairs: scores(0) };
    assertThrows(() => pad([paired], L), TypeError, "the pairs of sentence 0");
  });

  it("throws for what pad() cannot put into a batch, and names the sentence", () => {
    const [first] = LATTICES;
    const bad = (lattices: unknown, labelCount: unknown = L) => () =>
      pad(lattices as typeof LATTICES, labelCount as number);
    assertThrows(bad(undefined), TypeError, "Cannot use lattices to pad, no array: undefined");
    assertThrows(bad([first, ,]), TypeError, "sentence 1, no lattice with emissions");
    assertThrows(bad([first, { length: 1 }]), TypeError, "sentence 1, no lattice with emissions");
    const texts = { length: 1, emissions: ["a", "b", "c", "d", "e"] };
    assertThrows(bad([texts]), TypeError, "Float32Array: [object Array]");
    for (const [length, labels, size] of [[1.5, 2, 3], [2, 2.5, 5], [-1, -2, 2], [1, "5", 5]]) {
      const odd = bad([{ length, emissions: scores(Number(size)) }], labels);
      const said = typeof labels === "string" ? `"${labels}"` : labels;
      assertThrows(odd, RangeError, `Cannot pad ${length} positions and ${said} labels`);
    }
  });

  it("says what is missing, and what contradicts what", () => {
    const emissions = new Float32Array(12);
    const bad = (...parameters: unknown[]) => () =>
      unpad(...parameters as Parameters<typeof unpad<Float32Array>>);
    const shape = [2, 3, 2];
    const none = "Cannot unpad without a mask or lengths: ";
    assertThrows(bad(emissions, shape), TypeError, `${none}undefined`);
    assertThrows(bad(emissions, shape, null), TypeError, `${none}null`);
    assertThrows(bad(emissions, shape, "110111"), TypeError, none);
    assertThrows(bad(emissions, undefined, [1]), RangeError, "[B, T, L]: undefined");
    assertThrows(bad(emissions, [2, 3], [1]), RangeError, "[B, T, L]");
    assertThrows(bad([...emissions], shape, [1]), TypeError, "no Float64Array");
    const both = { lengths: [3, 1], mask: [[1, 1, 1], [1, 1, 0]] };
    assertThrows(bad(emissions, shape, both), RangeError, "sentence 1: 1 and 2 positions");
    const odd = [1, 1, 1, 1, 0.5, 0];
    assertThrows(bad(emissions, shape, odd), TypeError, "sentence 1, position 1, neither 0 nor 1");
  });
});
