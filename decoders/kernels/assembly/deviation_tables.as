// The tables of the search for deviations; see `deviation_tables.ts`, which describes the fields.

/** As `DeviationKernel` in TypeScript writes it. */
@unmanaged
export class Search {
  labelCount: i32;
  blocks: i32;
  exactSums: i32;
  incoming: usize;
  alpha: usize;
  rankings: usize;
  rankingsBytes: usize;
  epoch: i32;
  pool: usize;
  poolEnd: usize;
  elementCapacity: i32;
  positions: usize;
  labels: usize;
  ranks: usize;
  origins: usize;
  scores: usize;
  rests: usize;
  agenda: usize;
  best: usize;
  pathCapacity: i32;
  paths: usize;
  pathScores: usize;
  length: i32;
  own: usize;
  limit: i32;
  bar: f64;
  edgeEvaluations: f64;
  nodeExpansions: f64;
  poolTop: usize;
  elementCount: i32;
  agendaCount: i32;
  bestCount: i32;
  pathCount: i32;
}
