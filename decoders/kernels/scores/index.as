// What the binary exports.

export { roundRows32, roundRows64 } from "./round";
