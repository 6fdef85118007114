// What the binary exports.

export { diagonalForward32, diagonalForward64, diagonalSums64 } from "./diagonals";
