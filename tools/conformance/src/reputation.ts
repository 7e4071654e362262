// All that one port promises: its tests share how mail is sent and counted.
import {
  analyticsQueries,
  Database,
  type OperatorEvent,
  recountMessages,
  type Report,
  pausedTenants,
  queueQueries,
  reputationQueries,
  makeRetention,
  type Settlement,
  tenantQueries,
  tenantRemoval,
  windowStarts
} from "@telemark/core"
import { Clock, Effect } from "effect"
import assert from "node:assert/strict"
import { reported as reportedOn } from "./eventFixtures.js"
import {
  addTenant,
  claim,
  hour,
  ids,
  minute,
  noon,
  queued,
  record,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"

const ever = { hour: 0, day: 0, week: 0 }
const day = 24 * hour

const anEvent = (number: number, overrides: Partial<OperatorEvent> = {}): OperatorEvent => {
  const created_at = overrides.created_at ?? noon + number
  return {
    id: `oev_${created_at.toString(16).padStart(12, "0")}7${String(number).padStart(19, "0")}`,
    type: "tenant.paused",
    tenant_id: "tn_a",
    created_at,
    data: { tenant: "a", reason: "operator" },
    ...overrides
  }
}

const pauseNow = (
  tenantId = "tn_a",
  at = noon,
  links: { readonly links_stopped?: true } = {},
  event = 1
) =>
  Effect.flatMap(pausedTenants, ({ pause }) =>
    pause(
      tenantId,
      { at, reason: "operator", note: "a list that was bought", ...links },
      at,
      anEvent(event, { created_at: at })
    )
  )

const resumeNow = (tenantId: string, at: number) =>
  Effect.flatMap(pausedTenants, ({ resume }) =>
    resume(tenantId, at, anEvent(2, { created_at: at, type: "tenant.resumed" }))
  )

interface Sent extends Partial<Settlement> {
  readonly tenant_id?: string
  readonly domain?: string
  readonly messages?: number
}

let made = 0

/** Sends messages and records the same outcome for all of them. */
const sent = ({
  at = noon,
  domain = "example.com",
  messages = 1,
  tenant_id = "tn_a",
  ...outcome
}: Sent = {}) =>
  Effect.gen(function* () {
    yield* queued({
      tenant_id,
      created_at: at,
      sender: { name: "", address: `shop@${domain}` },
      to: times(messages, () => `u${String(++made)}@customers.example`)
    })
    const claimed = yield* claim("w", messages, at)
    return yield* record(
      "w",
      claimed.map((message) => settlement(message, at, outcome))
    )
  })

const hardBounce = { status: "bounced", failure_code: "invalid_recipient" } as const

const reported = (id: string | undefined, given: Report, tenantId = "tn_a") =>
  reportedOn(id ?? "", given, tenantId)

/** `sent bounced complained` of all mail, and by domain. */
const counted = (
  tenantId = "tn_a",
  starts: Readonly<Record<"hour" | "day" | "week", number>> = ever
) =>
  Effect.gen(function* () {
    const { domains, total } = yield* (yield* reputationQueries).sumUp(tenantId, starts, 100)
    const show = ({ bounced, complained, sent }: typeof total.week) =>
      `${String(sent)} ${String(bounced)} ${String(complained)}`
    return {
      all: show(total.week),
      day: show(total.day),
      hour: show(total.hour),
      domains: Object.fromEntries(domains.map(({ counts, domain }) => [domain, show(counts.week)]))
    }
  })

const troubledIds = (since: number) =>
  Effect.map(
    Effect.flatMap(reputationQueries, ({ troubled }) => troubled(since)),
    (found) => found.map(({ tenant_id, trouble }) => `${tenant_id} ${String(trouble)}`)
  )

/** How mail is counted for the reputation of its sender, and how tenants are paused. */
export const reputation = suite("Reputation", (test) => {
  test("counts messages by tenant and sending domain when they are sent or their recipients are refused, and nothing else", () =>
    Effect.gen(function* () {
      yield* sent({ messages: 5 })
      yield* sent({ messages: 2, domain: "other.example" })
      yield* sent({ messages: 3, ...hardBounce })
      yield* sent({ status: "bounced", failure_code: "mailbox_full" })
      yield* sent({ status: "failed", failure_code: "policy" })
      yield* sent({ status: "deferred", failure_code: "transient", next_attempt_at: noon + day })
      yield* sent({ tenant_id: "tn_b", messages: 7 })
      yield* sent({ sender_domain: "" })
      assert.deepEqual(yield* counted(), {
        all: "10 3 0",
        day: "10 3 0",
        hour: "10 3 0",
        domains: { "example.com": "8 3 0", "other.example": "2 0 0" }
      })
      assert.equal((yield* counted("tn_b")).all, "7 0 0")
      assert.equal((yield* counted("tn_c")).all, "0 0 0")
    }))

  test("counts a batch of many tenants, domains and hours at once", () =>
    Effect.gen(function* () {
      for (const tenant_id of ["tn_b", "tn_a"]) {
        for (const domain of ["b.example", "a.example"])
          yield* queued({
            tenant_id,
            sender: { name: "", address: `shop@${domain}` },
            to: ["a@x.example", "b@x.example"]
          })
      }
      const claimed = yield* claim("w", 100, noon)
      yield* record(
        "w",
        claimed.map((message, index) =>
          settlement(message, noon + (index % 2) * hour, index % 2 === 0 ? {} : hardBounce)
        )
      )
      for (const tenant of ["tn_a", "tn_b"]) {
        assert.deepEqual(yield* counted(tenant, { hour: noon + hour, day: noon, week: noon }), {
          all: "4 2 0",
          day: "4 2 0",
          hour: "2 2 0",
          domains: { "a.example": "2 1 0", "b.example": "2 1 0" }
        })
      }
    }))

  test("counts outcomes that are recorded concurrently", () =>
    Effect.gen(function* () {
      yield* queued({ to: times(40, (index) => `u${String(index)}@x.example`) })
      const claimed = yield* claim("w", 40, noon)
      yield* together(claimed.map((message) => record("w", [settlement(message, noon)])))
      assert.equal((yield* counted()).all, "40 0 0")
    }))

  test("counts complaints and later bounces once for each message, in the hour in which they are reported", () =>
    Effect.gen(function* () {
      const [first, second, third] = yield* sent({ messages: 3 })
      yield* reported(first, { kind: "complained" })
      yield* reported(first, { kind: "complained" })
      yield* reported(second, { kind: "bounced", verdict: "invalid_recipient" })
      yield* reported(second, { kind: "bounced", verdict: "invalid_recipient" })
      yield* reported(third, { kind: "bounced", verdict: "mailbox_full" })
      yield* reported(third, { kind: "opened" })
      assert.equal((yield* counted()).all, "3 1 1")
      const present = windowStarts(yield* Clock.currentTimeMillis)
      assert.equal((yield* counted("tn_a", present)).hour, "0 1 1")
    }))

  test("leaves the counters of analytics right", () =>
    Effect.gen(function* () {
      const [first] = yield* sent({ messages: 3 })
      yield* reported(first, { kind: "complained" })
      const { countByStatus } = yield* analyticsQueries
      assert.equal(yield* recountMessages("tn_a"), 0)
      assert.deepEqual(
        [
          (yield* countByStatus("tn_a", 0)).get("sent"),
          (yield* countByStatus("tn_a", 0)).get("complained")
        ],
        [2, 1]
      )
    }))

  test("finds tenants with complaints or bounces since an hour, except paused and removed ones", () =>
    Effect.gen(function* () {
      for (const tenant of ["tn_a", "tn_b", "tn_c", "tn_d", "tn_e"]) yield* addTenant(tenant)
      for (const tenant_id of ["tn_a", "tn_b", "tn_c", "tn_d"])
        yield* sent({ tenant_id, messages: 2, ...hardBounce })
      yield* sent({ tenant_id: "tn_e" })
      yield* pauseNow("tn_b")
      yield* Effect.flatMap(tenantQueries, (store) => store.markRemoved("c", noon))
      assert.deepEqual(yield* troubledIds(noon), ["tn_a 2", "tn_d 2"])
      assert.deepEqual(yield* troubledIds(noon + hour), [])
    }))

  test("shows why a tenant is paused, pauses it once, and resumes it once", () =>
    Effect.gen(function* () {
      const store = yield* reputationQueries
      const tenants = yield* tenantQueries
      yield* addTenant("tn_a")
      assert.equal((yield* tenants.findByName("a"))?.paused, undefined)
      assert.deepEqual((yield* together([pauseNow(), pauseNow()])).sort(), [false, true])
      const paused = { at: noon, reason: "operator", note: "a list that was bought" }
      assert.deepEqual((yield* tenants.findByName("a"))?.paused, paused)
      assert.deepEqual((yield* tenants.list)[0]?.paused, paused)
      assert.deepEqual((yield* tenants.update("a", { monthly_limit: 5 }))?.paused, paused)
      assert.equal(yield* pauseNow("tn_unknown"), false)
      assert.equal(yield* resumeNow("tn_a", noon + minute), true)
      assert.equal(yield* resumeNow("tn_a", noon + minute), false)
      assert.equal((yield* tenants.findByName("a"))?.paused, undefined)
      assert.deepEqual(
        (yield* store.events(10)).map(({ type }) => type),
        ["tenant.resumed", "tenant.paused"]
      )
    }))

  test("stops links with a pause if asked to, also of a paused tenant, until it is resumed", () =>
    Effect.gen(function* () {
      const { findByName, hasStoppedLinks } = yield* tenantQueries
      yield* addTenant("tn_a")
      yield* addTenant("tn_b")
      // Of the SHA-256 of `tn_a` and `tn_b`.
      const stopped = Effect.forEach(["bd1fdd041ab2", "acebdf7090f5"], hasStoppedLinks)
      const stop = { links_stopped: true } as const
      assert.equal(yield* pauseNow(), true)
      assert.equal(yield* pauseNow("tn_b", noon, stop, 3), true)
      assert.deepEqual(yield* stopped, [false, true])
      assert.equal(yield* pauseNow("tn_a", noon + 1, stop), false)
      assert.deepEqual(yield* stopped, [true, true])
      const paused = { at: noon, reason: "operator", note: "a list that was bought" }
      assert.deepEqual((yield* findByName("a"))?.paused, { ...paused, ...stop })
      yield* pauseNow()
      assert.deepEqual(yield* stopped, [true, true])
      yield* resumeNow("tn_a", noon + minute)
      assert.deepEqual(yield* stopped, [false, true])
    }))

  test("doesn't pause for figures from before the tenant was resumed", () =>
    Effect.gen(function* () {
      yield* addTenant("tn_a")
      yield* pauseNow()
      yield* resumeNow("tn_a", noon + hour)
      assert.equal(yield* pauseNow("tn_a", noon + hour), false)
      assert.equal(yield* pauseNow("tn_a", noon + hour + 1), true)
    }))

  test("counts anew after a tenant was resumed: not what was before, nor later reports about it", () =>
    Effect.gen(function* () {
      for (const tenant of ["tn_a", "tn_b"]) yield* addTenant(tenant)
      const [first, second] = yield* sent({ messages: 9 })
      const [theirs] = yield* sent({ tenant_id: "tn_b", messages: 4 })
      yield* reported(first, { kind: "complained" })
      yield* pauseNow()
      yield* resumeNow("tn_a", noon + 1)
      assert.equal((yield* counted()).all, "0 0 0")
      yield* reported(second, { kind: "complained" })
      assert.equal((yield* counted()).all, "0 0 0")
      const [third] = yield* sent({ at: noon + minute, messages: 2 })
      yield* reported(third, { kind: "complained" })
      assert.equal((yield* counted()).all, "2 0 1")
      yield* reported(theirs, { kind: "complained" }, "tn_b")
      assert.equal((yield* counted("tn_b")).all, "4 0 1")
    }))

  test("claims nothing of a paused tenant, also of scheduled and old mail, everything of others, and all of it once it is resumed", () =>
    Effect.gen(function* () {
      for (const tenant of ["tn_a", "tn_b"]) yield* addTenant(tenant)
      yield* queued({
        to: times(50, (index) => `u${String(index)}@x.example`),
        created_at: noon - day
      })
      yield* queued({ scheduled_at: noon + minute })
      const theirs = yield* queued({ tenant_id: "tn_b" })
      yield* pauseNow()
      assert.deepEqual(ids(yield* claim("w", 20, noon, noon + day)), theirs)
      assert.deepEqual(yield* claim("w", 20, noon + minute), [])
      assert.deepEqual(yield* claim("w", 20, noon + minute, noon + hour, { begunBefore: noon }), [])
      assert.deepEqual(yield* claim("w", 20, noon + minute, noon + hour, { except: ["tn_b"] }), [])
      yield* resumeNow("tn_a", noon + minute)
      assert.equal((yield* claim("w", 100, noon + minute)).length, 51)
    }))

  test("begins nothing of a paused tenant that another engine was offered before, and all of it once it is resumed", () =>
    Effect.gen(function* () {
      for (const tenant of ["tn_a", "tn_b"]) yield* addTenant(tenant)
      const [own, theirs] = [yield* queued({}), yield* queued({ tenant_id: "tn_b" })]
      const { begin, offer } = yield* queueQueries
      yield* offer(10, noon, noon + hour)
      yield* pauseNow()
      const lease = { owner: "w", until: noon + hour }
      assert.deepEqual(ids(yield* begin(lease, [...own, ...theirs], noon)), theirs)
      yield* resumeNow("tn_a", noon + minute)
      assert.deepEqual(ids(yield* begin(lease, own, noon)), own)
    }))

  test("stores a warning once under its key", () =>
    Effect.gen(function* () {
      const { write } = yield* Database
      const store = yield* reputationQueries
      const stored = yield* together(
        times(4, (index) =>
          write(
            store.insertEvent(
              anEvent(index + 1, { type: "tenant.warned" }),
              "tn_a example.com warn 2026-06-15"
            )
          )
        )
      )
      assert.equal(stored.filter(Boolean).length, 1)
      assert.equal(yield* store.insertEvent(anEvent(9), "tn_a example.com warn 2026-06-16"), true)
      const [last] = yield* store.events(1)
      assert.deepEqual(last, anEvent(9))
      assert.equal((yield* store.events(10)).length, 2)
    }))

  test("removes hours and events that are older than asked, and only those", () =>
    Effect.gen(function* () {
      const store = yield* reputationQueries
      yield* sent({ messages: 2 })
      yield* sent({ at: noon + hour })
      const { removeOperatorEvents, removeReputationHours } = yield* makeRetention
      yield* store.insertEvent(anEvent(1))
      yield* store.insertEvent(anEvent(2, { created_at: noon + hour }))
      assert.equal(yield* removeReputationHours(noon), 0)
      assert.equal(yield* removeReputationHours(noon + hour), 1)
      assert.equal((yield* counted()).all, "1 0 0")
      assert.equal(yield* removeOperatorEvents(noon), 0)
      assert.equal(yield* removeOperatorEvents(noon + hour), 1)
      assert.deepEqual(
        (yield* store.events(10)).map(({ created_at }) => created_at),
        [noon + hour]
      )
    }))

  test("keeps the figures when the messages themselves are removed", () =>
    Effect.gen(function* () {
      yield* sent({ messages: 3 })
      const retention = yield* makeRetention
      assert.equal(yield* retention.removeEmails(noon + 1), 3)
      assert.equal((yield* counted()).all, "3 0 0")
    }))

  test("removes what belongs to a removed tenant", () =>
    Effect.gen(function* () {
      const tenants = yield* tenantQueries
      for (const tenant of ["tn_a", "tn_b"]) {
        yield* addTenant(tenant)
        yield* sent({ tenant_id: tenant, ...hardBounce })
        yield* pauseNow(tenant, noon + (tenant === "tn_a" ? 0 : 1))
      }
      const id = yield* tenants.markRemoved("a", noon)
      assert.equal(yield* resumeNow("tn_a", noon), false)
      yield* (yield* tenantRemoval).clear(id ?? "")
      assert.equal((yield* counted()).all, "0 0 0")
      assert.equal((yield* counted("tn_b")).all, "1 1 0")
    }))
})
