/**
 * Decoders that are hostile when they are loaded, or in what they say of themselves.
 *
 * @module
 */

import type { Hostile } from "./contract.ts";

/** They are run alone: each must be refused, with its file named. */
export const DESCRIPTIONS: readonly Hostile[] = [
  { name: "exits-at-top-level", top: "Deno.exit(0);", ends: ["refused"] },
  {
    name: "exits-from-a-timer",
    top: "setTimeout(() => Deno.exit(0), 0); await new Promise((go) => setTimeout(go, 1000));",
    ends: ["refused"],
  },
  {
    name: "throws-at-top-level",
    top: 'throw new Error("no luck");',
    ends: ["refused"],
    says: /no luck/,
  },
  { name: "throws-null-at-top-level", top: "throw null;", ends: ["refused"] },
  {
    name: "throws-a-book-at-top-level",
    top: 'throw new Error("long\\n".repeat(100000));',
    ends: ["refused"],
  },
  { name: "breaks-the-syntax", text: "export default {\n", ends: ["refused"] },
  { name: "loops-at-top-level", top: "for (;;);", ends: ["refused"] },
  { name: "waits-at-top-level", top: "await new Promise(() => {});", ends: ["refused"] },
  { name: "imports-what-is-not-there", top: 'import "./nowhere.ts";', ends: ["refused"] },
  {
    name: "imports-from-the-network",
    top: 'import "https://127.0.0.1:9/x.ts";',
    ends: ["refused"],
  },
  { name: "exports-nothing", text: "export const decoder = {};\n", ends: ["refused"] },
  { name: "exports-null", text: "export default null;\n", ends: ["refused"] },
  { name: "exports-a-number", text: "export default 7;\n", ends: ["refused"] },
  {
    name: "exports-a-proxy-that-throws",
    text: "export default new Proxy({}, { get() { throw new Error('gone'); } });\n",
    ends: ["refused"],
  },
  { name: "has-no-prepare", members: "prepare: undefined,", ends: ["refused"], says: /prepare/ },
  { name: "has-no-name", members: "name: undefined,", ends: ["refused"], says: /name/ },
  { name: "has-no-options", members: "options: null,", ends: ["refused"], says: /options/ },
  { name: "has-an-option-without-default", members: "options: { a: {} },", ends: ["refused"] },
  { name: "returns-no-number-of-paths", members: 'maxK: "many",', ends: ["refused"] },
  { name: "returns-half-a-path", members: "maxK: 0.5,", ends: ["refused"] },
  { name: "claims-exactness-in-words", members: 'exact: "very",', ends: ["refused"] },
  { name: "poses-as-viterbi", members: 'name: "viterbi",', ends: ["refused"], says: /viterbi/ },
  { name: "poses-as-the-control", members: 'name: "control",', ends: ["refused"], says: /control/ },
  { name: "is-named-as-a-variant", members: 'name: "beam{width=2}",', ends: ["refused"] },
  { name: "is-named-as-a-path", members: 'name: "../../escaped",', ends: ["refused"] },
  { name: "is-named-in-two-lines", members: 'name: "two\\nlines",', ends: ["refused"] },
  { name: "is-named-in-colour", members: 'name: "\\u001b[31mred",', ends: ["refused"] },
  { name: "is-named-as-a-formula", members: "name: '=HYPERLINK(\"x\")',", ends: ["refused"] },
  { name: "is-named-at-length", members: 'name: "n".repeat(1e6),', ends: ["refused"] },
  { name: "says-good-bye", top: 'console.log("bye"); Deno.exit(7);', ends: ["refused"] },
  { name: "ends-its-process", top: 'Deno.kill(Deno.pid, "SIGKILL");', ends: ["refused"] },
  {
    name: "starts-a-process-at-top-level",
    top: 'await new Deno.Command("true").output();',
    ends: ["refused"],
    says: /NotCapable|run access/,
  },
  {
    name: "writes-a-file-at-top-level",
    top: 'Deno.writeTextFileSync(new URL("./written", import.meta.url), "x");',
    ends: ["refused"],
    says: /NotCapable|write access/,
  },
];
