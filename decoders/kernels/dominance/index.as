// What the binary exports.

export { advantages32, advantages64 } from "./advantages";
export { dominanceSweep32, dominanceSweep64 } from "./dominance";
