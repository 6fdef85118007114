import fc from "fast-check";
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { selectSentences } from "../../../datasets/parsing_part.ts";
import { parsingFile, readParsing } from "../../../datasets/parsing_dataset.ts";
import { isPart, type Part, shrinkPart } from "../../../harness/problems/counterexample.ts";
import { wrongParses } from "../../../harness/problems/parsing/counterexample.ts";
import { resolveParses } from "../../../harness/problems/parsing/discover.ts";
import { selectPart } from "../../../harness/problems/sequence/lattice_file.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { SMALL_PARSES, writeSmallParses } from "../../helpers/parses.ts";
import { problemOf } from "../../helpers/problems.ts";

const boastful = new URL("../../helpers/boastful_parser.ts", import.meta.url).href;
const pipeline = new URL("../../../decoders/parsing/pipeline.ts", import.meta.url).href;

describe("shrinkPart()", () => {
  it("finds just the positions and labels that a defect needs", () => {
    const size = fc.integer({ min: 1, max: 25 });
    const sizes = fc.record({ positions: size, labels: size });
    const needed = sizes.chain((sizes) =>
      fc.record({
        sizes: fc.constant(sizes),
        positions: fc.subarray([...Array(sizes.positions).keys()], { minLength: 1 }),
        labels: fc.subarray([...Array(sizes.labels).keys()], { minLength: 1 }),
      })
    );
    const property = fc.property(needed, ({ sizes, ...needed }) => {
      const isWrong = (part: Part) =>
        Object.entries(needed).every(([kind, items]) =>
          items.every((item) => part[kind]!.includes(item))
        );
      assertEquals(shrinkPart(sizes, isWrong), needed);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("leaves one item of each kind when everything is wrong, in few calls", () => {
    let calls = 0;
    const { positions, labels } = shrinkPart({ positions: 200, labels: 100 }, () => ++calls > 0);
    assertEquals([positions!.length, labels!.length], [1, 1]);
    assert(calls < 50, `${calls} calls`);
  });

  it("leaves all when no smaller part is wrong", () => {
    const isWhole = ({ positions, labels }: Part) => positions!.length + labels!.length === 7;
    const whole = { positions: [0, 1, 2, 3], labels: [0, 1, 2] };
    assertEquals(shrinkPart({ positions: 4, labels: 3 }, isWhole), whole);
  });

  it("goes on with positions when taking labels away has made some needless", () => {
    const either = ({ positions, labels }: Part) =>
      positions!.length >= 6 || (labels!.length <= 2 && positions!.length >= 2);
    const { positions, labels } = shrinkPart({ positions: 10, labels: 10 }, either);
    assertEquals([positions!.length, labels!.length], [2, 1]);
  });
});

it("isPart() is whether there are some items of each kind, in order", () => {
  const sizes = { words: 4, rules: 2 };
  assert(isPart({ words: [0, 3], rules: [1] }, sizes));
  for (const words of [undefined, [], [3, 0], [1, 1], [4], [-1], [0.5], ["0"], "03"]) {
    assert(!isPart({ words, rules: [1] }, sizes), `${words}`);
  }
  assert(!isPart(undefined, sizes) && !isPart(7, sizes));
});

describe("selectPart()", () => {
  const rows = (first: number) => [0, 3, 6].map((row) => [0, 1, 2].map((y) => first + row + y));
  const [model, lattice] = problemOf(rows(1000), rows(0));

  it("takes the scores of the positions and labels, in their order", () => {
    const [part, own] = selectPart(model, lattice, { positions: [0, 2], labels: [0, 2] });
    assertEquals(own, { length: 2, emissions: Float64Array.of(0, 2, 6, 8) });
    const transitions = Float64Array.of(1000, 1002, 1006, 1008);
    assertEquals(part, { ...model, labelCount: 2, transitions });
  });

  it("changes nothing when all is selected", () => {
    const all = { positions: [0, 1, 2], labels: [0, 1, 2] };
    assertEquals(selectPart(model, lattice, all), [model, lattice]);
  });
});

itInFolder("wrongParses.shrink() leaves few words and rules, null if right", async (dir) => {
  const pack = `${dir}/sample.safetensors`;
  await writeSmallParses(`${dir}/small.safetensors`);
  const dataset = await resolveParses(`${dir}/small.safetensors{beam=0.001,cutoff=150}`);
  await (await dataset.sample(12, 1)).write(pack);
  const shrink = (url: string, sentence: number) =>
    wrongParses.shrink({ pack, url, options: {}, k: 1 }, sentence);
  const parts: (Part | null)[] = [];
  for (let sentence = 0; sentence < 12; sentence++) {
    parts.push(await shrink(boastful, sentence));
  }
  const shrunk = parts.filter((part) => part !== null);
  assert(shrunk.length > 0 && shrunk.length < 12, `${shrunk.length}`);
  for (const { words, rules } of shrunk) {
    assertLessOrEqual(words!.length, 3);
    assertLessOrEqual(rules!.length, 6);
  }
  assertEquals(await shrink(pipeline, 0), null);
});

itInFolder("counterexamples().writeFailing() writes what replays the wrong answer", async (dir) => {
  const { replay, shrink, writeFailing } = wrongParses;
  const pack = await writeSmallParses(`${dir}/small.safetensors`);
  const opening = { pack, url: boastful, options: {}, k: 1 };
  const { differences } = await replay(opening, { space: "beam=0.001,cutoff=150" });
  const sentence = Number(/^sentence (\d+): claims the bound/.exec(differences[0]!)![1]);
  const sample = await (await resolveParses(`${pack}{beam=0.001,cutoff=150}`)).sample(12, 1);
  const at = sample.indices.indexOf(sentence);
  const file = `${dir}/sample.safetensors`;
  await sample.write(file);
  const part = await shrink({ ...opening, pack: file }, at);
  const failing = `${dir}/failing.safetensors`;
  const cases: readonly (readonly [Part | null | undefined, sentences: number])[] = [
    [JSON.parse(JSON.stringify(part)), 1],
    [undefined, 1],
    [{ words: [9] }, 1],
    [null, at + 1],
  ];
  for (const [shown, sentences] of cases) {
    await writeFailing(failing, sample, at, shown);
    const again = await replay({ ...opening, pack: failing });
    assertEquals(again.sentences, sentences);
    assert(again.differences.at(-1)!.startsWith(`sentence ${sentences - 1}: claims the bound`));
  }
});

it("selectSentences() gives packs that can be read, in the order of the sentences", () => {
  const two = selectSentences(SMALL_PARSES, [7, 2]);
  assertEquals(readParsing(parsingFile(two, {}), "p"), two);
  assertEquals(selectSentences(two, [1]), selectSentences(SMALL_PARSES, [2]));
  assertEquals(selectSentences(SMALL_PARSES, [...Array(12).keys()]), SMALL_PARSES);
});
