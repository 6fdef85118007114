// What the binary exports, for float32 and for float64.

export { denseBacktrack, denseFollow, denseForward, denseMeet } from "./dense";
