import { assertEquals } from "@std/assert";
import { LEARNING, MEASURING } from "./faults/command_lines/lines.ts";
import { ordinary, refuseAll } from "./faults/command_lines/refuse.ts";
import { TABLES } from "./faults/tables.ts";
import { itInFolder } from "./helpers/in_folder.ts";

// Command lines that read are in `faults_test.ts`: each half is long enough.
for (const [what, lines] of Object.entries({ measure: MEASURING, learn: LEARNING })) {
  itInFolder(`command lines that ${what} are refused with one line`, async (dir) => {
    assertEquals(await refuseAll(ordinary(lines), dir), []);
  });
}

itInFolder("packs are refused with exit code 2 and one line that names the file", async (dir) => {
  assertEquals((await TABLES["packs"]!(dir)).defects, []);
});
