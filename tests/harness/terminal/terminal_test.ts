import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Progress } from "../../../harness/terminal/progress.ts";
import { refuseSameFile, tryOutput } from "../../../harness/terminal/output_files.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { failureOf } from "../../../harness/terminal/failure.ts";

/** A screen of 30 columns with a clock that stands still unless it is moved. */
function fakeScreen(isTerminal: boolean) {
  const screen = { isTerminal, columns: () => 30, ms: 0, text: "", now: () => screen.ms, write };
  function write(text: string) {
    screen.text += text;
  }
  return screen;
}

describe("Progress", () => {
  it("moves within a step and says how much time is left, on a terminal in one row", () => {
    const screen = fakeScreen(true);
    const progress = new Progress(4, screen);
    progress.doing("a");
    screen.ms = 10_000;
    progress.doing("a, half", 0.5);
    progress.advance(2);
    progress.note("b");
    screen.ms = 60_000;
    progress.doing("c", 1);
    assertEquals(screen.text.split("\r\u001b[K"), [
      "",
      "[0%] a",
      "[12%, 1 min 10 s left] a, hal",
      "[50%, 10 s left] b\n",
      "[75%, 20 s left] c",
    ]);
  });

  it("says elsewhere what is done, and from time to time that long work goes on", () => {
    const screen = fakeScreen(false);
    const progress = new Progress(2, screen);
    for (screen.ms = 0; screen.ms <= 70_000; screen.ms += 10_000) {
      progress.doing("a", screen.ms / 100_000);
    }
    progress.advance();
    progress.note("b");
    new Progress(0, screen).note("nothing");
    assertEquals(screen.text.split("\n"), [
      "[15%, 2 min 50 s left] a",
      "[30%, 2 min 20 s left] a",
      "[50%, 1 min 20 s left] b",
      "[100%, 0 s left] nothing",
      "",
    ]);
  });
});

itInFolder("tryOutput() leaves all as it is, and refuses what cannot be written", async (dir) => {
  await Deno.writeTextFile(`${dir}/old`, "kept");
  tryOutput("out", `${dir}/old`);
  await new Deno.Command("mkfifo", { args: [`${dir}/pipe`] }).output();
  tryOutput("out", `${dir}/pipe`);
  tryOutput("out", `${dir}/not/yet/there`);
  assertEquals([...Deno.readDirSync(dir)].map(({ name }) => name).sort(), ["old", "pipe"]);
  assertEquals(await Deno.readTextFile(`${dir}/old`), "kept");
  for (const path of [dir, `${dir}/old/below`]) {
    assertThrows(() => tryOutput("save", path), UsageError, `Cannot write to --save ${path}: `);
  }
});

itInFolder("refuseSameFile() refuses two flags for one file, however written", async (dir) => {
  refuseSameFile({ out: `${dir}/a`, save: `${dir}/b`, other: undefined });
  const said = "for --out and --save: give two files";
  const same = (save: string) => () => refuseSameFile({ out: `${dir}/a`, save });
  assertThrows(same(`${dir}/./a`), UsageError, said);
  await Deno.writeTextFile(`${dir}/a`, "");
  await Deno.symlink(`${dir}/a`, `${dir}/b`);
  assertThrows(same(`${dir}/b`), UsageError, said);
});

/** What an action throws. */
function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("it threw nothing");
}

describe("failureOf()", () => {
  it("says in one visible line what the person did wrong, and 2", () => {
    const end = failureOf(new UsageError("Cannot read a\u001b[2Jb: \u202e\nsecond line"));
    assertEquals(end, { line: "error: Cannot read a\\u001b[2Jb: \\u202e", code: 2 });
  });

  it("cuts a message of 4 MB", () => {
    const { line } = failureOf(new UsageError(`Cannot ${"x".repeat(4_000_000)}`))!;
    assertMatch(line!, /^error: Cannot x{493}… \(4000007 characters\)$/);
  });

  it("says what the system refused, and 3", () => {
    const denied = failureOf(new Deno.errors.NotCapable("no leave"));
    assertEquals(denied?.line, "error: Cannot go on: no leave");
    const missing = thrownBy(() => Deno.readFileSync("no/such/file"));
    // As a full disk has it.
    const full = Object.assign(new Error("No space left (os error 28)"), { code: "ENOSPC" });
    for (const error of [missing, full]) {
      const { line, code } = failureOf(error)!;
      assertMatch(
        line!,
        /^error: Cannot (find no\/such\/file: no such file|go on: .*os error 28\))$/,
      );
      assertEquals(code, 3);
    }
    const advice = 'Requires read access to "x", run again with the --allow-read flag';
    const { line } = failureOf(new Deno.errors.NotCapable(advice))!;
    assertMatch(line!, /^error: Cannot go on: Requires read access to "x" \(see permissions in /);
  });

  it("says that there is no memory, and 3", () => {
    for (const action of [() => new Float64Array(2 ** 52), () => new Array(-1)]) {
      const { line, code } = failureOf(thrownBy(action))!;
      assertMatch(line!, /^error: Cannot hold this in memory: /);
      assertEquals(code, 3);
    }
  });

  it("says nothing to whoever has closed the pipe", () => {
    assertEquals(failureOf(new Deno.errors.BrokenPipe("closed")), { code: 141 });
  });

  it("leaves the defects of Trellis alone", () => {
    for (const defect of [new TypeError("x is not a function"), new RangeError("k"), "text"]) {
      assert(failureOf(defect) === undefined);
    }
  });
});
