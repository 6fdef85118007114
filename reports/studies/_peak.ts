/**
 * What a core can do at most: edges of a max-plus recursion without loading a score, and bytes read
 * from memory, in WebAssembly with SIMD and, where there is a compiler, in C with AVX2.
 *
 * @module
 */

const C_SOURCE = new URL("./peak.c", import.meta.url);
/** Accumulators, which do not wait for each other within a pass: as in `peak.c`. */
const REGISTERS = 12;
const PASSES = 200_000;
/** The shortest of so many counts: on a busy machine most are interrupted. */
const ROUNDS = 99;
/** Bytes that are copied: far more than a core's own caches hold. */
const COPIED_BYTES = 2 ** 27;
/** What sets a vector to −1, adds two and takes the larger numbers of two, in WebAssembly. */
const CODES = {
  float32: [[0x43, 0, 0, 0x80, 0xbf, 0xfd, 0x13], [0xfd, 0xe4, 1], [0xfd, 0xeb, 1]],
  float64: [[0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0xbf, 0xfd, 0x14], [0xfd, 0xf0, 1], [0xfd, 0xf7, 1]],
} as const;
/** Lanes of a vector of 128 bits. */
const LANES = { float32: 4, float64: 2 } as const;

/** Edges or bytes a second. */
export interface Limits {
  readonly float32: number;
  readonly float64: number;
  readonly bytes: number;
  /** Of steps of several sentences at once, with transitions as they lie in memory: in C alone. */
  readonly steps32?: number;
  readonly steps64?: number;
}

/**
 * A module whose function `peak` does a number of passes. Each sets all accumulators to acc_i =
 * max(acc_i, acc_{i+1} + c): an addition and a maximum an edge, which do not wait for others.
 */
export function peakModule(type: keyof typeof CODES): Uint8Array<ArrayBuffer> {
  const [I32, V128] = [0x7f, 0x7b];
  const [minusOne, add, max] = CODES[type];
  const get = (local: number) => [0x20, local];
  const set = (local: number) => [0x21, local];
  // Local 0 counts passes, 1 is c, the others accumulate.
  const acc = (i: number) => 2 + i % REGISTERS;
  const indices = [...Array(REGISTERS).keys()];
  const pass = indices.flatMap((i) => [
    ...get(acc(i)),
    ...[...get(acc(i + 1)), ...get(1), ...add],
    ...[...max, ...set(acc(i))],
  ]);
  const body = [
    ...[1, REGISTERS + 1, V128, ...minusOne, ...set(1)],
    ...[0x03, 0x40, ...pass, ...get(0), 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b],
    ...get(acc(0)),
    ...indices.slice(1).flatMap((i) => [...get(acc(i)), ...max]),
    ...[0xfd, 0x1b, 0, 0x0b],
  ];
  /** A number below 2^14 in two groups of seven bits. */
  const size = (value: number) => [value % 128 + 128, Math.floor(value / 128)];
  const section = (id: number, content: readonly number[]) => [
    ...[id, ...size(content.length), ...content],
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, I32, 1, I32]),
    ...section(3, [1, 0]),
    ...section(7, [1, 4, ...new TextEncoder().encode("peak"), 0, 0]),
    ...section(10, [1, ...size(body.length), ...body]),
  ]);
}

/** The limits of WebAssembly, and of copying memory. */
export function wasmLimits(): Limits {
  const leastMs = (rounds: number, work: () => void) => {
    let least = Infinity;
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      work();
      least = Math.min(least, performance.now() - start);
    }
    return least;
  };
  const peak = (type: keyof typeof CODES) => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(peakModule(type)));
    const ms = leastMs(ROUNDS, () => (exports["peak"] as (passes: number) => number)(PASSES));
    return PASSES * REGISTERS * LANES[type] / ms * 1000;
  };
  const [from, to] = [new Uint8Array(COPIED_BYTES).fill(1), new Uint8Array(COPIED_BYTES)];
  // Each is read once and written once.
  const bytes = 2 * COPIED_BYTES / leastMs(Math.ceil(ROUNDS / 8), () => to.set(from)) * 1000;
  return { float32: peak("float32"), float64: peak("float64"), bytes };
}

/** The limits of C with AVX2 with so many labels, or why there are none. @param folder for it */
export async function nativeLimits(folder: string, labels: number): Promise<Limits | string> {
  const program = `${folder}/peak`;
  const built = await compile(C_SOURCE, program);
  if (!built.success) return built.stderr;
  const { success, stdout, stderr } = await tool(program, [`${labels}`]);
  return success ? JSON.parse(stdout) : stderr || "its program failed";
}

/** Makes a program of C. */
export async function compile(source: URL, path: string, flags: readonly string[] = []) {
  const file = decodeURIComponent(source.pathname);
  return await tool("cc", ["-O3", ...flags, "-o", path, file, "-lm"]);
}

/** Runs a program, and gives the last line of its errors; one that is not there has failed. */
export async function tool(name: string, args: string[]) {
  try {
    const { success, stdout, stderr } = await new Deno.Command(name, { args }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
    return { success, stdout: text(stdout), stderr: text(stderr).split("\n").at(-1)! };
  } catch {
    return { success: false, stdout: "", stderr: `${name} is not installed` };
  }
}
