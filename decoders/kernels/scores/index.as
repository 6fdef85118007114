// What the binary exports, for float32 and for float64.

export { takeDoubles, takeSingles } from "./copy";
