/**
 * The run and the machine behind a report, as its manifest has them.
 *
 * @module
 */

import type { Fact } from "../blocks.ts";
import { formatBytes, formatPlural, formatShare } from "./format.ts";

/**
 * Describes a run. Manifests change with the harness: what is missing is left out, what is unknown
 * is ignored.
 */
export function runFacts(manifest: unknown): Fact[] {
  const run = fields(manifest);
  const merged = Array.isArray(run.merged) ? run.merged.map(fields) : [];
  const machine = fields(run.machine);
  const earlier = Array.isArray(run.earlier) ? run.earlier.map(fields) : [];
  const memory = typeof machine.memoryBytes === "number" ? formatBytes(machine.memoryBytes) : "";
  const values: Readonly<Record<string, string>> = {
    "Command": text(run.commandLine),
    "Suite": text(run.suite),
    "Seed": text(run.seed),
    "Rounds": text(run.rounds),
    "Started": text(run.startedAt),
    "Sessions": text(run.sessions),
    "Sessions before": earlier.map((session) =>
      join(", ", text(session.startedAt), commit(session), text(session.commandLine))
    ).join("; "),
    "Commit": commit(run),
    "Trellis": text(run.trellisVersion),
    "Shard": text(run.shard),
    "Merged from": merged.map(({ shard, startedAt }) =>
      join(", ", prefixed("shard", shard), text(startedAt))
    ).join("; "),
    "CPU": processor(machine),
    // A run of one machine names it once.
    "Machines": run.machine !== undefined ? "" : [
      ...new Set(merged.map((part) => {
        const { os, deno, ...rest } = fields(part.machine);
        return join(", ", processor(rest), text(os), prefixed("Deno", deno));
      })),
    ].join("; "),
    "Memory": memory,
    "Load": loadText(fields(run.conditions)),
    "System": join(" ", text(machine.os), text(machine.arch)),
    "Runtime": join(
      ", ",
      prefixed("Deno", machine.deno),
      prefixed("V8", machine.v8),
      prefixed("TypeScript", machine.typescript),
    ),
  };
  return Object.entries(values).filter(([, value]) => value !== "")
    .map(([label, value]) => label === "Command" ? { label, value, code: true } : { label, value });
}

/** How busy the machine was and how fast its clock; empty if the manifest does not say. */
function loadText(
  { loadBefore, loadMost, slowestMhz, fastestMhz, slowShare }: Readonly<Record<string, unknown>>,
): string {
  if (typeof loadBefore !== "number") return "";
  const clock = slowestMhz && fastestMhz ? `${slowestMhz} to ${fastestMhz} MHz` : "";
  const core = typeof slowShare === "number"
    ? `timed in turn on one core, which was slow ${formatShare(slowShare)} of the time`
    : "";
  return join(", ", `${loadBefore} before, at most ${text(loadMost)} in the run`, clock, core);
}

/** The suite's name, for the title; empty if the manifest has none. */
export function suiteName(manifest: unknown): string {
  return text(fields(manifest).suite);
}

/** Cells that were to be measured; undefined if the manifest does not say. */
export function plannedCells(manifest: unknown): number | undefined {
  const { cells } = fields(manifest);
  return typeof cells === "number" ? cells : undefined;
}

function commit({ commit, dirty }: Record<string, unknown>): string {
  const id = text(commit);
  return id && dirty === true ? `${id} with uncommitted changes` : id;
}

function processor({ cpu, cores }: Record<string, unknown>): string {
  return join(", ", text(cpu), typeof cores === "number" ? formatPlural(cores, "core") : "");
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function prefixed(name: string, version: unknown): string {
  return text(version) === "" ? "" : `${name} ${text(version)}`;
}

function join(separator: string, ...parts: string[]): string {
  return parts.filter((part) => part !== "").join(separator);
}
