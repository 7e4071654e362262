import type { Dialect } from "../Dialect/index.js"

/** One step of the schema: its statements, in order. */
export type Migration = (dialect: Dialect) => ReadonlyArray<string>
