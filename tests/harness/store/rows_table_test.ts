import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fileURLToPath } from "node:url";
import { FIRST_USE } from "../../../harness/store/first_use.ts";
import { readRows, writeRows } from "../../../harness/store/rows_table.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { SENTENCES } from "../../../harness/store/sentence_times.ts";
import { readTable } from "../../../harness/store/table_file.ts";
import { datasetColumns, decoderColumns } from "../../helpers/names.ts";
import { withFolder } from "../../helpers/packs.ts";
import { fakeRows } from "../../helpers/rows.ts";

const REFERENCE = fileURLToPath(new URL("../../../reports/reference", import.meta.url));

describe("the tables of a run", () => {
  it("are written as those of the reference run are", () =>
    withFolder(async (dir) => {
      for (const table of [ROWS, SENTENCES, FIRST_USE]) {
        await table.write(dir, await table.read(REFERENCE) as never);
        const [was, is] = [REFERENCE, dir].map((folder) => readTable(`${folder}/${table.file}`));
        assertEquals(await is === await was, true, table.file);
      }
    }));
});

describe("writeRows() and readRows()", () => {
  const row = {
    ...fakeRows(1, 1)[0]!,
    ...decoderColumns("beam{width=2,order=rank}"),
    ...datasetColumns("synthetic-weak-9{dial=0.5,length=3}"),
    reason: 'Error: "a\nb"',
    mean_gap: Infinity,
  };

  it("keep settings, reasons and an endless gap", () =>
    withFolder(async (dir) => {
      await writeRows(dir, [row]);
      assertEquals(await readRows(dir), [row]);
    }));

  it("tell two rounds of a cell apart, and refuse one twice", () =>
    withFolder(async (dir) => {
      await writeRows(dir, [row, { ...row, round: row.round + 1 }]);
      assertEquals((await readRows(dir)).length, 2);
      await writeRows(dir, [row, { ...row, elapsed_ms: 7 }]);
      await assertRejects(() => readRows(dir), SyntaxError, "line 2 has the same measurement");
    }));
});
