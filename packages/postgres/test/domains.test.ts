import { describe, expect, it } from "@effect/vitest"
import { aDomain, aSend } from "@telemark-tools/storages"
import { DomainExists } from "@telemark/contract"
import {
  domainChanges,
  domainQueries,
  emailQueries,
  layerStorage as layerSql,
  StoredKeys
} from "@telemark/core"
import { layer } from "@telemark/postgres"
import { Context, Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { open } from "../src/open.js"
import { ask, eventually, fresh, watcher } from "./fresh.js"

/**
 * The ports on one connection, together with the client that they use and a connection beside it.
 */
const storage = Effect.gen(function* () {
  const url = yield* fresh
  const { sql } = yield* open({ url, maxConnections: 1 })
  const context = yield* Layer.build(
    Layer.provideMerge(layerSql, Layer.succeed(SqlClient.SqlClient, sql))
  )
  const { find } = yield* Effect.provide(domainQueries, context)
  const { change, insert } = yield* Effect.provide(domainChanges, context)
  return { sql, context, store: { find, insert, change }, other: yield* watcher(url) }
})

const unowned = { ...aDomain, owned: false }
const own = (current: typeof aDomain) => ({ ...current, owned: true })
const isLocked =
  "EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())"
const ownedByAnother = `INSERT INTO domains (tenant_id, domain, spf_verified, dkim_verified, dmarc_verified, owned, created_at, next_check_at)
  VALUES ('tn_b', 'example.com', 1, 1, 0, 1, 1, 1)`

describe("a domain that two want to own", () => {
  it.live(
    "is accepted, without a fault, if the other one's row was inserted after ours were locked",
    () =>
      Effect.gen(function* () {
        const { other, store } = yield* storage
        yield* store.insert(unowned)
        yield* ask(other, "BEGIN")
        yield* ask(other, ownedByAnother)
        const update = yield* Effect.forkChild(
          store.change(aDomain, (current) => ({ ...own(current), keys: [] }))
        )
        yield* eventually(other, isLocked)
        yield* ask(other, "COMMIT")
        expect(yield* Fiber.join(update)).toEqual({ _tag: "Taken" })
        expect(yield* store.find(aDomain)).toEqual(unowned)
      })
  )

  it.live("is not inserted, where the other one's row comes at the same moment", () =>
    Effect.gen(function* () {
      const { other, store } = yield* storage
      yield* ask(other, "BEGIN")
      yield* ask(other, ownedByAnother)
      const insert = yield* Effect.forkChild(store.insert(aDomain))
      yield* eventually(other, isLocked)
      yield* ask(other, "COMMIT")
      expect(yield* Effect.flip(Fiber.join(insert))).toBeInstanceOf(DomainExists)
      expect(yield* ask(other, "SELECT 1 FROM dkim_keys")).toEqual([])
    })
  )

  it.live("leaves the caller's own transaction usable when it is taken", () =>
    Effect.gen(function* () {
      const { context, sql, store } = yield* storage
      yield* store.insert(unowned)
      yield* store.insert({ ...aDomain, tenant_id: "tn_b" })
      const inside = Effect.zip(
        store.change(aDomain, own),
        (yield* Effect.provide(emailQueries, context)).accept({
          ...aSend(1),
          sender_policy: "trusted"
        })
      )
      const [change, outcome] = yield* sql.withTransaction(inside)
      expect([change._tag, outcome._tag]).toEqual(["Taken", "Accepted"])
    })
  )

  it.live("is changed inside the caller's own transaction, and undone with it", () =>
    Effect.gen(function* () {
      const { sql, store } = yield* storage
      yield* store.insert(unowned)
      const inside = Effect.flatMap(
        store.change(aDomain, (current) => ({ ...own(current), keys: [] })),
        (change) => Effect.fail(change)
      )
      expect((yield* Effect.flip(sql.withTransaction(inside)))._tag).toBe("Changed")
      expect(yield* store.find(aDomain)).toEqual(unowned)
    })
  )
})

describe("keys of stored secrets", () => {
  it.live("can't be stored in a Postgres database", () =>
    Effect.gen(function* () {
      const { keys, update } = Context.get(
        yield* Layer.build(layer({ url: yield* fresh, migrate: false })),
        StoredKeys
      )
      expect(yield* keys).toBeUndefined()
      const { cause, reason } = yield* Effect.flip(update((present) => present))
      expect(reason).toBe("fault")
      expect((cause as Error).message).toContain("TELEMARK_SECRET")
    })
  )
})
