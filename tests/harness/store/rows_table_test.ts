import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fileURLToPath } from "node:url";
import { FIRST_USE } from "../../../harness/store/first_use.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { SENTENCES } from "../../../harness/store/sentence_times.ts";
import { readTable } from "../../../harness/store/table_file.ts";
import { withFolder } from "../../helpers/packs.ts";

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
