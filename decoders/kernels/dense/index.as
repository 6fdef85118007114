// What the binary exports.

export { denseBacktrack32, denseBacktrack64, denseForward32, denseForward64 } from "./dense";
export { denseFollow32, denseFollow64, denseMeet32, denseMeet64 } from "./dense_meet";
