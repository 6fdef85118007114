import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { holding, LOCK_FILE, whileLocked } from "../../../harness/store/folder.ts";
import { writeManifest } from "../../../harness/store/store.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { FAKE_MANIFEST } from "../../helpers/rows.ts";
import { fileURLToPath } from "node:url";

const MANIFEST = { ...FAKE_MANIFEST, plan: "p", cells: 1 };

describe("holding()", () => {
  itInFolder("is nothing of none, an empty or locked folder, or studies alone", async (dir) => {
    assertEquals(await holding(`${dir}/none`), "nothing");
    assertEquals(await whileLocked(dir, () => holding(dir)), "nothing");
    await Deno.mkdir(`${dir}/studies`);
    assertEquals(await holding(dir), "nothing");
    for (const name of ["papers", "failing"]) await Deno.mkdir(`${dir}/${name}`);
    assertEquals(await holding(dir), "nothing");
  });

  itInFolder("is nothing where a full disk or a kill cut off the first manifest", async (dir) => {
    await Deno.writeTextFile(`${dir}/manifest.json.new`, "{");
    assertEquals(await holding(dir), "nothing");
    await writeManifest(dir, MANIFEST);
    assertEquals(await holding(dir), "run");
  });

  itInFolder("tells a run from a merged one", async (dir) => {
    await writeManifest(dir, MANIFEST);
    await Deno.writeTextFile(`${dir}/notes.txt`, "");
    assertEquals(await holding(dir), "run");
    await writeManifest(dir, { ...MANIFEST, merged: [{ ...MANIFEST, firstSession: 0 }] });
    assertEquals(await holding(dir), "merged run");
  });

  itInFolder("throws UsageError when files belong to no run, as rows alone do", async (dir) => {
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
  });

  itInFolder("throws SyntaxError when the manifest is none of a run", async (dir) => {
    const path = `${dir}/manifest.json`;
    const cases = [
      ["{", "it is no JSON"],
      ['{"name":"app"}', "it is no manifest of a run, it has no schema"],
      ["null", "it is no manifest of a run, it has no schema"],
      [JSON.stringify({ ...MANIFEST, commit: undefined }), "it has no commit"],
      [JSON.stringify({ ...MANIFEST, earlier: [null] }), "its earlier is [null]"],
      [JSON.stringify({ ...MANIFEST, merged: [{}] }), "its merged is [{}]"],
      [JSON.stringify({ ...MANIFEST, merged: [] }), "its merged is []"],
    ] as const;
    for (const [text, said] of cases) {
      await Deno.writeTextFile(path, text);
      const { message } = await assertRejects(() => holding(dir), SyntaxError, said);
      assert(message.includes(path), message);
    }
  });
});

const CONFIG = fileURLToPath(new URL("../../../deno.json", import.meta.url));
/** Holds the lock of a folder until it is killed, and says when it does. */
const HOLDER = `
  import { whileLocked } from "${new URL("../../../harness/store/folder.ts", import.meta.url)}";
  await whileLocked(Deno.args[0], async () => {
    console.log("held");
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });
`;

describe("whileLocked()", () => {
  itInFolder("gives what the work gives, and leaves nothing behind", async (dir) => {
    assertEquals(await whileLocked(dir, () => Promise.resolve(7)), 7);
    await assertRejects(() => whileLocked(dir, () => Promise.reject(new RangeError("no"))));
    assertEquals([...Deno.readDirSync(dir)], []);
  });

  itInFolder("makes folders, and removes them when the work puts nothing there", async (dir) => {
    const made = `${dir}/a/b`;
    await whileLocked(made, () => Deno.writeTextFile(`${made}/file`, ""));
    assert((await Deno.stat(`${made}/file`)).isFile);
    await whileLocked(`${dir}/c/d`, () => Promise.resolve());
    await assertRejects(() => Deno.stat(`${dir}/c`), Deno.errors.NotFound);
  });

  itInFolder("throws UsageError that names the process when one writes there", async (dir) => {
    await whileLocked(dir, async () => {
      const said = `Cannot write to ${dir}: process ${Deno.pid} is writing there`;
      await assertRejects(() => whileLocked(dir, () => Promise.resolve()), UsageError, said);
      assert((await Deno.stat(`${dir}/${LOCK_FILE}`)).isFile);
    });
    await whileLocked(dir, () => Promise.resolve());
  });

  itInFolder("ends with a process that is killed", async (dir) => {
    const script = `${dir}/holder.ts`;
    await Deno.writeTextFile(script, HOLDER);
    const out = `${dir}/run`;
    const holder = new Deno.Command(Deno.execPath(), {
      args: ["run", `--config=${CONFIG}`, "--allow-all", script, out],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = holder.stdout.getReader();
    assertEquals(new TextDecoder().decode((await reader.read()).value), "held\n");
    const said = `process ${holder.pid} is writing there`;
    await assertRejects(() => whileLocked(out, () => Promise.resolve()), UsageError, said);
    holder.kill("SIGKILL");
    await holder.status;
    await reader.cancel();
    assertEquals(await whileLocked(out, () => Promise.resolve(1)), 1);
    assertEquals([...Deno.readDirSync(out)], []);
  });
});
