import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Row } from "../../../harness/store/rows.ts";
import { appendRows, readRows, writeRows } from "../../../harness/store/rows_table.ts";
import { datasetColumns, decoderColumns } from "../../helpers/names.ts";
import { withFolder } from "../../helpers/packs.ts";
import { fakeRowsWithFailures } from "../../helpers/rows.ts";

const REASONS = ['said "no", twice', "", "a, b;c", 'Error: "a\nb"\n  at ü → ∞', "'=1+1", "-"];
const ROWS: readonly Row[] = fakeRowsWithFailures().slice(0, 6).map((row, i) => ({
  ...row,
  ...decoderColumns("beam{width=2,order=rank}"),
  ...datasetColumns("synthetic-weak-9{dial=0.5,length=3}"),
  reason: REASONS[i]!,
  mean_gap: [0, 0.1, Infinity, 1e-300, 123456.789, 5e-324][i]!,
  exact: i % 2 === 0,
  round: i + 1,
}));

describe("writeRows(), appendRows() and readRows()", () => {
  it("keep every value of every row", () =>
    withFolder(async (dir) => {
      const out = `${dir}/new/folder`;
      await writeRows(out, ROWS.slice(0, 2));
      await appendRows(out, ROWS.slice(2, 3));
      await appendRows(out, []);
      await appendRows(out, ROWS.slice(3));
      assertEquals(await readRows(out), ROWS);
      await writeRows(out, ROWS.slice(1));
      assertEquals(await readRows(out), ROWS.slice(1));
      await writeRows(out, []);
      assertEquals(await readRows(out), []);
    }));

  it("give the rows that were written to the end when the file is cut anywhere", () =>
    withFolder(async (dir) => {
      const ends: number[] = [];
      for (let count = 0; count <= ROWS.length; count++) {
        await writeRows(dir, ROWS.slice(0, count));
        ends.push((await Deno.readFile(`${dir}/rows.csv`)).length);
      }
      const bytes = await Deno.readFile(`${dir}/rows.csv`);
      assert(REASONS.some((reason) => reason.includes("\n")));
      for (let end = ends[0]!; end <= bytes.length; end++) {
        await Deno.writeFile(`${dir}/rows.csv`, bytes.subarray(0, end));
        const complete = ends.filter((e) => e <= end).length - 1;
        assertEquals(await readRows(dir), ROWS.slice(0, complete), `cut at ${end}`);
      }
    }));

  it("throw NotFound when there is no file", () =>
    withFolder(async (dir) => {
      await assertRejects(() => readRows(dir), Deno.errors.NotFound);
    }));

  /** With a row that is another but for its round. */
  const doubled = (text: string) => text + text.trimEnd().split("\n").at(-1) + "\n";
  const damages:
    readonly (readonly [damage: string, change: (text: string) => string, said: string])[] = [
      ["has another column", (text) => text.replace("verdict", "opinion"), "its columns are key,"],
      ["has a column less", (text) => text.replace(/^key,/, ""), "its columns are session,"],
      ["is empty", () => "", "its columns are not ended"],
      ["is cut within its header", (text) => text.slice(0, 99), "its columns are not ended"],
      ["is another file", () => '<html>"\n', "its columns are not ended"],
      ["has a line with too few values", (text) => text + "abc,1,2\n", "line 10"],
      ["has a line with too many values", (text) => text.replace(/\n$/, ",7\n"), "line 9"],
      [
        "has a word for a number",
        (text) => text.replace(/,6(?=\d*,\d+\n)/, ",x6"),
        'its edge_evaluations is "x',
      ],
      ["has a quote within a value", (text) => text.replace(",real,", ',re"al",'), '"'],
      ...([
        ["verdict", "correct,bits", "right,bits"],
        ["status", ",ok,", ",fine,"],
        ["clock", ",decode,", ",watch,"],
        ["role", ",rival,", ",foe,"],
        ["exact", ",true,1,", ",yes,1,"],
        ["options", "width=2;", "width;"],
      ] as const).map(([name, was, is]) =>
        [
          `has an unknown ${name}`,
          (text: string) => text.replace(was, is),
          `line 2 of FILE: its ${name} is "`,
        ] as const
      ),
      ["has one measurement twice", doubled, "line 10 of FILE: line 9 has the same measurement"],
    ];
  for (const [damage, change, said] of damages) {
    it(`throw SyntaxError when the file ${damage}`, () =>
      withFolder(async (dir) => {
        await writeRows(dir, ROWS);
        const path = `${dir}/rows.csv`;
        const text = await Deno.readTextFile(path);
        const damaged = change(text);
        assert(damaged !== text, "nothing is damaged");
        await Deno.writeTextFile(path, damaged);
        await assertRejects(() => readRows(dir), SyntaxError, path);
        await assertRejects(() => readRows(dir), SyntaxError, said.replace("FILE", path));
      }));
  }
});
