/// <reference lib="webworker" />
/**
 * The worker of the explorer's page, which makes its engine with the packs of the page.
 *
 * @module
 */

import { expose } from "comlink";
import { Engine } from "./engine.ts";

expose(Engine);
