import { assertEquals, assertLess, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Log, MessageLines } from "../../../harness/isolate/output.ts";

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

const TOKEN = "abc";

/** The messages in a text that comes in pieces of a size, and all else. */
async function split(
  text: string,
  size: number,
  longest?: number,
): Promise<[messages: string[], others: string]> {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, i) => bytes.slice(i * size, (i + 1) * size),
  );
  let others = "";
  const decoder = new TextDecoder();
  const lines = new MessageLines(ReadableStream.from(pieces), TOKEN, (part) => {
    others += decoder.decode(part, { stream: true });
  }, longest);
  const messages: string[] = [];
  for (let next = await lines.next(); next !== undefined; next = await lines.next()) {
    messages.push(next);
  }
  return [messages, others];
}

describe("MessageLines", () => {
  it("tells messages from the rest, however the stream is cut", async () => {
    const text = "a\nab\n\nabc 1\nabcd\nabc ä→\nx abc 2\nabc\nabc 3\nno end";
    for (let size = 1; size < 30; size++) {
      assertEquals(await split(text, size), [
        ["1", "ä→", "3"],
        "a\nab\nabcd\nx abc 2\nabc\nno end\n",
      ]);
    }
  });

  it("gives an empty one for a message that is too long, and all of what is none", async () => {
    const text = "abc 123456\nabc 12345\nmore than ten bytes\nabc 1\n";
    for (let size = 1; size < 30; size++) {
      assertEquals(await split(text, size, 9), [["", "12345", "1"], "more than ten bytes\n"]);
    }
  });

  it("gives no message whose line does not end", async () => {
    assertEquals(await split("abc 1\nabc 2", 4), [["1"], ""]);
    assertEquals(await split("", 4), [[], ""]);
  });
});
