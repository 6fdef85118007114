import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import { conformance } from "../../../harness/conformance/parsing/conformance.ts";

const FOLDER = new URL("../../../decoders/parsing/", import.meta.url);
const NO_DECODERS = ["contract.ts", "model.ts"];

describe("parsing decoders", () => {
  const files = Array.from(Deno.readDirSync(FOLDER))
    .filter(({ name, isFile }) => isFile && name.endsWith(".ts") && !NO_DECODERS.includes(name))
    .map(({ name }) => name).sort();

  it("are all there is at the top of the folder", () => assert(files.length >= 6));

  for (const file of files) {
    it(`${file} satisfies the conformance suite`, async () => {
      const { default: decoder }: { default: ParsingDecoder } = await import(`${FOLDER}${file}`);
      assertEquals(`${decoder.name.replaceAll("-", "_")}.ts`, file);
      for (const { run } of conformance(decoder, { runs: 24 })) run();
    });
  }
});
