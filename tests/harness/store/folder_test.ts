import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { holding } from "../../../harness/store/folder.ts";
import { whileLocked } from "../../../harness/store/lock.ts";
import { writeManifest } from "../../../harness/store/store.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { withFolder } from "../../helpers/packs.ts";
import { FAKE_MANIFEST } from "../../helpers/rows.ts";

const MANIFEST = { ...FAKE_MANIFEST, plan: "p", cells: 1 };

describe("holding()", () => {
  it("is nothing where there is no folder, an empty one, a locked one or only studies", () =>
    withFolder(async (dir) => {
      assertEquals(await holding(`${dir}/none`), "nothing");
      assertEquals(await whileLocked(dir, () => holding(dir)), "nothing");
      await Deno.mkdir(`${dir}/studies`);
      assertEquals(await holding(dir), "nothing");
      await Deno.mkdir(`${dir}/papers`);
      assertEquals(await holding(dir), "nothing");
    }));

  it("is nothing where a full disk or a kill cut off the first manifest", () =>
    withFolder(async (dir) => {
      await Deno.writeTextFile(`${dir}/manifest.json.new`, "{");
      assertEquals(await holding(dir), "nothing");
      await writeManifest(dir, MANIFEST);
      assertEquals(await holding(dir), "run");
    }));

  it("tells a run from a merged one", () =>
    withFolder(async (dir) => {
      await writeManifest(dir, MANIFEST);
      await Deno.writeTextFile(`${dir}/notes.txt`, "");
      assertEquals(await holding(dir), "run");
      await writeManifest(dir, { ...MANIFEST, merged: [] });
      assertEquals(await holding(dir), "merged run");
    }));

  it("throws UsageError when the files belong to no run, and rows without a manifest do not", () =>
    withFolder(async (dir) => {
      for (const name of ["thesis.tex", "rows.csv"]) {
        await Deno.writeTextFile(`${dir}/${name}`, "");
        await assertRejects(() => holding(dir), UsageError, `Cannot write to ${dir}: it is not`);
        await assertRejects(() => holding(dir), UsageError, name);
        await Deno.remove(`${dir}/${name}`);
      }
      const names = Array.from({ length: 15 }, (_, i) => `note_${i}.md`).sort();
      for (const name of names) await Deno.writeTextFile(`${dir}/${name}`, "");
      await assertRejects(() => holding(dir), UsageError, `there is ${names.join(", ")}`);
      for (const name of names) await Deno.remove(`${dir}/${name}`);
      // Pages of papers are no strangers beside studies alone.
      await Deno.mkdir(`${dir}/papers`);
      await assertRejects(() => holding(dir), UsageError, "papers");
    }));

  it("throws SyntaxError when the manifest is none of a run", () =>
    withFolder(async (dir) => {
      const path = `${dir}/manifest.json`;
      for (const [text, said] of [["{", "no JSON"], ['{"name":"app"}', "schema"], ["null", "s"]]) {
        await Deno.writeTextFile(path, text!);
        await assertRejects(() => holding(dir), SyntaxError, path);
        await assertRejects(() => holding(dir), SyntaxError, said!);
      }
    }));
});
