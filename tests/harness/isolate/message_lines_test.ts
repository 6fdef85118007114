import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { MessageLines } from "../../../harness/isolate/message_lines.ts";

const TOKEN = "abc";

/** The messages in a text that comes in pieces of a size, and all else. */
async function split(text: string, size: number): Promise<[messages: string[], others: string]> {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, i) => bytes.slice(i * size, (i + 1) * size),
  );
  let others = "";
  const decoder = new TextDecoder();
  const lines = new MessageLines(ReadableStream.from(pieces), TOKEN, (part) => {
    others += decoder.decode(part, { stream: true });
  });
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

  it("gives no message whose line does not end", async () => {
    assertEquals(await split("abc 1\nabc 2", 4), [["1"], ""]);
    assertEquals(await split("", 4), [[], ""]);
  });
});
