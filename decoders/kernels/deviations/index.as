// What the binary exports, for float32 and for float64.

export { deviationSearch } from "./search";
