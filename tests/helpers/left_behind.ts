/**
 * A process that ends in whatever way it is told to: it has a scratch folder, and a child that
 * never ends by itself. Run by the test of the guardian.
 *
 * @module
 */

import { guard } from "../../harness/isolate/guardian.ts";
import { openScratch } from "../../harness/isolate/scratch.ts";

/** It waits where it could loop: no handler can run, and no processor is busy. */
const WAITING = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";

const scratch = await openScratch(Deno.args[0]);
const child = new Deno.Command(Deno.execPath(), {
  args: ["eval", "--no-config", WAITING],
  // Whoever reads the output of this process waits for the child's end, too.
  stdout: "inherit",
  stderr: "null",
}).spawn();
await guard({ pid: child.pid });
await Deno.writeTextFile(`${scratch.path}/file`, "text");
console.log(scratch.path);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
