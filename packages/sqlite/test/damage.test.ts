import { describe, expect, it } from "@effect/vitest"
import { aSend } from "@telemark-tools/storages"
import { emailQueries, MailQueue, makeRetention } from "@telemark/core"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { storage } from "./storage.js"

const inMemory = storage({ filename: ":memory:" })

const claim = Effect.flatMap(MailQueue, (queue) =>
  queue.claim({ owner: "w", until: 2e12 }, 100, 1.9e12)
)
const acceptTwo = Effect.flatMap(emailQueries, ({ accept }) =>
  Effect.all([accept(aSend(1)), accept(aSend(2))])
)

// Faults that only hands or a backup restored in parts can make; each used to come up for ever
// without a word.
describe("a message in the queue", () => {
  it.effect("whose content is gone is claimed without it, so that it can be settled", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* acceptTwo
      yield* sql`DELETE FROM bodies WHERE id = (SELECT MIN(id) FROM bodies)`
      expect((yield* claim).map(({ body }) => body === null).sort()).toEqual([false, true])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that isn't in the log is dropped", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* acceptTwo
      yield* sql`DELETE FROM emails WHERE id = (SELECT MIN(id) FROM emails)`
      expect(yield* claim).toHaveLength(1)
      expect(yield* sql`SELECT COUNT(*) AS count FROM queue`).toEqual([{ count: 1 }])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that is settled in the log is dropped, and stays unchanged there", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* acceptTwo
      yield* sql`UPDATE emails SET status = 'bounced', attempts = 1 WHERE id = (SELECT MIN(id) FROM emails)`
      expect(yield* claim).toHaveLength(1)
      expect(yield* sql`SELECT COUNT(*) AS count FROM queue`).toEqual([{ count: 1 }])
      expect(yield* sql`SELECT status, attempts FROM emails ORDER BY id`).toEqual([
        { status: "bounced", attempts: 1 },
        { status: "sending", attempts: 1 }
      ])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "that is settled in the log while a worker has it in flight stays unchanged there when it is released",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* acceptTwo
        const claimed = yield* claim
        yield* sql`UPDATE emails SET status = 'failed' WHERE id = (SELECT MIN(id) FROM emails)`
        yield* Effect.flatMap(MailQueue, (queue) =>
          queue.release(
            "w",
            claimed.map(({ id }) => id),
            1.9e12
          )
        )
        expect(yield* sql`SELECT status FROM emails ORDER BY id`).toEqual([
          { status: "failed" },
          { status: "queued" }
        ])
        expect(yield* claim).toHaveLength(1)
      }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "that isn't in the log, as long as it isn't dropped, keeps every body: it may hide how old others are",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { removeBodies } = yield* makeRetention
        yield* acceptTwo
        yield* sql`DELETE FROM emails WHERE id = (SELECT MIN(id) FROM emails)`
        expect(yield* removeBodies(1.95e12)).toBe(0)
      }).pipe(Effect.provide(inMemory))
  )
})
