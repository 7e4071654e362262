import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { createDatabase, type PostgresServer, startPostgres } from "@telemark-tools/postgres"
import { StorageError } from "@telemark/contract"
import { tenantQueries } from "@telemark/core"
import { layer, type PostgresOptions } from "@telemark/postgres"
import { Effect, Fiber, Redacted } from "effect"
import { once } from "node:events"
import { createServer } from "node:net"
import { explainPostgresError } from "../src/explainPostgresError.js"
import { troubleOf } from "../src/open.js"
import { ask, empty, eventually, fresh, watcher } from "./fresh.js"

const start = (options: PostgresOptions) => Effect.provide(Effect.void, layer(options))
const atOnce = { startTimeout: 0 } as const

/** What the operator reads when the storage can't be opened. */
const refusal = (options: PostgresOptions) =>
  Effect.map(Effect.flip(start({ ...atOnce, ...options })), (error: StorageError) => {
    expect(error._tag).toBe("StorageError")
    const cause = error.cause as Error
    expect(cause.name).toBe("Error")
    return cause.message
  })

const named = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

describe("what the operator reads of TLS", () => {
  it.each([
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "sslrootcert=/path/ca.pem"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "sslrootcert=/path/ca.pem"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "sslmode=require"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "sslmode=require"],
    ["CERT_HAS_EXPIRED", "isn't valid at this time"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "another host name"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "TLS can't be negotiated"]
  ])("says what to do about %s", (code, advice) => {
    const explain = explainPostgresError("db.example:5432/mail")
    const { cause } = explain(
      new StorageError({ reason: "fault", cause: Object.assign(new TypeError("no"), { code }) })
    )
    expect(cause).toMatchObject({ message: expect.stringContaining(advice) as unknown })
  })
})

describe("opening a Postgres database", () => {
  it.live("makes its tables, and keeps what was written for the next start", () =>
    Effect.gen(function* () {
      const url = yield* empty
      const tenant = {
        id: "tn_1",
        name: "acme",
        default_from: null,
        monthly_limit: null,
        track_opens: false,
        track_clicks: false,
        missing: "warn" as const,
        created_at: 1
      }
      yield* Effect.flatMap(tenantQueries, (store) => store.insert(tenant)).pipe(
        Effect.provide(layer({ url }))
      )
      const find = Effect.flatMap(tenantQueries, (store) => store.findByName("acme"))
      expect(yield* Effect.provide(find, layer({ url: Redacted.make(url) }))).toEqual(tenant)
    })
  )

  it.live("takes the parts of an address instead of a URL", () =>
    Effect.gen(function* () {
      const { hostname, password, pathname, port, username } = new URL(yield* fresh)
      yield* start({
        host: hostname,
        port: Number(port),
        user: username,
        database: pathname.slice(1),
        password: Redacted.make(decodeURIComponent(password)),
        migrate: false
      })
    })
  )

  it.live("says that the URL can't be read, and not what it contains", () =>
    Effect.gen(function* () {
      for (const url of [
        "mail.db",
        "mysql://root:s3cret@localhost/mail",
        "postgres://u:s3cret@host:99999/mail"
      ]) {
        expect(yield* refusal({ url })).toMatch(
          /^The URL of the database is not valid\. Write it as postgres:\/\/user:password@/
        )
      }
      expect(
        yield* refusal({
          url: "postgres://u:s3cret@h/mail?sslmode=verify-full&sslrootcert=/nowhere/s3cret.pem"
        })
      ).toBe("A file that the URL of the database names, such as its sslrootcert, can't be read.")
    })
  )

  it.live("says that nothing listens there", () =>
    Effect.gen(function* () {
      const server = createServer().listen(0, "127.0.0.1")
      yield* Effect.promise(() => once(server, "listening"))
      const address = server.address()
      const port = typeof address === "object" ? (address?.port ?? 0) : 0
      server.close()
      expect(
        yield* refusal({ url: `postgres://postgres:s3cret@127.0.0.1:${String(port)}/mail` })
      ).toBe(
        `The database 127.0.0.1:${String(port)}/mail can't be used: nothing listens there: check that the server runs, and its host and port.`
      )
    })
  )

  it.live("says that there is no such database", () =>
    Effect.gen(function* () {
      const url = new URL(yield* fresh)
      url.pathname = "/nowhere"
      expect(yield* refusal({ url: url.href })).toBe(
        `The database ${url.host}/nowhere can't be used: there is no database of that name: create it.`
      )
    })
  )

  it.live("says that the server does not answer", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.sync(() => createServer().listen(0, "127.0.0.1")),
        (silent) =>
          Effect.sync(() => {
            silent.close()
          })
      )
      yield* Effect.promise(() => once(server, "listening"))
      const address = server.address()
      const port = typeof address === "object" ? (address?.port ?? 0) : 0
      const url = `postgres://postgres@127.0.0.1:${String(port)}/mail`
      expect(yield* refusal({ url, connectTimeout: "200 millis" })).toContain(
        "it doesn't answer in time"
      )
    })
  )

  it.live("says that it can't be written to, whether or not it is to migrate", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const client = yield* watcher(url)
      yield* ask(
        client,
        `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`
      )
      for (const migrate of [true, false]) {
        expect(yield* refusal({ url, migrate })).toBe(
          `The database ${named(url)} can't be used: it can't be written to: it is a standby, or its transactions are read-only.`
        )
      }
    })
  )

  it.live("says that the user may not make tables", () =>
    Effect.gen(function* () {
      const url = new URL(yield* empty)
      const client = yield* watcher(url.href)
      yield* ask(
        client,
        "DO $$ BEGIN CREATE ROLE telemark_guest LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
      )
      yield* ask(client, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
      url.username = "telemark_guest"
      expect(yield* refusal({ url: url.href })).toContain(
        "this user may not create or use tables in it"
      )
    })
  )

  it("wants Postgres 14 or newer, and UTF8", () => {
    const encoding = "UTF8"
    expect(troubleOf({ version: 130_009, encoding })).toBe(
      "the server is Postgres 13, but Telemark needs 14 or newer: upgrade it"
    )
    expect(troubleOf({ version: 90_624, encoding })).toContain("Postgres 9,")
    expect(troubleOf({ version: 140_000, encoding })).toBeUndefined()
    expect(troubleOf({ version: 180_004, encoding })).toBeUndefined()
    expect(troubleOf({ version: 180_004, encoding: "LATIN1" })).toBe(
      "its encoding is LATIN1: create it with ENCODING 'UTF8'"
    )
  })
})

