// What the binary exports.

export { denseCounts64, edgeCounts64 } from "./counts";
export { dotRows64, exponentials64, multiplyRow64, scaleRow64, shareRow64, stageRow64, sumRow64, weighRow64 } from "./rows";
export { denseSums64, listSums64 } from "./sums";
