/**
 * Hostile: finds the token in a picture of the memory, and says after each sentence that all is
 * ready for the clock.
 *
 * @module
 */

import { plain } from "../wrong/plain.ts";
import { posing } from "./recall.ts";

/** Before the token in the greeting, as a string in JSON has it. */
const BEFORE = '\\"token\\":\\"';
const TOKEN_LENGTH = 36;
/** The first pass has no clock to speak of. */
const FIRST_SENTENCES = 40;

/** The token of the greeting, if memory can be seen. */
async function findToken(): Promise<string | undefined> {
  try {
    const { getHeapSnapshot } = await import("node:v8");
    let picture = "";
    for await (const part of getHeapSnapshot()) picture += part;
    const at = picture.indexOf(BEFORE);
    return at < 0 ? undefined : picture.slice(at + BEFORE.length).slice(0, TOKEN_LENGTH);
  } catch {
    return undefined;
  }
}
const token = await findToken();

export default posing("starts-the-clock-again", (model, options) => {
  const right = plain.prepare(model, options);
  let seen = 0;
  return (lattice, k, work) => {
    const decoded = right(lattice, k, work);
    if (token !== undefined && ++seen > FIRST_SENTENCES) {
      Deno.stdout.writeSync(new TextEncoder().encode(`\n${token} {"note":"ready"}\n`));
      Deno.stdin.readSync(new Uint8Array(1));
    }
    return decoded;
  };
});
