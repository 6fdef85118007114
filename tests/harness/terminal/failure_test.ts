import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { failureOf } from "../../../harness/terminal/failure.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";

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
    assertEquals(
      failureOf(new Deno.errors.NotCapable("no leave"))?.line,
      "error: Cannot go on: no leave",
    );
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
    const { line } = failureOf(
      new Deno.errors.NotCapable(
        'Requires read access to "x", run again with the --allow-read flag',
      ),
    )!;
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
