/**
 * Hostile decoders as files, and what becomes of them, measured in one run beside the baseline, its
 * control and a right decoder.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Row } from "../../../harness/store/rows.ts";
import { hostileRun } from "../../helpers/hostile.ts";

/**
 * How a decoder may end. `error` and `timeout`: its rows say so, with the reason. `wrong`: its
 * answers are found wrong. `whole`: what it tried is of no effect, and it is measured as any other.
 */
type Ending = "error" | "timeout" | "wrong" | "whole";

/** What it tries is of no effect. */
export const HARMLESS = ["whole"] as const;
/** Of no effect, or refused. */
export const REFUSED = ["error", "whole"] as const;
/** Whatever comes of it is not believed. */
export const CAUGHT = ["error", "wrong", "timeout"] as const;

/**
 * A decoder as source text. What it does not say is as in a right decoder. In `prepare` and
 * `decode`, `right` decodes rightly.
 */
export interface Hostile {
  /** Of the decoder; the file has it in snake case. */
  readonly name: string;
  /** The endings that are right. */
  readonly ends: readonly Ending[];
  /** What the reason says. */
  readonly says?: RegExp;
  /** Statements at its top level. */
  readonly top?: string;
  /** Statements of `prepare(model, options)`. */
  readonly prepare?: string;
  /** Statements of `decode(lattice, k, work)`. */
  readonly decode?: string;
  /** Members of the default export. */
  readonly members?: string;
  /** The whole text, instead of all these. */
  readonly text?: string;
}

/** A decoder in a line: what it does, how it may end, and what is said then. */
export type HostileRow = (
  name: string,
  text: string,
  ends: Hostile["ends"],
  says?: RegExp,
) => Hostile;

const rowOf =
  (own: (text: string) => Pick<Hostile, "prepare" | "decode">): HostileRow =>
  (name, text, ends, says) => ({
    ...{ name, ends, ...own(text) },
    ...(says === undefined ? {} : { says }),
  });
/** Does something when it is prepared. */
export const preparing = rowOf((prepare) => ({ prepare }));
/** Does something instead of decoding. */
export const decoding = rowOf((decode) => ({ decode }));
/** Does something before it decodes rightly. */
export const before: HostileRow = (name, act, ends, says) =>
  decoding(name, `${act} return right(lattice, k, work);`, ends, says);

/** The text of the module. */
export function textOf({ name, top, prepare, decode, members, text }: Hostile): string {
  if (text !== undefined) return text;
  const plain = new URL("../../wrong/plain.ts", import.meta.url).href;
  return `import { plain } from "${plain}";
${top ?? ""}
export default {
  ...plain,
  name: "${name}",
  title: "Hostile: ${name}",
  maxK: 1,
  prepare(model, options) {
    const right = plain.prepare(model, options);
    ${prepare ?? ""}
    return (lattice, k, work) => {
      ${decode ?? "return right(lattice, k, work);"}
    };
  },
  ${members ?? ""}
};
`;
}

/** The suite of a run: two processes, so that a decoder is opened again. */
export const EFFORT = {
  ...{ rounds: 2, processes: 2, roundMs: 1, passMs: 12 },
  ...{ deadlineMs: 20_000, memoryMb: 1_200 },
};
/** It is what hostile ones would be without what is hostile. */
const HONEST: Hostile = { name: "is-honest", ends: HARMLESS };
const BESIDE = ["viterbi", "control"];

/** What is not as it must be: a line for each decoder, hostile or beside them. */
export async function measureHostile(all: readonly Hostile[]): Promise<string[]> {
  const texts = Object.fromEntries([HONEST, ...all].map((one) => [one.name, textOf(one)]));
  const asked = { suite: "quick", datasets: ["synthetic-structureless-6"], ks: [1], sentences: 4 };
  const { rows, replays } = await hostileRun(texts, asked, {
    effort: EFFORT,
    change: ({ suite: { firstUse: _, ...suite }, ...plan }) => ({ ...plan, suite }),
  });
  const found = new Set(rows.map(({ decoder }) => decoder));
  assertEquals(found.size, BESIDE.length + Object.keys(texts).length);
  const beside = BESIDE.map((name): Hostile => ({ name, ends: HARMLESS }));
  return [...beside, HONEST, ...all].flatMap((hostile) => {
    const own = rows.filter(({ decoder }) => decoder === hostile.name);
    const shown = replays.filter((line) => line.startsWith(`${hostile.name} `));
    return defectsOf(hostile, endingOf(own), [...own.map(({ reason }) => reason), ...shown]);
  });
}

/** What is wrong about how a decoder ended; nothing if nothing is. */
function defectsOf(
  { name, ends, says }: Hostile,
  ending: Ending | "nothing",
  reasons: readonly string[],
): string[] {
  const reason = reasons.filter((text) => text !== "").join("; ");
  const fail = (what: string) => [`${name}: ${what}: ${reason.slice(0, 300)}`];
  if (!ends.some((one) => one === ending)) return fail(`${ending}, not ${ends.join(" or ")}`);
  if (ending === "whole") return [];
  if (reason === "") return fail(`${ending} without a reason`);
  if (says !== undefined && !says.test(reason)) return fail(`does not say ${says}`);
  return [];
}

/** How the rows of a decoder say that it ended; `nothing` if some are missing. */
function endingOf(rows: readonly Row[]): Ending | "nothing" {
  if (rows.some(({ verdict }) => verdict === "wrong")) return "wrong";
  for (const ending of ["error", "timeout"] as const) {
    if (rows.some(({ status }) => status === ending)) return ending;
  }
  const rounds = new Set(rows.map(({ round }) => round));
  const isRight = rows.every(({ status, verdict }) => status === "ok" && verdict === "correct");
  return isRight && rounds.has(EFFORT.rounds) ? "whole" : "nothing";
}
