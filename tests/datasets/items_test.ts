import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { itemField, parseItem, parseItems } from "../../datasets/items.ts";

describe("parseItem()", () => {
  it("knows escapes, values and several tabs", () => {
    assertEquals(parseItem("x\t\ta\\:b\\\\c:0.5\tcaps:\td:1\tn:-1.25e-3"), {
      label: "x",
      attributes: [["a:b\\c", 0.5], "caps", "d", ["n", -1.25e-3]],
    });
    assertEquals(parseItem(""), { label: undefined, attributes: [] });
  });

  it("is undone by itemField()", () => {
    for (const attribute of ["w=dax", "a:b\\c", ["x:", 0.5]] as const) {
      assertEquals(parseItem(`O\t${itemField(attribute)}`).attributes, [attribute]);
    }
  });

  it("refuses values that are no numbers, and more behind an empty one", () => {
    for (const field of ["w=12:30:1", "w=a:b", "w:Infinity", "w: 1", "w:0b1", "w=::", "w::5"]) {
      const said = `${JSON.stringify(field)} (a colon`;
      assertThrows(() => parseItem(`O\t${field}`), SyntaxError, said);
    }
    assertEquals(parseItem("O\tw=:").attributes, ["w="]);
  });

  it("is called for the lines of sentences between blank ones", () => {
    const sentences = [...parseItems("\nA\tx\r\nB\ty\r\n \t\r\n\nC\n")];
    assertEquals(sentences.map((items) => items.map(({ label }) => label)), [["A", "B"], ["C"]]);
  });
});
