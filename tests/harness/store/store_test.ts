import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Row } from "../../../harness/store/rows.ts";
import type { Manifest } from "../../../harness/store/manifest.ts";
import {
  appendRows,
  readManifest,
  readRows,
  readRun,
  writeManifest,
  writeRows,
} from "../../../harness/store/store.ts";
import { withFolder } from "../../helpers/packs.ts";
import { FAKE_MANIFEST, fakeRowsWithFailures } from "../../helpers/rows.ts";
import { datasetColumns, decoderColumns } from "../../helpers/names.ts";

const ROWS: readonly Row[] = fakeRowsWithFailures().slice(0, 6).map((row, i) => ({
  ...row,
  ...decoderColumns("beam{width=2,order=rank}"),
  ...datasetColumns("synthetic-weak-9{dial=0.5,length=3}"),
  reason: ['said "no", twice', "", "a, b;c", "ümlaut → ∞", "'=1+1", "-"][i]!,
  mean_gap: [0, 0.1, Infinity, 1e-300, 123456.789, 5e-324][i]!,
  exact: i % 2 === 0,
}));

describe("writeRows(), appendRows() and readRows()", () => {
  it("keep every value of every row", () =>
    withFolder(async (dir) => {
      const out = `${dir}/new/folder`;
      await writeRows(out, ROWS.slice(0, 2));
      await appendRows(out, ROWS.slice(2, 3));
      await appendRows(out, []);
      await appendRows(out, ROWS.slice(3));
      assertEquals(await readRows(out), ROWS);
      await writeRows(out, ROWS.slice(1));
      assertEquals(await readRows(out), ROWS.slice(1));
      await writeRows(out, []);
      assertEquals(await readRows(out), []);
    }));

  it("give the rows that were written to the end when the file is cut anywhere", () =>
    withFolder(async (dir) => {
      await writeRows(dir, []);
      const header = (await Deno.readTextFile(`${dir}/rows.csv`)).length;
      await writeRows(dir, ROWS);
      const bytes = await Deno.readFile(`${dir}/rows.csv`);
      const ends = [...bytes.keys()].filter((i) => bytes[i] === 0x0a).map((i) => i + 1);
      assertEquals(ends.length, 1 + ROWS.length);
      for (let end = header; end <= bytes.length; end++) {
        await Deno.writeFile(`${dir}/rows.csv`, bytes.subarray(0, end));
        const complete = ends.filter((e) => e <= end).length - 1;
        assertEquals(await readRows(dir), ROWS.slice(0, complete));
      }
    }));

  it("throw NotFound when there is no file", () =>
    withFolder(async (dir) => {
      await assertRejects(() => readRows(dir), Deno.errors.NotFound);
    }));

  const damages: readonly [damage: string, change: (text: string) => string][] = [
    ["is empty", () => ""],
    ["has another column", (text) => text.replace("verdict", "opinion")],
    ["has a column less", (text) => text.replace(/^key,/, "")],
    ["has a line with too few values", (text) => text + "abc,1,2\n"],
    ["has a line with too many values", (text) => text + text.split("\n")[2] + ",7\n"],
    ["has a word for a number", (text) => text.replace(/,6(?=\d*,\d+\n)/, ",x6")],
  ];
  for (const [damage, change] of damages) {
    it(`throw SyntaxError when the file ${damage}`, () =>
      withFolder(async (dir) => {
        await writeRows(dir, ROWS);
        const text = await Deno.readTextFile(`${dir}/rows.csv`);
        const damaged = change(text);
        assert(damaged !== text, "nothing is damaged");
        await Deno.writeTextFile(`${dir}/rows.csv`, damaged);
        await assertRejects(() => readRows(dir), SyntaxError, `${dir}/rows.csv`);
      }));
  }
});

describe("writeManifest() and readManifest()", () => {
  it("keep the manifest", () =>
    withFolder(async (dir) => {
      const manifest: Manifest = { ...FAKE_MANIFEST, plan: "p", cells: 6, shard: "1/2" };
      await writeManifest(`${dir}/new`, manifest);
      assertEquals(await readManifest(`${dir}/new`), manifest);
      await assertRejects(() => readManifest(dir), Deno.errors.NotFound);
    }));
});

describe("readRun()", () => {
  it("reads rows and manifest, and throws NotFound when one of them is not there", () =>
    withFolder(async (dir) => {
      await writeRows(dir, ROWS);
      await assertRejects(() => readRun(dir), Deno.errors.NotFound, `the run ${dir}: it has no`);
      const manifest: Manifest = { ...FAKE_MANIFEST, plan: "p", cells: 6 };
      await writeManifest(dir, manifest);
      assertEquals(await readRun(dir), {
        dir,
        rows: [...ROWS],
        sentences: [],
        firstUse: [],
        manifest,
      });
    }));
});
