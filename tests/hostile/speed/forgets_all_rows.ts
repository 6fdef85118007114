/**
 * The honest twin of who remembers by rows: it forgets all.
 *
 * @module
 */

import { byRows } from "./_by_rows.ts";

export default byRows("forgets-all-rows", false);
