import type { StorageError } from "@telemark/core"
import { Data } from "effect"

/** What is wrong with a database, in the words of the storage package if it has any. */
export const explainStorage = ({ cause, message }: StorageError): string =>
  // Errors of the driver have names of their own, and messages that tell an operator nothing.
  cause instanceof Error && cause.name === "Error" ? cause.message : message

/** The database can't be used, with what to do about it. */
export class StorageNotUsable extends Data.TaggedError("StorageNotUsable")<{
  readonly filename: string
  readonly cause: StorageError
}> {
  readonly code = "storage_not_usable"

  override get message(): string {
    const explanation = explainStorage(this.cause)
    const named = explanation.includes(this.filename) ? explanation : `The database ${this.filename} can't be used. ${explanation}`
    return `${named} TELEMARK_DATABASE_URL chooses another file; \`telemark doctor\` looks closer.`
  }
}
