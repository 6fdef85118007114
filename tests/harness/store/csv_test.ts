import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { csv, parseCsv, parseCsvRecords } from "../../../harness/store/table.ts";

/** What a spreadsheet would compute, and what looks like it. */
const FORMULAS = [
  "=1+1",
  "+A1",
  "-2+3",
  "@SUM(A1)",
  "\t=1",
  '=HYPERLINK("x","y")',
  "'",
  "'=1",
  "-",
];

describe("csv()", () => {
  it("marks what a spreadsheet would take for a formula, and no number", () => {
    for (const text of FORMULAS) assertEquals(csv([[text]]).replace(/^"/, "")[0], "'", text);
    const numbers = ["-1", "+2", "-0.5", "-1e-9", "-Infinity"];
    assertEquals(csv([numbers]), `${numbers.join()}\n`);
    assertEquals(csv([[-1, undefined, true, "a=b", "x-y", ""]]), "-1,,true,a=b,x-y,\n");
  });

  it("is read back as it was, whatever the texts", () => {
    const field = fc.oneof(
      fc.constantFrom(...FORMULAS, "\n", "a\nb", ""),
      fc.string({ unit: "binary" }).filter((text) => !/[\r\ufeff]/.test(text)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 5 }), (lines) => {
        assertEquals(parseCsv(csv(lines)), lines);
        const records = parseCsvRecords(csv([["a", "b"], ...lines]));
        assertEquals(records, lines.map(([a, b]) => ({ a, b })));
      }),
      { seed: 1, numRuns: 50 },
    );
  });
});
