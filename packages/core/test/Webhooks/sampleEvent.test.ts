import { EventType } from "@telemark/contract"
import { emailEvent, sampleEvent, sampleOfId } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { recorded } from "./fixtures.js"

describe("a sample event", () => {
  it.each(EventType.literals)("of %s has the members of a real one", (type) => {
    const sample = sampleEvent(type, { event: "evt_1", email: "em_1" }, 0)
    const isOpened = type === "email.opened" || type === "email.clicked"
    const data = {
      ...recorded.event.data,
      ...(type === "email.clicked" ? { link: "https://example.com" } : {}),
      ...(isOpened ? { user_agent: "x", machine: false } : {})
    }
    const real = emailEvent({ ...recorded, event: { ...recorded.event, type, data } })
    expect(Object.keys(sample)).toStrictEqual(Object.keys(real))
    expect(Object.keys(sample.data).sort()).toStrictEqual(Object.keys(real.data).sort())
    expect(sample.type).toBe(type)
  })
})

describe("a sample of an id", () => {
  it("follows from it: its time, and the id of its message", () => {
    const id = "evt_019a8c5e7d3b7f2a9c41d6e80b5f1a23"
    const sample = sampleOfId("email.deferred", id)
    expect(sample).toStrictEqual(
      sampleEvent(
        "email.deferred",
        { event: id, email: "em_019a8c5e7d3b7f2a9c41d6e80b5f1a23" },
        0x019a8c5e7d3b
      )
    )
    expect(sampleOfId("email.deferred", id)).toStrictEqual(sample)
  })
})

describe("an event as its receivers get it", () => {
  it("contains the message's members and its state at that time", () => {
    expect(emailEvent(recorded)).toStrictEqual({
      id: "evt_1",
      type: "email.bounced",
      created_at: "1970-01-01T00:00:01.000Z",
      data: {
        email_id: "em_1",
        recipient: "ada@example.com",
        sender: "shop@example.com",
        subject: "Hi",
        status: "bounced",
        template_id: null,
        metadata: { order: 1 },
        tags: { shop: "1" },
        topic: null,
        attempts: 1,
        smtp_response: "550 no",
        error_message: "No.",
        failure_code: null,
        next_attempt_at: null
      }
    })
  })

  it("of an earlier version, which kept no status, has that of its kind", () => {
    expect(emailEvent({ ...recorded, event: { ...recorded.event, data: {} } }).data).toMatchObject({
      status: "bounced",
      attempts: 0
    })
  })
})
