import type { Connection } from "@effect/sql/SqlConnection"
import { ownNames, type TableNames } from "./Names.js"

/**
 * The connection, with every statement's names spelled anew on its way: to be put around a connection once. It costs a
 * look-up for each statement, and nothing where the tables have their own names.
 */
export const renaming = (connection: Connection, names: TableNames): Connection => {
  if (names === ownNames) return connection
  const { rename } = names
  return {
    execute: (text, params, transformRows) => connection.execute(rename(text), params, transformRows),
    executeRaw: (text, params) => connection.executeRaw(rename(text), params),
    executeStream: (text, params, transformRows) => connection.executeStream(rename(text), params, transformRows),
    executeValues: (text, params) => connection.executeValues(rename(text), params),
    executeUnprepared: (text, params, transformRows) => connection.executeUnprepared(rename(text), params, transformRows)
  }
}
