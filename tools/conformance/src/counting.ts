import type { StorageError } from "@telemark/contract"
import {
  analyticsQueries,
  type ClaimedMessage,
  engagements as engagementNames,
  MailQueue,
  recountMessages,
  makeRetention,
  type Report
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { reported } from "./eventFixtures.js"
import {
  cancelled,
  claim,
  deferral,
  hour,
  ids,
  listed,
  logged,
  minute,
  noon,
  queued,
  record,
  seeded,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite, type Tested } from "./suite.js"

type Step = Effect.Effect<unknown, StorageError, Tested>

/** What people do with a message. Nobody is suppressed by it, so that there is more to count. */
const engagements: ReadonlyArray<Report> = [
  { kind: "opened" },
  { kind: "clicked", link: "https://example.com" },
  { kind: "unsubscribed", applied: true }
]

const tenants = ["tn_a", "tn_b"] as const
const day = 24 * hour
/** Messages are created within 60 hours, which include a whole day. */
const span = 60 * hour
const anInstant = (random: (below: number) => number) => noon + random(span / minute) * minute

const outcomes = ["sent", "bounced", "failed", "deferred"] as const

/**
 * A worker that takes random steps, each of which changes statuses: accept, claim, release, record,
 * remove, cancel.
 */
const worker = (owner: string, random: (below: number) => number) => {
  let leased: ReadonlyArray<ClaimedMessage> = []
  const now = () => noon + span + random(60) * minute

  const accept = Effect.suspend(() =>
    queued({
      tenant_id: tenants[random(2)] ?? "tn_a",
      created_at: anInstant(random),
      to: times(1 + random(4), (index) => `u${String(index)}@example.com`)
    })
  )
  const take = Effect.suspend(() => {
    // Some leases run out before the next claim, whichever worker has them.
    const at = now()
    return Effect.map(claim(owner, 1 + random(8), at, at + random(30) * minute), (claimed) => {
      leased = [...leased, ...claimed]
    })
  })
  const putDown = (count: number) => {
    const chosen = leased.slice(0, count)
    leased = leased.slice(count)
    return chosen
  }
  const release = Effect.suspend(() => {
    const chosen = ids(putDown(random(4)))
    return Effect.flatMap(MailQueue, (queue) => queue.release(owner, chosen, now()))
  })
  const settle = Effect.suspend(() =>
    record(
      owner,
      putDown(random(8)).map((message) => {
        const status = outcomes[random(4)] ?? "sent"
        return status === "deferred"
          ? deferral(message, now(), now())
          : settlement(message, now(), { status })
      })
    )
  )
  const forget = Effect.suspend(() =>
    Effect.flatMap(makeRetention, (store) => store.removeEmails(anInstant(random)))
  )

  // Picks messages in any state: most are settled or leased.
  const cancel = Effect.suspend(() =>
    Effect.flatMap(listed({}, { limit: 20, offset: random(20) }, tenants[random(2)]), (found) =>
      Effect.forEach(found.slice(0, 1 + random(4)), ({ id }) =>
        cancelled(id, { tenant_id: tenants[random(2)] ?? "tn_a", now: now() })
      )
    )
  )

  // Reports on messages in any state, as people and their second thoughts come.
  const engage = Effect.suspend(() => {
    const tenantId = tenants[random(2)] ?? "tn_a"
    return Effect.flatMap(listed({}, { limit: 20, offset: random(20) }, tenantId), (found) =>
      Effect.forEach(found.slice(0, 1 + random(4)), ({ id }) =>
        reported(id, engagements[random(4)] ?? { kind: "opened", machine: true }, tenantId)
      )
    )
  })

  const steps: ReadonlyArray<Step> = [
    accept,
    accept,
    accept,
    take,
    take,
    release,
    settle,
    settle,
    forget,
    cancel,
    engage
  ]
  return Effect.suspend(() => steps[random(steps.length)] ?? accept)
}

/**
 * The epoch, the beginnings of a day and of an hour give or take a millisecond, and a random
 * instant.
 */
const someMoments = (random: (below: number) => number): ReadonlyArray<number> => [
  0,
  noon + day / 2 + random(2) * day + random(3) - 1,
  noon + random(span / hour) * hour + random(3) - 1,
  anInstant(random)
]

const countsSince = (tenantId: string, since: number) =>
  Effect.gen(function* () {
    const counted = yield* Effect.flatMap(analyticsQueries, (store) =>
      store.countByStatus(tenantId, since)
    )
    const rows = yield* listed({}, {}, tenantId)
    const actual = new Map<string, number>()
    const add = (column: string) => actual.set(column, (actual.get(column) ?? 0) + 1)
    for (const { created_at, id, status } of rows.filter((row) => row.created_at >= since)) {
      add(status)
      if (
        status === "failed" &&
        created_at >= since &&
        (yield* logged(id, tenantId)).failure_code === "cancelled"
      )
        add("cancelled")
    }
    const isStatus = (name: string) => !(engagementNames as ReadonlyArray<string>).includes(name)
    return {
      counted: Object.fromEntries(
        [...counted].filter(([name, count]) => count !== 0 && isStatus(name))
      ),
      actual: Object.fromEntries(actual)
    }
  })

const assertExact = (moments: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    for (const tenantId of tenants) {
      for (const since of moments) {
        const { actual, counted } = yield* countsSince(tenantId, since)
        assert.deepEqual(counted, actual)
      }
    }
  })

