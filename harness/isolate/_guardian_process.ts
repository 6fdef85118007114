/**
 * The guardian's process, see `guardian.ts`.
 *
 * @module
 */

import { stdin } from "node:process";
import { createInterface } from "node:readline";
import type { Charge, Order } from "./guardian.ts";

/** What is to be killed or removed when the input ends, by its JSON. */
const charges = new Map<string, Charge>();

for await (const line of createInterface({ input: stdin })) {
  const { charge, isOver } = JSON.parse(line) as Order;
  const id = JSON.stringify(charge);
  if (isOver) charges.delete(id);
  else charges.set(id, charge);
}

// The last first: what writes to a folder before the folder.
for (const charge of [...charges.values()].reverse()) {
  try {
    if ("pid" in charge) Deno.kill(charge.pid, "SIGKILL");
    else Deno.removeSync(charge.folder, { recursive: true });
  } catch {
    // It is gone already.
  }
}
