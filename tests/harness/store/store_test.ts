import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Manifest } from "../../../harness/store/manifest.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { SENTENCES } from "../../../harness/store/side_tables.ts";
import {
  compressRun,
  keepRows,
  readRun,
  writeManifest,
  writeRun,
} from "../../../harness/store/store.ts";
import { filesBelow } from "../../helpers/folder_contents.ts";
import { withFolder } from "../../helpers/packs.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";
import { fakeSentenceTimes } from "../../helpers/sentences.ts";

const ROUNDS = 2;
const MANIFEST: Manifest = { ...FAKE_MANIFEST, rounds: ROUNDS, plan: "p", cells: 14 };
const SOME = fakeRows(7, ROUNDS).filter(({ dataset }) => dataset === "ewt_pos45");
const RUN = { manifest: MANIFEST, rows: SOME, sentences: fakeSentenceTimes(SOME), firstUse: [] };

describe("writeRun() and readRun()", () => {
  it("keep a run", () =>
    withFolder(async (dir) => {
      await writeRun(`${dir}/new`, RUN, true);
      const { dir: _, sentences, ...rest } = await readRun(`${dir}/new`);
      assertEquals(rest, { manifest: MANIFEST, rows: SOME, firstUse: [] });
      assertEquals(sentences.length, RUN.sentences.length);
    }));

  it("leave no row of the run before, compressed or not", () =>
    withFolder(async (dir) => {
      await writeRun(dir, RUN, true);
      await compressRun(dir);
      await writeRun(dir, { ...RUN, rows: [], sentences: [] }, true);
      assertEquals((await readRun(dir)).rows, []);
      const files = ["first_use.csv", "manifest.json", "rows.csv", "sentences.csv"];
      assertEquals(filesBelow(dir), files);
    }));

  it("throws NotFound when rows or manifest are not there", () =>
    withFolder(async (dir) => {
      await ROWS.write(dir, SOME);
      await assertRejects(() => readRun(dir), Deno.errors.NotFound, `the run ${dir}: it has no`);
      await writeManifest(dir, MANIFEST);
      await Deno.remove(`${dir}/rows.csv`);
      await assertRejects(() => readRun(dir), Deno.errors.NotFound, `the run ${dir}: it has no`);
      const file = `${dir}/manifest.json`;
      await assertRejects(() => readRun(file), Deno.errors.NotFound, `the run ${file}: it has no`);
    }));

  it("leaves out what was not measured to the end", () =>
    withFolder(async (dir) => {
      await writeRun(dir, RUN, true);
      const [lost] = RUN.sentences.slice(-1);
      const path = `${dir}/sentences.csv`;
      const lines = (await Deno.readTextFile(path)).split("\n");
      const first = lines.findIndex((line) => line.startsWith(lost!.key));
      await Deno.writeTextFile(path, `${lines.slice(0, first + 1).join("\n")}\n${lost!.key},`);
      const { rows, sentences } = await readRun(dir);
      assertEquals(rows, SOME.filter(({ key }) => key !== lost!.key));
      assertEquals(sentences.some(({ key }) => key === lost!.key), false);
    }));
});

it("keepRows() removes other rows and the times of their cells", () =>
  withFolder(async (dir) => {
    await writeRun(dir, RUN, true);
    const [first] = SOME;
    const kept = SOME.filter(({ key }) => key === first!.key);
    await keepRows(dir, kept);
    assertEquals(await ROWS.read(dir), kept);
    const times = await SENTENCES.readIfThere(dir);
    assertEquals(new Set(times.map(({ key }) => key)), new Set([first!.key]));
  }));
