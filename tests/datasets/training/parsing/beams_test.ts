import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { NO_CANDIDATE } from "../../../../decoders/parsing/model.ts";
import { Random } from "../../../../datasets/random.ts";
import { beams } from "../../../../datasets/training/parsing/beams.ts";
import { Candidates } from "../../../../datasets/training/parsing/candidates.ts";
import { sentenceSlots } from "../../../../datasets/training/parsing/sentence_slots.ts";

const TAGS = ["A", "B", "C"];
const UNIT = 2 ** -10;

/** A tagger of random scores over three tags, and a sentence of four words. */
function randomTagger(seed: number) {
  const random = new Random(seed);
  const scores = (count: number) =>
    Int32Array.from({ length: count }, () => random.integer(8192) - 4096);
  const [emissions, transitions] = [scores(12), scores(9)];
  const sentence = {
    forms: ["x", "y", "x", "z"],
    pos: ["P", "P", "P", "Q"],
    labels: ["A", "B", "A", "C"],
  };
  const model = {
    unitExponent: 10,
    weights: {
      ...{ offsets: Int32Array.of(0), columns: new Int32Array(0), values: new Int32Array(0) },
    },
    transitions: {
      offsets: Int32Array.of(0, 3, 6, 9),
      columns: Int32Array.of(0, 1, 2, 0, 1, 2, 0, 1, 2),
      values: transitions,
    },
  };
  return { sentence, emissions, transitions, tagger: { model, emissions: () => emissions } };
}

describe("beams()", () => {
  it("finds levels by the probabilities of all sequences of candidates", () => {
    for (let seed = 0; seed < 30; seed++) {
      const { sentence, emissions, transitions, tagger } = randomTagger(seed);
      const candidates = new Candidates([sentence], TAGS);
      const found = beams(tagger, candidates, 3).of(sentence).levels;
      const permitted = sentence.forms.map((form, t) => candidates.of(form, sentence.pos[t]!, 20));
      const weights = new Float64Array(12);
      const visit = (path: number[], score: number): void => {
        const t = path.length;
        if (t === 4) {
          path.forEach((tag, i) => weights[3 * i + tag]! += Math.exp(UNIT * score));
          return;
        }
        for (const tag of permitted[t]!) {
          const pair = t === 0 ? 0 : transitions[3 * path[t - 1]! + tag]!;
          visit([...path, tag], score + emissions[3 * t + tag]! + pair);
        }
      };
      visit([], 0);
      const expected = Array.from(weights, (weight, i) => {
        if (weight === 0) return NO_CANDIDATE;
        const best = Math.max(...weights.subarray(i - i % 3, i - i % 3 + 3));
        return -16 * Math.log(weight / best);
      });
      found[20].forEach((level, i) => {
        const exact = expected[i]!;
        // The next whole number, but for rounding.
        assert(level - exact > -1e-9 && level - exact < 1 + 1e-9, `${level} for ${exact}`);
      });
      for (let t = 0; t < 4; t++) {
        assertEquals(Math.min(...found[20].subarray(3 * t, 3 * t + 3)), 0);
      }
    }
  });

  it("gives wider beams more tags at the same cutoff, and keeps right ones", () => {
    const { sentence, tagger } = randomTagger(5);
    const found = beams(tagger, new Candidates([sentence], TAGS), 3).of(sentence);
    const right = Int32Array.of(2, -1, 0, 2);
    let last: string[] = [];
    for (const depth of [0, 8, 40, 254]) {
      const { offsets, tags, levels, emissions } = sentenceSlots(found, 3, depth, right, UNIT);
      const kept = Array.from(tags, (tag, slot) => {
        const t = offsets.findLastIndex((offset) => offset <= slot);
        assertEquals(emissions[slot], UNIT * found.emissions[3 * t + tag]!);
        assert(Math.min(levels[20][slot]!, levels[150][slot]!) <= depth || right[t] === tag);
        return `${t} ${tag}`;
      });
      for (const slot of last) assert(kept.includes(slot), slot);
      for (const slot of ["0 2", "2 0", "3 2"]) assert(kept.includes(slot), slot);
      last = kept;
    }
  });
});
