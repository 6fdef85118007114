import { assertEquals, assertGreater } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { READING } from "./faults/command_lines/lines.ts";
import { ordinary, refuseAll } from "./faults/command_lines/refuse.ts";
import { lineDefect } from "./faults/lines.ts";
import { differences, type Snapshot } from "./faults/run/scene.ts";
import { COMMAND_LINES, HOSTILE, PACKS } from "./faults/tables.ts";
import { itInFolder } from "./helpers/in_folder.ts";

describe("the tables of faults", () => {
  it("hold what they promise, under names of their own", () => {
    for (const [table, least] of [[HOSTILE, 40], [PACKS, 60]] as const) {
      const names = table.map(({ name }) => name);
      assertGreater(names.length, least - 1);
      assertEquals(names.length, new Set(names).size);
    }
    const lines = COMMAND_LINES.map(({ args }) => args.join(" "));
    assertGreater(lines.length, 99);
    assertEquals(lines.length, new Set(lines).size);
  });

  itInFolder("are refused with one line when they are command lines that read", async (dir) => {
    assertEquals(await refuseAll(ordinary(READING), dir), []);
  });
});

it("lineDefect() finds what is wrong with a refusal, and nothing wrong with a right one", () => {
  assertEquals(lineDefect(["error: Cannot read FILE: 1"], ["FILE", "1"]), undefined);
  const wrong: readonly [errors: string[], said: RegExp][] = [
    [[], /what cannot be done/],
    [["error: Cannot read FILE", "more"], /2 lines/],
    [["error: Uncaught RangeError"], /what cannot be done/],
    [["error: Cannot read it"], /does not say FILE/],
    [["error: Cannot read FILE\u001b[31m"], /control characters/],
    [[`error: Cannot read FILE ${"x".repeat(5000)}`], /characters/],
  ];
  for (const [errors, said] of wrong) {
    assertEquals(said.test(lineDefect(errors, ["FILE"]) ?? ""), true, errors.join());
  }
});

describe("differences()", () => {
  const part = (key: string, session: number, ...lines: string[]) => ({ key, session, lines });
  const whole: Snapshot = {
    counts: ["a", "b"],
    tables: {
      rows: [part("base", 0, "1", "2"), part("own", 0, "1", "2")],
      sentences: [part("own", 0, "4")],
      firstUse: [],
    },
    repeated: new Set(["base"]),
    files: ["rows.csv"],
  };
  const withRows = (...rows: Snapshot["tables"]["rows"]) => ({
    ...whole,
    tables: { ...whole.tables, rows },
  });

  it("finds nothing when a baseline was measured again for others", () => {
    const [base, own] = whole.tables.rows;
    const again = part("base", 1, "1", "2");
    assertEquals(differences(whole, withRows(base!, again, { ...own!, session: 1 })), []);
  });

  it("finds what is missing, doubled or besides", () => {
    const [base, own] = whole.tables.rows;
    const broken: Snapshot[] = [
      { ...whole, counts: ["a"] },
      { ...whole, files: ["rows.csv", "rows.csv.new"] },
      { ...whole, tables: { ...whole.tables, sentences: [] } },
      withRows(base!),
      withRows(base!, part("own", 0, "1")),
      withRows(base!, part("own", 0, "1", "2", "2")),
      withRows(base!, own!, part("own", 1, "1", "2")),
      withRows(base!, own!, part("other", 1, "1")),
    ];
    for (const one of broken) assertGreater(differences(whole, one).length, 0);
  });
});
