// The tables of block skipping; see `block_tables.ts`, which describes the fields.

/** As `BlockTables` in TypeScript writes it. */
@unmanaged
export class Tables {
  labelCount: i32;
  blocks: i32;
  groups: i32;
  edges: usize;
  maxima: usize;
  outgoing: usize;
  floors: usize;
  flooredCount: i32;
  floored: usize;
  values: usize;
  keys: usize;
  tops: usize;
  least: usize;
  waitingKeys: usize;
  waitingLabels: usize;
  alpha: usize;
  sources: usize;
  ends: usize;
  path: usize;
  padding: i32;
  edgeEvaluations: f64;
  nodeExpansions: f64;
  score: f64;
}