const assertNothingWrong = Effect.gen(function* () {
  for (const tenantId of tenants) assert.equal(yield* recountMessages(tenantId), 0)
})

/** Tests that counters equal a count over the log. */
export const counting = suite("Counters of analytics", (test) => {
  test("are exact after each of 60 steps of every kind", () =>
    Effect.gen(function* () {
      const random = seeded(1)
      const workers = [worker("w1", random), worker("w2", random)]
      for (const index of times(60, (step) => step % 2)) {
        yield* workers[index] ?? Effect.void
        yield* assertExact(someMoments(random))
      }
      yield* assertNothingWrong
    }))

  test("are exact after eight concurrent writers", () =>
    Effect.gen(function* () {
      const random = seeded(2)
      for (const round of times(4, (index) => index)) {
        yield* together(
          times(8, (index) =>
            Effect.replicateEffect(worker(`w${String(round)}-${String(index)}`, random), 8)
          )
        )
        yield* assertExact(someMoments(random))
      }
      yield* assertNothingWrong
    }))

  test("can be recounted during concurrent writes, and are exact afterwards", () =>
    Effect.gen(function* () {
      const random = seeded(7)
      const writers = together(
        times(6, (index) => Effect.replicateEffect(worker(`w${String(index)}`, random), 15))
      )
      const recounts = Effect.replicateEffect(recountMessages("tn_a"), 15)
      const [, wrong] = yield* Effect.all([writers, recounts], { concurrency: "unbounded" })
      assert.deepEqual(
        wrong,
        times(15, () => 0)
      )
      yield* assertExact([0])
      yield* assertNothingWrong
    }))

  test("distinguish messages of the first hour to the millisecond", () =>
    Effect.gen(function* () {
      yield* together(
        [noon - 1, noon, noon + 1, noon + hour - 1, noon + hour, noon + hour + 1].map(
          (created_at) => queued({ created_at })
        )
      )
      const store = yield* analyticsQueries
      const countedFrom = (since: number) =>
        Effect.map(store.countByStatus("tn_a", since), (counts) => counts.get("queued") ?? 0)
      const moments = [
        noon - 1,
        noon,
        noon + 1,
        noon + 2,
        noon + hour - 1,
        noon + hour,
        noon + hour + 1,
        noon + hour + 2
      ]
      assert.deepEqual(yield* Effect.forEach(moments, countedFrom), [6, 5, 4, 3, 3, 2, 1, 0])
    }))

  test("distinguish messages at the edges of hours and days to the millisecond", () =>
    Effect.gen(function* () {
      const midnight = noon + 12 * hour
      const edges = [
        midnight - 2 * hour,
        midnight - hour,
        midnight,
        midnight + hour,
        midnight + day
      ]
      const instants = edges.flatMap((edge) => [edge - 1, edge, edge + 1])
      yield* together(instants.map((created_at) => queued({ created_at })))
      const store = yield* analyticsQueries
      const countedFrom = (since: number) =>
        Effect.map(store.countByStatus("tn_a", since), (counts) => counts.get("queued") ?? 0)
      assert.deepEqual(
        yield* Effect.forEach(instants, countedFrom),
        instants.map((_, earlier) => instants.length - earlier)
      )
      assert.deepEqual(
        yield* Effect.forEach(instants, (since) => countedFrom(since + 1)),
        instants.map((_, earlier) => instants.length - earlier - 1)
      )
    }))
})
