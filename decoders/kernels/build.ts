/**
 * Compiling the kernels.
 *
 * @module
 */

import asc from "assemblyscript/asc";

/**
 * Vectors of 128 bits; nothing is ever freed, so there is no runtime. The arena is the memory, which has a page at
 * least: of a memory that may be empty, V8 would check at each access whether its offset is within, too.
 */
const OPTIONS = "-O3 --noAssert --runtime stub --enable simd --importMemory --initialMemory 1"
  .split(" ");

/**
 * Compiles `assembly/index.as` and what it imports to a WebAssembly binary. The same sources give
 * the same bytes. Not in a process that times anything: see `kernels.ts`.
 *
 * @throws SyntaxError with the compiler's messages
 */
export async function buildKernels(): Promise<Uint8Array<ArrayBuffer>> {
  let binary: Uint8Array<ArrayBuffer> | undefined;
  const { error, stderr } = await asc.main(["index.ts", "--outFile", "kernels.wasm", ...OPTIONS], {
    readFile: (name) => readSource(name),
    writeFile: (_name, contents) => {
      binary = new Uint8Array(contents as Uint8Array);
    },
    listFiles: () => [],
  });
  if (binary === undefined) {
    throw new SyntaxError(`Cannot compile the kernels: ${stderr.toString() || error?.message}`);
  }
  return binary;
}

/** The compiler asks for `name.ts`; the sources end with `.as`, for they are not TypeScript. */
function readSource(name: string): string | null {
  const url = new URL(`./assembly/${name.replace(/\.ts$/, ".as")}`, import.meta.url);
  try {
    return Deno.readTextFileSync(url);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The module that holds the binary. */
export const BINARY_MODULE: URL = new URL("./binary.ts", import.meta.url);

/** The text of that module: the binary in base64, in lines. */
export function binaryModule(binary: Uint8Array): string {
  const lines = binary.toBase64().match(/.{1,96}/g)!;
  return `/**
 * The kernels as compiled by \`deno task kernels\`, in base64. A test compiles them again.
 *
 * @module
 */

/** WebAssembly, in base64. */
export const BINARY: string = [
${lines.map((line) => `  "${line}",`).join("\n")}
].join("");
`;
}

if (import.meta.main) {
  const [path] = Deno.args;
  const binary = await buildKernels();
  await Deno.writeTextFile(path ?? BINARY_MODULE, binaryModule(binary));
  console.log(`${binary.length} bytes`);
}
