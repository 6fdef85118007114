// What the binary exports.

export { ownExpand, ownReset } from "./columns";
export { ownFollow, ownMark, ownPass } from "./pass";
export { ownSearch } from "./search";
