import type { Dialect } from "../dialect/Dialect.js"
import type { TableNames } from "../names/Names.js"

/** One step of the schema: its statements, in order. The dialect was made for the same names. */
export type Migration = (dialect: Dialect, names: TableNames) => ReadonlyArray<string>
