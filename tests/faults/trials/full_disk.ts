/**
 * A disk that is full before the run is done, and gets larger.
 *
 * The disk is a small tmpfs in a mount namespace of its own: no rights are needed where users may
 * make namespaces.
 *
 * @module
 */

import { join } from "node:path";
import { benchCommand, type Ended } from "../run/bench_process.ts";
import {
  assertNoStack,
  demand,
  demandNone,
  differences,
  snapshot,
  type Trial,
} from "../run/scene.ts";

/** KiB of the disk: what a run needs lies between. */
const SIZES = { least: 4, most: 1024 } as const;

/**
 * Arguments: KiB, the folder to mount, the folder for copies, then the bench. How each of the two
 * benches ended is in files beside the copies.
 */
const SCRIPT = `
size=$1 disk=$2 kept=$3; shift 3
mount -t tmpfs -o size="$size"k tmpfs "$disk" || exit 99
mkdir -p "$TMPDIR"
"$@" >"$kept/1.out" 2>"$kept/1.err"; echo $? >"$kept/1.code"
mount -o remount,size=64m "$disk" || exit 98
mkdir -p "$TMPDIR"
"$@" --resume >"$kept/2.out" 2>"$kept/2.err"; echo $? >"$kept/2.code"
ls -A "$TMPDIR" >"$kept/scratch"
cp -a "$disk/run" "$kept/run"
`;

/**
 * A disk that is full before the run is done, and gets larger.
 *
 * The disk is a small tmpfs in a mount namespace of its own: no rights are needed where users may
 * make namespaces.
 */
export const fullDisk: Trial = {
  name: "disk",
  share: 1,
  async unavailable() {
    const { success } = await unshare("mount -t tmpfs -o size=4k tmpfs /tmp").output()
      .catch(() => ({ success: false }));
    return success ? undefined : "no namespace to mount a small disk in (unshare -rm)";
  },
  async run(scene, { out, scratch }, random) {
    const { least, most } = SIZES;
    const size = Math.round(least * (most / least) ** random.uniform());
    const disk = join(out, "..", "disk");
    const kept = join(out, "..", "kept");
    for (const dir of [disk, kept]) await Deno.mkdir(dir);
    const isOnDisk = random.integer(2) === 0;
    const place = { out: join(disk, "run"), scratch: isOnDisk ? join(disk, "scratch") : scratch };
    const { args, env } = benchCommand(place, scene.args);
    const { code } = await unshare(SCRIPT, [`${size}`, disk, kept, ...args], env).output();
    demand(code === 0, `the disk could not be mounted: exit code ${code}`);
    const first = await ended(kept, 1);
    assertNoStack(first);
    if (first.code !== 0) {
      const said = first.errors.filter((line) => line.startsWith("error: "));
      const isLine = [2, 3].includes(first.code) && said.length === 1;
      demand(isLine, `exit code ${first.code}: ${first.errors.join("\n")}`);
    }
    const second = await ended(kept, 2);
    demand(second.code === 0, `resuming failed:\n${second.errors.join("\n")}`);
    const left = await Deno.readTextFile(join(kept, "scratch"));
    demand(left === "", `scratch is left: ${left}`);
    demandNone(differences(scene.whole, await snapshot(join(kept, "run"))), "resumed otherwise");
    return `${size} KiB${isOnDisk ? " for scratch too" : ""}: exit code ${first.code}`;
  },
};
function unshare(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const line = ["-rm", "sh", "-c", script, "sh", ...args];
  return new Deno.Command("unshare", {
    args: line,
    env,
    cwd: new URL("../../../", import.meta.url),
    stdin: "null",
    stdout: "null",
    stderr: "null",
  });
}

/** How one of the two benches ended. */
async function ended(kept: string, run: number): Promise<Ended> {
  const read = (what: string) => Deno.readTextFile(join(kept, `${run}.${what}`));
  const errors = (await read("err")).split("\n").filter((line) => line !== "");
  return { code: Number(await read("code")), signal: null, stdout: await read("out"), errors };
}
