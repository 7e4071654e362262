import { describe, expect, it } from "@effect/vitest"
import { aSend } from "@telemark-tools/storages"
import { emailQueries, layerStorage as layerSql, MailQueue, queueQueries } from "@telemark/core"
import { Context, type Duration, Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { open } from "../src/open.js"
import { ask, eventually, fresh, watcher } from "./fresh.js"

/** The ports, with a connection beside them that stands for the application's own transaction. */
const storageWith = (lockTimeout: Duration.Input) =>
  Effect.gen(function* () {
    const url = yield* fresh
    const { sql } = yield* open({ url, maxConnections: 5, lockTimeout })
    const context = yield* Layer.build(
      Layer.provide(layerSql, Layer.succeed(SqlClient.SqlClient, sql))
    )
    const other = yield* watcher(url)
    const { accept } = yield* Effect.provide(emailQueries, context)
    const { claim } = Context.get(context, MailQueue)
    let made = 0
    return {
      other,
      store: yield* Effect.provide(queueQueries, context),
      sendOf: (tenant_id: string) => accept({ ...aSend(++made), tenant_id }),
      claimed: (at: number, lease = 1e9) =>
        Effect.map(claim({ owner: "w", until: at + lease }, 100, at), (messages) =>
          messages.map(({ tenant_id }) => tenant_id).sort()
        )
    }
  })

const storage = storageWith("1 second")

/** When messages are claimed; later than they are accepted. */
const now = 1.9e12

/** What a transaction that has sent a mail of the tenant holds until it ends. */
const lockRows = (tenantId: string) =>
  `BEGIN; UPDATE usage SET sent = sent WHERE tenant_id = '${tenantId}'; UPDATE email_counts SET queued = queued WHERE tenant_id = '${tenantId}'`

const tags = (exits: ReadonlyArray<{ readonly _tag: string }>) => exits.map(({ _tag }) => _tag)

describe("while a transaction of the application's locks a tenant's counters", () => {
  it.live(
    "sends of other tenants that came with that tenant's are accepted; its own fail, and go through once it has ended",
    () =>
      Effect.gen(function* () {
        const { other, sendOf } = yield* storage
        yield* sendOf("tn_a")
        yield* ask(other, lockRows("tn_a"))
        const together = ["tn_b", "tn_a", "tn_c", "tn_a"].map((tenantId) =>
          Effect.exit(sendOf(tenantId))
        )
        expect(tags(yield* Effect.all(together, { concurrency: "unbounded" }))).toEqual([
          "Success",
          "Failure",
          "Success",
          "Failure"
        ])
        yield* ask(other, "COMMIT")
        expect((yield* sendOf("tn_a"))._tag).toBe("Accepted")
      })
  )

  it.live("sends of other tenants don't wait for it a second time", () =>
    Effect.gen(function* () {
      const { other, sendOf } = yield* storageWith("6 seconds")
      yield* sendOf("tn_a")
      yield* ask(other, lockRows("tn_a"))
      yield* Effect.flip(sendOf("tn_a"))
      const waiting = yield* Effect.forkChild(sendOf("tn_a"))
      yield* eventually(
        other,
        "EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())"
      )
      expect((yield* sendOf("tn_b"))._tag).toBe("Accepted")
      expect(
        yield* ask(
          other,
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
      ).toHaveLength(1)
      yield* ask(other, "COMMIT")
      expect((yield* Fiber.join(waiting))._tag).toBe("Accepted")
    })
  )

  it.live(
    "other tenants' mail is claimed, and that tenant's once it has ended: it is tried less and less often",
    () =>
      Effect.gen(function* () {
        const { claimed, other, sendOf } = yield* storage
        for (const tenantId of ["tn_b", "tn_a", "tn_c"]) yield* sendOf(tenantId)
        yield* ask(other, lockRows("tn_a"))
        expect(yield* claimed(now)).toEqual(["tn_b", "tn_c"])
        // Left out at first, so that nobody waits for it.
        yield* sendOf("tn_b")
        expect(yield* claimed(now + 999)).toEqual(["tn_b"])
        yield* sendOf("tn_b")
        expect(yield* claimed(now + 1000)).toEqual(["tn_b"])
        yield* ask(other, "COMMIT")
        expect(yield* claimed(now + 2999)).toEqual([])
        expect(yield* claimed(now + 3000)).toEqual(["tn_a"])
      })
  )

  it.live(
    "other tenants' mail that another queue was offered is begun; that tenant's is released, and not offered before it has ended",
    () =>
      Effect.gen(function* () {
        const { other, sendOf, store } = yield* storage
        for (const tenantId of ["tn_b", "tn_a", "tn_c"]) yield* sendOf(tenantId)
        const offered = yield* store.offer(10, now, now + 30_000)
        const ids = offered.map(({ id }) => id)
        yield* ask(other, lockRows("tn_a"))
        const begun = yield* store.begin({ owner: "w", until: now + 1e9 }, ids, now)
        expect(begun.map(({ tenant_id }) => tenant_id).sort()).toEqual(["tn_b", "tn_c"])
        yield* store.withdraw(now, ids)
        expect(yield* store.offer(10, now + 999, now + 30_000)).toEqual([])
        yield* ask(other, "COMMIT")
        expect(
          (yield* store.offer(10, now + 1000, now + 30_000)).map(({ tenant_id }) => tenant_id)
        ).toEqual(["tn_a"])
      })
  )

  it.live(
    "that tenant is one like the others as soon as its rows are free, though it had been tried in vain",
    () =>
      Effect.gen(function* () {
        const { claimed, other, sendOf } = yield* storageWith("6 seconds")
        yield* sendOf("tn_a")
        yield* ask(other, lockRows("tn_a"))
        for (const later of [0, 1000, 3000]) expect(yield* claimed(now + later)).toEqual([])
        yield* ask(other, "COMMIT")
        expect(yield* claimed(now + 7000)).toEqual(["tn_a"])
        yield* sendOf("tn_a")
        yield* ask(other, lockRows("tn_a"))
        const waiting = yield* Effect.forkChild(claimed(now + 7001))
        // As long as usual: a transaction that is through soon doesn't have it left out.
        yield* eventually(
          other,
          "EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() " +
            "AND clock_timestamp() - query_start > '400 ms')"
        )
        yield* ask(other, "COMMIT")
        expect(yield* Fiber.join(waiting)).toEqual(["tn_a"])
      })
  )

  it.live(
    "what a claim has leased is returned, though another tenant's could not be claimed for another reason",
    () =>
      Effect.gen(function* () {
        const { claimed, other, sendOf } = yield* storage
        for (const tenantId of ["tn_b", "tn_a", "tn_c"]) yield* sendOf(tenantId)
        // Where the claim doesn't wait as long as usual, it is in the middle of claiming tenant by
        // tenant.
        yield* ask(
          other,
          `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.tenant_id = 'tn_c' AND current_setting('lock_timeout') = '200ms' THEN RAISE 'broken'; END IF; RETURN NEW; END $$;
        CREATE TRIGGER fail BEFORE UPDATE ON emails FOR EACH ROW EXECUTE FUNCTION fail()`
        )
        yield* ask(other, lockRows("tn_a"))
        expect(yield* claimed(now)).toEqual(["tn_b"])
        expect(yield* claimed(now + 1)).toEqual(["tn_c"])
      })
  )

  it.live("a claim ends before its leases do, however many tenants are left", () =>
    Effect.gen(function* () {
      const { claimed, other, sendOf } = yield* storage
      for (const tenantId of ["tn_b", "tn_a", "tn_c"]) yield* sendOf(tenantId)
      yield* ask(other, lockRows("tn_a"))
      // A third of it is over as soon as the claim has waited for the rows.
      expect(yield* claimed(now, 2000)).toEqual(["tn_b"])
    })
  )
})
