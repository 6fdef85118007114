/**
 * The inner loops of decoders, twice: in WebAssembly with SIMD, and in TypeScript.
 *
 * @module
 */

import { advantages } from "./advantages.ts";
import { Arena } from "./arena.ts";
import { beamSweep } from "./beam_sweep.ts";
import { BINARY } from "./binary.ts";
import { denseBacktrack, denseForward, denseStep } from "./dense.ts";
import { dominanceSweep, keptPath } from "./dominance_sweep.ts";

/**
 * Kernels over the scores in an arena. Parameters are addresses in it, except where they count.
 * Each is described at its TypeScript twin, the function of its name.
 */
export interface Kernels {
  readonly arena: Arena;
  /** Bytes of a score: 4 for float32, 8 for float64. */
  readonly scoreBytes: 4 | 8;
  /** All of the arena as scores; the index is the address / `scoreBytes`. */
  readonly scores: Float32Array | Float64Array;
  denseStep(
    prefixes: number,
    panels: number,
    own: number,
    next: number,
    labelCount: number,
    blocks: number,
  ): void;
  denseForward(
    own: number,
    length: number,
    panels: number,
    alpha: number,
    labelCount: number,
    blocks: number,
  ): void;
  denseBacktrack(
    length: number,
    panels: number,
    alpha: number,
    labels: number,
    labelCount: number,
    blocks: number,
  ): void;
  beamSweep(
    own: number,
    length: number,
    edges: number,
    blocks: number,
    width: number,
    labels: number,
    prefixes: number,
    values: number,
  ): void;
  dominanceSweep(
    tables: number,
    own: number,
    length: number,
    tolerance: number,
    labels: number,
    prefixes: number,
    ends: number,
  ): number;
  keptPath(
    tables: number,
    length: number,
    labels: number,
    prefixes: number,
    ends: number,
    path: number,
  ): void;
  advantages(edges: number, m: number, labelCount: number, blocks: number, row: number): void;
}

/** In WebAssembly with SIMD, or in TypeScript. */
export type KernelKind = "simd" | "plain";

/** What the binary exports: each kernel for float32 and for float64. */
type Exports = {
  readonly [Name in keyof Twins as `${Name}${32 | 64}`]: Kernels[Name];
};
type Twins = Omit<Kernels, "arena" | "scoreBytes" | "scores">;

/** Compiled at the first use; null where WebAssembly has no SIMD. */
let compiled: WebAssembly.Module | null | undefined;

/**
 * Kernels with an arena of their own.
 *
 * `simd` computes in float32 where that is exact (`Model.float32Exact`: every partial sum fits 24
 * bits), four scores at a time, otherwise in float64, two at a time. `plain` computes in float64.
 * All give the same values and do the same work. Without SIMD in WebAssembly, `simd` is `plain`.
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
  const binary = exports as unknown as Exports;
  return isFloat32Exact
    ? {
      arena,
      scoreBytes: 4,
      get scores() {
        return arena.singles;
      },
      denseStep: binary.denseStep32,
      denseForward: binary.denseForward32,
      denseBacktrack: binary.denseBacktrack32,
      beamSweep: binary.beamSweep32,
      dominanceSweep: binary.dominanceSweep32,
      keptPath: binary.keptPath32,
      advantages: binary.advantages32,
    }
    : {
      arena,
      scoreBytes: 8,
      get scores() {
        return arena.doubles;
      },
      denseStep: binary.denseStep64,
      denseForward: binary.denseForward64,
      denseBacktrack: binary.denseBacktrack64,
      beamSweep: binary.beamSweep64,
      dominanceSweep: binary.dominanceSweep64,
      keptPath: binary.keptPath64,
      advantages: binary.advantages64,
    };
}

function plainKernels(): Kernels {
  const arena = new Arena();
  return {
    arena,
    scoreBytes: 8,
    get scores() {
      return arena.doubles;
    },
    denseStep: (...parameters) => denseStep(arena, ...parameters),
    denseForward: (...parameters) => denseForward(arena, ...parameters),
    denseBacktrack: (...parameters) => denseBacktrack(arena, ...parameters),
    beamSweep: (...parameters) => beamSweep(arena, ...parameters),
    dominanceSweep: (...parameters) => dominanceSweep(arena, ...parameters),
    keptPath: (...parameters) => keptPath(arena, ...parameters),
    advantages: (...parameters) => advantages(arena, ...parameters),
  };
}
