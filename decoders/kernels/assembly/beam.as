// Beam search over a sentence; see `beam_sweep.ts`, which does the same in TypeScript.

import { bits, blockBytes, larger, largest, noScore, VECTOR } from "./lanes";

// @ts-ignore: decorator
@inline
function at<T>(base: usize, index: i32): usize {
  return base + <usize>index * sizeof<T>();
}

/** values[y] = max over the sources of ( prefix + e(source, y) ) + own[y]. */
// @ts-ignore: decorator
@inline
function relaxRow<T>(own: usize, edges: usize, blocks: i32, width: i32, labels: usize, prefixes: usize, values: usize): void {
  const row = <usize>blocks * blockBytes<T>();
  for (let i = 0; i < width; i++) {
    const prefix = v128.load_splat<T>(at<T>(prefixes, i));
    const from = edges + <usize>load<i32>(at<i32>(labels, i)) * row;
    const isFirst = i == 0;
    const isLast = i == width - 1;
    for (let o: usize = 0; o < row; o += VECTOR) {
      let value = v128.add<T>(prefix, v128.load(from + o));
      if (!isFirst) value = larger<T>(v128.load(values + o), value);
      if (isLast) value = v128.add<T>(value, v128.load(own + o));
      v128.store(values + o, value);
    }
  }
}

/** Writes the label with the largest value, the smallest of several. */
// @ts-ignore: decorator
@inline
function keepOne<T>(values: usize, blocks: i32, labels: usize, prefixes: usize): void {
  const row = <usize>blocks * blockBytes<T>();
  let highest = noScore<T>();
  for (let o: usize = 0; o < row; o += VECTOR) highest = larger<T>(highest, v128.load(values + o));
  const most = largest<T>(highest);
  const wanted = v128.splat<T>(most);
  for (let o: usize = 0; o < row; o += VECTOR) {
    const equal = bits<T>(v128.eq<T>(v128.load(values + o), wanted));
    if (equal) {
      store<i32>(labels, <i32>(o / sizeof<T>()) + ctz(equal));
      store<T>(prefixes, most);
      return;
    }
  }
}

/** Inserts a value into a list of at most `width`, best first; the first to come wins. */
// @ts-ignore: decorator
@inline
function insert<T>(labels: usize, prefixes: usize, count: i32, width: i32, label: i32, value: T): void {
  let i = count < width ? count : width - 1;
  for (; i > 0 && load<T>(at<T>(prefixes, i - 1)) < value; i--) {
    store<T>(at<T>(prefixes, i), load<T>(at<T>(prefixes, i - 1)));
    store<i32>(at<i32>(labels, i), load<i32>(at<i32>(labels, i - 1)));
  }
  store<T>(at<T>(prefixes, i), value);
  store<i32>(at<i32>(labels, i), label);
}

/** Writes the `width` best labels and their values, best first, smaller labels first. */
// @ts-ignore: decorator
@inline
function keepBest<T>(values: usize, blocks: i32, width: i32, labels: usize, prefixes: usize): void {
  const size: usize = sizeof<T>();
  const row = <usize>blocks * blockBytes<T>();
  for (let y = 0; y < width; y++) insert<T>(labels, prefixes, y, width, y, load<T>(at<T>(values, y)));
  let worst = load<T>(at<T>(prefixes, width - 1));
  for (let o = <usize>width * size & ~(VECTOR - 1); o < row; o += VECTOR) {
    let better = bits<T>(v128.gt<T>(v128.load(values + o), v128.splat<T>(worst)));
    while (better) {
      const y = <i32>(o / size) + ctz(better);
      better &= better - 1;
      const value = load<T>(at<T>(values, y));
      if (y < width || !(value > worst)) continue;
      insert<T>(labels, prefixes, width, width, y, value);
      worst = load<T>(at<T>(prefixes, width - 1));
    }
  }
}

// @ts-ignore: decorator
@inline
function beamSweep<T>(own: usize, length: i32, edges: usize, blocks: i32, width: i32, labels: usize, prefixes: usize, values: usize): void {
  const row = <usize>blocks * blockBytes<T>();
  for (let t = 0; t < length; t++, own += row) {
    if (t == 0) memory.copy(values, own, row);
    else {
      relaxRow<T>(own, edges, blocks, width, labels, prefixes, values);
      labels = at<i32>(labels, width);
      prefixes = at<T>(prefixes, width);
    }
    if (width == 1) keepOne<T>(values, blocks, labels, prefixes);
    else keepBest<T>(values, blocks, width, labels, prefixes);
  }
}

export function beamSweep32(own: usize, length: i32, edges: usize, blocks: i32, width: i32, labels: usize, prefixes: usize, values: usize): void {
  beamSweep<f32>(own, length, edges, blocks, width, labels, prefixes, values);
}
export function beamSweep64(own: usize, length: i32, edges: usize, blocks: i32, width: i32, labels: usize, prefixes: usize, values: usize): void {
  beamSweep<f64>(own, length, edges, blocks, width, labels, prefixes, values);
}
