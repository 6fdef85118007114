/**
 * A thread that parses sentences: it gets what it is opened with first, then sentence by sentence.
 *
 * @module
 */

import { openParsing } from "./_parse_engine.ts";
import { serveThread } from "./_threads.ts";

serveThread(openParsing);
