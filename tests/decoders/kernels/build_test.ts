import { assert, assertEquals } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { longIt } from "../../helpers/long.ts";

const KERNELS = new URL("../../../decoders/kernels/", import.meta.url);

describe("binary.json", () => {
  longIt("is what the sources of its family compile to", async () => {
    // In a process of its own, as the compiler wants to read the environment.
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-check",
        "--permission-set=kernels",
        `--config=${fileURLToPath(new URL("../../../deno.json", import.meta.url))}`,
        new URL("build.ts", KERNELS).href,
        "--print",
      ],
      stdout: "piped",
      stderr: "piped",
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    const families = Array.from(Deno.readDirSync(KERNELS), ({ name }) => name)
      .filter((name) => existsSync(new URL(`${name}/binary.json`, KERNELS))).sort();
    assert(families.length >= 6, families.join());
    const committed = families.map((family) =>
      Deno.readTextFileSync(new URL(`${family}/binary.json`, KERNELS))
    );
    assertEquals(new TextDecoder().decode(stdout), committed.join(""));
  });
});
