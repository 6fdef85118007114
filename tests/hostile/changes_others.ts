/**
 * Hostile: changes what the baseline says of itself, wherever both are loaded.
 *
 * @module
 */

import viterbi from "../../decoders/viterbi.ts";
import { plain } from "../wrong/plain.ts";

Object.assign(viterbi, { exact: false, title: "Nobody" });
Object.assign(String.prototype, { trim: () => "" });

/** Says nothing wrong of itself. */
export default { ...plain, name: "changes-others", title: "Changes others" };
