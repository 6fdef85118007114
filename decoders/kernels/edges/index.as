// What the binary exports, for float32 and for float64.

export { blockMaxima, extremes, panelize, transpose } from "./edges";
