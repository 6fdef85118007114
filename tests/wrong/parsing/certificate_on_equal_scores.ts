/**
 * Wrong: takes an answer for proven when two rounds have the same J.
 *
 * @module
 */

import { ascent } from "./_ascent.ts";

export default ascent("certificate-on-equal-scores", "Certificate on equal scores", {
  isProven: (objective, previous, bound) => objective >= bound || objective === previous,
});
