import { hostPool } from "@telemark-tools/postgres"
import { describe, expect, it } from "@effect/vitest"
import { MailQueue, emailQueries, WakeUp } from "@telemark/core"
import { layer } from "@telemark/postgres"
import { Effect } from "effect"
import { fresh } from "./fresh.js"
import { aSend } from "@telemark-tools/storages"

const aPool = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      hostPool({
        connectionString: url,
        max: 2,
        // As a host may have it.
        types: { getTypeParser: () => (value: string) => `the host's ${value}` }
      })
    ),
    (pool) => Effect.promise(() => pool.end())
  )

describe("the host application's own pool", () => {
  it.live(
    "serves every port, and is the same afterwards: open, with its own parsers and settings",
    () =>
      Effect.gen(function* () {
        const pool = yield* aPool(yield* fresh)
        const listeners = pool.listenerCount("error")
        yield* Effect.gen(function* () {
          const mailCame = yield* Effect.flatMap(WakeUp, ({ listen }) => listen)
          expect((yield* Effect.flatMap(emailQueries, ({ accept }) => accept(aSend(1))))._tag).toBe(
            "Accepted"
          )
          const [claimed] = yield* Effect.flatMap(MailQueue, ({ claim }) =>
            claim({ owner: "w", until: 2e12 }, 10, 1.9e12)
          )
          expect(claimed).toMatchObject({
            tenant_id: "tn_a",
            subject: "No 1",
            created_at: 1.8e12 + 1
          })
          yield* mailCame
        }).pipe(Effect.provide(layer({ pool, statementTimeout: "1 hour" })))

        const clients = yield* Effect.promise(() => Promise.all([pool.connect(), pool.connect()]))
        for (const client of clients) {
          const { rows } = yield* Effect.promise(() =>
            client.query<Record<string, unknown>>(
              "SELECT 1::bigint AS int8, 'x'::text AS text, current_setting('statement_timeout') = '0' AS kept, current_setting('application_name') = '' AS unnamed"
            )
          )
          client.release()
          expect(rows).toEqual([
            {
              int8: "the host's 1",
              text: "the host's x",
              kept: "the host's t",
              unnamed: "the host's t"
            }
          ])
        }
        expect(pool.listenerCount("error")).toBe(listeners)
      })
  )
})
