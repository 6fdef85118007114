/**
 * Building the npm package: JavaScript and types in `dist/npm`.
 *
 * @module
 */

import ts from "typescript";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { failureOf } from "../harness/terminal/failure.ts";
import { parseFlags } from "../harness/terminal/flags.ts";
import { UsageError } from "../harness/terminal/usage_error.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OUT = join(ROOT, "dist/npm");

/** What `deno check` has checked is emitted as it is. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
  types: [],
  resolveJsonModule: true,
  rewriteRelativeImportExtensions: true,
  declaration: true,
  strict: true,
  noCheck: true,
  rootDir: ROOT,
  outDir: OUT,
};

interface Config {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
}

/**
 * Emits the entry points of `deno.json` and all that they import; returns the names of the files.
 */
function emit(entries: readonly string[]): string[] {
  const program = ts.createProgram(entries.map((entry) => join(ROOT, entry)), OPTIONS);
  const names: string[] = [];
  program.emit(undefined, (path, text) => {
    // Extensions of imports in declarations are left as they are by the compiler.
    const own = path.endsWith(".d.ts") ? text.replace(/(from "\.[^"]*)\.ts"/g, '$1.js"') : text;
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, own);
    names.push(relative(OUT, path));
  });
  return names;
}

/** The packages of the import map that the emitted files import, with their versions. */
function dependencies(names: readonly string[], { imports }: Config): Record<string, string> {
  const imported = names.flatMap((name) =>
    ts.preProcessFile(Deno.readTextFileSync(join(OUT, name))).importedFiles
      .map(({ fileName }) => fileName)
  );
  const used = Object.entries(imports)
    .filter(([name]) => imported.some((path) => `${path}/`.startsWith(`${name}/`)));
  return Object.fromEntries(used.map(([name, target]) => [name, target.split("@").at(-1)!]));
}

function exported(entry: string): Record<string, string> {
  const path = entry.replace(/\.ts$/, "");
  return { types: `${path}.d.ts`, default: `${path}.js` };
}

function build(): void {
  const config: Config = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json")));
  Deno.mkdirSync(OUT, { recursive: true });
  Deno.removeSync(OUT, { recursive: true });
  const entries = Object.entries(config.exports);
  const names = emit(entries.map(([, entry]) => entry));
  const manifest = {
    name: config.name,
    version: config.version,
    description: "Exact decoders for sequence models with many labels",
    license: config.license,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    exports: Object.fromEntries(entries.map(([name, entry]) => [name, exported(entry)])),
    dependencies: dependencies(names, config),
  };
  Deno.writeTextFileSync(join(OUT, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of ["README.md", "LICENSE"]) Deno.copyFileSync(join(ROOT, name), join(OUT, name));
  console.log(`${names.length} files in ${relative(ROOT, OUT)}`);
}

if (import.meta.main) {
  try {
    const [stray] = parseFlags("npm", {}, Deno.args).positional;
    if (stray !== undefined) {
      throw new UsageError(`Cannot use the argument "${stray}": npm takes none`);
    }
    build();
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    if (failure.line !== undefined) console.error(failure.line);
    Deno.exitCode = failure.code;
  }
}
