// What the binary exports.

export { addRows64 } from "./sum";
