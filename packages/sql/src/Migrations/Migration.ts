import type { Dialect } from "../Dialect/index.js"
import type { TableNames } from "../Names/index.js"

/** One step of the schema: its statements, in order. The dialect was made for the same names. */
export type Migration = (dialect: Dialect, names: TableNames) => ReadonlyArray<string>
