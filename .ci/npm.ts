/**
 * Building the npm package: a file of JavaScript for each entry point, and types, in `dist/npm`.
 *
 * The files need no other: what they import is in them, so that the package starts fast, and works
 * where it lies as well as installed.
 *
 * @module
 */

import ts from "typescript";
import { existsSync } from "node:fs";
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
  allowImportingTsExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
  strict: true,
  noCheck: true,
  rootDir: ROOT,
  outDir: join(OUT, "types"),
};

const KEYWORDS = [
  "conditional-random-field",
  "crf",
  "k-best",
  "named-entity-recognition",
  "nlp",
  "part-of-speech",
  "sequence-labeling",
  "structured-prediction",
  "viterbi",
];

const FLAGS = {
  repository: { value: "URL", help: "where the sources are, for package.json; else it says none" },
} as const;

/** What declarations use that is in no library before esnext. */
const LIBRARIES: Readonly<Record<string, string>> = {
  "Symbol.dispose": "esnext.disposable",
  "Float16Array": "esnext.float16",
};

/** Entry points whose names are all in another's file. */
const WITHIN: Readonly<Record<string, string>> = { "./decoders": "." };

interface Config {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
}

/** Emits the types of some modules and of all that they import. */
function emitTypes(entries: readonly string[]): void {
  const program = ts.createProgram(entries.map((entry) => join(ROOT, entry)), OPTIONS);
  program.emit(undefined, (path, text) => {
    // Extensions of imports in declarations are left as they are by the compiler.
    const own = text.replace(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"');
    const libraries = Object.entries(LIBRARIES).filter(([name]) => text.includes(name))
      .map(([, library]) => `/// <reference lib="${library}" />\n`);
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, libraries.join("") + own);
  });
}

/** The file of an entry point: `./packs/bytes` is `packs-bytes.js`. */
function fileOf(entry: string): string {
  const name = (WITHIN[entry] ?? entry).replace(/^\.\/?/, "").replaceAll("/", "-");
  return `${name || "index"}.js`;
}

/**
 * Bundles each entry point into a file of its own; returns the packages that are bundled, as
 * `name/version`.
 */
function bundle(entries: readonly (readonly [name: string, module: string])[]): string[] {
  const packages = new Set<string>();
  for (const [name, module] of entries) {
    if (name in WITHIN) continue;
    const path = join(OUT, fileOf(name));
    deno("bundle", "--quiet", "--platform", "browser", "--output", path, join(ROOT, module));
    // The bundle says where each part is from: packages in the cache of this machine.
    const text = Deno.readTextFileSync(path).replaceAll(
      /^\/\/ .*?\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+\/[^/]+)(\/.*)$/gm,
      (_, from, file) => {
        packages.add(from);
        return `// npm:${from}${file}`;
      },
    );
    Deno.writeTextFileSync(path, text);
  }
  return [...packages].sort();
}

/** Runs Deno here; returns what it prints. */
function deno(...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command(Deno.execPath(), { args, cwd: ROOT })
    .outputSync();
  const [said, wrong] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (success) return said!;
  throw new Error(`Cannot run deno ${args.join(" ")}: ${wrong}`);
}

/** The licences of packages, which their copies must have with them. */
function licences(packages: readonly string[]): string {
  const cache: string = JSON.parse(deno("info", "--json")).npmCache;
  const registries = Array.from(Deno.readDirSync(cache), ({ name }) => join(cache, name));
  const texts = packages.map((name) => {
    const folder = registries.map((registry) => join(registry, name)).find(existsSync)!;
    return `${name}\n\n${Deno.readTextFileSync(join(folder, "LICENSE"))}`;
  });
  return texts.join("\n\n");
}

function exported([name, module]: readonly [string, string]): [string, Record<string, string>] {
  const types = `./types/${module.replace(/^\.\//, "").replace(/\.ts$/, ".d.ts")}`;
  return [name, { types, default: `./${fileOf(name)}` }];
}

function build(repository: string | undefined): void {
  const config: Config = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json")));
  const entries = Object.entries(config.exports);
  Deno.mkdirSync(OUT, { recursive: true });
  Deno.removeSync(OUT, { recursive: true });
  emitTypes(entries.map(([, module]) => module));
  const packages = bundle(entries);
  const manifest = {
    name: config.name,
    version: config.version,
    description: "Exact decoders for sequence models with many labels",
    keywords: KEYWORDS,
    license: config.license,
    ...(repository === undefined ? {} : {
      repository: { type: "git", url: repository },
      homepage: `${repository.replace(/\.git$/, "")}#readme`,
    }),
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    // For tools that know no `exports`.
    main: "./index.js",
    types: "./types/mod.d.ts",
    exports: Object.fromEntries(entries.map(exported)),
  };
  Deno.writeTextFileSync(join(OUT, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  Deno.writeTextFileSync(join(OUT, "THIRD-PARTY.txt"), licences(packages));
  Deno.copyFileSync(join(ROOT, ".ci/npm_readme.md"), join(OUT, "README.md"));
  Deno.copyFileSync(join(ROOT, "LICENSE"), join(OUT, "LICENSE"));
  const files = Array.from(Deno.readDirSync(OUT), ({ name }) => name).filter((name) =>
    name.endsWith(".js")
  );
  console.log(`${config.name} ${config.version} in ${relative(ROOT, OUT)}: ${files.join(", ")}`);
}

if (import.meta.main) {
  try {
    const { positional: [stray], values } = parseFlags("npm", FLAGS, Deno.args);
    if (stray !== undefined) {
      throw new UsageError(`Cannot use the argument "${stray}": npm takes none`);
    }
    build(values["repository"]);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    if (failure.line !== undefined) console.error(failure.line);
    Deno.exitCode = failure.code;
  }
}
