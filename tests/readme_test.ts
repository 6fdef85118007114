import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertExists } from "@std/assert";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Decoder } from "../decoders/contract.ts";
import { runConformance } from "./conformance.ts";

describe("README", () => {
  it("shows a decoder that passes the conformance suite as it stands", async () => {
    const readme = await Deno.readTextFile(new URL("../README.md", import.meta.url));
    const source = /```ts ignore\n([\s\S]*?)```/.exec(readme)?.[1];
    assertExists(source);
    const decoders = new URL("../decoders/", import.meta.url).href;
    const folder = await Deno.makeTempDir();
    try {
      const path = join(folder, "example.ts");
      await Deno.writeTextFile(path, source.replaceAll('from "./', `from "${decoders}`));
      const { default: decoder } = await import(pathToFileURL(path).href) as { default: Decoder };
      assertEquals(runConformance(decoder, { runs: 20 }).failed, []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});
