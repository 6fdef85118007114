import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { Random } from "../../../../datasets/random.ts";
import { dropOut, dropoutMask } from "../../../../datasets/training/bilstm/layers.ts";
import { Embeddings, INPUTS, UNKNOWN } from "../../../../datasets/training/bilstm/network.ts";

const FORMS = ["Owls", "owls", "hoot", "hoot", "1984"];

describe("Embeddings", () => {
  it("rowsOf() takes small letters and any digits for a word that it does not know", () => {
    const words = new Embeddings(INPUTS.words, FORMS, new Random(1));
    assertEquals(
      ["Owls", "owls", "OWLS", "hoot", "2026", "Hoot", "foot"].map((form) => words.rowsOf(form)[0]),
      [1, 2, 2, 3, 4, 3, UNKNOWN],
    );
  });

  it("rowsOf() knows how a word is written with spelling", () => {
    const { tables, rowsOf, width } = withRows("spelling");
    assertEquals(tables.map(({ name }) => name), ["word", "suffix3", "suffix2", "shape"]);
    const [known, unknown] = [rowsOf("hoot"), rowsOf("foot")];
    assertEquals(unknown, [UNKNOWN, ...known.slice(1)]);
    assertEquals(rowsOf("Foot").slice(1), [...known.slice(1, 3), rowsOf("Owls")[3]!]);
    assertEquals(width, tables.reduce((sum, table) => sum + table.width, 0));
  });

  it("blurred() takes only what was seen once for unknown, and all of it when it is certain", () => {
    const words = new Embeddings(INPUTS.words, FORMS, new Random(1));
    const random = new Random(2);
    assertEquals([1, 2, 3, 4].map((row) => words.blurred([row], 1, random)[0]), [0, 0, 3, 0]);
    assertEquals([1, 2, 3, 4].map((row) => words.blurred([row], 0, random)[0]), [1, 2, 3, 4]);
  });

  it("spread() adds the derivatives of all uses of a row, as lookUp() copies it to all", () => {
    const words = new Embeddings(INPUTS.words, FORMS, new Random(1));
    const rows = ["hoot", "owls", "hoot"].map((form) => words.rowsOf(form));
    const { width } = words;
    const found = words.lookUp(rows);
    assertEquals(found.slice(0, width), found.slice(2 * width));
    assertEquals(found.slice(0, width), words.tables[0]!.values.slice(3 * width, 4 * width));
    words.spread(rows, Float32Array.from({ length: 3 * width }, (_, i) => i));
    const { gradients } = words.tables[0]!;
    assertEquals([...gradients.keys()], [3, 2]);
    assertEquals(gradients.get(3)![5], 5 + 2 * width + 5);
    words.spread([], new Float32Array(0));
    assertEquals(gradients.size, 0);
  });

  function withRows(inputs: keyof typeof INPUTS) {
    const embeddings = new Embeddings(INPUTS[inputs], FORMS, new Random(1));
    const { tables, width } = embeddings;
    return { tables, width, rowsOf: (form: string) => embeddings.rowsOf(form) };
  }
});

describe("dropoutMask()", () => {
  it("keeps the mean, and everything without chance", () => {
    const mask = dropoutMask(10_000, 0.25, new Random(3))!;
    const kept = mask.filter((factor) => factor > 0);
    assert(kept.every((factor) => factor === Math.fround(4 / 3)));
    assert(Math.abs(kept.length - 7500) < 150, `${kept.length}`);
    assertEquals([dropoutMask(5, 0.25, undefined), dropoutMask(5, 0, new Random(3))], [
      undefined,
      undefined,
    ]);
    const values = Float32Array.of(1, 2);
    dropOut(values, undefined);
    assertEquals([...values], [1, 2]);
    dropOut(values, Float32Array.of(0, 2));
    assertEquals([...values], [0, 4]);
  });
});
