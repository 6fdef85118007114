import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import config from "../deno.json" with { type: "json" };
import JSR from "../import_map.jsr.json" with { type: "json" };
import { assertRefused } from "./faults/lines.ts";
import { deno } from "./helpers/child.ts";
import { findChromium } from "./helpers/chromium.ts";
import { itInFolder } from "./helpers/in_folder.ts";
import { withFolder } from "./helpers/packs.ts";

const RUN = new URL("../.ci/run", import.meta.url);
/** What the script uses of the system. */
const TOOLS = ["bash", "dirname", "mktemp", "rm"];

/**
 * Runs `.ci/run` where there are no commands but the given ones, scripts of a shell, and gives its
 * exit code and its steps with the last line.
 */
async function runCi(commands: Readonly<Record<string, string>>) {
  return await withFolder(async (dir) => {
    for (const part of [".ci", "bin"]) await Deno.mkdir(`${dir}/${part}`);
    await Deno.copyFile(RUN, `${dir}/.ci/run`);
    // It runs a script beside it.
    await Deno.writeTextFile(`${dir}/.ci/runtimes`, "");
    await Deno.chmod(`${dir}/.ci/runtimes`, 0o755);
    for (const tool of TOOLS) await Deno.symlink(`/usr/bin/${tool}`, `${dir}/bin/${tool}`);
    for (const [name, script] of Object.entries(commands)) {
      const path = `${dir}/bin/${name}`;
      await Deno.writeTextFile(path, `#!${dir}/bin/bash\n${script}\n`);
      await Deno.chmod(path, 0o755);
    }
    const { code, stdout } = await new Deno.Command(`${dir}/bin/bash`, {
      args: [`${dir}/.ci/run`],
      env: { PATH: `${dir}/bin` },
      stdin: "null",
      stderr: "null",
    }).output();
    const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
    return { code, lines: lines.filter((line) => /^(==|FAILED|\d+ passed)/.test(line)) };
  });
}

const stepsOf = (lines: readonly string[]) => lines.filter((line) => line.startsWith("==")).length;

describe(".ci/run", { skip: Deno.build.os !== "linux" }, () => {
  it("stops with its last line when something cannot be installed", async () => {
    const failing = { "apt-get": "exit 100" };
    const said = ["== install npx", "FAILED: install npx", "0 passed, 1 failed"];
    assertEquals(await runCi(failing), { code: 1, lines: said });
    const { code, lines } = await runCi({ ...failing, npx: "exit 0" });
    assertEquals([code, lines.at(-1)], [1, "0 passed, 1 failed"]);
    assertEquals(lines[0], "== install chromium");
    const offline = await runCi({ chromium: "", npx: "exit 1" });
    assertEquals([offline.code, offline.lines.length], [1, 3]);
  });

  it("goes on with 2 steps failed, and says so, when bench fails", async () => {
    const { code, lines } = await runCi({ chromium: "", npx: '[ "$4" != bench ]' });
    assertEquals(code, 1);
    assertStringIncludes(lines.join("\n"), "FAILED: bench, quick suite\n== counts");
    assertEquals(lines.at(-1), `${stepsOf(lines) - 2} passed, 2 failed`);
  });

  it("exits with 0 when all is well, and says that this is CI", async () => {
    const { code, lines } = await runCi({ chromium: "", npx: '[ "$CI" = true ]' });
    assertEquals([code, lines.at(-1)], [0, `${stepsOf(lines)} passed, 0 failed`]);
  });
});

describe(".ci/npm.ts", () => {
  itInFolder("has a README of entry points, with links and an example that runs", async (dir) => {
    const readme = await Deno.readTextFile(new URL("../.ci/npm_readme.md", import.meta.url));
    for (const entry of Object.keys(config.exports)) {
      assertStringIncludes(readme, `\`@trellis/trellis${entry.slice(1)}\``);
    }
    assertEquals([...readme.matchAll(/\]\((?!https:)/g)], []);
    const code = /```js\n([^]*?)```/.exec(readme)![1]!
      .replace('"@trellis/trellis"', JSON.stringify(new URL("../mod.ts", import.meta.url)))
      .replace(/console\.log\((.*)\); \/\/ (.*)/, "export const said = [$1, $2];");
    await Deno.writeTextFile(`${dir}/example.js`, code);
    const { said } = await import(`file://${dir}/example.js`);
    assertEquals(said[0], said[1]);
  });

  it("refuses what it does not know with exit code 2 and one line, as all commands do", async () => {
    for (const [arg, said] of [["--nope", '"--nope"'], ["x", 'the argument "x"']] as const) {
      assertRefused(await deno("run", "-q", "-P=npm", ".ci/npm.ts", arg), said);
    }
  });
});

it(".ci/slurm runs lines that are in the README under the comments that it names", async () => {
  const read = (path: string) => Deno.readTextFile(new URL(`../${path}`, import.meta.url));
  const [slurm, readme] = await Promise.all([".ci/slurm", "harness/README.md"].map(read));
  const named = Array.from(slurm!.matchAll(/\(recipe ('[^']+'|\w+) /g), ([, name]) => name!);
  assertEquals(new Set(named).size, 7);
  for (const name of named) assertStringIncludes(readme!, `\n# ${name.replaceAll("'", "")}`);
});

it("import_map.jsr.json has other targets than deno.json for the standard library alone", () => {
  const others = (imports: object) =>
    Object.entries(imports).filter(([name]) => !name.startsWith("@std/"));
  assertEquals(others(JSR.imports), others(config.imports));
  assertEquals(Object.keys(JSR.imports), Object.keys(config.imports));
});

it("findChromium() lets tests be skipped when there is no Chromium, but not in CI", () => {
  const mayLack = (ci: string | undefined) => {
    const found = findChromium((name) => name === "CI" ? ci : undefined, ["/no/such/chromium"]);
    return "reason" in found && found.mayLack;
  };
  assertEquals([mayLack(undefined), mayLack("false"), mayLack("true")], [true, true, false]);
});
