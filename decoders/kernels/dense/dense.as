// Dense Viterbi; `chain/dense_viterbi.ts` does the same in TypeScript. And from both ends.

import { BLOCK, blockBytes, higher, larger, noScore, VECTOR } from "../shared/lanes";
import { at, largestOfEach, QUAD, quadTop, spread } from "../shared/quads";

/** Address of the largest edge, which is before the panels. */
// @ts-ignore: decorator
@inline
function largestEdge<T>(panels: usize): usize {
  return panels - sizeof<T>();
}

/**
 * What a row of scores is lowered by, in all lanes, so that no sum with an edge is positive: its
 * largest score and the largest edge; 0 if there is no such sum, or if scores are float64, where
 * nothing is gained.
 */
// @ts-ignore: decorator
@inline
export function excess<T>(scores: usize, row: usize, panels: usize): v128 {
  if (sizeof<T>() == 8) return v128.splat<T>(0);
  let top = noScore<T>();
  for (const end = scores + row; scores < end; scores += QUAD) top = larger<T>(top, quadTop<T>(scores));
  const sum = v128.add<T>(spread<T>(top), v128.load_splat<T>(largestEdge<T>(panels)));
  return v128.and(sum, v128.gt<T>(sum, noScore<T>()));
}

/** Takes a number from each score of a row. */
// @ts-ignore: decorator
@inline
export function lower<T>(scores: usize, row: usize, number: v128): void {
  if (sizeof<T>() == 8) return;
  for (const end = scores + row; scores < end; scores += VECTOR) v128.store(scores, v128.sub<T>(v128.load(scores), number));
}

/** Gives back what `lower` took. */
// @ts-ignore: decorator
@inline
export function raise<T>(scores: usize, row: usize, number: v128): void {
  lower<T>(scores, row, v128.neg<T>(number));
}

// next[y] = max over x of ( prefixes[x] + e(x, y) ) + own[y], a block of next labels at a time,
// whose maxima stay in registers. `panels` holds the transitions block by block: L rows of 16
// scores each. The prefixes are lowered meanwhile, so that sums can be compared as integers.
// Nothing is rounded: float32 is used only where the differences of partial sums fit it, and a
// lowered prefix, and its sum with an edge, are such differences.
// @ts-ignore: decorator
@inline
export function denseStep<T>(prefixes: usize, panels: usize, own: usize, next: usize, labelCount: i32, blocks: i32): void {
  const size: usize = sizeof<T>();
  const row = blockBytes<T>();
  const all = <usize>blocks * row;
  const taken = excess<T>(prefixes, all, panels);
  lower<T>(prefixes, all, taken);
  const end = prefixes + <usize>labelCount * size;
  let e = panels;
  for (let b = 0; b < blocks; b++) {
    let m0 = noScore<T>(), m1 = m0, m2 = m0, m3 = m0, m4 = m0, m5 = m0, m6 = m0, m7 = m0;
    for (let x = prefixes; x < end; x += size) {
      const prefix = v128.load_splat<T>(x);
      m0 = higher<T>(m0, v128.add<T>(prefix, v128.load(e)));
      m1 = higher<T>(m1, v128.add<T>(prefix, v128.load(e, 16)));
      m2 = higher<T>(m2, v128.add<T>(prefix, v128.load(e, 32)));
      m3 = higher<T>(m3, v128.add<T>(prefix, v128.load(e, 48)));
      if (size == 8) {
        m4 = higher<T>(m4, v128.add<T>(prefix, v128.load(e, 64)));
        m5 = higher<T>(m5, v128.add<T>(prefix, v128.load(e, 80)));
        m6 = higher<T>(m6, v128.add<T>(prefix, v128.load(e, 96)));
        m7 = higher<T>(m7, v128.add<T>(prefix, v128.load(e, 112)));
      }
      e += row;
    }
    v128.store(next, v128.add<T>(v128.add<T>(m0, taken), v128.load(own)));
    v128.store(next, v128.add<T>(v128.add<T>(m1, taken), v128.load(own, 16)), 16);
    v128.store(next, v128.add<T>(v128.add<T>(m2, taken), v128.load(own, 32)), 32);
    v128.store(next, v128.add<T>(v128.add<T>(m3, taken), v128.load(own, 48)), 48);
    if (size == 8) {
      v128.store(next, v128.add<T>(v128.add<T>(m4, taken), v128.load(own, 64)), 64);
      v128.store(next, v128.add<T>(v128.add<T>(m5, taken), v128.load(own, 80)), 80);
      v128.store(next, v128.add<T>(v128.add<T>(m6, taken), v128.load(own, 96)), 96);
      v128.store(next, v128.add<T>(v128.add<T>(m7, taken), v128.load(own, 112)), 112);
    }
    own += row;
    next += row;
  }
  raise<T>(prefixes, all, taken);
}

