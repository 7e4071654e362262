import { StorageError } from "@telemark/core"
import { Effect } from "effect"
import { makeNames, type NamesOptions, problemOf, type TableNames } from "../Names/index.js"
import { knownNames } from "./knownNames.js"

/** The names that these options give to the tables of all steps. Fails if a database would not have them. */
export const tableNames = (options: NamesOptions): Effect.Effect<TableNames, StorageError> => {
  const problem = problemOf(options)
  return problem === undefined
    ? Effect.sync(() => makeNames(options, knownNames()))
    : new StorageError({ reason: "fault", cause: new Error(problem) })
}
