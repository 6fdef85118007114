// What the binary exports.

export { deviationSearch32, deviationSearch64 } from "./search";
