import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ParsingContents } from "../../datasets/packs/parsing_contents.ts";
import {
  parsingDataset,
  parsingFile,
  parsingModel,
  parsingSentences,
} from "../../datasets/parsing_dataset.ts";
import { canonicalSpace, searchSpace } from "../../datasets/search_space.ts";
import { syntheticParsing } from "../../datasets/synthetic/parsing/contents.ts";
import { sparseRows } from "../helpers/word_sentences.ts";

const CONTENTS = syntheticParsing({ tagCount: 30, sentences: 4, seed: 2, length: 5 });

it("parsingDataset() has the name of the pack and a hash of its tensors", () => {
  const dataset = parsingDataset(parsingFile(CONTENTS, { name: "small" }), "p");
  assertEquals(dataset.name, "small");
  assertEquals(dataset.hash, parsingDataset(parsingFile(CONTENTS, {}), "q").hash);
  assertEquals(dataset.contents, CONTENTS);
});

it("parsingModel() multiplies transitions by the coupling, whose fraction the unit holds", () => {
  const plain = parsingModel(CONTENTS);
  const quarter = parsingModel(CONTENTS, { coupling: 0.25 });
  assertEquals([plain.unit, quarter.unit], [2 ** -10, 2 ** -12]);
  assertEquals(quarter.transitions, plain.transitions.map((score) => score / 4));
  assert(parsingModel(CONTENTS, { coupling: 0 }).transitions.every((score) => score === 0));
  assertEquals(parsingModel(CONTENTS, { coupling: 3 }).unit, 2 ** -10);
});

describe("parsingSentences()", () => {
  it("cuts the tables at sentences", () => {
    const sentences = parsingSentences(CONTENTS, {});
    const tags = sentences.flatMap(({ slots }) => [...slots.tags]);
    assertEquals(Int32Array.from(tags), CONTENTS.slots.tags);
    for (const { length, slots: { offsets, tags }, levels, gold } of sentences) {
      assertEquals([length, offsets[0], offsets.at(-1)], [5, 0, tags.length]);
      assertEquals([levels[20].length, levels[150].length], [tags.length, tags.length]);
      assertEquals([gold!.tags.length, gold!.spans!.length % 3], [5, 0]);
    }
    assertEquals(parsingSentences(CONTENTS, {}, [3])[0]!.slots, sentences[3]!.slots);
  });

  it("adds up the weights of the features at a boundary", () => {
    const weights = sparseRows([[[0, 1024], [2, 512]], [[2, -256]]]);
    // Sentences of five words have six boundaries.
    const lists = { offsets: new Int32Array(25).fill(2), ids: Int32Array.of(0, 1) };
    lists.offsets.fill(0, 0, 7);
    const boundaries = { start: lists, split: lists, end: lists, weights };
    const contents: ParsingContents = { ...CONTENTS, boundaries };
    const [first, second] = parsingSentences(contents, {});
    const into = new Float64Array(4).fill(1);
    first!.addBoundaryScores("start", 0, into);
    assertEquals([...into], [1, 1, 1, 1]);
    second!.addBoundaryScores("end", 0, into);
    assertEquals([...into], [2, 1, 1.25, 1]);
  });

  it("refuses a space for which a pack has not all slots, or no right tags", () => {
    const deep = { beam: 1e-4 };
    assertThrows(() => parsingSentences(CONTENTS, deep), RangeError, "sentence 0 in this space");
    const { gold: _, ...rest } = CONTENTS;
    assertThrows(() => parsingSentences(rest, { space: "gold" }), RangeError, "no right tags");
  });
});

describe("searchSpace()", () => {
  it("widens for ast and narrows for reverse when no beam is set", () => {
    const levels = [41, 56, 73, 84, 110];
    const { steps, ...ast } = searchSpace({});
    assertEquals(ast, { order: "ast", limit: 1_000_000 });
    assertEquals(steps.map(({ level }) => level), levels);
    assertEquals(steps.map(({ cutoff }) => cutoff), [20, 20, 20, 20, 150]);
    assertEquals(searchSpace({ space: "reverse" }), {
      ...{ order: "reverse", limit: 1_000_000, steps: steps.toReversed() },
    });
    assertEquals(searchSpace({ space: "gold", limit: 5 }), { order: "gold", limit: 5, steps: [] });
  });

  it("has one step when a beam is set", () => {
    assertEquals(searchSpace({ beam: 1 }).steps, [{ level: 0, cutoff: 20 }]);
    assertEquals(searchSpace({ beam: 1e-5, cutoff: 150 }).steps, [{ level: 184, cutoff: 150 }]);
  });

  it("refuses what contradicts itself or is out of range", () => {
    const beams = [{ cutoff: 20 }, { beam: 0.1, cutoff: 30 }, { beam: 0 }, { beam: NaN }];
    const others = [{ limit: 0 }, { coupling: 0.3 }, { coupling: -1 }];
    for (const wrong of [{ space: "ast", beam: 0.1 } as const, ...beams, ...others]) {
      assertThrows(() => searchSpace(wrong), RangeError, "Cannot ");
    }
  });
});

it("canonicalSpace() gives the same settings when two names mean one space", () => {
  assertEquals(canonicalSpace({}), { space: "ast" });
  assertEquals(canonicalSpace({ space: "reverse", limit: 1_000_000, coupling: 1 }), {
    space: "reverse",
  });
  assertEquals(canonicalSpace({ beam: 0.5, limit: 7 }), { beam: 0.5, cutoff: 20, limit: 7 });
});
