/**
 * One position of dynamic programming from a few labels to all.
 *
 * @module
 */

/** Sources whose rows of the transitions are read together. */
const ROWS = 4;

/**
 * values[y] = max over sources x of ( prefix(x) + e(x, y) ) + n(y) for all labels y.
 *
 * Source i of start ≤ i < end is the label `labels[i]` with the best prefix score `prefixes[i]`;
 * there is at least one. Cost: (end − start)·L edges.
 *
 * @param emissions the L emissions n of the position
 * @param values receives L scores
 */
export function restrictedStep(
  transitions: Float64Array,
  labels: Int32Array,
  prefixes: Float64Array,
  start: number,
  end: number,
  emissions: Float64Array,
  values: Float64Array,
): void {
  const labelCount = emissions.length;
  values.fill(-Infinity, 0, labelCount);
  let i = start;
  for (; i + ROWS <= end; i += ROWS) {
    const p0 = prefixes[i]!, p1 = prefixes[i + 1]!, p2 = prefixes[i + 2]!, p3 = prefixes[i + 3]!;
    const e0 = labels[i]! * labelCount, e1 = labels[i + 1]! * labelCount;
    const e2 = labels[i + 2]! * labelCount, e3 = labels[i + 3]! * labelCount;
    for (let y = 0; y < labelCount; y++) {
      let best = values[y]!;
      const s0 = p0 + transitions[e0 + y]!;
      if (s0 > best) best = s0;
      const s1 = p1 + transitions[e1 + y]!;
      if (s1 > best) best = s1;
      const s2 = p2 + transitions[e2 + y]!;
      if (s2 > best) best = s2;
      const s3 = p3 + transitions[e3 + y]!;
      if (s3 > best) best = s3;
      values[y] = best;
    }
  }
  for (; i < end; i++) {
    const prefix = prefixes[i]!;
    const row = labels[i]! * labelCount;
    for (let y = 0; y < labelCount; y++) {
      const score = prefix + transitions[row + y]!;
      if (score > values[y]!) values[y] = score;
    }
  }
  for (let y = 0; y < labelCount; y++) values[y]! += emissions[y]!;
}