describe("a server of one's own", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres({ auth: "scram-sha-256", settings: { fsync: "off" } })
  })
  afterAll(() => server.remove())

  it.live("whose password is wrong or missing is refused without revealing the password", () =>
    Effect.gen(function* () {
      const url = new URL(server.url)
      for (const password of ["s3cret", ""]) {
        url.password = password
        expect(yield* refusal({ url: url.href })).toBe(
          `The database ${url.host}/postgres can't be used: the server refuses this user or its password.`
        )
      }
    })
  )

  it.live("that is only starting up is waited for", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.promise(() => createDatabase(server.url))
      yield* Effect.promise(() => server.stop())
      // Something in its place cuts the first connection, so that it is certain that there was one.
      const stub = createServer().listen(server.port, "127.0.0.1")
      yield* Effect.promise(() => once(stub, "listening"))
      const opening = yield* Effect.forkChild(start({ url, startTimeout: "1 hour" }))
      yield* Effect.promise(async () => {
        await new Promise<void>((resolve) => {
          stub.once("connection", (socket) => {
            socket.destroy()
            resolve()
          })
        })
        stub.close()
        await once(stub, "close")
        await server.start()
      })
      yield* Fiber.join(opening)
    })
  )
})

describe("migrating", () => {
  it.live(
    "waits for another process that does it, for longer than statements and locks are waited for",
    () =>
      Effect.gen(function* () {
        const url = yield* empty
        const other = yield* watcher(url)
        yield* ask(other, "SELECT pg_advisory_lock(724001)")
        const opening = yield* Effect.forkChild(
          start({ url, lockTimeout: "20 millis", statementTimeout: "2 seconds" })
        )
        yield* eventually(
          other,
          "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND waitstart < clock_timestamp() - interval '4500 ms')"
        )
        yield* ask(other, "SELECT pg_advisory_unlock(724001)")
        yield* Fiber.join(opening)
      })
  )
})
