import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { passSize } from "../../../harness/run/pass_size.ts";

describe("passSize()", () => {
  const sentenceMs = [5, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  const slow = sentenceMs.map((ms) => 100 * ms);

  it("takes all sentences where they fit", () => {
    assertEquals(passSize(10, { sentenceMs, passMs: 14 }, { sentenceMs: slow, passMs: 1400 }), 10);
  });

  it("takes a power of two where they do not", () => {
    const sizes = [13, 8, 7, 6, 5].map((passMs) =>
      passSize(10, { sentenceMs, passMs }, { sentenceMs: slow, passMs: 1400 })
    );
    assertEquals(sizes, [8, 4, 2, 2, 1]);
  });

  it("takes no more than the baseline has time for", () => {
    const sizes = [1399, 600, 1].map((passMs) =>
      passSize(10, { sentenceMs, passMs: Infinity }, { sentenceMs: slow, passMs })
    );
    assertEquals(sizes, [8, 2, 1]);
  });
});
