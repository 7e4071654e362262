import type { Dialect } from "../dialect/Dialect.js"
import type { TableNames } from "../names/Names.js"
import { createTable } from "./createTable.js"

export const bookkeeping = (dialect: Dialect, { tables }: TableNames): string =>
  createTable(dialect, tables.telemark_migrations, {
    id: "integer PRIMARY KEY NOT NULL",
    name: "text NOT NULL",
    applied_at: "integer NOT NULL"
  })
