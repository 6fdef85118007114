/**
 * Wrong: adds the multipliers to the parser's leaves as to the tagger's emissions, so that they do
 * not cancel.
 *
 * @module
 */

import { ascent } from "./_ascent.ts";

export default ascent("wrong-sign", "Multiplier with the wrong sign", { leafSign: 1 });
