import { assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { DENSE, FACTORED, PADDED, PRODUCT } from "../../../datasets/packs/lattice_schema.ts";
import { PARSING } from "../../../datasets/packs/parsing_schema.ts";
import type { Schema } from "../../../datasets/packs/schema.ts";

/** A table of a format in Markdown. */
function table(schema: Schema): string {
  const rows = Object.entries(schema).map(([name, { kind, shape, meaning, optional }]) =>
    `| \`${name}\` | ${kind.dtypes.toSorted().join(", ")} | [${shape.join(", ")}] | ` +
    `${kind.numbers} | ${meaning}${optional === undefined ? "" : "; optional"} |\n`
  );
  return `| tensor | dtype | shape | numbers | meaning |\n|-|-|-|-|-|\n${rows.join("")}`;
}

describe("the README of packs", () => {
  it("has the tables of all formats", async () => {
    const text = await Deno.readTextFile(
      new URL("../../../datasets/packs/README.md", import.meta.url),
    );
    const plain = text.replaceAll(/ +/g, " ").replaceAll(/ ?-+ ?(?=\|)/g, "-");
    for (const schema of [DENSE, PADDED, FACTORED, PRODUCT, PARSING]) {
      assertStringIncludes(plain, table(schema));
    }
  });
});
