// What the binary exports.

export { blockFollow32, blockFollow64 } from "./follow";
export { blockSweep32, blockSweep64 } from "./sweep";
