import { describe, expect, it } from "@effect/vitest"
import { toStorageError } from "@telemark/core"
import { Effect } from "effect"
import pg from "pg"
import type { Socket } from "node:net"
import { breaksConnection, ConnectionFailure, failureOf } from "../src/Session.js"
import { open } from "../src/open.js"
import { makeStatementNames } from "../src/pgConnection.js"
import { makeSockets } from "../src/postgresPool.js"
import { fresh } from "./fresh.js"
import { proxy } from "./proxy.js"

const reasonOf = (effect: Effect.Effect<unknown, unknown>) =>
  Effect.map(Effect.flip(effect), (error) => toStorageError(error).reason)

describe("values", () => {
  it.live("come back as the ports know them", () =>
    Effect.gen(function* () {
      const { sql } = yield* open({ url: yield* fresh })
      const values = sql`SELECT 1700000000000::bigint AS int8, 2::int AS int4, 1.5::float8 AS float8, sum(2::bigint) AS numeric,
        true AS bool, 'x' AS text, '{"a":1}'::json AS json, ${Uint8Array.of(0, 92, 255)}::bytea AS bytes, NULL AS nothing, ${undefined}::text AS missing`
      const expected = [
        {
          int8: 1.7e12,
          int4: 2,
          float8: 1.5,
          numeric: 2,
          bool: true,
          text: "x",
          json: '{"a":1}',
          bytes: Buffer.from([0, 92, 255]),
          nothing: null,
          missing: null
        }
      ]
      expect(yield* values).toEqual(expected)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SET LOCAL bytea_output = 'escape'`
          expect(yield* values).toEqual(expected)
        })
      )
      expect(yield* sql`SELECT ${1}::int + 1 AS two`.values).toEqual([[2]])
    })
  )
})

describe("statements", () => {
  const prepared =
    "SELECT count(*) AS count FROM pg_prepared_statements WHERE name LIKE 'telemark%'"

  it.live("are prepared once for each text and connection", () =>
    Effect.gen(function* () {
      const { sql } = yield* open({ url: yield* fresh, maxConnections: 1 })
      const [before] = yield* sql.unsafe<{ readonly count: number }>(prepared)
      for (const index of [1, 2, 3]) yield* sql`SELECT ${index}::int AS number`
      const [after] = yield* sql.unsafe<{ readonly count: number }>(prepared)
      expect(after!.count - before!.count).toBe(1)
    })
  )

  it.live("are not prepared by name if that isn't wanted", () =>
    Effect.gen(function* () {
      const { sql } = yield* open({ url: yield* fresh, maxConnections: 1, prepare: false })
      for (const index of [1, 2, 3]) yield* sql`SELECT ${index}::int AS number`
      expect(yield* sql.unsafe(prepared)).toEqual([{ count: 0 }])
    })
  )

  it("have at most 200 names, and none if they are long", () => {
    const nameOf = makeStatementNames()
    const names = Array.from({ length: 250 }, (_, index) => nameOf(`SELECT ${String(index)}`))
    expect(new Set(names.slice(0, 200)).size).toBe(200)
    expect(names.slice(200).every((name) => name === undefined)).toBe(true)
    expect(nameOf("SELECT 7")).toBe(names[7])
    expect(names[0]!.length).toBeLessThan(63)
    expect(makeStatementNames()(" ".repeat(8193))).toBeUndefined()
  })
})

describe("limits", () => {
  it.live(
    "end a statement that takes too long, and one that waits too long for a lock, as unavailable",
    () =>
      Effect.gen(function* () {
        const url = yield* fresh
        const { sql } = yield* open({
          url,
          statementTimeout: "2 seconds",
          lockTimeout: "100 millis"
        })
        const { sql: shared } = yield* open({
          url,
          statementTimeout: "2 seconds",
          lockTimeout: "100 millis",
          prepare: false
        })
        expect(yield* reasonOf(sql`SELECT pg_sleep(20)`)).toBe("unavailable")
        for (const client of [sql, shared]) {
          const [settings] =
            yield* client.withTransaction(client`SELECT current_setting('statement_timeout') AS statement,
          current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle`)
          expect(settings).toEqual({ statement: "2s", lock: "100ms", idle: "1min" })
          expect(yield* reasonOf(client.withTransaction(client`SELECT pg_sleep(20)`))).toBe(
            "unavailable"
          )
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`LOCK TABLE tenants`
              expect(
                yield* reasonOf(
                  Effect.scoped(
                    Effect.gen(function* () {
                      const other = yield* client.reserve
                      yield* other.executeRaw("BEGIN", [])
                      yield* Effect.ensuring(
                        other.execute("SELECT id FROM tenants", [], undefined),
                        Effect.ignore(other.executeRaw("ROLLBACK", []))
                      )
                    })
                  )
                )
              ).toBe("unavailable")
            })
          )
        }
      })
  )

  it.live("end the wait for a connection when all are in use", () =>
    Effect.gen(function* () {
      const { sql } = yield* open({
        url: yield* fresh,
        maxConnections: 1,
        connectTimeout: "3 seconds"
      })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* sql.reserve
          for (const work of [sql`SELECT 1`, sql.withTransaction(sql`SELECT 1`)]) {
            expect(yield* reasonOf(work)).toBe("unavailable")
          }
        })
      )
      expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
    })
  )

  it.live("give up a connection on which the server says nothing any more", () =>
    Effect.gen(function* () {
      const url = new URL(yield* fresh)
      const between = yield* proxy(Number(url.port))
      url.port = String(between.port)
      const { sql } = yield* open({
        url: url.href,
        maxConnections: 1,
        statementTimeout: "1500 millis",
        connectTimeout: "3 seconds"
      })
      const table = sql`SELECT count(*) AS count FROM tenants`
      between.freeze()
      expect(yield* reasonOf(table)).toBe("unavailable")
      expect(yield* reasonOf(sql.withTransaction(table))).toBe("unavailable")
      between.thaw()
      expect(yield* Effect.retry(table, { times: 3 })).toEqual([{ count: 0 }])
    })
  )

  it.live("give up a server that falls silent while a connection is set up", () =>
    Effect.gen(function* () {
      const url = new URL(yield* fresh)
      const between = yield* proxy(Number(url.port))
      url.port = String(between.port)
      const connectTimeout = "1 second"
      const { sql } = yield* open({ url: url.href, maxConnections: 2, connectTimeout })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* sql.reserve
          between.freezeAt("DO $$")
          expect(yield* reasonOf(sql`SELECT 1`)).toBe("unavailable")
          // Its place in the pool would be taken for as long as TCP waits.
          expect(yield* Effect.retry(sql`SELECT 1 AS one`, { times: 5 })).toEqual([{ one: 1 }])
        })
      )
    })
  )

  it.live("give up all connections that are as old, too, so that none is waited for in turn", () =>
    Effect.gen(function* () {
      const url = new URL(yield* fresh)
      const between = yield* proxy(Number(url.port))
      url.port = String(between.port)
      const maxConnections = 3
      const { sql } = yield* open({ url: url.href, maxConnections, statementTimeout: "1 second" })
      yield* Effect.scoped(Effect.replicateEffect(sql.reserve, maxConnections))
      between.freeze()
      expect(yield* reasonOf(sql`SELECT 1`)).toBe("unavailable")
      between.thaw()
      expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
    })
  )

  it.live("don't let a silent server delay the end, nor keep a connection open after it", () =>
    Effect.gen(function* () {
      const url = new URL(yield* fresh)
      const between = yield* proxy(Number(url.port))
      url.port = String(between.port)
      const { close, stream } = makeSockets()
      const made: Array<Socket> = []
      const pool = new pg.Pool({
        connectionString: url.href,
        stream: () => {
          const socket = stream()
          made.push(socket)
          return socket
        }
      })
      yield* Effect.promise(() => pool.query("SELECT 1"))
      between.freeze()
      yield* close(pool)
      expect(made.map(({ destroyed }) => destroyed)).toEqual([true])
    })
  )
})

describe("a failure", () => {
  const sql = (code: string, severity = "ERROR") =>
    Object.assign(new Error("no"), { code, severity })

  it.each([
    [new Error("Connection terminated unexpectedly"), "CONNECTION_TERMINATED"],
    [new Error("timeout exceeded when trying to connect"), "CONNECT_TIMEOUT"],
    [new Error("Connection terminated due to connection timeout"), "CONNECT_TIMEOUT"],
    [
      new Error("Client has encountered a connection error and is not queryable"),
      "CONNECTION_TERMINATED"
    ],
    [new Error("Cannot use a pool after calling end on the pool"), "CONNECTION_CLOSED"],
    [Object.assign(new Error("read"), { code: "ECONNRESET" }), "ECONNRESET"]
  ])("of the connection is unavailable: %s", (error, code) => {
    const failure = failureOf(error)
    expect(failure).toMatchObject({ code })
    expect(toStorageError(failure).reason).toBe("unavailable")
    expect(breaksConnection(failure)).toBe(true)
  })

  it.each([
    [sql("23505"), false],
    [sql("57014"), false],
    [sql("55P03"), false],
    [sql("40001"), false],
    [sql("57P01", "FATAL"), true],
    [sql("57P01"), true],
    [sql("25P03", "FATAL"), true],
    [sql("26000"), true],
    [sql("25006"), true],
    [sql("0A000"), true],
    [sql("57P04", "FATAL"), true],
    [new ConnectionFailure("CONNECTION_TIMEOUT", "no answer"), true],
    [new TypeError("unknown"), true]
  ])("says whether the connection may be used again: %o", (error, breaks) => {
    expect(breaksConnection(error)).toBe(breaks)
  })
})
