/**
 * Programs as decoders: `name=PROGRAM ARGS…` on a command line, and the module that stands for one
 * in an isolate. See `harness/PROTOCOL.md`.
 *
 * @module
 */

/** The module that speaks with the program that its query names. */
const MODULE = new URL("../external/decoder.ts", import.meta.url);
/** What a decoder is called, and what a shell runs. */
const COMMAND = /^\s*([a-z][a-z0-9-]*)=(.*\S.*)$/s;
/** A word as a shell has it, and what is quoted in one. */
const WORD = /(?:\\.|'[^']*'|"[^"]*"|[^\s'"\\=;&|<>()])+/gs;
const QUOTED = /\\(.)|'([^']*)'|"([^"]*)"/gs;

/** A program that decodes. */
export interface ProgramCommand {
  /** What its rows are called. */
  readonly name: string;
  /** What a shell runs. */
  readonly command: string;
}

/** Reads `name=PROGRAM ARGS…`; undefined for any other text. */
export function readCommand(text: string): ProgramCommand | undefined {
  const [, name, command] = COMMAND.exec(text) ?? [];
  return command === undefined ? undefined : { name: name!, command: command.trim() };
}

/** URL of the module that stands for a program. */
export function commandUrl({ name, command }: ProgramCommand): string {
  return `${MODULE.href}?${new URLSearchParams({ name, command })}`;
}

/** The program that a module stands for; undefined for other modules. */
export function commandOf(url: string): ProgramCommand | undefined {
  const { origin, pathname, searchParams } = new URL(url);
  const [name, command] = [searchParams.get("name"), searchParams.get("command")];
  if (pathname !== MODULE.pathname || origin !== MODULE.origin) return undefined;
  return name === null || command === null ? undefined : { name, command };
}

/**
 * The words of a command that are files, its program or script among them: with other bytes it is
 * another decoder. A word may have blanks, as a shell quotes them, and a part of it may be a file.
 */
export function programFiles({ command }: ProgramCommand): string[] {
  const words = (command.match(WORD) ?? []).map((word) => word.replaceAll(QUOTED, "$1$2$3"));
  const parts = command.split(/[\s'"=;&|<>()]+/);
  return [...new Set([...parts, ...words])].filter((word) => {
    try {
      return word !== "" && Deno.statSync(word).isFile;
    } catch {
      return false;
    }
  });
}
