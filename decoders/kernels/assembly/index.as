// Everything that the binary exports.

export {
  denseBacktrack32,
  denseBacktrack64,
  denseForward32,
  denseForward64,
  denseStep32,
  denseStep64,
} from "./dense";
export { beamSweep32, beamSweep64 } from "./beam";
export { advantages32, advantages64, dominanceSweep32, dominanceSweep64, keptPath32, keptPath64 } from "./dominance";
