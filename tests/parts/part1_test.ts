import { importPart } from "../helpers/parts.ts";

await importPart(import.meta.url);
