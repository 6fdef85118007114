import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hostname } from "node:os";
import { openScratch } from "../../../harness/isolate/scratch.ts";
import { withFolder } from "../../helpers/packs.ts";

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), { args: ["--version"], stdout: "null" }).spawn();
  await child.status;
  return child.pid;
}

describe("openScratch()", () => {
  it("makes a folder of the process and removes it with everything in it", () =>
    withFolder(async (parent) => {
      const scratch = await openScratch(parent);
      assert(scratch.path.startsWith(`${parent}/trellis-${hostname()}-${Deno.pid}-`));
      await Deno.writeTextFile(`${scratch.path}/file`, "text");
      await scratch.remove();
      assertEquals([...Deno.readDirSync(parent)], []);
      // As when a program or a cleaner of temporary files has removed it before.
      await scratch.remove();
    }));

  it("removes what dead runs of this machine have left, and nothing else", () =>
    withFolder(async (parent) => {
      const dead = await deadPid();
      const kept = [
        `trellis-${hostname()}-${Deno.pid}-0a`,
        `trellis-another.machine-${dead}-0a`,
        `trellis-of-a-user`,
        `trellis`,
      ];
      for (const name of [...kept, `trellis-${hostname()}-${dead}-0a`]) {
        await Deno.mkdir(`${parent}/${name}/folder`, { recursive: true });
      }
      const scratch = await openScratch(parent);
      const left = [...Deno.readDirSync(parent)].map(({ name }) => `${parent}/${name}`);
      const expected = [...kept.map((name) => `${parent}/${name}`), scratch.path];
      assertEquals(left.sort(), expected.sort());
      await scratch.remove();
    }));
});
