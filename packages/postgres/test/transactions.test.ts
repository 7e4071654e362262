import { describe, expect, it } from "@effect/vitest"
import { templatesAt } from "@telemark-tools/conformance"
import { aContent, aSend, writeTemplate } from "@telemark-tools/storages"
import {
  emailQueries,
  layerStorage as layerSql,
  MailQueue,
  makeConsumeTokens,
  templateQueries
} from "@telemark/core"
import { Cause, Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { open } from "../src/open.js"
import { ask, eventually, fresh, watcher } from "./fresh.js"

/**
 * The ports on one connection, together with the client that they use and a connection beside it.
 */
const storage = Effect.gen(function* () {
  const url = yield* fresh
  const { sql } = yield* open({ url, maxConnections: 1, connectTimeout: "10 seconds" })
  const context = yield* Layer.build(
    Layer.provideMerge(layerSql, Layer.succeed(SqlClient.SqlClient, sql))
  )
  return { sql, context, other: yield* watcher(url) }
})

const due = Effect.flatMap(MailQueue, (queue) =>
  queue.claim({ owner: "w", until: 2e12 }, 100, 1.9e12)
)
const accept = (index: number) =>
  Effect.flatMap(emailQueries, (store) => store.accept(aSend(index)))
const consume = Effect.scoped(
  Effect.flatMap(makeConsumeTokens, (consume) => consume("key_1", 10, 1e12))
)
const unavailable = { _tag: "StorageError", reason: "unavailable" }

describe("a send inside the caller's own transaction", () => {
  it.live("is queued once the transaction is committed", () =>
    Effect.gen(function* () {
      const { context, sql } = yield* storage
      yield* sql.withTransaction(Effect.andThen(consume, accept(1))).pipe(Effect.provide(context))
      expect(yield* Effect.provide(due, context)).toHaveLength(1)
    })
  )

  it.live("is undone with the transaction", () =>
    Effect.gen(function* () {
      const { context, sql } = yield* storage
      const order = Effect.andThen(accept(1), Effect.fail("the order was not placed"))
      yield* Effect.flip(Effect.provide(sql.withTransaction(order), context))
      expect(yield* Effect.provide(due, context)).toEqual([])
    })
  )
})

describe("templates inside the caller's own transaction", () => {
  it.live("are saved and seen there, and undone with it", () =>
    Effect.gen(function* () {
      const { context, sql } = yield* storage
      yield* Effect.gen(function* () {
        const key = { tenant_id: "tn_a", id: "welcome" }
        const { find, findVersion } = yield* templateQueries
        const rename = (name: string) =>
          templatesAt(2, ({ update }) => update("tn_a", key.id, { name }))
        yield* writeTemplate(key, aContent, 1)
        const seen = Effect.all([find(key), findVersion(key, 2)])
        const inside = Effect.andThen(rename("Changed"), seen)
        const undone = Effect.flip(
          sql.withTransaction(Effect.flatMap(inside, (found) => Effect.fail(found)))
        )
        expect(yield* undone).toMatchObject([
          { name: "Changed", version: 2 },
          { name: "Changed", version: 2 }
        ])
        expect(yield* seen).toMatchObject([{ name: "Welcome", version: 1 }, undefined])
        expect((yield* rename("Other")).version).toBe(2)
      }).pipe(Effect.provide(context))
    })
  )
})

describe("a transaction", () => {
  it.live("in which a statement failed unnoticed is not reported as committed", () =>
    Effect.gen(function* () {
      const { sql } = yield* storage
      const careless = sql.withTransaction(
        Effect.andThen(sql`CREATE TABLE mine ()`, Effect.ignore(sql`SELECT 1 / 0`))
      )
      const failure = Cause.squash(yield* Effect.flip(Effect.sandbox(careless)))
      expect(failure).toMatchObject({
        reason: { cause: { message: expect.stringContaining("was rolled back") } }
      })
      expect(yield* sql`SELECT to_regclass('mine') AS mine`).toEqual([{ mine: null }])
    })
  )

  it.live("that Postgres undid to end a deadlock is made again", () =>
    Effect.gen(function* () {
      const { context, other } = yield* storage
      yield* ask(other, "CREATE SEQUENCE tries")
      yield* ask(
        other,
        `CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF nextval('tries') < 3 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`
      )
      yield* ask(
        other,
        "CREATE TRIGGER conflict AFTER INSERT ON queue FOR EACH ROW EXECUTE FUNCTION conflict()"
      )
      expect((yield* Effect.provide(accept(1), context))._tag).toBe("Accepted")
      expect(yield* Effect.provide(due, context)).toHaveLength(1)
    })
  )
})

describe("a connection that is cut", () => {
  it.live("inside a transaction undoes it, is no longer used, and the next one works", () =>
    Effect.gen(function* () {
      const { context, other, sql } = yield* storage
      yield* ask(
        other,
        `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`
      )
      yield* ask(
        other,
        "CREATE TRIGGER cut AFTER INSERT ON queue FOR EACH ROW EXECUTE FUNCTION cut()"
      )
      expect(yield* Effect.flip(Effect.provide(accept(1), context))).toMatchObject(unavailable)
      const ownTransaction = sql.withTransaction(
        Effect.andThen(sql`CREATE TABLE mine ()`, accept(2))
      )
      expect(yield* Effect.flip(Effect.provide(ownTransaction, context))).toMatchObject(unavailable)

      yield* ask(other, "DROP TRIGGER cut ON queue")
      expect(
        yield* sql`SELECT to_regclass('mine') AS mine, (SELECT count(*) FROM emails) AS emails`
      ).toEqual([{ mine: null, emails: 0 }])
      expect((yield* Effect.provide(accept(3), context))._tag).toBe("Accepted")
      expect(yield* Effect.provide(due, context)).toHaveLength(1)
    })
  )

  it.live("while it is idle doesn't end the process, and another replaces it", () =>
    Effect.gen(function* () {
      const { other, sql } = yield* storage
      const [row] = yield* sql<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
      yield* ask(other, `SELECT pg_terminate_backend(${String(row?.pid)})`)
      yield* eventually(
        other,
        `NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = ${String(row?.pid)})`
      )
      // Whoever comes before its end was heard of has lost; nobody after that has.
      const [next] = yield* Effect.retry(
        sql<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`,
        { times: 1 }
      )
      expect(next?.pid).not.toBe(row?.pid)
    })
  )
})

describe("a caller that is interrupted", () => {
  it.live("inside a transaction has it undone, in the middle of a statement too", () =>
    Effect.gen(function* () {
      const { context, other, sql } = yield* storage
      const slow = sql.withTransaction(Effect.andThen(accept(1), sql`SELECT pg_sleep(25)`))
      const fiber = yield* Effect.forkChild(Effect.provide(slow, context))
      const asleep =
        "EXISTS (SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(25)' AND datname = current_database())"
      yield* eventually(other, asleep)
      yield* Fiber.interrupt(fiber)
      expect(yield* Effect.provide(due, context)).toEqual([])
      expect((yield* Effect.provide(accept(2), context))._tag).toBe("Accepted")
      // The server notices that nobody waits any more, long before the statement's own time is
      // over.
      yield* eventually(other, `NOT ${asleep}`)
    })
  )

  it.live(
    "doesn't wait for a single statement, whose connection is used again once it has ended",
    () =>
      Effect.gen(function* () {
        const { other, sql } = yield* storage
        const pid = sql<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
        const before = yield* pid
        yield* ask(other, "SELECT pg_advisory_lock(1)")
        const fiber = yield* Effect.forkChild(sql`SELECT pg_advisory_lock(1)`)
        yield* eventually(
          other,
          "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)"
        )
        yield* Fiber.interrupt(fiber)
        yield* ask(other, "SELECT pg_advisory_unlock(1)")
        expect(yield* pid).toEqual(before)
      })
  )

  it.live("while it waits for a connection leaves none behind", () =>
    Effect.gen(function* () {
      const { sql } = yield* storage
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* sql.reserve
          const waiting = yield* Effect.forEach([1, 2, 3], () =>
            Effect.forkChild(sql.withTransaction(sql`SELECT 1`))
          )
          yield* Effect.yieldNow
          yield* Effect.forEach(waiting, (fiber) => Effect.forkChild(Fiber.interrupt(fiber)))
        })
      )
      expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
    })
  )
})
