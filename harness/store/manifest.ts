/**
 * The manifest of a run: what it was and on which machine. No user or host name.
 *
 * @module
 */

import { cpus } from "node:os";
import type { Followed } from "./side_tables.ts";
import { SCHEMA } from "./key.ts";
import { ifThere } from "./table_file.ts";
import { UsageError } from "../terminal/usage_error.ts";
import { briefJson, isRecord } from "../../datasets/visible.ts";
import config from "../../deno.json" with { type: "json" };

/** How busy and how fast a machine was; a system that does not say so has 0. */
export interface Conditions {
  /** Processes that wanted to compute in the minute before the run. */
  readonly loadBefore: number;
  /** The most in a minute of the run, its own among them: one or two. */
  readonly loadMost: number;
  /** The lowest and the highest clock of a core that was seen, in MHz. */
  readonly slowestMhz: number;
  readonly fastestMhz: number;
  /**
   * How often the core on which all that was timed took turns was slower than it can be, a share:
   * what was timed then was timed again. Absent where nobody could choose a core.
   */
  readonly slowShare?: number;
}

/** The most load, and the slowest and the fastest clock, of several times. */
export function worstConditions(all: readonly Conditions[]): Conditions {
  const of = (name: Exclude<keyof Conditions, "slowShare">) => all.map((one) => one[name]);
  const shares = all.flatMap(({ slowShare }) => slowShare ?? []);
  return {
    loadBefore: Math.max(...of("loadBefore")),
    loadMost: Math.max(...of("loadMost")),
    slowestMhz: Math.min(...of("slowestMhz")),
    fastestMhz: Math.max(...of("fastestMhz")),
    ...(shares.length < all.length ? {} : { slowShare: Math.max(...shares) }),
  };
}

/** What a run depends on; the folder of another run in the tree is no change of it. */
const SOURCES = ["*.ts", "deno.json", "deno.lock", "datasets/real"];

/** The machine that a run was made on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly os: string;
  readonly arch: string;
  readonly deno: string;
  readonly v8: string;
  readonly typescript: string;
}

/** A run that was merged into another. */
export interface MergedRun
  extends Pick<Manifest, "shard" | "sessions" | "commandLine" | "startedAt"> {
  /** Its first session, as the merged rows count them. */
  readonly firstSession: number;
  /** Where it was measured. */
  readonly machine: Machine;
}

/** A session of a run that another has gone on with. */
export type Session = Pick<Manifest, "commandLine" | "startedAt" | "commit" | "dirty">;

/** What a run was. */
export interface Manifest {
  /** Version of the rows' schema. */
  readonly schema: number;
  readonly trellisVersion: string;
  /** The command that makes the run again. */
  readonly commandLine: string;
  readonly suite: string;
  /** The kind of problem, if it is not `sequence`. */
  readonly problem?: string;
  /** Seed of the synthetic lattices and of the order of the cells. */
  readonly seed: number;
  /** Sentences of each dataset, if others than the suite's were asked for. */
  readonly sentences?: number;
  /** Rounds over the cells of a dataset; none where only counts were asked for. */
  readonly rounds: number;
  /** Decoders whose first use is followed. */
  readonly firstUse?: Followed;
  /** Time at which it began. */
  readonly startedAt: string;
  /** Runs into the folder: 1, and one more for each `--resume`. */
  readonly sessions: number;
  /** The sessions before the last, which all else tells of. */
  readonly earlier?: readonly Session[];
  /** Commit of the sources, empty outside a repository. */
  readonly commit: string;
  /** Whether sources or packs differed from the commit. */
  readonly dirty: boolean;
  /** Hash of the whole plan with the decoders' sources; the shards of a plan have the same. */
  readonly plan: string;
  /** `i/n`, if only that part of the plan was to be run. */
  readonly shard?: string;
  /** Cells that were to be measured. */
  readonly cells: number;
  /** How busy the machine was in the sessions, at worst; absent until one is over. */
  readonly conditions?: Conditions;
  /** Absent if the rows come from several machines. */
  readonly machine?: Machine;
  /** The runs that were merged into this one. */
  readonly merged?: readonly MergedRun[];
}

