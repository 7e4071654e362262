import { Schema } from "effect"

/** The kinds of delivery events. */
export const EventType = Schema.Literal(
  "email.sent",
  "email.delivered",
  "email.deferred",
  "email.bounced",
  "email.complained",
  "email.failed",
  "email.opened",
  "email.clicked",
  "email.unsubscribed"
).annotations({ identifier: "EventType" })
export type EventType = typeof EventType.Type

/** An event as it is kept, written in the transaction of the change that it tells of. */
export interface EventRecord {
  readonly id: string
  readonly tenant_id: string
  readonly email_id: string
  readonly type: EventType
  readonly created_at: number
  /** What is particular to this event: attempt, reply, next attempt. */
  readonly data: Readonly<Record<string, unknown>>
}
