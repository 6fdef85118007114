// What the binary exports.

export { readItems64 } from "./items";
export { readColumns64 } from "./columns";
export { writeLabels64 } from "./labels";
