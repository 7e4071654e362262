import { type KnownNames, ownNames } from "../Names/index.js"
import { dialectOf } from "../Dialect/index.js"
import { bookkeeping } from "./bookkeeping.js"
import { migrations } from "./migrations.js"

const made = (statements: ReadonlyArray<string>, pattern: RegExp): ReadonlySet<string> =>
  new Set(statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? []))

/**
 * Every table and index that the steps of the schema make, and the table in which the steps are noted. The databases
 * have the same ones.
 */
export const knownNames = (): KnownNames => {
  const dialect = dialectOf("sqlite", ownNames)
  const statements = [bookkeeping(dialect, ownNames), ...migrations.flatMap(({ run }) => run(dialect, ownNames))]
  return {
    tables: made(statements, /^CREATE TABLE (\w+)/),
    indexes: made(statements, /^CREATE (?:UNIQUE )?INDEX (\w+)/)
  }
}
