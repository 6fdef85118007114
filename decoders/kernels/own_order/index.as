// What the binary exports.

export { ownExpand32, ownExpand64, ownReset32, ownReset64 } from "./columns";
export { ownFollow32, ownFollow64, ownMark32, ownMark64, ownPass32, ownPass64 } from "./pass";
