/**
 * A hostile decoder, and what must become of it.
 *
 * @module
 */

/**
 * How a decoder may end. `refused`: its file is named before anything runs. `error` and `timeout`:
 * its rows say so, with the reason. `wrong`: its answers are found wrong. `whole`: what it tried is
 * of no effect, and it is measured as any other.
 */
export type Ending = "refused" | "error" | "timeout" | "wrong" | "whole";

/**
 * A decoder as source text. What it does not say is as in a right decoder. In `prepare` and
 * `decode`, `right` decodes rightly.
 */
export interface Hostile {
  /** Of the decoder; the file has it in snake case. */
  readonly name: string;
  /** The endings that are right. Those that may be refused are run alone. */
  readonly ends: readonly Ending[];
  /** What the reason or the refusal says. */
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
