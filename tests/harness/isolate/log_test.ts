import { assertEquals, assertLess, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Log } from "../../../harness/isolate/log.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("Log", () => {
  it("keeps text without what a terminal would obey", () => {
    const log = new Log();
    log.add(bytes("a\tb\r\n\u001b[1;31mred\u001b[0m\u0007 "));
    // A character in two parts.
    log.add(bytes("ä").subarray(0, 1));
    log.add(bytes("ä").subarray(1));
    assertEquals(log.text, "a\tb\nred ä");
  });

  it("keeps the beginning of a flood and says how much it left out", () => {
    const log = new Log();
    for (let i = 0; i < 100; i++) log.add(bytes("x".repeat(10_000)));
    assertLess(log.text.length, 70_000);
    assertMatch(log.text, /^x+\n… 93\d{4} bytes more are left out\n$/);
  });
});