/** All positions: alpha receives T rows. */
// @ts-ignore: decorator
@inline
export function denseForward<T>(own: usize, length: i32, panels: usize, alpha: usize, labelCount: i32, blocks: i32): void {
  const row = <usize>blocks * blockBytes<T>();
  memory.copy(alpha, own, row);
  for (let t = 1; t < length; t++) {
    own += row;
    denseStep<T>(alpha, panels, own, alpha + row, labelCount, blocks);
    alpha += row;
  }
}

/** labels receives the best path that ends in labels[T − 1]. */
// @ts-ignore: decorator
@inline
export function denseBacktrack<T>(length: i32, panels: usize, alpha: usize, labels: usize, labelCount: i32, blocks: i32): void {
  const size: usize = sizeof<T>();
  const row = <usize>blocks * blockBytes<T>();
  const panel = <usize>labelCount * blockBytes<T>();
  for (let t = length - 1; t > 0; t--) {
    const y = load<i32>(labels + (<usize>t << 2));
    let e = panels + <usize>(y / BLOCK) * panel + <usize>(y % BLOCK) * size;
    const prefixes = alpha + <usize>(t - 1) * row;
    let best: T = <T>(-Infinity);
    let from = 0;
    for (let x = 0; x < labelCount; x++) {
      const score = load<T>(prefixes + <usize>x * size) + load<T>(e);
      if (score > best) {
        best = score;
        from = x;
      }
      e += blockBytes<T>();
    }
    store<i32>(labels + (<usize>(t - 1) << 2), from);
  }
}

/**
 * Half a panel of a step from both ends, or a whole one of float32: four vectors of next labels.
 * Raises the lane-wise maxima of what follows each previous label. No sum may be positive; `taken`
 * makes up for what was taken from the prefixes.
 */
// @ts-ignore: decorator
@inline
function meetPanel<T>(prefixes: usize, suffixes: usize, edges: usize, own: usize, next: usize, laneMaxima: usize, taken: v128, labelCount: i32): void {
  const end = prefixes + <usize>labelCount * sizeof<T>();
  const s0 = v128.load(suffixes), s1 = v128.load(suffixes, 16), s2 = v128.load(suffixes, 32), s3 = v128.load(suffixes, 48);
  let m0 = noScore<T>(), m1 = m0, m2 = m0, m3 = m0;
  for (let x = prefixes; x < end; x += sizeof<T>()) {
    const prefix = v128.load_splat<T>(x);
    const e0 = v128.load(edges), e1 = v128.load(edges, 16), e2 = v128.load(edges, 32), e3 = v128.load(edges, 48);
    m0 = higher<T>(m0, v128.add<T>(prefix, e0));
    m1 = higher<T>(m1, v128.add<T>(prefix, e1));
    m2 = higher<T>(m2, v128.add<T>(prefix, e2));
    m3 = higher<T>(m3, v128.add<T>(prefix, e3));
    const low = higher<T>(v128.add<T>(e0, s0), v128.add<T>(e1, s1));
    const high = higher<T>(v128.add<T>(e2, s2), v128.add<T>(e3, s3));
    v128.store(laneMaxima, higher<T>(v128.load(laneMaxima), higher<T>(low, high)));
    edges += blockBytes<T>();
    laneMaxima += VECTOR;
  }
  v128.store(next, v128.add<T>(v128.add<T>(m0, taken), v128.load(own)));
  v128.store(next, v128.add<T>(v128.add<T>(m1, taken), v128.load(own, 16)), 16);
  v128.store(next, v128.add<T>(v128.add<T>(m2, taken), v128.load(own, 32)), 32);
  v128.store(next, v128.add<T>(v128.add<T>(m3, taken), v128.load(own, 48)), 48);
}

