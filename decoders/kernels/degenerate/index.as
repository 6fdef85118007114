// What the binary exports.

export { degenerateExpand32, degenerateExpand64, degenerateReset32, degenerateReset64 } from "./columns";
export { degenerateFollow32, degenerateFollow64 } from "./follow";
export { degeneratePass32, degeneratePass64 } from "./pass";
