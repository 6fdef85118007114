// What the binary exports.

export { takeDoubles32, takeDoubles64, takeSingles32, takeSingles64 } from "./copy";
