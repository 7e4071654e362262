import { describe, expect, it } from "@effect/vitest"
import { templatesAt } from "@telemark-tools/conformance"
import { aContent, aSend, writeTemplate } from "@telemark-tools/storages"
import {
  emailQueries,
  layerStorage as layerSql,
  MailQueue,
  migrate,
  makeConsumeTokens,
  templateQueries
} from "@telemark/core"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { open } from "../src/open.js"
import { temporaryDirectory } from "./temporary.js"

/**
 * The ports together with the client that they use, as a host application with its own client has
 * them.
 */
const storage = Layer.provideMerge(
  layerSql,
  Layer.effect(
    SqlClient.SqlClient,
    Effect.flatMap(temporaryDirectory, (directory) =>
      open({ filename: join(directory, "mail.db") })
    ).pipe(Effect.tap((sql) => Effect.provideService(migrate, SqlClient.SqlClient, sql)))
  )
)

const due = Effect.flatMap(MailQueue, (queue) =>
  queue.claim({ owner: "w", until: 2e12 }, 100, 1.9e12)
)

describe("a send inside the caller's own transaction", () => {
  it.effect("is queued once the transaction is committed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accept } = yield* emailQueries
      const consume = yield* makeConsumeTokens
      yield* sql.withTransaction(Effect.andThen(consume("key_1", 10, 1e12), accept(aSend(1))))
      expect(yield* due).toHaveLength(1)
    }).pipe(Effect.provide(storage))
  )

  it.effect("is undone with the transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accept, list } = yield* emailQueries
      yield* Effect.flip(
        sql.withTransaction(
          Effect.andThen(accept(aSend(1)), Effect.fail("the order was not placed"))
        )
      )
      expect(yield* due).toEqual([])
      expect(yield* list("tn_a", { limit: 10, offset: 0 }, {})).toEqual({ emails: [], next: null })
    }).pipe(Effect.provide(storage))
  )

  it.effect("that is the first of the process leaves the next ones outside of it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const first = Effect.flatMap(emailQueries, ({ accept }) => accept(aSend(1)))
      yield* Effect.flip(sql.withTransaction(Effect.andThen(first, Effect.fail("undone"))))
      yield* Effect.flatMap(emailQueries, ({ accept }) => accept(aSend(2)))
      expect(yield* due).toHaveLength(1)
    }).pipe(Effect.provide(storage))
  )
})

describe("templates inside the caller's own transaction", () => {
  it.effect("are saved and seen there, and undone with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
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
    }).pipe(Effect.provide(storage))
  )
})

describe("a disk that fills up", () => {
  it.effect(
    "makes writes unavailable, leaves nothing half written, and ends once there is space",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accept, list } = yield* emailQueries
        const large = {
          ...aSend(1),
          body: {
            id: "body_1",
            html: "x".repeat(1_000_000),
            text: null,
            headers: [],
            shown: null,
            attachments: []
          }
        }
        const [pages] = yield* sql<{ readonly page_count: number }>`PRAGMA page_count`
        yield* sql.unsafe(`PRAGMA max_page_count = ${String((pages?.page_count ?? 0) + 20)}`)
        expect(yield* Effect.flip(accept(large))).toMatchObject({
          _tag: "StorageError",
          reason: "unavailable"
        })
        expect(yield* due).toEqual([])
        expect(yield* list("tn_a", { limit: 10, offset: 0 }, {})).toEqual({
          emails: [],
          next: null
        })

        yield* sql.unsafe("PRAGMA max_page_count = 1000000")
        expect((yield* accept(large))._tag).toBe("Accepted")
        expect(yield* due).toHaveLength(1)
      }).pipe(Effect.provide(storage))
  )

  it.effect("fails only the send that doesn't fit, not those that shared its batch", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accept } = yield* emailQueries
      const large = {
        ...aSend(1),
        body: {
          id: "body_1",
          html: "x".repeat(1_000_000),
          text: null,
          headers: [],
          shown: null,
          attachments: []
        }
      }
      const [pages] = yield* sql<{ readonly page_count: number }>`PRAGMA page_count`
      yield* sql.unsafe(`PRAGMA max_page_count = ${String((pages?.page_count ?? 0) + 20)}`)
      const exits = yield* Effect.all(
        [aSend(2), large, aSend(3)].map((send) => Effect.exit(accept(send))),
        { concurrency: "unbounded" }
      )
      expect(exits.map(({ _tag }) => _tag)).toEqual(["Success", "Failure", "Success"])
    }).pipe(Effect.provide(storage))
  )
})

describe("a commit that fails", () => {
  it.effect("is an error, undoes the transaction and leaves the connection usable", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accept } = yield* emailQueries
      // A deferred foreign key is checked at the commit.
      yield* sql`CREATE TABLE parent (id TEXT PRIMARY KEY)`
      yield* sql`CREATE TABLE child (id TEXT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)`
      yield* sql`CREATE TRIGGER orphan AFTER INSERT ON emails WHEN NEW.subject = 'orphan'
        BEGIN INSERT INTO child VALUES ('none'); END`
      const orphan = { ...aSend(1), subject: "orphan" }
      expect(yield* Effect.flip(accept(orphan))).toMatchObject({
        _tag: "StorageError",
        reason: "fault"
      })
      expect((yield* accept(aSend(2)))._tag).toBe("Accepted")
      expect(yield* due).toHaveLength(1)
    }).pipe(Effect.provide(storage))
  )
})

describe("claiming", () => {
  it.effect("writes nothing while nothing is due, or only what is excluded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accept } = yield* emailQueries
      const { claim } = yield* MailQueue
      yield* accept(aSend(1))
      const version = sql<{ readonly data: number }>`SELECT total_changes() AS data`
      const before = yield* version
      expect(yield* claim({ owner: "w", until: 2e12 }, 10, 1e12)).toEqual([])
      expect(yield* claim({ owner: "w", until: 2e12 }, 10, 1.9e12, { except: ["tn_a"] })).toEqual(
        []
      )
      expect(yield* version).toEqual(before)
    }).pipe(Effect.provide(storage))
  )
})
