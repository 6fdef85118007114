/**
 * Compiling the kernels.
 *
 * @module
 */

import { BASE, ESCAPED, SHIFT } from "./family.ts";
import type { FieldTypes } from "./rows.ts";

/**
 * AssemblyScript's compiler. It is in no import map and no lock, which all commands install: half
 * of what they would download. What it gives is in the project, and a test compiles it again.
 */
const COMPILER = "npm:assemblyscript@0.28.20/asc";

/** What the building of kernels uses of the compiler. */
interface Compiler {
  main(options: readonly string[], files: {
    /** Null if there is no such file. */
    readFile(name: string): string | null;
    writeFile(name: string, contents: Uint8Array): void;
    listFiles(folder: string): string[];
  }): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

/**
 * Vectors of 128 bits; nothing is ever freed, so there is no runtime. The arena is the memory,
 * which has a page at least: of a memory that may be empty, V8 would check at each access whether
 * its offset is within, too.
 */
const OPTIONS = "-O3 --noAssert --runtime stub --enable simd --importMemory --initialMemory 1"
  .split(" ");

/**
 * The folders of kernels: those with an `index.as`, which says what the family's binary exports.
 */
export function listFamilies(): string[] {
  const names = Array.from(Deno.readDirSync(new URL(".", import.meta.url)), ({ name }) => name);
  return names.filter((name) => readText(`${name}/index.as`) !== null).sort();
}

/** The file that holds a family's binary. */
export function binaryUrl(family: string): URL {
  return new URL(`./${family}/binary.json`, import.meta.url);
}

/**
 * Compiles the sources of a family to the text of a file that holds its binary. The same sources
 * give the same text. Not in a process that times anything.
 *
 * @throws SyntaxError with the compiler's messages
 */
export async function buildFamily(family: string): Promise<string> {
  const layouts = new Map<string, string>();
  for (const name of ["rows", `${family}/tables`]) {
    if (readText(`${name}.ts`) !== null) layouts.set(name, await layoutSource(name));
  }
  const { default: asc } = await import(COMPILER) as { default: Compiler };
  let binary: Uint8Array | undefined;
  const input = [`${family}/index.ts`, "--outFile", "kernels.wasm"];
  const { error, stderr } = await asc.main([...input, ...OPTIONS], {
    // The compiler asks for `name.ts`; the sources end with `.as`, for they are not TypeScript.
    readFile: (file) => {
      const name = file.replace(/\.ts$/, "");
      if (name === `${family}/index`) return exportsOf(family);
      return readText(`${name}.as`) ?? layouts.get(name) ?? null;
    },
    writeFile: (_name, contents) => {
      binary = contents;
    },
    listFiles: () => [],
  });
  if (binary === undefined) {
    throw new SyntaxError(`Cannot compile ${family}: ${stderr.toString() || error?.message}`);
  }
  return `${JSON.stringify({ wasm: textOf(binary) }, null, 2)}\n`;
}

/**
 * The `index.as` of a family, with two functions for each one over a type of scores that it names:
 * `advantages<T>` is exported as `advantages32` and `advantages64`.
 */
function exportsOf(family: string): string {
  const lines = readText(`${family}/index.as`)!.matchAll(/^export \{ (.*) \} from "\.\/(\w+)";$/gm);
  return [...lines].flatMap(([, names, file]) => {
    const source = readText(`${family}/${file}.as`)!;
    return names!.split(", ").flatMap((name) => {
      const module = `{ ${name} } from "./${file}";`;
      const head = new RegExp(`^export function ${name}<T>(\\(.*\\): \\w+) \\{$`, "m").exec(source);
      if (head === null) return [`export ${module}`];
      const both = [instance(name, head[1]!, "f32"), instance(name, head[1]!, "f64")];
      return [`import ${module}`, ...both];
    });
  }).join("\n");
}

/** A function that calls a generic one with a type. */
function instance(name: string, signature: string, type: string): string {
  const call = signature.replace(/: \w+$/, "").replaceAll(/: \w+/g, "");
  const back = signature.endsWith(": void") ? "" : "return ";
  const typed = signature.replaceAll(/\bT\b/g, type);
  return `export function ${name}${type.slice(1)}${typed} { ${back}${name}<${type}>${call}; }`;
}

/**
 * In AssemblyScript, the numbers that a TypeScript module exports, and the class of its `FIELDS`.
 */
async function layoutSource(name: string): Promise<string> {
  const exported: Record<string, unknown> = await import(`./${name}.ts`);
  const numbers = Object.entries(exported).filter(([, value]) => typeof value === "number")
    .map(([name, value]) => `export const ${name}: i32 = ${value};`);
  const fields = Object.entries((exported["FIELDS"] ?? {}) as FieldTypes)
    .map(([field, type]) => `  ${field}: ${type};`);
  return [...numbers, "@unmanaged", "export class Tables {", ...fields, "}"].join("\n");
}

function readText(path: string): string | null {
  try {
    return Deno.readTextFileSync(new URL(`./${path}`, import.meta.url));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return null;
    }
    throw error;
  }
}

/** Bytes as text: see `BASE`. */
function textOf(bytes: Uint8Array): string {
  const letters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
    .filter((letter) => !ESCAPED.includes(letter));
  const [, ...highs] = letters.slice(BASE - 1);
  return Array.from(bytes, (byte) => {
    const digits = (byte + SHIFT) % 256;
    const high = Math.floor(digits / BASE);
    return (high > 0 ? highs[high - 1]! : "") + letters[digits % BASE];
  }).join("");
}

if (import.meta.main) {
  const isPrinted = Deno.args.includes("--print");
  for (const family of listFamilies()) {
    const text = await buildFamily(family);
    if (isPrinted) await Deno.stdout.write(new TextEncoder().encode(text));
    else await Deno.writeTextFile(binaryUrl(family), text);
  }
}
