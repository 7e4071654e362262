import { type CopySide, Database, OpensCopies } from "@telemark/core"
import { Context, Effect, Layer, Result } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { explainStorage, layerStorageOf, loadSqlite } from "../application/storage.js"
import { checkSecret, requiredSecret } from "../doctor/secret.js"
import { remark } from "../output.js"
import { databaseName, type DatabaseSettings, databaseUrl } from "../settings/database.js"
import type { Settings } from "../settings/Settings.js"
import { commandFailed } from "./failures.js"

/** A database as the options of the command name it. */
export interface Asked {
  readonly url: string
  readonly schema: string | undefined
  readonly prefix: string | undefined
}

/** What isn't given is as the settings have it, so that they fit after the move. */
export const databaseOf = (
  option: string,
  { prefix, schema, url }: Asked,
  { database }: Settings
) => {
  const named = Result.getOrUndefined(databaseUrl(url))
  if (named === undefined)
    return commandFailed(
      "usage",
      `--${option} takes sqlite: and a file, such as sqlite:./telemark.db, or postgres://user:password@host:5432/database.`
    )
  const tablePrefix = prefix ?? database.tablePrefix
  if (named._tag === "Sqlite")
    return schema === undefined
      ? Effect.succeed<DatabaseSettings>({ ...named, tablePrefix })
      : commandFailed("usage", `--${option}-schema is for Postgres.`)
  const usual = database._tag === "Postgres" ? database.schema : undefined
  const own = database._tag === "Postgres" ? database.prepare : undefined
  return Effect.succeed<DatabaseSettings>({
    ...named,
    schema: schema ?? usual,
    tablePrefix,
    maxConnections: 2,
    prepare: own
  })
}

/** Where a database is, without its login. */
export const nameOf = (database: DatabaseSettings): string => {
  const schema = database._tag === "Postgres" ? database.schema : undefined
  const { tablePrefix } = database
  const parts = [
    ...(schema === undefined ? [] : [`schema ${schema}`]),
    ...(tablePrefix === undefined || tablePrefix === "" ? [] : [`prefix ${tablePrefix}`])
  ]
  return databaseName(database) + (parts.length === 0 ? "" : ` (${parts.join(", ")})`)
}

/** Whatever phase of a copy the database is in. */
export const openSide = (database: DatabaseSettings, migrate: boolean) =>
  Layer.build(
    Layer.provide(
      layerStorageOf(database, { migrate, statementTimeout: "1 hour" }),
      Layer.succeed(OpensCopies, true)
    )
  ).pipe(
    Effect.map((context): CopySide => ({
      database: Context.get(context, Database),
      name: nameOf(database)
    })),
    // That names a setting.
    Effect.catchTag("StorageNotUsable", ({ cause }) =>
      commandFailed(
        "storage_not_usable",
        `${nameOf(database)} can't be used. ${explainStorage(cause)}`
      )
    )
  )

const keyFileOf = (database: DatabaseSettings) =>
  database._tag === "Sqlite"
    ? Effect.flatMap(loadSqlite, (sqlite) =>
        sqlite.keyFileOf(database.filename, database.tablePrefix)
      )
    : Effect.succeed(undefined)

const keysIn = (path: string): ReadonlyArray<string> =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")

/**
 * Fails unless the target will have the secret of the source: sealed secrets, links in sent mail and
 * return paths need it.
 */
export const requireSameSecret = (
  settings: Settings,
  from: DatabaseSettings,
  to: DatabaseSettings,
  source: CopySide
) =>
  Effect.gen(function* () {
    const [own, other] = [yield* keyFileOf(from), yield* keyFileOf(to)]
    const hasFile = own !== undefined && existsSync(own)
    if (settings.secret === undefined && hasFile && other !== undefined) {
      if (!existsSync(other) || keysIn(other).join() !== keysIn(own).join())
        return yield* commandFailed(
          "secret_missing",
          `The secret of ${from._tag === "Sqlite" ? from.filename : ""} is in ${own}. Copy this file to ${other} first.`
        )
      return
    }
    const asTarget = { ...settings, database: to }
    if (settings.secret === undefined && hasFile)
      return yield* commandFailed(
        "secret_missing",
        `The secret is in ${own}, and Postgres has no such file: set TELEMARK_SECRET to the keys in it, with commas between them, here and for every process later.`
      )
    const [problem] = [...requiredSecret(asTarget), ...(yield* findings(asTarget, source))].filter(
      ({ status }) => status === "fail"
    )
    if (problem !== undefined) return yield* commandFailed("secret_not_usable", problem.message)
    if (hasFile)
      yield* remark(
        `There are keys in ${own}. If processes use these and not TELEMARK_SECRET, set that to them first: links in sent mail need them.`
      )
  })

/** Tries the target's keys on what the source has. */
const findings = (asTarget: Settings, { database }: CopySide) =>
  Effect.gen(function* () {
    const { layerStoredKeys } = yield* loadSqlite
    const to = asTarget.database
    const keys = layerStoredKeys(
      to._tag === "Sqlite" ? to.filename : ":memory:",
      to._tag === "Sqlite" ? to.tablePrefix : undefined
    )
    const layerSource = Layer.succeed(Database, database)
    return yield* Effect.provide(checkSecret(asTarget), Layer.provideMerge(keys, layerSource))
  })
