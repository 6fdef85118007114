import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveOptions } from "../../../../decoders/chain/options.ts";
import { newWork } from "../../../../decoders/contract.ts";
import dualDecomposition from "../../../../decoders/parsing/dual_decomposition.ts";
import {
  parsingFile,
  parsingModel,
  parsingSentences,
  readParsing,
} from "../../../../datasets/parsing_dataset.ts";
import { syntheticParsing } from "../../../../datasets/synthetic/parsing/contents.ts";
import { enumerateDerivations } from "../../../../harness/conformance/parsing/enumerate.ts";
import { longIt } from "../../../helpers/long.ts";

const TASK = syntheticParsing({ tagCount: 238, sentences: 60, seed: 1 });

/** Tags a word, share of right ones and charts under a beam: mean items and edges a sentence. */
function chartsAt(level: number, cutoff: 20 | 150) {
  const { grammar: { tagSymbols, left, right, parent, symbolCategories }, slots, gold } = TASK;
  const partners = Array.from(symbolCategories, (): [right: number, parent: number][] => []);
  left.forEach((symbol, rule) => partners[symbol]!.push([right[rule]!, parent[rule]!]));
  const levels = cutoff === 20 ? slots.levels20 : slots.levels150;
  const found = { tags: 0, right: 0, items: 0, edges: 0 };
  const changed = (cell: Set<number>) => {
    for (const symbol of [...cell]) {
      for (const [right, parent] of partners[symbol]!) {
        if (right >= 0) continue;
        found.edges++;
        cell.add(parent);
      }
    }
    found.items += cell.size;
    return cell;
  };
  let first = 0;
  for (const length of slots.lengths) {
    const cells = new Map<string, Set<number>>();
    for (let word = 0; word < length; word++) {
      const cell = new Set<number>();
      const position = first + word;
      for (let i = slots.offsets[position]!; i < slots.offsets[position + 1]!; i++) {
        if (levels[i]! > level) continue;
        found.tags++;
        if (slots.tags[i] === gold!.tags[position]) found.right++;
        cell.add(tagSymbols[slots.tags[i]!]!);
      }
      cells.set(`${word} ${word + 1}`, changed(cell));
    }
    for (let width = 2; width <= length; width++) {
      for (let start = 0; start + width <= length; start++) {
        const cell = new Set<number>();
        for (let split = start + 1; split < start + width; split++) {
          const others = cells.get(`${split} ${start + width}`)!;
          for (const symbol of cells.get(`${start} ${split}`)!) {
            for (const [right, parent] of partners[symbol]!) {
              if (!others.has(right)) continue;
              found.edges++;
              cell.add(parent);
            }
          }
        }
        cells.set(`${start} ${start + width}`, changed(cell));
      }
    }
    first += length;
  }
  const [words, sentences] = [gold!.tags.length, slots.lengths.length];
  return {
    tags: found.tags / words,
    right: found.right / words,
    items: found.items / sentences,
    edges: found.edges / sentences,
  };
}

