import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { parseItem } from "../../../datasets/items.ts";
import { AttributeRows, AttributeTable } from "../../../datasets/models/attribute_rows.ts";
import { byteString } from "../../../datasets/models/byte_strings.ts";

const encoder = new TextEncoder();

describe("AttributeTable", () => {
  it("finds in bytes what parseItem() and a map find, whatever the line", () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "b", "é", "=", " ", "\\a", "\\\\", "\\:"),
    });
    const field = fc.tuple(name, fc.constantFrom("", "", ":2", ":-0.5"))
      .map(([name, value]) => name + value);
    const lines = fc.array(fc.array(field, { minLength: 1, maxLength: 6 }), { maxLength: 4 });
    fc.assert(
      fc.property(lines, fc.constantFrom("\n", "\r\n"), fc.boolean(), (lines, end, isWhole) => {
        const items = lines.map((fields) => parseItem(`L\t${fields.join("\t")}`).attributes);
        const names = new Map<string, number>();
        const known = items.flat().filter((_, i) => i % 3 > 0);
        for (const item of known) {
          const text = byteString(typeof item === "string" ? item : item[0]);
          if (!names.has(text)) names.set(text, names.size);
        }
        const text = lines.map((fields) => `L\t${fields.join("\t")}`).join(end);
        const bytes = encoder.encode(text + (isWhole ? end : ""));
        const rows = new AttributeRows();
        const table = new AttributeTable(names);
        let at = 0;
        for (const item of items) {
          const before = rows.length;
          at = table.addItem(bytes, at, rows) + 1;
          const wanted = item.map((item) => typeof item === "string" ? [item, 1] as const : item)
            .map(([name, value]) => [names.get(byteString(name)), value])
            .filter(([row]) => row !== undefined);
          const [from, to] = [rows.starts[before]!, rows.starts[before + 1]!];
          const found = Array.from(
            rows.rows.subarray(from, to),
            (row, i) => [row, rows.values[from + i]],
          );
          assertEquals(found, wanted);
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it("refuses a value that is no number", () => {
    const table = new AttributeTable(new Map());
    const bytes = encoder.encode("L\ta:b\n");
    assertThrows(() => table.addItem(bytes, 0, new AttributeRows()), SyntaxError, '"a:b"');
  });
});
