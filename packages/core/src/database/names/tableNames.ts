import { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { makeNames, type TableNames } from "./Names.js"
import { type NamesOptions, problemOf } from "./NamesOptions.js"

/** The names that these options give to the tables. Fails if a database would refuse them. */
export const tableNames = (options: NamesOptions): Effect.Effect<TableNames, StorageError> => {
  const problem = problemOf(options)
  return problem === undefined
    ? Effect.sync(() => makeNames(options))
    : new StorageError({ reason: "fault", cause: new Error(problem) })
}
