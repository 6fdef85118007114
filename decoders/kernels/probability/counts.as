// Expected uses of edges; `kernels.ts` does the same in TypeScript, bit for bit.

import { blockBytes } from "../shared/lanes";

export function denseCounts64(before: usize, after: usize, steps: i32, counts: usize, labelCount: i32, blocks: i32): void {
  const row = <usize>blocks * blockBytes<f64>();
  for (const end = before + (<usize>labelCount << 3); before < end; before += 8) {
    for (let o: usize = 0; o < row; o += blockBytes<f64>()) {
      let m0 = f64x2.splat(0), m1 = m0, m2 = m0, m3 = m0, m4 = m0, m5 = m0, m6 = m0, m7 = m0;
      let p = before;
      let q = after + o;
      for (let t = 0; t < steps; t++) {
        const weight = v128.load64_splat(p);
        m0 = f64x2.add(m0, f64x2.mul(weight, v128.load(q)));
        m1 = f64x2.add(m1, f64x2.mul(weight, v128.load(q, 16)));
        m2 = f64x2.add(m2, f64x2.mul(weight, v128.load(q, 32)));
        m3 = f64x2.add(m3, f64x2.mul(weight, v128.load(q, 48)));
        m4 = f64x2.add(m4, f64x2.mul(weight, v128.load(q, 64)));
        m5 = f64x2.add(m5, f64x2.mul(weight, v128.load(q, 80)));
        m6 = f64x2.add(m6, f64x2.mul(weight, v128.load(q, 96)));
        m7 = f64x2.add(m7, f64x2.mul(weight, v128.load(q, 112)));
        p += row;
        q += row;
      }
      v128.store(counts, m0);
      v128.store(counts, m1, 16);
      v128.store(counts, m2, 32);
      v128.store(counts, m3, 48);
      v128.store(counts, m4, 64);
      v128.store(counts, m5, 80);
      v128.store(counts, m6, 96);
      v128.store(counts, m7, 112);
      counts += blockBytes<f64>();
    }
  }
}

/** Two edges at a time. */
export function edgeCounts64(before: usize, after: usize, steps: i32, row: usize, pairs: i32, sources: usize, targets: usize, counts: usize): void {
  for (let i = 0; i < pairs; i++) {
    const x0 = before + <usize>load<u32>(sources), x1 = before + <usize>load<u32>(sources, 4);
    const y0 = after + <usize>load<u32>(targets), y1 = after + <usize>load<u32>(targets, 4);
    let sum = f64x2.splat(0);
    let o: usize = 0;
    for (let t = 0; t < steps; t++) {
      const from = v128.load64_lane(x1 + o, v128.load64_zero(x0 + o), 1);
      const to = v128.load64_lane(y1 + o, v128.load64_zero(y0 + o), 1);
      sum = f64x2.add(sum, f64x2.mul(from, to));
      o += row;
    }
    v128.store(counts, sum);
    sources += 8;
    targets += 8;
    counts += 16;
  }
}
