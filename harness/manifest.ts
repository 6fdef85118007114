/**
 * The manifest of a run: what it was and on which machine. No user or host name.
 *
 * @module
 */

import { cpus } from "node:os";
import { SCHEMA } from "./key.ts";
import config from "../deno.json" with { type: "json" };

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

/** What a run was. */
export interface Manifest {
  /** Version of the rows' schema. */
  readonly schema: number;
  readonly trellisVersion: string;
  /** The command that makes the run again. */
  readonly commandLine: string;
  readonly suite: string;
  /** Seed of the synthetic lattices and of the order of the cells. */
  readonly seed: number;
  /** Rounds over the cells of a dataset. */
  readonly rounds: number;
  readonly startedAt: string;
  /** Runs into the folder: 1, and one more for each `--resume`. */
  readonly sessions: number;
  /** Commit of the sources, empty outside a repository. */
  readonly commit: string;
  /** Whether the sources differed from the commit. */
  readonly dirty: boolean;
  readonly machine: Machine;
}

/** Describes a run that starts now. */
export async function newManifest(
  run: Pick<Manifest, "commandLine" | "suite" | "seed" | "rounds" | "sessions">,
): Promise<Manifest> {
  const status = await git("status", "--porcelain");
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

/** What git says of the project's folder, nothing if there is no git or no repository. */
async function git(...args: string[]): Promise<string> {
  try {
    const command = new Deno.Command("git", {
      args,
      cwd: new URL("..", import.meta.url),
      stderr: "null",
    });
    const { success, stdout } = await command.output();
    return success ? new TextDecoder().decode(stdout) : "";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
