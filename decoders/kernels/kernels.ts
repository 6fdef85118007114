/**
 * The inner loops of decoders, twice: in WebAssembly with SIMD, and in TypeScript.
 *
 * @module
 */

import { advantages } from "./advantages.ts";
import { Arena } from "./arena.ts";
import { beamBacktrack, beamSweep } from "./beam_sweep.ts";
import { BINARY } from "./binary.ts";
import { blockFollow, blockSweep } from "./block_sweep.ts";
import { degenerateExpand, degenerateReset } from "./degenerate_columns.ts";
import { degenerateFollow, degeneratePass } from "./degenerate_pass.ts";
import { denseBacktrack, denseForward, denseStep } from "./dense.ts";
import { denseFollow, denseMeet } from "./dense_meet.ts";
import { dominanceSweep } from "./dominance_sweep.ts";

/** All kernels, in TypeScript. The binary has each twice: `advantages32` and `advantages64`, and so on. */
const TWINS = {
  advantages,
  beamBacktrack,
  beamSweep,
  blockFollow,
  blockSweep,
  degenerateExpand,
  degenerateFollow,
  degeneratePass,
  degenerateReset,
  denseBacktrack,
  denseFollow,
  denseForward,
  denseMeet,
  denseStep,
  dominanceSweep,
};

type Twins = typeof TWINS;

/** A kernel: its TypeScript twin in a given arena. */
type Bound<Twin> = Twin extends (arena: Arena, ...parameters: infer Parameters) => infer Result
  ? (...parameters: Parameters) => Result
  : never;

/**
 * Kernels over the scores in an arena. Parameters are addresses in it, except where they count.
 * Each is described at its TypeScript twin, the function of its name.
 */
export type Kernels = { readonly [Name in keyof Twins]: Bound<Twins[Name]> } & {
  /**
   * The search for deviations. What does the same in TypeScript is not in the arena but in
   * `k_best/deviations.ts`: so there is none in plain kernels.
   *
   * @returns how many paths there are, or what room is missing; see `deviation_tables.ts`
   */
  readonly deviationSearch?: (tables: number, own: number, length: number, k: number) => number;
  readonly arena: Arena;
  /** Bytes of a score: 4 for float32, 8 for float64. */
  readonly scoreBytes: 4 | 8;
  /** All of the arena as scores; the index is the address / `scoreBytes`. */
  readonly scores: Float32Array | Float64Array;
};

/** In WebAssembly with SIMD, or in TypeScript. */
export type KernelKind = "simd" | "plain";

/** Compiled at the first use; null where WebAssembly has no SIMD. */
let compiled: WebAssembly.Module | null | undefined;

/**
 * Kernels with an arena of their own.
 *
 * `simd` computes in float32 where that is exact (`Model.float32Exact`: partial sums and their
 * differences fit 24 bits), four scores at a time, otherwise in float64, two at a time. `plain`
 * computes in float64. All give the same values and do the same work. Without SIMD in WebAssembly,
 * `simd` is `plain`.
 */
export function openKernels(kind: KernelKind, isFloat32Exact: boolean): Kernels {
  if (kind === "simd") {
    compiled ??= compile();
    if (compiled !== null) return simdKernels(compiled, isFloat32Exact);
  }
  return plainKernels();
}

function compile(): WebAssembly.Module | null {
  const bytes = Uint8Array.fromBase64(BINARY);
  return WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
}

function simdKernels(module: WebAssembly.Module, isFloat32Exact: boolean): Kernels {
  const arena = new Arena();
  const { exports } = new WebAssembly.Instance(module, { env: { memory: arena.memory } });
  const scoreBytes = isFloat32Exact ? 4 : 8;
  const kernel = (name: string) => exports[`${name}${8 * scoreBytes}`];
  const deviationSearch = kernel("deviationSearch") as NonNullable<Kernels["deviationSearch"]>;
  return withKernels(arena, scoreBytes, kernel, { deviationSearch });
}

function plainKernels(): Kernels {
  const arena = new Arena();
  return withKernels(arena, 8, (name) => {
    const twin: (arena: Arena, ...parameters: number[]) => unknown = TWINS[name];
    return (...parameters: number[]) => twin(arena, ...parameters);
  });
}

function withKernels(
  arena: Arena,
  scoreBytes: 4 | 8,
  kernel: (name: keyof Twins) => unknown,
  others: Pick<Kernels, "deviationSearch"> = {},
): Kernels {
  const names = Object.keys(TWINS) as (keyof Twins)[];
  return {
    ...Object.fromEntries(names.map((name) => [name, kernel(name)])) as Pick<Kernels, keyof Twins>,
    ...others,
    arena,
    scoreBytes,
    get scores() {
      return scoreBytes === 4 ? arena.singles : arena.doubles;
    },
  };
}
