import { assertEquals } from "@std/assert";
import { LEARNING, MEASURING } from "./faults/command_lines/lines.ts";
import { ordinary, refuseAll } from "./faults/command_lines/refuse.ts";
import { itInFolder } from "./helpers/in_folder.ts";

// Those that read are in `faults_test.ts`: each half is long enough.
for (const [what, lines] of Object.entries({ measure: MEASURING, learn: LEARNING })) {
  itInFolder(`command lines that ${what} are refused with one line`, async (dir) => {
    assertEquals(await refuseAll(ordinary(lines), dir), []);
  });
}
