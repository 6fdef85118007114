import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createHash } from "node:crypto";
import { Sha256 } from "../../../datasets/packs/sha256.ts";

describe("Sha256", () => {
  it("hashes as node:crypto does, at any length, in any parts", () => {
    for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const bytes = new Uint8Array(length).map((_, i) => 7 * i + length);
      const expected = createHash("sha256").update(bytes).digest("hex");
      for (const cut of [0, length >> 1, length]) {
        const hash = new Sha256().update(bytes.subarray(0, cut)).update(bytes.subarray(cut));
        assertEquals(hash.hex(), expected, `${length} cut at ${cut}`);
      }
    }
  });
});
