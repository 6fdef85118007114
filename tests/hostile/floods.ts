/**
 * Hostile: prints megabytes, without an end of a line. It decodes rightly.
 *
 * @module
 */

import { plain } from "../wrong/plain.ts";
import { posing } from "./recall.ts";

const BYTES = new TextEncoder().encode("\u001b[31mx".repeat(100_000));

/** Right and loud. */
export default posing("floods", (model, options) => {
  const decode = plain.prepare(model, options);
  return (lattice, k, work) => {
    Deno.stdout.writeSync(BYTES);
    Deno.stderr.writeSync(BYTES);
    return decode(lattice, k, work);
  };
});
