/**
 * CSV as Trellis writes it.
 *
 * @module
 */

import { stringify } from "@std/csv";

/** Writes lines of fields, each line ended by a line feed, as git and most tools like it. */
export function csv(lines: readonly (readonly unknown[])[]): string {
  return stringify(lines).replaceAll("\r\n", "\n");
}
