/**
 * The library that runs the LSTM, loaded only by who trains one.
 *
 * jax-js was chosen by trial: 1.6 MB without dependencies, compiles to SIMD WebAssembly, needs no
 * permission under Deno, and derives functions. tfjs lacks gradients on its wasm backend and takes
 * seconds a step on its other one, onnxruntime-web only infers, and the small networks of the npm
 * registry (brain.js, synaptic, js-pytorch) are loops in JavaScript.
 *
 * @module
 */

import type * as Jax from "@jax-js/jax";
import { remembered } from "../../dataset.ts";
import type { Parameter } from "./optimiser.ts";

/** Name in the import map; not a literal in `import()`, so that nothing else fetches it. */
const NAME: string = "@jax-js/jax";

/** Numbers that are too many for the library to compute without its threads. */
const SMALL = 4096;

/** The module with all that it exports. */
export type Library = typeof Jax;

/** Numbers that the library holds; whoever passes one on without `.ref` gives it away. */
export type LibraryArray = Jax.numpy.Array;

/** Functions of arrays in the library's view: `jit` and `grad` keep no more of their types. */
export type Program = (...arrays: LibraryArray[]) => LibraryArray[];

/** A process has one library, however often it is opened. */
let opened: Promise<Library> | undefined;
/** Its threads, which would keep the process alive. */
const threads: Worker[] = [];
/** Whether its threads have ended: no request is answered any more. */
let isClosed = false;

/**
 * Loads it.
 *
 * @throws TypeError that says what is missing if it cannot be loaded, or that it was closed
 */
export async function loadLibrary(name: string = NAME): Promise<Library> {
  if (isClosed) throw new TypeError(`Cannot load ${name}: this process has ended its threads`);
  if (name !== NAME) return await load(name);
  return await (opened ??= load(name));
}

/** Ends the threads of the library: afterwards nothing more can be computed in this process. */
export function closeLibrary(): void {
  isClosed ||= threads.length > 0;
  for (const thread of threads.splice(0)) thread.terminate();
}

/** Copies numbers to the library. */
export function toLibrary(
  { numpy }: Library,
  values: Float32Array<ArrayBuffer>,
  shape: readonly number[],
): LibraryArray {
  return numpy.array(values, { shape: [...shape] });
}

/** Copies the values of parameters to the library, or makes zeros of their shapes. */
export function upload<Parameters extends readonly Parameter[]>(
  library: Library,
  parameters: Parameters,
  what: "values" | "zeros",
): { [Index in keyof Parameters]: LibraryArray } {
  return parameters.map(({ values, shape }) =>
    what === "zeros" ? library.numpy.zeros([...shape]) : toLibrary(library, values, shape)
  ) as { [Index in keyof Parameters]: LibraryArray };
}

/** Copies numbers from the library, which then forgets them. */
export async function download(array: LibraryArray): Promise<Float32Array> {
  return await array.data() as Float32Array;
}

/**
 * Programs of a library, made once: they are the same for all networks, and compiling takes a
 * second.
 */
export function perLibrary<T>(make: (library: Library) => T): (library: Library) => T {
  const made = new WeakMap<Library, T>();
  return (library) => remembered(made, library, () => make(library));
}

async function load(name: string): Promise<Library> {
  let library: Library;
  try {
    library = await import(name);
  } catch (cause) {
    throw new TypeError(
      `Cannot load the library that trains a BiLSTM, ${name}: ${(cause as Error).message}; ` +
        "`deno install` in the folder of the project gets it",
      { cause },
    );
  }
  await library.init("wasm");
  library.defaultDevice("wasm");
  await startThreads(library);
  return library;
}

/** Has the library start its threads, which it keeps to itself, and notes them. */
async function startThreads(library: Library): Promise<void> {
  const Thread = globalThis.Worker;
  globalThis.Worker = class extends Thread {
    constructor(...parameters: ConstructorParameters<typeof Worker>) {
      super(...parameters);
      threads.push(this);
    }
  };
  try {
    // It starts them when it first computes with more than a few numbers.
    const some = toLibrary(library, new Float32Array(SMALL), [SMALL]);
    await library.numpy.add(some.ref, some).data();
  } finally {
    globalThis.Worker = Thread;
  }
}
