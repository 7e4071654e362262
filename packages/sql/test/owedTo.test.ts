import { describe, expect, it } from "@effect/vitest"
import type { EventType } from "@telemark/core"
import { owedTo } from "../src/Events/owed.js"

const event = (id: string, tenant_id: string, type: EventType = "email.sent") => ({ id, tenant_id, type })
const taker = (id: number, tenant_id: string, ...types: ReadonlyArray<EventType>) => ({ id, tenant_id, types })
const pairs = (...args: Parameters<typeof owedTo<number>>) => owedTo(...args).map(({ event_id, taker_id }) => [taker_id, event_id])

describe("owedTo", () => {
  it("owes an event to everybody of its tenant who takes its kind", () => {
    const takers = [taker(1, "a", "email.sent"), taker(2, "a", "email.sent", "email.failed"), taker(3, "a", "email.failed"), taker(4, "b", "email.sent")]
    expect(owedTo([event("e", "a")], takers)).toEqual([
      { taker_id: 1, event_id: "e", tenant_id: "a" }, { taker_id: 2, event_id: "e", tenant_id: "a" }
    ])
  })

  it("keeps the order of the events, of many tenants too", () => {
    const events = [event("e1", "b"), event("e2", "a", "email.failed"), event("e3", "b", "email.failed"), event("e4", "a"), event("e5", "c")]
    const takers = [taker(1, "a", "email.sent", "email.failed"), taker(2, "b", "email.sent")]
    expect(pairs(events, takers)).toEqual([[2, "e1"], [1, "e2"], [1, "e4"]])
  })

  it("owes nothing where nobody takes anything, or nothing happened", () => {
    expect(pairs([event("e", "a")], [])).toEqual([])
    expect(pairs([event("e", "a")], [taker(1, "a")])).toEqual([])
    expect(pairs([], [taker(1, "a", "email.sent")])).toEqual([])
  })
})
