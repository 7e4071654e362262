import type { StorageError } from "@telemark/core"
import { Data } from "effect"
import { databaseName, type DatabaseSettings } from "../Settings/index.js"

/** What is wrong with a database, in the words of the storage package if it has any. */
export const explainStorage = ({ cause, message }: StorageError): string =>
  // Errors of the driver have names of their own, and messages that tell an operator nothing.
  cause instanceof Error && cause.name === "Error" ? cause.message : message

const otherLocation = {
  Sqlite: "TELEMARK_DATABASE_URL chooses another file",
  Postgres: "TELEMARK_DATABASE_URL says where it is and who logs in"
} as const

/** The keys that the database keeps by itself can't be used, with what to do about it. */
export class SecretsNotUsable extends Data.TaggedError("SecretsNotUsable")<{ readonly cause: StorageError }> {
  readonly code = "secrets_not_usable"

  override get message(): string {
    return `${explainStorage(this.cause)} \`telemark doctor\` looks closer.`
  }
}

/** The database can't be used, with what to do about it; never with the login. */
export class StorageNotUsable extends Data.TaggedError("StorageNotUsable")<{
  readonly database: DatabaseSettings
  readonly cause: StorageError
}> {
  readonly code = "storage_not_usable"

  /** What is wrong and what to do about it. */
  get problem(): string {
    const name = databaseName(this.database)
    const explanation = explainStorage(this.cause)
    const named = explanation.includes(name) ? explanation : `The database ${name} can't be used. ${explanation}`
    return `${named} ${otherLocation[this.database._tag]}.`
  }

  override get message(): string {
    return `${this.problem} \`telemark doctor\` looks closer.`
  }
}
