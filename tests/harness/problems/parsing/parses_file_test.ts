import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { SPACE_SETTINGS } from "../../../../datasets/search_space.ts";
import {
  readSpace,
  settingsText,
  spaceOf,
} from "../../../../harness/problems/parsing/parses_file.ts";
import { readSettings } from "../../../../harness/problems/packs.ts";
import { UsageError } from "../../../../harness/terminal/usage_error.ts";

const read = (text: string) => readSettings(text, SPACE_SETTINGS, "x");

describe("readSettings()", () => {
  it("reads names of spaces and numbers", () => {
    assertEquals(read("space=reverse, limit=20"), { space: "reverse", limit: 20 });
    assertEquals(read(""), {});
    assertEquals(settingsText({ space: "reverse", limit: 20 }), "space=reverse,limit=20");
  });

  it("refuses what cannot be read", () => {
    const texts = ["spase=ast", "space=all", "limit=", "limit=x", "beam=1=2", "beam=1,beam=1"];
    for (const text of texts) assertThrows(() => read(text), UsageError);
  });
});

describe("readSpace()", () => {
  it("takes the name of a space, or settings", () => {
    assertEquals(readSpace("gold"), { space: "gold" });
    assertEquals(readSpace("beam=0.01"), { beam: 0.01, cutoff: 20 });
    assertThrows(() => readSpace("wide"), UsageError, "space");
  });
});

describe("spaceOf()", () => {
  it("refuses settings that contradict each other", () => {
    assertThrows(() => spaceOf({ space: "ast", beam: 0.1 }), UsageError, "Cannot set a beam");
  });
});
