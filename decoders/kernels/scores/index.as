// What the binary exports.

export { roundRow32, roundRow64, widenRow64 } from "./round";
