// Everything that the binary exports.

export {
  denseBacktrack32,
  denseBacktrack64,
  denseForward32,
  denseForward64,
  denseStep32,
  denseStep64,
} from "./dense";
export { denseFollow32, denseFollow64, denseMeet32, denseMeet64 } from "./dense_meet";
export { beamBacktrack32, beamBacktrack64, beamSweep32, beamSweep64 } from "./beam";
export { advantages32, advantages64 } from "./advantages";
export { dominanceSweep32, dominanceSweep64 } from "./dominance";
export { blockFollow32, blockFollow64 } from "./block_follow";
export { blockSweep32, blockSweep64 } from "./blocks";
export { deviationSearch32, deviationSearch64 } from "./deviations";
export {
  degenerateExpand32,
  degenerateExpand64,
  degenerateReset32,
  degenerateReset64,
} from "./degenerate_columns";
export { degeneratePass32, degeneratePass64 } from "./degenerate_pass";
export { degenerateFollow32, degenerateFollow64 } from "./degenerate_follow";
