import type { StorageError } from "@telemark/core"
import { Data } from "effect"
import { databaseName, type DatabaseSettings } from "../Settings/index.js"

/** What is wrong with a database, worded by the storage package if possible. */
export const explainStorage = ({ cause, message }: StorageError): string =>
  // Driver errors have other names, and messages of no use to an operator.
  cause instanceof Error && cause.name === "Error" ? cause.message : message

const otherLocation = {
  Sqlite: "TELEMARK_DATABASE_URL chooses another file",
  Postgres: "TELEMARK_DATABASE_URL says where it is and who logs in"
} as const

/** The keys beside the database can't be used. The message says what to do. */
export class SecretsNotUsable extends Data.TaggedError("SecretsNotUsable")<{
  readonly cause: StorageError
}> {
  readonly code = "secrets_not_usable"

  override get message(): string {
    return `${explainStorage(this.cause)} \`telemark doctor\` shows more.`
  }
}

/** The database can't be used. The message says what to do, without the login. */
export class StorageNotUsable extends Data.TaggedError("StorageNotUsable")<{
  readonly database: DatabaseSettings
  readonly cause: StorageError
}> {
  readonly code = "storage_not_usable"

  get problem(): string {
    const name = databaseName(this.database)
    const explanation = explainStorage(this.cause)
    const named = explanation.includes(name)
      ? explanation
      : `The database ${name} can't be used. ${explanation}`
    return `${named} ${otherLocation[this.database._tag]}.`
  }

  override get message(): string {
    return `${this.problem} \`telemark doctor\` shows more.`
  }
}
