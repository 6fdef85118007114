/**
 * Not hostile: prints a number for each sentence that it decodes, the same for the same contents,
 * without constants that were added to its rows.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "../wrong/plain.ts";
import { fingerprint } from "./_remembering.ts";

/** Right, and tells who remembers how much there is to gain. */
const decoder: Decoder = {
  ...plain,
  name: "tells-what-it-sees",
  title: "Tells what it sees",
  maxK: 1,
  prepare(model, options) {
    const decode = plain.prepare(model, options);
    return (lattice, k, work) => {
      console.log(fingerprint(lattice, model, true));
      return decode(lattice, k, work);
    };
  },
};
export default decoder;
