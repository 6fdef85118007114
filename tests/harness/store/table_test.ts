import fc from "fast-check";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  csv,
  finite,
  flag,
  formatSettings,
  type LineOf,
  number,
  parseCsv,
  parseCsvRecords,
  parseSettings,
  rounded,
  settings,
  table,
  text,
  word,
} from "../../../harness/store/table.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { fileURLToPath } from "node:url";
import { FIRST_USE, SENTENCES, TRACES } from "../../../harness/store/side_tables.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { compressTable, readTable, replaceTable } from "../../../harness/store/table_file.ts";
import { compressRun, readRun, writeManifest } from "../../../harness/store/store.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";

/** Any character: the library's own list of them takes seconds to make. */
const ANY = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

const COLUMNS = {
  name: text,
  round: number,
  verdict: word("correct", "wrong"),
  exact: flag,
  options: settings,
  reason: text,
  elapsed_ms: finite,
  bound: rounded(12, true),
};
const TABLE = table("some.csv", COLUMNS, { once: ["name", "round"], namesColumn: true });
const LAZY = table("lazy.csv", { key: text, objective: rounded(12, true) }, { isLazy: true });
const TIMES = table("times.csv", { key: text, elapsed_ms: finite });

const REASONS = ['said "no", twice', "", "a, b;c", 'Error: "a\nb"\n  at ü → ∞', "'=1+1", "-"];
const LINES = REASONS.map((reason, i): LineOf<typeof COLUMNS> => ({
  name: "ewt_pos45",
  round: [1, 0.1, Infinity, 1e-300, 123456.789, 5e-324][i]!,
  verdict: i < 3 ? "correct" : "wrong",
  exact: i % 2 === 0,
  options: { width: 2, order: "rank", prune: true },
  reason,
  elapsed_ms: i / 16,
  bound: i === 0 ? NaN : -4.5 - 2 ** -12,
}));

describe("Table.write(), .append() and .read()", () => {
  itInFolder("keep every value of every line", async (dir) => {
    const out = `${dir}/new/folder`;
    await TABLE.write(out, LINES.slice(0, 2));
    await TABLE.append(out, LINES.slice(2, 3));
    await TABLE.append(out, []);
    await TABLE.append(out, LINES.slice(3));
    assertEquals(await TABLE.read(out), LINES);
    await TABLE.write(out, []);
    assertEquals(await TABLE.read(out), []);
  });

  itInFolder("give the lines written to the end when the file is cut anywhere", async (dir) => {
    const path = `${dir}/${TABLE.file}`;
    const ends: number[] = [];
    for (let count = 0; count <= LINES.length; count++) {
      await TABLE.write(dir, LINES.slice(0, count));
      ends.push((await Deno.readFile(path)).length);
    }
    const bytes = await Deno.readFile(path);
    for (let end = ends[0]!; end <= bytes.length; end++) {
      await Deno.writeFile(path, bytes.subarray(0, end));
      const complete = ends.filter((e) => e <= end).length - 1;
      assertEquals(await TABLE.read(dir), LINES.slice(0, complete), `cut at ${end}`);
    }
  });

  itInFolder("write a time to a tenth of a microsecond", async (dir) => {
    await TIMES.write(dir, [{ key: "a", elapsed_ms: 1.23456789 }]);
    assertEquals(await Deno.readTextFile(`${dir}/times.csv`), "key,elapsed_ms\na,1.2346\n");
  });

  itInFolder("have no file without lines when the table is lazy", async (dir) => {
    const files = () => [...Deno.readDirSync(dir)].map(({ name }) => name);
    await LAZY.append(dir, []);
    assertEquals(files(), []);
    await LAZY.append(dir, [{ key: "a", objective: NaN }]);
    await LAZY.append(dir, [{ key: "b", objective: 2 }]);
    assertEquals((await LAZY.read(dir)).map(({ objective }) => objective), [NaN, 2]);
    await LAZY.write(dir, []);
    assertEquals(files(), []);
  });

  itInFolder("throw NotFound when there is no file, but for readIfThere()", async (dir) => {
    await assertRejects(() => TABLE.read(dir), Deno.errors.NotFound);
    assertEquals(await TABLE.readIfThere(dir), []);
  });

  const HEADER = Object.keys(COLUMNS).join();
  const doubled = (text: string) => text + text.trimEnd().split("\n").at(-1) + "\n";
  const damages: readonly (readonly [change: (text: string) => string, said: string])[] = [
    [(text) => text.replace("verdict", "opinion"), "its columns are name,"],
    [() => HEADER.slice(0, 20), "its columns are not ended"],
    // One line that a search from its beginning at each quote would take minutes for.
    [() => '"",'.repeat(2 ** 19), "its columns are not ended"],
    [(text) => text.replace("correct", 'cor"re"ct'), '"'],
    [(text) => text.replace("correct", 'cor"rect'), '"'],
    [(text) => text.replaceAll('"', "").replace("correct", '"correct'), "has no end"],
    [(text) => text + "abc,1,2\n", "line 10 of FILE: it has 3 values"],
    [(text) => text.replace(/\n$/, ",7\n"), "line 9 of FILE: it has 9"],
    [(text) => text.replace(",1,", ",x,"), 'its round is "x"'],
    [(text) => text.replace(",0,\n", ",,\n"), 'its elapsed_ms is ""'],
    [(text) => text.replace(",0,\n", ",1e999,\n"), 'elapsed_ms is "1e999"'],
    [(text) => text.replace("correct", "right"), 'its verdict is "right"'],
    [(text) => text.replace(",true,", ",yes,"), 'its exact is "yes"'],
    [(text) => text.replace("width=2", "width"), 'its options is "width'],
    [doubled, "line 10 of FILE: line 9 has the same measurement"],
  ];
  itInFolder("throw SyntaxError that says where and how the file is damaged", async (dir) => {
    const path = `${dir}/${TABLE.file}`;
    for (const [change, said] of damages) {
      await TABLE.write(dir, LINES);
      const text = await Deno.readTextFile(path);
      const damaged = change(text);
      assert(damaged !== text, "nothing is damaged");
      await Deno.writeTextFile(path, damaged);
      const { message } = await assertRejects(() => TABLE.read(dir), SyntaxError, path);
      assert(message.includes(said.replace("FILE", path)), message);
    }
  });

  itInFolder("throw SyntaxError with the whole line where no column is named", async (dir) => {
    for (const damaged of ["a,x", "a,", "a,1,2"]) {
      await Deno.writeTextFile(`${dir}/times.csv`, `key,elapsed_ms\n${damaged}\n`);
      const said = `Cannot read line 2 of ${dir}/times.csv: ${damaged}`;
      const error = await assertRejects(() => TIMES.read(dir), SyntaxError);
      assertEquals(error.message, said);
    }
  });
});