describe("syntheticParsing()", () => {
  longIt("makes charts like those of English, by tags a word, right tags, items and edges", () => {
    const english = [
      { level: 41, cutoff: 20, tags: 1.32, right: 0.9565, items: 2447, edges: 14_714 },
      { level: 73, cutoff: 20, tags: 2.12, right: 0.9732, items: 3503, edges: 30_445 },
      { level: 110, cutoff: 150, tags: 5.94, right: 0.9877, items: 6026, edges: 85_675 },
    ] as const;
    for (const { level, cutoff, ...expected } of english) {
      const found = chartsAt(level, cutoff);
      const near = (name: keyof typeof expected, tolerance: number) => {
        const ratio = found[name] / expected[name];
        assert(ratio > 1 / tolerance && ratio < tolerance, `${name} at ${level}: ${found[name]}`);
      };
      near("tags", 1.1);
      near("right", 1.02);
      near("items", 1.3);
      near("edges", 1.3);
    }
  });

  longIt("is as hard for dual decomposition as English, by the share that is proven early", () => {
    const model = parsingModel(TASK);
    const options = resolveOptions(dualDecomposition, { iterations: 25 });
    const parse = dualDecomposition.prepare(model, options);
    const ended = parsingSentences(TASK, { beam: 0.01 }).flatMap((sentence) => {
      const work = newWork();
      const { derivation, bound, objective } = parse(sentence, work);
      const isProven = bound! - objective < model.unit;
      return derivation === undefined ? [] : [isProven ? work.iterations : Infinity];
    });
    const share = (iterations: number) =>
      ended.filter((own) => own <= iterations).length / ended.length;
    // English: 41%, 75% and 99.4% of the sentences.
    assert(share(1) > 0.25 && share(1) < 0.55, `${share(1)}`);
    assert(share(5) > 0.6 && share(5) < 0.9, `${share(5)}`);
    assert(share(25) > 0.95, `${share(25)}`);
  });

  it("gives the same tables for the same seed, and more sentences only add", () => {
    const size = { tagCount: 40, seed: 3, length: 5 };
    const [short, long] = [2, 3].map((sentences) => syntheticParsing({ ...size, sentences }));
    assertEquals(short, syntheticParsing({ ...size, sentences: 2 }));
    assertEquals(short!.grammar, long!.grammar);
    const slots = short!.slots.tags.length;
    assertEquals(short!.slots.tags, long!.slots.tags.slice(0, slots));
    assertEquals(short!.slots.emissions, long!.slots.emissions.slice(0, slots));
    const other = syntheticParsing({ ...size, seed: 4, sentences: 2 });
    assertNotEquals(other.slots.tags, short!.slots.tags);
  });

  it("makes packs that can be read, with right tags that have a derivation", () => {
    const size = { tagCount: 30, sentences: 8, seed: 5, length: 3 };
    const contents = syntheticParsing(size);
    assertEquals(readParsing(parsingFile(contents, {}), "p"), contents);
    const model = parsingModel(contents);
    for (const sentence of parsingSentences(contents, { space: "gold" })) {
      const found = enumerateDerivations(model, sentence, 0)!;
      assert(found.length > 0);
      const { tags, spans } = sentence.gold!;
      const spansOf = (steps: Int32Array) =>
        Array.from({ length: steps.length / 4 }, (_, i) => {
          const [start, , end, rule] = steps.subarray(4 * i, 4 * i + 4);
          return `${start} ${end} ${model.symbolCategories![model.parent[rule!]!]}`;
        }).sort().join();
      const spanAt = (_: unknown, i: number) => spans!.subarray(3 * i, 3 * i + 3).join(" ");
      const right = Array.from({ length: spans!.length / 3 }, spanAt).sort().join();
      assertEquals(found[0]!.tags, tags);
      assert(found.some(({ steps }) => spansOf(steps) === right));
    }
  });

  it("leaves the right tag alone without ambiguity, and more compete with more", () => {
    const size = { tagCount: 100, sentences: 20, seed: 1, length: 10 };
    const slotsAt = (ambiguity: number) =>
      syntheticParsing({ ...size, ambiguity }).slots.tags.length;
    const [none, usual, twice] = [0, 1, 2].map(slotsAt);
    assert(none! >= 200 && none! < 240, `${none}`);
    assert(usual! > 3 * none! && twice! > 1.5 * usual!, `${usual} ${twice}`);
  });

  it("refuses sizes that make no dataset", () => {
    const size = { tagCount: 30, sentences: 1, seed: 1 };
    const wrong = [{ tagCount: 1 }, { sentences: 0 }, { length: 76 }, { ambiguity: -1 }];
    for (const change of [...wrong, { ambiguity: NaN }]) {
      assertThrows(() => syntheticParsing({ ...size, ...change }), RangeError, "Cannot ");
    }
  });
});
