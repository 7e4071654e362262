import { StorageError, wordsForOperator } from "@telemark/core"
import { Data, type Duration, Effect, Layer } from "effect"
import { databaseName, type DatabaseSettings } from "../settings/database.js"

/** Worded by the storage package if possible. */
export const explainStorage = (error: StorageError): string =>
  wordsForOperator(error) ?? error.message

const otherLocation = (database: DatabaseSettings): string => {
  if (database._tag === "Sqlite") return "TELEMARK_DATABASE_URL chooses another file"
  return database.directUrl === undefined
    ? "TELEMARK_DATABASE_URL says where it is and who logs in"
    : "TELEMARK_DATABASE_URL and TELEMARK_DATABASE_DIRECT_URL say where it is and who logs in"
}

/** The keys beside the database can't be used: the message says why. */
export class SecretsNotUsable extends Data.TaggedError("SecretsNotUsable")<{
  readonly cause: StorageError
}> {
  readonly code = "secrets_not_usable"

  override get message(): string {
    return `${explainStorage(this.cause)} \`telemark doctor\` shows more.`
  }
}

/** The message doesn't contain the login. */
export class StorageNotUsable extends Data.TaggedError("StorageNotUsable")<{
  readonly database: DatabaseSettings
  readonly cause: StorageError
}> {
  readonly code = "storage_not_usable"

  get problem(): string {
    const name = databaseName(this.database)
    const explanation = explainStorage(this.cause)
    // At the direct address it has another name.
    const named =
      explanation.includes(name) || explanation.startsWith("The database ")
        ? explanation
        : `The database ${name} can't be used. ${explanation}`
    return `${named} ${otherLocation(this.database)}.`
  }

  override get message(): string {
    return `${this.problem} \`telemark doctor\` shows more.`
  }
}

const failing = <E>(error: E) => Layer.effectContext(Effect.fail(error))

export const mapError = <A, E, R, E2>(layer: Layer.Layer<A, E, R>, otherwise: (error: E) => E2) =>
  Layer.catch(layer, (error) => failing(otherwise(error)))

export interface StorageOptions {
  /** If false, a database whose schema isn't up to date is refused. */
  readonly migrate?: boolean
  /** Of Postgres; 10 seconds by default. */
  readonly statementTimeout?: Duration.Input
}

const notInstalled = (cause: unknown): StorageError =>
  new StorageError({
    reason: "fault",
    cause: new Error(
      "Its driver can't be loaded. Install Telemark again; without a prebuilt binary, SQLite's driver needs Python, make and a C++ compiler.",
      { cause }
    )
  })

const load = <A>(driver: () => Promise<A>) =>
  Effect.tryPromise({ try: driver, catch: notInstalled })

/** Only the driver in use: SQLite's is missing if it can't be compiled. */
export const loadSqlite = load(() => import("@telemark/sqlite"))
export const loadPostgres = load(() => import("@telemark/postgres"))

const layerOf = (database: DatabaseSettings, { statementTimeout, ...options }: StorageOptions) =>
  database._tag === "Sqlite"
    ? Effect.map(loadSqlite, ({ layer }) =>
        layer({ filename: database.filename, tablePrefix: database.tablePrefix, ...options })
      )
    : Effect.map(loadPostgres, ({ layer }) => {
        const { _tag: _, ...address } = database
        return layer({ ...address, statementTimeout, ...options })
      })

export const layerStorageOf = (database: DatabaseSettings, options: StorageOptions = {}) =>
  mapError(
    Layer.unwrap(layerOf(database, options)),
    (cause) => new StorageNotUsable({ database, cause })
  )
