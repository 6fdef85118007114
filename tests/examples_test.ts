/**
 * The examples in the documentation, each a module of its own. `deno test --doc` gives each a
 * thread as well, which takes longer to start than all examples take here; `deno check --doc` holds
 * their types.
 *
 * @module
 */

import { assertGreaterOrEqual } from "@std/assert";
import { it } from "@std/testing/bdd";
import { globSync } from "node:fs";

const ROOT = new URL("../", import.meta.url);
const SOURCES = ["*.{ts,md}", "{.ci,datasets,decoders,harness,reports}/**/*.{ts,tsx,md}"];
const GENERATED = ["reports/reference/**", "reports/runs/**"];
/** A block of code in a page, or in a comment, with its language. */
const BLOCK = /^ *(?:\* )?```(.*)\n([^]*?)^ *(?:\* )?```$/gm;

let found = 0;
for (const path of globSync(SOURCES, { cwd: ROOT, exclude: GENERATED }).sort()) {
  const file = new URL(path, ROOT);
  for (const [, language, block] of Deno.readTextFileSync(file).matchAll(BLOCK)) {
    if (!/^([jt]sx?)?$/.test(language!)) continue;
    const code = block!.replaceAll(/^ *\* ?/gm, "")
      .replaceAll(/ from "(\..*?)"/g, (_, to) => ` from "${new URL(to, file)}"`);
    it(`example ${++found} of the documentation, in ${path}`, async () => {
      await import(`data:application/typescript,${encodeURIComponent(code)}`);
    });
  }
}

it("examples of the documentation are found", () => assertGreaterOrEqual(found, 98));
