// What the binary exports.

export { beamBacktrack32, beamBacktrack64, beamSweep32, beamSweep64 } from "./beam";
