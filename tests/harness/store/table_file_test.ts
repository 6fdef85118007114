import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { formatSettings, parseSettings } from "../../../harness/store/table.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { compressRun, readRun, writeManifest } from "../../../harness/store/store.ts";
import { compressTable, readTable, replaceTable } from "../../../harness/store/table_file.ts";
import { SENTENCES, TRACES } from "../../../harness/store/side_tables.ts";
import { withFolder } from "../../helpers/packs.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";

describe("compressTable() and readTable()", () => {
  it("keep the text, and give the same bytes for it again", () =>
    withFolder(async (dir) => {
      const path = `${dir}/table.csv`;
      const texts = ["a,b\n1,ü\n", "a,b\n"];
      const bytes: Uint8Array[] = [];
      for (const text of [texts[0]!, texts[1]!, texts[0]!]) {
        await replaceTable(path, text);
        assertEquals([...Deno.readDirSync(dir)].map(({ name }) => name), ["table.csv"]);
        await compressTable(path);
        assertEquals(await readTable(path), text);
        bytes.push(await Deno.readFile(`${path}.gz`));
      }
      assertEquals(bytes[0], bytes[2]);
      assertEquals([...bytes[0]!.subarray(4, 10)], [0, 0, 0, 0, 2, 255]);
    }));
});

describe("compressRun()", () => {
  it("leaves a run that reads as before", () =>
    withFolder(async (dir) => {
      const rows = fakeRows(1, 1);
      const times = [{ key: rows[0]!.key, session: 0, sentence: 3, length: 4, elapsed_ms: 0.5 }];
      await ROWS.write(dir, rows);
      await SENTENCES.write(dir, times);
      await writeManifest(dir, { ...FAKE_MANIFEST, plan: "p", cells: 1 });
      const before = await readRun(dir);
      await compressRun(dir);
      assertEquals(await readRun(dir), before);
      const names = [...Deno.readDirSync(dir)].map(({ name }) => name).sort();
      assertEquals(names, ["manifest.json", "rows.csv.gz", "sentences.csv.gz"]);
    }));

  it("puts traces in the order of sentences, those of a sentence as they were", () =>
    withFolder(async (dir) => {
      const point = { session: 0, objective: 1, bound: NaN, delta: 0.5, proven: 0 };
      const places = [["b", 10, 1], ["b", 9, 1], ["b", 9, 2], ["a", 10, 1]] as const;
      await TRACES.write(
        dir,
        places.map(([key, sentence, iteration]) => ({ ...point, key, sentence, iteration })),
      );
      // A run that was killed while it wrote a line.
      await Deno.writeTextFile(`${dir}/${TRACES.file}`, "b,0,9,", { append: true });
      await compressRun(dir);
      const lines = await TRACES.read(dir);
      assertEquals(
        lines.map(({ key, sentence, iteration }) => [key, sentence, iteration]),
        [["b", 9, 1], ["b", 9, 2], ["b", 10, 1], ["a", 10, 1]],
      );
      assertEquals(lines.every(({ bound }) => Number.isNaN(bound)), true);
    }));
});

describe("formatSettings() and parseSettings()", () => {
  it("refuse what would be read back as something else", () => {
    for (const settings of [{ a: "1" }, { a: "x;b=2" }, { "a=b": 1 }, { a: "true" }, { a: NaN }]) {
      assertThrows(() => formatSettings(settings), RangeError, "Cannot write settings");
    }
    assertThrows(() => parseSettings("a=1;b"), SyntaxError, "b sets nothing");
  });
});
