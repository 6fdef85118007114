import { assert, assertEquals, assertLessOrEqual, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { fileURLToPath } from "node:url";
import { bioScores } from "../../../decoders/tagging/bio.ts";
import { checkModel } from "../../../decoders/tagging/model.ts";
import { rounded, scoreRule } from "../../../decoders/tagging/score_rule.ts";
import { openPack } from "../../../datasets/packs/pack_file.ts";

const MATRIX = [[0, 0.1], [-Infinity, 0.3]];
const FLAT = MATRIX.flat();

describe("checkModel()", () => {
  it("takes nested rows, and blocks of any kind", () => {
    const expected = Float64Array.from(FLAT);
    const rows = MATRIX.map((row) => Float64Array.from(row));
    for (const transitions of [MATRIX, FLAT, expected, rows]) {
      assertEquals(checkModel({ transitions }).model.transitions, expected);
    }
    const single = checkModel({ transitions: Float32Array.from(FLAT) }).model;
    const { transitions, exactSums, float32Exact, labelCount } = single;
    assertEquals(transitions[1], Math.fround(0.1));
    assertEquals([exactSums, float32Exact, labelCount], [undefined, undefined, 2]);
  });

  it("rounds to the grid of the bound", () => {
    const bound = { emission: 10, length: 100 };
    const { model, rule } = checkModel({ transitions: MATRIX, bound });
    assertEquals(model.exactSums, true);
    assertEquals(rule.scale, 2 ** 32);
    assertEquals(model.transitions[1], Math.round(0.1 * 2 ** 32) / 2 ** 32);
    assertEquals(model.transitions[2], -Infinity);
  });

  it("refuses what is no model", () => {
    const refused: [model: unknown, said: string][] = [
      [{ transitions: [1, 2, 3] }, "3 scores are no square matrix"],
      [{ transitions: [] }, "no square"],
      [{ transitions: [[1, 2], [3]] }, "from label 1: 1 scores"],
      [{ transitions: [[1, NaN], [3, 4]] }, "from label 0, label 1, as a score: NaN"],
      [{ transitions: FLAT, start: [0, Infinity] }, "start, label 1, as a score: Infinity"],
      [{ transitions: FLAT, end: [0] }, "end: 1 scores"],
      [{ transitions: FLAT, labels: ["A"] }, "with 1 names"],
      [{ transitions: FLAT, bound: { emission: -1, length: 1 } }, "-1"],
      [{ transitions: FLAT, bound: { emission: 1, length: 0.5 } }, "0.5"],
      [{ transitions: FLAT, bound: { emission: 1e12, length: 9 } }, "lower"],
      [{ transitions: FLAT, bound: { emission: 1, length: 9, unit: 0.3 } }, "0.3"],
      [{ transitions: [[0, null], [0, 0]] }, "from label 0, label 1, as a score: null"],
      [{ transitions: ["00", "00"] }, "transitions"],
      [{ transitions: [["0", "1"], [0, 0]] }, 'as a score: "0"'],
      [{ transitions: null }, "transitions, no array: null"],
      [{ transitions: Object.assign(new Array(2), [[0, 1]]) }, "label 1, no array: undefined"],
      [{ transitions: FLAT, start: null }, "start, no array: null"],
      [{ transitions: FLAT, end: [0, true] }, "end, label 1, as a score: true"],
      [{ transitions: FLAT, labels: null }, "labels, no array: null"],
      [{}, "Cannot use transitions, no array: undefined"],
      [undefined, "Cannot use options of a tagger's model, no object: undefined"],
      [{ transition: FLAT }, 'an option "transition" of a tagger\'s model: it has transitions,'],
      [{ transition: FLAT }, '(did you mean "transitions"?)'],
      [{ transitions: FLAT, bound: { emission: 1, lenght: 9 } }, 'did you mean "length"?'],
      [
        { transitions: [0, -1e30, 0, 0], bound: { emission: 1, length: 9 } },
        "transition score has magnitude 1e+30: write -Infinity for what is forbidden)",
      ],
      [{ transitions: FLAT, bound: { emission: 1e30, length: 9 } }, "write -Infinity for"],
    ];
    for (const [model, said] of refused) {
      assertThrows(() => checkModel(model as Parameters<typeof checkModel>[0]), Error, said);
    }
  });

  it("names labels in errors", () => {
    const labels = ["A", "B"];
    const message = 'from label 1 ("B"), label 0 ("A"), as a score: NaN';
    assertThrows(() => checkModel({ transitions: [0, 0, NaN, 0], labels }), RangeError, message);
  });
});

describe("scoreRule()", () => {
  it("gives a grid on which the largest sums of rounded scores are exact", () => {
    const magnitude = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(magnitude, magnitude, magnitude, fc.nat(500), (emission, transition, ends, t) => {
        const length = 1 + t;
        const { scale } = scoreRule({ emission, length }, { transition, ends });
        const at = (score: number) => rounded(score, scale) * scale;
        const sum = length * at(emission) + (length - 1) * at(transition) + at(ends);
        assertLessOrEqual(sum, 2 ** 53);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("says that float32 is exact when twice the sums fit 24 bits in the unit", () => {
    const fixed = { transition: 1, ends: 0 };
    const fits = (emission: number, unit: number) =>
      scoreRule({ emission, length: 2, unit }, fixed).float32Exact;
    assert(fits(1000, 2 ** -10));
    assert(!fits(5000, 2 ** -10));
    assert(!scoreRule({ emission: 1, length: 2 }, fixed).float32Exact);
  });

  it("lets through what it has rounded, and keeps the digits of small scores", () => {
    const fixed = { transition: 0, ends: 0 };
    const { limit, scale } = scoreRule({ emission: 0.3, length: 2 }, fixed);
    assertLessOrEqual(rounded(0.3, scale), limit);
    const small = scoreRule({ emission: 1e-9, length: 2 }, fixed);
    assertLessOrEqual(Math.abs(rounded(1e-10, small.scale) * 1e10 - 1), 1e-6);
  });
});

describe("rounded()", () => {
  it("gives the nearest multiple, halves to even, and what is one already", () => {
    const scores = [0.49999999999999994, 0.5, -0.5, 1.5, 2.5, -2.5, 2 ** 51 - 1, -Infinity];
    const expected = [0, 0, 0, 2, 2, -2, 2 ** 51 - 1, -Infinity];
    assertEquals(scores.map((score) => rounded(score, 1)), expected);
    assertEquals(rounded(0.1, 0), 0.1);
    const property = fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (score) => {
      const scaled = score * 2 ** 20;
      const isTie = Math.abs(scaled) % 1 === 0.5;
      const nearest = isTie ? 2 * Math.round(scaled / 2) : Math.round(scaled);
      assertEquals(rounded(score, 2 ** 20) + 0, nearest / 2 ** 20 + 0);
    });
    fc.assert(property, { seed: 1 });
  });

  it("rounds what a rule lets through by half a step at most, in sentences of a position too", () => {
    const magnitude = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(magnitude, magnitude, fc.integer({ min: 1, max: 4 }), (n, ends, length) => {
        const { scale } = scoreRule({ emission: n, length }, { transition: 2 * n, ends });
        for (const score of [n, -n, 2 * n, n + ends, -n - ends, n / 3]) {
          const change = Math.abs(rounded(score, scale) - score);
          assertLessOrEqual(change, 0.5 / scale);
        }
      }),
      { seed: 1 },
    );
  });

  it("has no unit in which rounding in float32 would overflow", () => {
    const bound = { emission: 2 ** 115, length: 2, unit: 2 ** 110 };
    assert(!scoreRule(bound, { transition: 0, ends: 0 }).float32Exact);
  });
});

const REAL = new URL("../../../datasets/real/", import.meta.url);

/** Chunks told by a rule of its own: reads left to right and remembers the open chunk. */
function isWellFormed(parts: readonly string[]): boolean {
  let open = "";
  for (const part of parts) {
    if (part.startsWith("I-") && part.slice(2) !== open) return false;
    open = part === "O" ? "" : part.slice(2);
  }
  return true;
}

describe("bioScores()", () => {
  it("gives −∞ to the paths that break the notation, and to no other, whatever the labels", () => {
    const part = fc.constantFrom("O", "B-NP", "I-NP", "B-VP", "I-VP", "I-O", "B-O");
    const path = fc.array(part, { minLength: 1, maxLength: 6 });
    const property = fc.property(path, fc.boolean(), (parts, hasTag) => {
      const labels = [...new Set(parts)];
      const { start, transitions } = bioScores(
        hasTag ? labels.map((label) => `NN|${label}|_`) : labels,
      );
      const [first, ...rest] = parts.map((label) => labels.indexOf(label));
      let [score, previous] = [start[first!]!, first!];
      for (const label of rest) {
        score += transitions[previous * labels.length + label]!;
        previous = label;
      }
      assertEquals(score, isWellFormed(parts) ? 0 : -Infinity);
    });
    fc.assert(property, { seed: 1 });
  });

  it("allows every right path of a pack in BIO notation", async () => {
    for (const name of ["ewt_pos_morph_chunk319", "hwu_slot_scenario323"]) {
      const file = fileURLToPath(new URL(`${name}.safetensors.gz`, REAL));
      const { metadata, gold, lengths, model: { labelCount } } = await openPack(file);
      const { start, transitions } = bioScores(JSON.parse(metadata["labels"]!));
      let token = 0;
      const broken: number[] = [];
      lengths.forEach((length, sentence) => {
        for (let t = 0; t < length; t++, token++) {
          // Labels that training has not seen are unknown.
          const [x, y] = [t === 0 ? 0 : gold![token - 1]!, gold![token]!];
          if (x < 0 || y < 0) continue;
          if ((t === 0 ? start[y] : transitions[x * labelCount + y]) !== 0) broken.push(sentence);
        }
      });
      assertEquals(broken, []);
    }
  });

  it("takes the part that it is told", () => {
    const { start } = bioScores(["B-NP|I-LOC", "B-NP|O"], (label) => label.split("|")[1]!);
    assertEquals(start, Float64Array.of(-Infinity, 0));
  });

  it("throws SyntaxError for labels without a part in BIO notation, and with two", () => {
    const none = "Cannot find the part of a label that is in BIO notation: ";
    for (const [label, count] of [["NN|S-NP", 0], ["B-NP|I-LOC", 2]] as const) {
      assertThrows(() => bioScores(["O", label]), SyntaxError, `${none}"${label}" has ${count}`);
    }
    const part = 'in BIO notation: its part is "E-NP", not O, B-KIND or I-KIND';
    const read = () => bioScores(["O", "E-NP"], (label) => label);
    assertThrows(read, SyntaxError, `Cannot read label 1 ("E-NP") ${part}`);
  });
});
