import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findChromium } from "./chromium.ts";

describe("findChromium()", () => {
  /** Whether tests may be skipped with that environment, where Chromium is in none of the places. */
  const mayLack = (ci: string | undefined) => {
    const before = ["CI", "CHROMIUM"].map((name) => [name, Deno.env.get(name)] as const);
    try {
      Deno.env.delete("CHROMIUM");
      set("CI", ci);
      const found = findChromium(["/no/such/chromium"]);
      return "reason" in found && found.mayLack;
    } finally {
      for (const [name, value] of before) set(name, value);
    }
  };
  const set = (name: string, value: string | undefined) =>
    value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);

  it("lets tests be skipped when there is no Chromium, but not in CI", () => {
    assertEquals([mayLack(undefined), mayLack("false"), mayLack("true")], [true, true, false]);
  });
});
