// What the binary exports, for float32 and for float64.

export { beamBacktrack, beamSweep } from "./beam";
