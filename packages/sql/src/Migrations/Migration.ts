import type { Dialect } from "../Dialect/index.js"
import type { TableNames } from "../Names/index.js"

/** One step of the schema: its statements, in order, for tables of these names, which are the dialect's as well. */
export type Migration = (dialect: Dialect, names: TableNames) => ReadonlyArray<string>
