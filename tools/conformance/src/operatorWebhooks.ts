import {
  AuditLog,
  Database,
  newOperatorEvent,
  operatorEventQueries,
  operatorOwner,
  reputationQueries,
  StorageError,
  stored,
  WebhookQueue
} from "@telemark/core"
import { Effect, Exit } from "effect"
import assert from "node:assert/strict"
import { at } from "./accounts.js"
import { hour, minute, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"
import { createOfOperator, endpoint, leasedFor, pending, perEndpoint } from "./webhookFixtures.js"

/** What the operator's endpoints get, which belong to no tenant. */
export const operatorWebhooks = suite("webhook endpoints of the operator", (test) => {
  const provided = Effect.provide(AuditLog.layer)
  const own = { tenant_id: operatorOwner, created_at: noon }
  const note = (operation: string, now = noon) =>
    at(now)(AuditLog.use((log) => log.note({ operation })))
  const happened = (type: "tenant.paused" | "tenant.warned", now = noon, key?: string) =>
    at(now)(
      Effect.gen(function* () {
        const { write } = yield* Database
        const store = yield* reputationQueries
        const event = yield* newOperatorEvent(type, { id: "tn_a", name: "acme" }, now)
        yield* write(store.insertEvent(event, key))
      })
    )
  const leased = leasedFor("w", noon + 1000)
  const list = (types: ReadonlyArray<string>, limit: number, after = "") =>
    Effect.flatMap(operatorEventQueries, (events) =>
      events.list({ since: 0, until: 8e12, types, limit, after })
    )

  test("get the events that they take, written in the same transaction, and inactive ones none", () =>
    provided(
      Effect.gen(function* () {
        const audit = yield* endpoint({ ...own, events: ["audit.recorded"] })
        const tenants = yield* endpoint({ ...own, events: ["tenant.warned", "tenant.paused"] })
        yield* endpoint({ ...own, events: ["audit.recorded", "tenant.paused"], active: false })
        const theirs = yield* endpoint()
        yield* pending(theirs, 1)
        yield* note("topics.create")
        yield* happened("tenant.paused")
        yield* happened("tenant.warned", noon, "once")
        yield* happened("tenant.warned", noon, "once")
        const found = yield* leased
        assert.deepEqual(perEndpoint(found), [
          [audit.id, 1],
          [tenants.id, 2],
          [theirs.id, 1]
        ])
        const [entry] = (yield* AuditLog.use((log) => log.list(undefined))).data
        const events = found.map(({ event }) => event)
        assert.deepEqual(
          events.find(({ type }) => type === "audit.recorded"),
          { id: entry?.id, type: "audit.recorded", created_at: entry?.created_at, data: entry }
        )
      })
    ))

  test("are ten at most, however many are made at once", () =>
    Effect.gen(function* () {
      const made = yield* together(
        times(15, () =>
          Effect.exit(createOfOperator({ url: "https://example.com/", events: ["audit.recorded"] }))
        )
      )
      assert.equal(made.filter(Exit.isSuccess).length, 10)
    }))

  test("get nothing of a change that is undone", () =>
    provided(
      Effect.gen(function* () {
        const { write } = yield* Database
        const { note: noted } = yield* AuditLog
        yield* endpoint({ ...own, events: ["audit.recorded"] })
        yield* Effect.ignore(
          write(
            Effect.andThen(
              noted({ operation: "topics.create" }),
              new StorageError({ reason: "fault", cause: new Error("undone") })
            )
          )
        )
        assert.deepEqual(yield* leased, [])
      })
    ))

  test("aren't called for an entry that is no longer stored", () =>
    provided(
      Effect.gen(function* () {
        const { sql, tables } = yield* Database
        yield* endpoint({ ...own, events: ["audit.recorded"] })
        yield* note("topics.create")
        yield* stored(sql`DELETE FROM ${tables.audit_log}`)
        assert.deepEqual(yield* leased, [])
        assert.equal(yield* Effect.flatMap(WebhookQueue, ({ nextDue }) => nextDue), undefined)
      })
    ))

  test("can be sent events of both sorts again, page by page in the order of time", () =>
    provided(
      Effect.gen(function* () {
        for (const now of [noon + hour, noon + 2 * hour, noon + 3 * hour]) {
          yield* note("topics.create", now)
          yield* happened("tenant.paused", now + minute)
        }
        const all = ["audit.recorded", "tenant.paused"]
        const whole = (yield* list(all, 100)).events
        assert.deepEqual(
          whole.map(({ id }) => id.slice(0, 3)),
          ["aud", "oev", "aud", "oev", "aud", "oev"]
        )
        const pages: Array<string> = []
        for (let after: string | undefined = ""; after !== undefined;) {
          const page: Effect.Success<ReturnType<typeof list>> = yield* list(all, 2, after)
          pages.push(...page.events.map(({ id }) => id))
          after = page.next
        }
        assert.deepEqual(
          pages,
          whole.map(({ id }) => id)
        )
        assert.equal((yield* list(["tenant.paused"], 100)).events.length, 3)
      })
    ))
})
