/**
 * What pages in Markdown are made of: numbers and tables.
 *
 * @module
 */

/** Digits in groups of three. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A number with its noun: 1 sentence, 2,000 sentences. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A percentage with so many decimals. */
export function percent(share: number, decimals = 2): string {
  return `${(100 * share).toFixed(decimals)}%`;
}

/**
 * A table.
 *
 * @param areNumbers whether all columns but the first are numbers, which stand to the right
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  areNumbers = false,
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = head.map((_, i) => areNumbers && i > 0 ? "---:" : "---");
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
