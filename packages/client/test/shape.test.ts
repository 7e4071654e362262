import { type EmailEvent, type EmailEventData, EventType } from "@telemark/core"
import { describe, expect, expectTypeOf, it } from "vitest"
import {
  type WebhookEvent,
  type WebhookEventData,
  type WebhookEventType,
  webhookEventTypes
} from "../src/index.js"

describe("an event", () => {
  it("has the kinds that Telemark sends", () => {
    expect(webhookEventTypes).toEqual(EventType.literals)
    expectTypeOf<WebhookEventType>().toEqualTypeOf<EventType>()
  })

  it("has the members that Telemark gives it", () => {
    expectTypeOf<WebhookEventData>().toEqualTypeOf<EmailEventData>()
    expectTypeOf<WebhookEvent>().toEqualTypeOf<
      { [Type in EventType]: EmailEvent<Type> }[EventType]
    >()
  })

  it("is distinguished by its type", () => {
    expectTypeOf<Extract<WebhookEvent, { type: "email.clicked" }>>().toEqualTypeOf<
      EmailEvent<"email.clicked">
    >()
    expectTypeOf<WebhookEvent["type"]>().toEqualTypeOf<EventType>()
  })
})
