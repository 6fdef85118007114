import { assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { longestChain } from "../helpers/imports.ts";

const REPORTS = new URL("../../reports/", import.meta.url);

describe("reports/", () => {
  it("has no circle of imports, and no chain of more than seven", () => {
    const known = new Map<string, string[]>();
    for (const { name: room, isDirectory } of Deno.readDirSync(REPORTS)) {
      if (!isDirectory || room === "reference" || room === "runs") continue;
      for (const { name } of Deno.readDirSync(new URL(`${room}/`, REPORTS))) {
        if (!name.endsWith(".ts")) continue;
        const chain = longestChain(new URL(`${room}/${name}`, REPORTS).href, REPORTS, known);
        assertLessOrEqual(chain.length, 7, chain.join(" > "));
      }
    }
  });
});
