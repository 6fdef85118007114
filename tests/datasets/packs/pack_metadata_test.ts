import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { packMetadata } from "../../../datasets/packs/pack_metadata.ts";
import { withFolder } from "../../helpers/packs.ts";
import { writeSmallParses } from "../../helpers/parses.ts";

describe("packMetadata()", () => {
  it("reads what a pack says of itself, zipped or not", () =>
    withFolder(async (dir) => {
      for (const path of [`${dir}/a.safetensors`, `${dir}/a.safetensors.gz`]) {
        await writeSmallParses(path);
        assertEquals(await packMetadata(path), { kind: "parsing", name: "small", unit: "1/1024" });
      }
    }));

  it("finds nothing in what is no pack", () =>
    withFolder(async (dir) => {
      const texts = { empty: "", text: "no pack at all", gzip: "\x1f\x8b\x08 torn" };
      for (const [name, text] of Object.entries(texts)) {
        const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
        await Deno.writeFile(`${dir}/${name}`, bytes);
        assertEquals(await packMetadata(`${dir}/${name}`), {});
      }
      assertEquals(await packMetadata(dir), {});
      assertEquals(await packMetadata(`${dir}/none`), {});
    }));
});