const REFERENCE = fileURLToPath(new URL("../../../reports/reference", import.meta.url));

itInFolder("the tables of a run are written as those of the reference run are", async (dir) => {
  for (const table of [ROWS, SENTENCES, FIRST_USE]) {
    await table.write(dir, await table.read(REFERENCE) as never);
    const [was, is] = [REFERENCE, dir].map((folder) => readTable(`${folder}/${table.file}`));
    assertEquals(await is === await was, true, table.file);
  }
});

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
      fc.string({ unit: ANY }).filter((text) => !/[\r\ufeff]/.test(text)),
    );
    const table = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 5 });
    const property = fc.property(table, (lines) => {
      assertEquals(parseCsv(csv(lines)), lines);
      const records = parseCsvRecords("", csv([["a", "b"], ...lines]));
      assertEquals(records, lines.map(([a, b]) => ({ a, b })));
    });
    fc.assert(property, { seed: 1, numRuns: 50 });
  });
});

itInFolder("compressTable() and readTable() keep the text, in the same bytes", async (dir) => {
  const path = `${dir}/table.csv`;
  const texts = ["a,b\n1,ü\n", "a,b\n"];
  const bytes: Uint8Array[] = [];
  for (const text of [texts[0]!, texts[1]!, texts[0]!]) {
    await replaceTable(path, text);
    assertEquals([...Deno.readDirSync(dir)].map(({ name }) => name), ["table.csv"]);
    await compressTable(path);
    assertEquals(await readTable(path), text);
    bytes.push(await Deno.readFile(`${path}.gz`));
  }
  assertEquals(bytes[0], bytes[2]);
  assertEquals([...bytes[0]!.subarray(4, 10)], [0, 0, 0, 0, 2, 255]);
});

describe("compressRun()", () => {
  itInFolder("leaves a run that reads as before", async (dir) => {
    const rows = fakeRows(1, 1);
    const times = [{ key: rows[0]!.key, session: 0, sentence: 3, length: 4, elapsed_ms: 0.5 }];
    await ROWS.write(dir, rows);
    await SENTENCES.write(dir, times);
    await writeManifest(dir, { ...FAKE_MANIFEST, plan: "p", cells: 1 });
    const before = await readRun(dir);
    await compressRun(dir);
    assertEquals(await readRun(dir), before);
    const names = [...Deno.readDirSync(dir)].map(({ name }) => name).sort();
    assertEquals(names, ["manifest.json", "rows.csv.gz", "sentences.csv.gz"]);
  });

  itInFolder("puts traces in the order of sentences, each sentence's as they were", async (dir) => {
    const point = { session: 0, objective: 1, bound: NaN, delta: 0.5, proven: 0 };
    const places = [["b", 10, 1], ["b", 9, 1], ["b", 9, 2], ["a", 10, 1]] as const;
    await TRACES.write(
      dir,
      places.map(([key, sentence, iteration]) => ({ ...point, key, sentence, iteration })),
    );
    // A run that was killed while it wrote a line.
    await Deno.writeTextFile(`${dir}/${TRACES.file}`, "b,0,9,", { append: true });
    await compressRun(dir);
    const lines = await TRACES.read(dir);
    const found = lines.map(({ key, sentence, iteration }) => [key, sentence, iteration]);
    assertEquals(found, [["b", 9, 1], ["b", 9, 2], ["b", 10, 1], ["a", 10, 1]]);
    assertEquals(lines.every(({ bound }) => Number.isNaN(bound)), true);
  });
});

it("formatSettings() and parseSettings() refuse what would be read back as something else", () => {
  for (const settings of [{ a: "1" }, { a: "x;b=2" }, { "a=b": 1 }, { a: "true" }, { a: NaN }]) {
    assertThrows(() => formatSettings(settings), RangeError, "Cannot write settings");
  }
  assertThrows(() => parseSettings("a=1;b"), SyntaxError, "b sets nothing");
});