/**
 * A step from both ends over one reading of the transitions. Prefixes and suffixes are lowered as
 * in `denseStep`.
 */
// @ts-ignore: decorator
@inline
function meetStep<T>(prefixes: usize, suffixes: usize, panels: usize, own: usize, next: usize, rest: usize, laneMaxima: usize, labelCount: i32, blocks: i32): void {
  const row = <usize>blocks * blockBytes<T>();
  const lanes = <i32>(VECTOR / sizeof<T>());
  const laneMaximaEnd = laneMaxima + <usize>(blocks * BLOCK) * VECTOR;
  const ofPrefixes = excess<T>(prefixes, row, panels);
  const ofSuffixes = excess<T>(suffixes, row, panels);
  lower<T>(prefixes, row, ofPrefixes);
  lower<T>(suffixes, row, ofSuffixes);
  for (let i = laneMaxima; i < laneMaximaEnd; i += VECTOR) v128.store(i, noScore<T>());
  for (let o: usize = 0; o < row; o += blockBytes<T>()) {
    for (let half: usize = 0; half < blockBytes<T>(); half += 64) {
      const i = o + half;
      meetPanel<T>(prefixes, suffixes + i, panels + half, own + i, next + i, laneMaxima, ofPrefixes, labelCount);
    }
    panels += <usize>labelCount * blockBytes<T>();
  }
  for (let x = 0; x < blocks * BLOCK; x += lanes) {
    v128.store(at<T>(rest, x), v128.add<T>(largestOfEach<T>(laneMaxima + <usize>x * VECTOR), ofSuffixes));
  }
  raise<T>(prefixes, row, ofPrefixes);
}

/** From both ends towards the middle, which it returns. */
// @ts-ignore: decorator
@inline
export function denseMeet<T>(own: usize, length: i32, panels: usize, alpha: usize, rest: usize, room: usize, labelCount: i32, blocks: i32): i32 {
  const row = <usize>blocks * blockBytes<T>();
  const suffixes = room;
  const laneMaxima = room + row;
  let left = 0;
  let right = length - 1;
  memory.copy(alpha, own, row);
  memory.fill(rest + <usize>right * row, 0, row);
  while (left < right) {
    const prefixes = alpha + <usize>left * row;
    left++;
    if (left == right) denseStep<T>(prefixes, panels, own + <usize>left * row, prefixes + row, labelCount, blocks);
    else {
      const after = <usize>right * row;
      for (let o: usize = 0; o < row; o += VECTOR) {
        v128.store(suffixes + o, v128.add<T>(v128.load(own + after + o), v128.load(rest + after + o)));
      }
      right--;
      meetStep<T>(prefixes, suffixes, panels, own + <usize>left * row, prefixes + row, rest + after - row, laneMaxima, labelCount, blocks);
    }
  }
  return left;
}

/** labels receives the best path after labels[middle]; returns whether another one ties with it. */
// @ts-ignore: decorator
@inline
export function denseFollow<T>(middle: i32, length: i32, own: usize, panels: usize, rest: usize, labels: usize, labelCount: i32, blocks: i32): bool {
  const row = <usize>blocks * blockBytes<T>();
  const panel = <usize>labelCount * blockBytes<T>();
  let isTied = false;
  for (let t = middle; t < length - 1; t++) {
    let e = panels + <usize>load<i32>(labels + (<usize>t << 2)) * blockBytes<T>();
    const after = <usize>(t + 1) * row;
    let best: T = <T>(-Infinity);
    let next = 0;
    let ties = false;
    for (let b = 0; b < blocks; b++, e += panel) {
      for (let i = 0; i < BLOCK; i++) {
        const y = b * BLOCK + i;
        const score = load<T>(at<T>(e, i)) + (load<T>(at<T>(own + after, y)) + load<T>(at<T>(rest + after, y)));
        if (score >= best) {
          ties = score == best;
          if (!ties) next = y;
          best = score;
        }
      }
    }
    store<i32>(labels + (<usize>(t + 1) << 2), next);
    isTied = isTied || ties;
  }
  return isTied;
}