/** Describes a run that starts now, on this machine and from this commit. */
export async function newManifest(
  run: Omit<Manifest, "schema" | "trellisVersion" | "startedAt" | "commit" | "dirty" | "machine">,
): Promise<Manifest & { machine: Machine }> {
  const status = await git("status", "--porcelain", "--", ...SOURCES);
  return {
    schema: SCHEMA,
    trellisVersion: config.version,
    ...run,
    startedAt: new Date().toISOString(),
    commit: (await git("rev-parse", "HEAD")).trim(),
    dirty: status.trim() !== "",
    machine: {
      cpu: cpus()[0]?.model ?? "unknown",
      cores: navigator.hardwareConcurrency,
      memoryBytes: Deno.systemMemoryInfo().total,
      os: `${Deno.build.os} ${Deno.osRelease()}`,
      arch: Deno.build.arch,
      deno: Deno.version.deno,
      v8: Deno.version.v8,
      typescript: Deno.version.typescript,
    },
  };
}

/** What every manifest of a run has, as numbers. */
const NUMBERS = ["schema", "seed", "rounds", "sessions", "cells"] as const;
/** And as texts. */
const TEXTS = ["suite", "commandLine", "startedAt", "commit"] as const;
/** What some have: an object, or a list of some objects. */
const OBJECTS = ["machine", "firstUse", "conditions"] as const;
const LISTS = ["earlier", "merged"] as const;

/**
 * Reads a manifest.
 *
 * @throws SyntaxError if it is none of a run; the message names the file
 */
export function parseManifest(path: string, text: string): Manifest {
  let manifest: Partial<Manifest> | null;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`Cannot read ${path}: it is no JSON`, { cause: error });
  }
  const lacks = NUMBERS.find((name) => typeof manifest?.[name] !== "number") ??
    TEXTS.find((name) => typeof manifest?.[name] !== "string");
  if (lacks !== undefined) {
    throw new SyntaxError(`Cannot read ${path}: it is no manifest of a run, it has no ${lacks}`);
  }
  const isList = (it: unknown) => Array.isArray(it) && it.length > 0 && it.every(isRecord);
  const found = (names: readonly (keyof Manifest)[]) => names.filter((name) => name in manifest!);
  const odd = found(OBJECTS).find((name) => !isRecord(manifest![name])) ??
    found(LISTS).find((name) => !isList(manifest![name])) ??
    (manifest!.merged?.every(({ machine }) => isRecord(machine)) === false ? "merged" : undefined);
  if (odd === undefined) return manifest as Manifest;
  throw new SyntaxError(`Cannot read ${path}: its ${odd} is ${briefJson(manifest![odd])}`);
}

/** The machine on which a session of a run was measured; undefined if the manifest has none. */
export function machineOf({ machine, merged }: Manifest, session: number): Machine | undefined {
  return merged?.findLast(({ firstSession }) => firstSession <= session)?.machine ?? machine;
}

/** Whether two machines are the same to the version of Deno: times of others are never pooled. */
export function isSameMachine(a: Machine | undefined, b: Machine | undefined): boolean {
  return a !== undefined && b !== undefined && machineId(a) === machineId(b);
}

/** A text that is the same for the same machine. */
export function machineId({ cpu, cores, memoryBytes, os, arch, deno, v8 }: Machine): string {
  return JSON.stringify([cpu, cores, memoryBytes, os, arch, deno, v8]);
}

/** What git says of the project's folder, nothing if there is no git or no repository. */
async function git(...args: string[]): Promise<string> {
  const command = new Deno.Command("git", {
    args,
    cwd: new URL("../..", import.meta.url),
    stderr: "null",
  });
  const said = await ifThere(Promise.try(() => command.output()));
  return said?.success ? new TextDecoder().decode(said.stdout) : "";
}

/** Part `index` of `count`, counted from 1. */
export interface Shard {
  /** 1 ≤ index ≤ count. */
  readonly index: number;
  /** Into how many parts the plan is dealt. */
  readonly count: number;
}

/**
 * Reads a shard as the command line and the manifest write it, `i/n`.
 *
 * @throws UsageError for anything but 1 ≤ i ≤ n
 *
 * @example
 * ```ts
 * import { parseShard } from "./manifest.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseShard("2/8"), { index: 2, count: 8 });
 * ```
 */
export function parseShard(text: string): Shard {
  const [, index, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index === undefined || count === undefined || index < 1 || index > count) {
    throw new UsageError(`Cannot use the shard ${text}: write i/n with 1 ≤ i ≤ n`);
  }
  return { index, count };
}

/** Writes a shard as `i/n`. */
export function formatShard({ index, count }: Shard): string {
  return `${index}/${count}`;
}
