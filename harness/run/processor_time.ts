/**
 * The time that this process has spent on processors, which is not longer where others want them
 * too.
 *
 * @module
 */

import process from "node:process";
import { now } from "../isolate/captured.ts";

const { cpuUsage } = process;
/** Windows counts in steps of 16 ms. */
const isCoarse = Deno.build.os === "windows";

/** Milliseconds of all threads since any start. */
export function processorMs(): number {
  if (isCoarse) return now();
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}
