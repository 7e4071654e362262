import { monthOf } from "@telemark/contract"
import {
  decideSends,
  idempotencyKey,
  monthKey,
  type PreparedSend,
  type SendDecision,
  type SendFacts
} from "@telemark/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { facts, now, send, senders } from "./support/sends.js"

const tenant = fc.constantFrom("t", "u")
const folded = fc.constantFrom("a", "b", "c")

const sends: fc.Arbitrary<ReadonlyArray<PreparedSend>> = fc.array(
  fc
    .record({
      tenant,
      to: fc.uniqueArray(folded, { minLength: 1 }),
      topic: fc.constantFrom(undefined, "news", "offers"),
      key: fc.constantFrom(undefined, "k", "l"),
      limit: fc.constantFrom(undefined, 0, 1, 2, 3, 5),
      from: fc.constantFrom("a@free.example", "a@owned.example"),
      policy: fc.constantFrom<PreparedSend["sender_policy"]>("any", "verified", "trusted"),
      at: fc.constantFrom(now, now + 1000, Date.UTC(2026, 6, 1))
    })
    .map(send),
  { maxLength: 8 }
)

const stored: fc.Arbitrary<SendFacts> = fc
  .record({
    owner: fc.constantFrom(undefined, "t", "u"),
    suppressed: fc.array(
      fc.tuple(tenant, fc.constantFrom("a", "b", "c", "a news", "b news", "a offers")),
      { maxLength: 4 }
    ),
    topics: fc.subarray(["t news", "t offers", "u news"]),
    used: fc.array(fc.tuple(tenant, fc.nat(4)), { maxLength: 2 })
  })
  .map(({ owner, suppressed, topics, used }) =>
    facts({
      senders: senders({ owners: new Map(owner === undefined ? [] : [["owned.example", owner]]) }),
      suppressed: new Set(suppressed.map(([of, address]) => `${of} ${address}`)),
      topics: new Set(topics),
      used: new Map(used.map(([of, count]) => [`${of} 2026-06`, count]))
    })
  )

const monthOfSend = ({ created_at, tenant_id }: PreparedSend) =>
  monthKey(tenant_id, monthOf(created_at))

/** What is stored once a decision has been written. */
const written = (before: SendFacts, { outcome, queued, send: one }: SendDecision): SendFacts => {
  if (outcome._tag !== "Accepted") return before
  const { created_at, idempotency, tenant_id } = one
  const month = monthOfSend(one)
  const used = new Map(before.used).set(month, (before.used.get(month) ?? 0) + queued.length)
  if (idempotency === null) return { ...before, used }
  const { body_digest, key } = idempotency
  return {
    ...before,
    used,
    firstUses: new Map(before.firstUses).set(idempotencyKey(tenant_id, key), {
      created_at,
      body_digest,
      result: outcome.result
    })
  }
}

const holds = (property: (batch: ReadonlyArray<PreparedSend>, before: SendFacts) => void) => {
  fc.assert(fc.property(sends, stored, property))
}

describe("sends that are decided together", () => {
  it("come out as if each were written before the next was decided", () => {
    holds((batch, before) => {
      let known = before
      const apart = batch.flatMap((one) => {
        const decided = decideSends([one], known)
        known = decided.reduce(written, known)
        return decided
      })
      expect(decideSends(batch, before)).toEqual(apart)
    })
  })

  it("queue recipients that aren't suppressed if they are accepted, and none if they aren't", () => {
    holds((batch, before) => {
      const decisions = decideSends(batch, before)
      expect(decisions.map((decision) => decision.send)).toEqual(batch)
      for (const {
        outcome,
        queued,
        send: { recipients, tenant_id, topic }
      } of decisions) {
        const blocks = (key: string) => before.suppressed.has(`${tenant_id} ${key}`)
        const open = recipients.filter(
          ({ folded: to }) => !blocks(to) && !(topic !== null && blocks(`${to} ${topic}`))
        )
        expect(queued).toEqual(outcome._tag === "Accepted" ? open : [])
        if (outcome._tag !== "Accepted") continue
        expect(outcome.result.queued.map(({ id }) => id)).toEqual(queued.map(({ id }) => id))
        expect(outcome.result.suppressed.length).toBe(recipients.length - queued.length)
      }
    })
  })

  it("never queue more than their month's limit", () => {
    holds((batch, before) => {
      const used = new Map(before.used)
      for (const { queued, send: one } of decideSends(batch, before)) {
        const month = monthOfSend(one)
        const total = (used.get(month) ?? 0) + queued.length
        used.set(month, total)
        if (queued.length > 0 && one.monthly_limit !== null)
          expect(total).toBeLessThanOrEqual(one.monthly_limit)
      }
    })
  })

  it("use a key once in 24 h", () => {
    holds((batch, before) => {
      const accepted = decideSends(batch, before).flatMap(
        ({ outcome, send: { created_at, idempotency, tenant_id } }) =>
          outcome._tag === "Accepted" && idempotency !== null && created_at < now + 2000
            ? [idempotencyKey(tenant_id, idempotency.key)]
            : []
      )
      expect(accepted.length).toBe(new Set(accepted).size)
    })
  })
})
