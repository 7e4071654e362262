import { describe, expect, it } from "@effect/vitest"
import { hasPgBouncer, hostPool, startPgBouncer, startPostgres } from "@telemark-tools/postgres"
import { type StorageError, WakeUp } from "@telemark/core"
import { layer, type PostgresOptions } from "@telemark/postgres"
import { Context, Effect, Fiber, Layer } from "effect"
import { open } from "../src/open.js"
import { ask, empty, fresh, watcher } from "./fresh.js"

type Settings = Readonly<Record<string, string>>

/** A PgBouncer in front of a database, until the scope closes. */
const pooled = (url: string, mode: "session" | "transaction", settings: Settings = {}) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => startPgBouncer({ url, mode, settings })),
      ({ remove }) => Effect.promise(remove)
    ),
    ({ url }) => url
  )

const refusal = (options: PostgresOptions) =>
  Effect.map(Effect.flip(open(options)), ({ cause, reason }: StorageError) => ({
    reason,
    message: cause instanceof Error ? cause.message : ""
  }))

const refused = {
  reason: "fault",
  message: expect.stringMatching(
    /can't be used: a pooler in transaction mode, .* set TELEMARK_DATABASE_PREPARE=off \(in the library, `prepare: false`\)/
  ) as unknown
}

const listeners =
  "(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN telemark_mail')"

describe.runIf(hasPgBouncer())("PgBouncer in session mode", () => {
  it.live("needs no settings on either side: limits hold, and statements are prepared", () =>
    Effect.gen(function* () {
      const url = yield* pooled(yield* empty, "session")
      const { newListener, sql } = yield* open({ url, lockTimeout: "3 seconds" })
      const limits = sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('enable_seqscan') AS scans, (SELECT count(*) > 0 FROM pg_prepared_statements) AS prepared`
      yield* limits
      expect(yield* limits).toEqual([
        { statement: "10s", lock: "3s", scans: "off", prepared: true }
      ])
      expect(newListener).toBeDefined()
    })
  )
})

describe.runIf(hasPgBouncer())("PgBouncer in transaction mode", () => {
  it.live.each<[string, Settings]>([
    ["", {}],
    ["with one connection", { default_pool_size: "1" }],
    ["that takes turns", { server_round_robin: "1" }]
  ])("%s is noticed, and nothing was set for others", ([, settings]) =>
    Effect.gen(function* () {
      const direct = yield* fresh
      const url = yield* pooled(direct, "transaction", settings)
      expect(yield* refusal({ url })).toEqual(refused)
      expect(yield* refusal({ url: direct, directUrl: url })).toEqual(refused)
      const other = yield* watcher(url)
      expect(yield* ask(other, "SHOW enable_seqscan")).toEqual([{ enable_seqscan: "on" }])
    })
  )

  it.live("is noticed behind a host's own pool", () =>
    Effect.gen(function* () {
      const url = yield* pooled(yield* fresh, "transaction")
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => hostPool({ connectionString: url, max: 1 })),
        (pool) => Effect.promise(() => pool.end())
      )
      expect(yield* refusal({ pool })).toEqual(refused)
      const { newListener } = yield* open({ pool, prepare: false })
      expect(newListener).toBeUndefined()
    })
  )

  it.live("is fine if nothing is prepared: tables are made, and limits hold in transactions", () =>
    Effect.gen(function* () {
      const url = new URL(yield* pooled(yield* empty, "transaction"))
      yield* open({ url: url.href, prepare: false })
      url.searchParams.set("pgbouncer", "true")
      const { newListener, sql } = yield* open({ url: url.href })
      expect(newListener).toBeUndefined()
      const limits = sql`SELECT current_setting('statement_timeout') AS statement, current_setting('enable_seqscan') AS scans`
      expect(yield* sql.withTransaction(limits)).toEqual([{ statement: "10s", scans: "off" }])
      expect(yield* limits).toEqual([{ statement: "0", scans: "on" }])
    })
  )

  it.live("is passed by for migrations and notifications, by the direct address", () =>
    Effect.gen(function* () {
      const directUrl = yield* empty
      const url = yield* pooled(directUrl, "transaction")
      const context = yield* Layer.build(layer({ url, prepare: false, directUrl }))
      const { listen } = Context.get(context, WakeUp)
      // Once it listens.
      yield* Effect.flatten(listen)
      const other = yield* watcher(directUrl)
      expect(yield* ask(other, `SELECT ${listeners}::int AS count`)).toEqual([{ count: 1 }])
      const heard = yield* listen
      const { signal } = Context.get(
        yield* Layer.build(layer({ url, prepare: false, migrate: false })),
        WakeUp
      )
      yield* signal
      yield* heard
    })
  )

  it.live("is waited for while it doesn't reach the server behind it", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startPostgres({ settings: { fsync: "off" } })),
        ({ remove }) => Effect.promise(remove)
      )
      const url = yield* pooled(server.url, "transaction", {
        query_wait_timeout: "1",
        server_login_retry: "1"
      })
      const options = { url, prepare: false }
      yield* Effect.scoped(open(options))
      yield* Effect.promise(() => server.stop())
      // At first it only lets wait.
      yield* Effect.repeat(refusal({ ...options, startTimeout: 0 }), {
        until: ({ message }) => message.includes("PgBouncer doesn't reach the server behind it")
      })
      const opening = yield* Effect.forkChild(open({ ...options, startTimeout: "1 hour" }))
      yield* Effect.promise(() => server.start())
      yield* Fiber.join(opening)
    })
  )

  it.live("is told apart from another database at the direct address", () =>
    Effect.gen(function* () {
      const url = yield* pooled(yield* empty, "transaction")
      const { message } = yield* refusal({ url, prepare: false, directUrl: yield* empty })
      expect(message).toMatch(/has schema 0, but this version of Telemark needs/)
    })
  )
})
