import type { StorageError } from "@telemark/contract"
import { Data, Effect } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import { Database } from "../../database/Database.js"
import { makeNames } from "../../database/names.js"
import { codesOf, messagesOf, stored } from "../../database/storageError.js"
import { WakeUp } from "../../delivery/message/WakeUp.js"
import { postgresInterface, raised } from "./postgresInterface.js"
import { quoted } from "./sqlInterface.js"
import { sqliteInterface } from "./sqliteInterface.js"

/** What applications send by, in SQL. */
export interface InstalledSql {
  readonly dialect: "postgres" | "sqlite"
  /** The functions' schema; what the view's name begins with. */
  readonly name: string
  /** On Postgres: grant it to the role that an application connects as. */
  readonly role: string
}

interface SqlNames {
  readonly name?: string | undefined
  readonly role?: string | undefined
}

/** The name can't be used, or a right is missing; the message says why and what to do. */
export class SqlInterfaceRefused extends Data.TaggedError("SqlInterfaceRefused")<{
  readonly code: "invalid_options" | "not_permitted"
  readonly message: string
}> {}

const isName = (name: string): boolean =>
  /^[a-z_][a-z0-9_]{0,39}$/.test(name) && !name.startsWith("pg_") && !name.startsWith("sqlite_")

const nameOf = ({ name }: Tenant): string => (name === "default" ? "telemark" : `telemark_${name}`)

const refused = (option: string) =>
  new SqlInterfaceRefused({
    code: "invalid_options",
    message: `${option} takes 1 to 40 small letters, digits and underscores, and doesn't begin with a digit, pg_ or sqlite_.`
  })

/** Also of a removed tenant: who was granted its role must not send as the next one of its name. */
const inUse = (name: string, dialect: InstalledSql["dialect"]) =>
  new SqlInterfaceRefused({
    code: "invalid_options",
    message: `The name ${name} is in use for another tenant's mail. Choose another one with --schema, or, if that tenant was removed, run ${dialect === "sqlite" ? `DROP VIEW ${name}_sends` : `DROP SCHEMA ${name} CASCADE`} first.`
  })

const notPermitted = (message: string, name: string, role: string) =>
  Effect.gen(function* () {
    const { sql } = yield* Database
    const [us] = yield* stored(
      sql<{ readonly name: string }>`SELECT quote_ident(current_user) AS name`
    )
    return yield* new SqlInterfaceRefused({
      code: "not_permitted",
      message: `The database refuses it: ${message}. Have an administrator run, in this database: CREATE SCHEMA IF NOT EXISTS ${name} AUTHORIZATION ${us?.name ?? ""}; CREATE ROLE ${role} NOLOGIN; Then repeat the command.`
    })
  })

/** What the failure of a statement says to whoever installs. */
const refusalOf = (error: StorageError, { name, role }: Pick<InstalledSql, "name" | "role">) => {
  const message = messagesOf(error).at(-1) ?? ""
  const codes = codesOf(error)
  if (codes.includes(raised))
    return Effect.fail(new SqlInterfaceRefused({ code: "invalid_options", message }))
  return codes.includes("42501") ? notPermitted(message, name, role) : Effect.fail(error)
}

/** With the tables' own schema on Postgres, even if nobody configured one. */
const qualifiedTables = ({ dialect, names, sql }: typeof Database.Service) =>
  dialect.name === "sqlite"
    ? Effect.succeed(names.tables)
    : Effect.flatMap(
        sql<{ readonly schema: string }>`
          SELECT nspname AS schema FROM pg_namespace JOIN pg_class ON relnamespace = pg_namespace.oid
          WHERE pg_class.oid = to_regclass(${names.tables.sql_sends})`,
        ([row]) =>
          row === undefined
            ? Effect.die(new Error("the table that is written to has a schema"))
            : Effect.succeed(
                makeNames({
                  schema: row.schema.replaceAll('"', '""'),
                  tablePrefix: names.prefix
                }).tables
              )
      )

/** The text that is there under the name, of which tenant ever. */
const existing = ({ dialect, sql }: typeof Database.Service, name: string) =>
  dialect.name === "sqlite"
    ? sql<{
        readonly source: string
      }>`SELECT sql AS source FROM sqlite_schema WHERE type = 'view' AND name = ${`${name}_sends`}`
    : sql<{ readonly source: string }>`
        SELECT prosrc AS source FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
        WHERE nspname = ${name} AND proname = 'send'`

/**
 * Makes what applications send a tenant's mail by in SQL: on Postgres functions in a schema of
 * their own and a role that may call them, on SQLite a view. Repeated, it brings them up to date.
 * Fails if the name is in use for another tenant.
 */
export const installSqlInterface = (
  tenant: Tenant,
  { name = nameOf(tenant), role = `${name}_sender` }: SqlNames = {}
): Effect.Effect<InstalledSql, SqlInterfaceRefused | StorageError, Database | WakeUp> =>
  Effect.gen(function* () {
    if (!isName(name)) return yield* refused("--schema")
    if (!isName(role)) return yield* refused("--role")
    const database = yield* Database
    const { dialect, names, sql, write } = database
    const [found] = yield* stored(existing(database, name))
    if (found?.source.includes(quoted(tenant.id)) === false) return yield* inUse(name, dialect.name)
    const parts = {
      name,
      role,
      tenantId: tenant.id,
      tables: yield* stored(qualifiedTables(database)),
      channel: names.channel,
      currentMillis: dialect.currentMillis
    }
    const statements = (dialect.name === "sqlite" ? sqliteInterface : postgresInterface)(parts)
    yield* write(
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
    ).pipe(Effect.catch((error) => refusalOf(error, { name, role })))
    yield* (yield* WakeUp).signal
    return { dialect: dialect.name, name, role }
  })
