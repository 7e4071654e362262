import { describe, expect, it } from "@effect/vitest"
import type { EventType } from "@telemark/contract"
import { pendingFor } from "../../src/events/log/writeEvents.js"

const event = (id: string, tenant_id: string, type: EventType = "email.sent") => ({
  id,
  tenant_id,
  type
})
const subscriber = (id: number, tenant_id: string, ...types: ReadonlyArray<EventType>) => ({
  id,
  tenant_id,
  types
})
const pairs = (...args: Parameters<typeof pendingFor<number>>) =>
  pendingFor(...args).map(({ event_id, subscriber_id }) => [subscriber_id, event_id])

describe("pendingFor", () => {
  it("adds an event to the outbox of each subscriber of its tenant that takes its type", () => {
    const subscribers = [
      subscriber(1, "a", "email.sent"),
      subscriber(2, "a", "email.sent", "email.failed"),
      subscriber(3, "a", "email.failed"),
      subscriber(4, "b", "email.sent")
    ]
    expect(pendingFor([event("e", "a")], subscribers)).toEqual([
      { subscriber_id: 1, event_id: "e", tenant_id: "a" },
      { subscriber_id: 2, event_id: "e", tenant_id: "a" }
    ])
  })

  it("keeps the order of the events, of many tenants too", () => {
    const events = [
      event("e1", "b"),
      event("e2", "a", "email.failed"),
      event("e3", "b", "email.failed"),
      event("e4", "a"),
      event("e5", "c")
    ]
    const subscribers = [
      subscriber(1, "a", "email.sent", "email.failed"),
      subscriber(2, "b", "email.sent")
    ]
    expect(pairs(events, subscribers)).toEqual([
      [2, "e1"],
      [1, "e2"],
      [1, "e4"]
    ])
  })

  it("adds nothing if there are no subscribers, or nothing happened", () => {
    expect(pairs([event("e", "a")], [])).toEqual([])
    expect(pairs([event("e", "a")], [subscriber(1, "a")])).toEqual([])
    expect(pairs([], [subscriber(1, "a", "email.sent")])).toEqual([])
  })
})
