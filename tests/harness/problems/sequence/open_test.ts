import { assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { pathToFileURL } from "node:url";
import { writePackFile } from "../../../../datasets/packs/pack_file.ts";
import { load } from "../../../../harness/problems/sequence/open.ts";
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
  const prepare = await (await load(pack)).decoder({ pack, url, options: {}, k: 1 });
  return { own, opened: prepare() };
}

describe("load()", () => {
  it("gives the decoder's own function: no call stands between it and the clock", () =>
    withFolder(async (dir) => {
      const { own, opened } = await openDecoder(dir, "bare", "() => ({ paths: [] })");
      assertStrictEquals(opened.decode, own);
      assertEquals(opened.clocks, ["decode"]);
      assertEquals(opened.sentences.length, TINY.lengths.length);
    }));

  it("tells clocks apart where the decoder has rows of its own", () =>
    withFolder(async (dir) => {
      const reserving = "Object.assign(() => ({ paths: [] }), { reserve: () => {} })";
      const { opened } = await openDecoder(dir, "reserving", reserving);
      assertEquals(opened.clocks, ["decode", "memory64", "memory32"]);
    }));
});
