import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { pathToFileURL } from "node:url";
import { writePackFile } from "../../../../datasets/packs/pack_file.ts";
import { open } from "../../../../harness/problems/sequence/open.ts";
import { denseFile, TINY, withFolder } from "../../../helpers/packs.ts";

/** Opens a decoder whose `decode` is exported too. */
async function openDecoder(dir: string, name: string, decode: string) {
  const pack = `${dir}/tiny.safetensors`;
  await writePackFile(pack, denseFile(TINY));
  await Deno.writeTextFile(
    `${dir}/${name}.ts`,
    `export const decode = ${decode};\nexport default { name: "${name}", prepare: () => decode };`,
  );
  const { href: url } = pathToFileURL(`${dir}/${name}.ts`);
  const { decode: own } = await import(url) as { decode: unknown };
  return { own, opened: await open({ pack, url, options: {}, k: 1 }) };
}

describe("open()", () => {
  it("gives the decoder's own function: no call stands between it and the clock", () =>
    withFolder(async (dir) => {
      const { own, opened } = await openDecoder(dir, "bare", "() => ({ paths: [] })");
      assertStrictEquals(opened.decode, own);
      assertEquals(opened.memories, undefined);
      assertEquals(opened.sentences.map(({ length }) => length), [...TINY.lengths]);
    }));

  it("places sentences where the decoder does", () =>
    withFolder(async (dir) => {
      const placed = "Object.assign(() => ({ paths: [] }), { place: () => {} })";
      const { opened } = await openDecoder(dir, "placing", placed);
      const [sentence] = opened.sentences;
      assertStrictEquals(opened.place(sentence!)(), sentence);
      assertEquals(opened.memories?.clocks, ["memory64", "memory32"]);
    }));

  it("makes sentences that are not in the file", () =>
    withFolder(async (dir) => {
      const { opened } = await openDecoder(dir, "making", "() => ({ paths: [] })");
      const [sentence] = opened.sentences;
      const own = opened.unseen!(1, 0, 0);
      assertEquals(own.length, sentence!.length);
      assertNotEquals(own.emissions, sentence!.emissions);
    }));
});
