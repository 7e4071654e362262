import type { Dialect } from "../Dialect/index.js"
import { createTable } from "./table.js"

/** Where the steps are noted that a storage has. */
export const bookkeepingTable = "telemark_migrations"

/** The statement that makes that table. */
export const bookkeeping = (dialect: Dialect): string =>
  createTable(dialect, bookkeepingTable, {
    id: "integer PRIMARY KEY NOT NULL",
    name: "text NOT NULL",
    applied_at: "integer NOT NULL"
  })
