// The tables of forward dominance; see `sweep_tables.ts`, which describes the fields.

/** As `DominanceTables` in TypeScript writes it. */
@unmanaged
export class Tables {
  labelCount: i32;
  blocks: i32;
  listBytes: usize;
  byRow: i32;
  edges: usize;
  panels: usize;
  incoming: usize;
  bounds: usize;
  least: usize;
  zeros: usize;
  advantages: usize;
  maxima: usize;
  values: usize;
  heights: usize;
  prefixRow: usize;
  tops: usize;
  reaches: usize;
  wantedBlocks: usize;
  wantedSources: usize;
  touched: usize;
  needed: usize;
  labels: usize;
  prefixes: usize;
  ends: usize;
  path: usize;
  position: i32;
  start: i32;
  end: i32;
  missing: i32;
  relaxed: i32;
  edgeEvaluations: f64;
  nodeExpansions: f64;
  score: f64;
}

export const PANELS_MISSING: i32 = -1;
export const ADVANTAGES_MISSING: i32 = -2;
