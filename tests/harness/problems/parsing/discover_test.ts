import { assert, assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isParsingName, resolveParses } from "../../../../harness/problems/parsing/discover.ts";
import {
  loadParses,
  openParses,
  parsesOf,
  readSpace,
  settingsText,
  spaceOf,
  spaceOfFile,
} from "../../../../harness/problems/parsing/parses_file.ts";
import { UsageError } from "../../../../harness/terminal/usage_error.ts";
import { itInFolder } from "../../../helpers/in_folder.ts";
import { SMALL_PARSES, writeSmallParses } from "../../../helpers/parses.ts";
import { SPACE_SETTINGS } from "../../../../datasets/search_space.ts";
import { readSettings } from "../../../../harness/problems/packs.ts";
import { DECODERS } from "../../../../harness/decoders/discover.ts";
import { seesGold, sentencesFor } from "../../../../harness/problems/parsing/open.ts";

describe("resolveParses()", () => {
  it("gives two names of one space one name, and other spaces other hashes", async () => {
    const base = "synthetic-parsing-30";
    const plain = await resolveParses(base);
    const same = await resolveParses(`${base}{limit=1000000,space=ast,coupling=1}`);
    assertEquals([plain.name, same.name], [`${base}{space=ast}`, `${base}{space=ast}`]);
    const dials = await resolveParses(`${base}{length=4,ambiguity=0.5,coupling=2}`);
    assertEquals(dials.name, `${base}{ambiguity=0.5,length=4,space=ast,coupling=2}`);
    const [one, other, narrow] = await Promise.all(
      [plain, same, await resolveParses(`${base}{beam=0.5}`)].map((found) => found.sample(2, 1)),
    );
    assertEquals(one!.hash, other!.hash);
    assertNotEquals(one!.hash, narrow!.hash);
    assertEquals(narrow!.settings, { beam: 0.5, cutoff: 20 });
    assertEquals((await dials.sample(3, 1)).lengths, [4, 4, 4]);
  });

  itInFolder("takes a sample that a file holds without loss", async (dir) => {
    const path = await writeSmallParses(`${dir}/small.safetensors.gz`);
    const found = await resolveParses(`${path}{space=reverse,limit=2000}`);
    const sample = await found.sample(5, 1);
    assertEquals([sample.base, sample.family, sample.size], ["small", "real", 40]);
    assertEquals(sample.settings, { space: "reverse", limit: 2000 });
    assertEquals(sample.first(2).lengths, sample.lengths.slice(0, 2));
    const file = `${dir}/sample.safetensors`;
    await sample.write(file, true);
    const dataset = await openParses(file);
    assertEquals(dataset.contents, sample.contents);
    assertEquals(spaceOfFile(dataset), { space: "reverse", limit: 2000 });
    assertEquals((await resolveParses(file)).name, "small{space=reverse,limit=2000}");
    const slots = sample.indices.reduce((sum, sentence) => {
      const { offsets } = SMALL_PARSES.slots;
      return sum + offsets[5 * sentence + 5]! - offsets[5 * sentence]!;
    }, 0);
    assertEquals(sample.contents.slots.tags.length, slots);
    assert(sample.referenceEdges > 0);
  });

  itInFolder("refuses names, settings and files that are none with one line", async (dir) => {
    const path = `${dir}/broken.safetensors`;
    await Deno.writeTextFile(path, "no pack");
    const wrong = ["synthetic-parsing", "synthetic-parsing-1", "synthetic-parsing-30{length=99}"]
      .concat("synthetic-parsing-30{dial=1}", "ewt_ccg", path, `${dir}/none.safetensors`);
    for (const name of wrong) {
      const { message } = await assertRejects(() => resolveParses(name), UsageError);
      assert(!message.includes("\n"), message);
    }
    const deep = await resolveParses("synthetic-parsing-30{beam=0.00001}");
    await assertRejects(() => deep.sample(2, 1), UsageError, "none has slots");
  });
});

it("isParsingName() knows parsing datasets, with settings or without", async () => {
  const names = ["synthetic-parsing-30{space=gold}", "synthetic-parsing-9", "synthetic-hmm-9"];
  assertEquals(await Promise.all(names.map(isParsingName)), [true, true, false]);
});

const read = (text: string) => readSettings(text, SPACE_SETTINGS, "x");

describe("readSettings()", () => {
  it("reads names of spaces and numbers", () => {
    assertEquals(read("space=reverse, limit=20"), { space: "reverse", limit: 20 });
    assertEquals(read(""), {});
    assertEquals(settingsText({ space: "reverse", limit: 20 }), "space=reverse,limit=20");
  });

  it("refuses what cannot be read", () => {
    const texts = ["spase=ast", "space=all", "limit=", "limit=x", "beam=1=2", "beam=1,beam=1"];
    for (const text of texts) assertThrows(() => read(text), UsageError);
  });
});

it("readSpace() takes the name of a space, or settings", () => {
  assertEquals(readSpace("gold"), { space: "gold" });
  assertEquals(readSpace("beam=0.01"), { beam: 0.01, cutoff: 20 });
  assertThrows(() => readSpace("wide"), UsageError, "space");
});

it("spaceOf() refuses settings that contradict each other", () => {
  assertThrows(() => spaceOf({ space: "ast", beam: 0.1 }), UsageError, "Cannot set a beam");
});

const urlOf = (file: string) => new URL(file, DECODERS.parsing).href;

describe("sentencesFor()", () => {
  it("shows right analyses to the oracle alone", () => {
    const { sentences } = parsesOf(SMALL_PARSES, {});
    const told = sentencesFor(urlOf("oracle.ts"), sentences);
    assert(told.length > 0 && told.every(({ gold }) => gold?.spans));
    for (const url of [urlOf("pipeline.ts"), "file:///elsewhere/oracle.ts"]) {
      const hasGold = sentencesFor(url, sentences).map((sentence) => "gold" in sentence);
      assertEquals(hasGold, told.map(() => false));
    }
  });

  it("shows right tags alone in the space of right tags", () => {
    const { sentences } = parsesOf(SMALL_PARSES, { space: "gold" });
    for (const { gold } of sentencesFor(urlOf("pipeline.ts"), sentences)) {
      assertEquals(Object.keys(gold!), ["tags"]);
    }
  });

  itInFolder("is what a decoder gets in its isolate: the file has nothing else", async (dir) => {
    const [sample, gold] = [`${dir}/sample.safetensors`, `${dir}/gold.safetensors`];
    await writeSmallParses(`${dir}/small.safetensors`);
    const dataset = await resolveParses(`${dir}/small.safetensors`);
    const taken = await dataset.sample(9, 1);
    await taken.write(sample);
    await taken.write(gold, true);
    const found = await Promise.all([sample, gold].map((path) => loadParses(path)));
    const hasGold = found.map(({ sentences }) => sentences.map(({ gold }) => gold !== undefined));
    assertEquals(hasGold, [false, true].map((has) => taken.lengths.map(() => has)));
    assertEquals([urlOf("oracle.ts"), urlOf("pipeline.ts")].map(seesGold), [true, false]);
  });
});
