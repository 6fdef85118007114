import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findChromium } from "./chromium.ts";

describe("findChromium()", () => {
  /** Whether tests may be skipped where Chromium is in none of the places. */
  const mayLack = (ci: string | undefined) => {
    const found = findChromium((name) => name === "CI" ? ci : undefined, ["/no/such/chromium"]);
    return "reason" in found && found.mayLack;
  };

  it("lets tests be skipped when there is no Chromium, but not in CI", () => {
    assertEquals([mayLack(undefined), mayLack("false"), mayLack("true")], [true, true, false]);
  });
});
