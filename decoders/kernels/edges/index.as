// What the binary exports.

export { blockMaxima32, blockMaxima64, extremes32, extremes64 } from "./extremes";
export { panelize32, panelize64, transpose32, transpose64 } from "./copies";
