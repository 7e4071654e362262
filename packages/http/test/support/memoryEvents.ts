import {
  type EmailRecord, type EventRecord, EventStore, type FeedbackChange, FeedbackStore, instantOfId, NewEvents, type RecordedEvent
} from "@telemark/core"
import { Effect, Layer } from "effect"
import { makeMemorySubscriptions } from "./memorySubscriptions.js"
import { makeMemoryWebhooks } from "./memoryWebhooks.js"

const byId = (a: EventRecord, b: EventRecord): number => (a.id < b.id ? -1 : 1)

const isFollowed = ({ type }: EventRecord): boolean => type === "email.opened" || type === "email.clicked"

/** Events of these messages in memory, feedback that makes them, and those who take them. */
export const makeMemoryEvents = (
  emails: Array<EmailRecord>,
  suppress: (email: EmailRecord, reason: NonNullable<FeedbackChange["suppress"]>, now: number) => void
) => {
  const events = new Map<string, EventRecord & Pick<FeedbackChange, "report_key">>()
  const findEmail = (tenantId: string, id: string) => emails.find((email) => email.tenant_id === tenantId && email.id === id)

  const findEvent = (id: string): RecordedEvent | undefined => {
    const event = events.get(id)
    const email = event === undefined ? undefined : findEmail(event.tenant_id, event.email_id)
    return event === undefined || email === undefined ? undefined : { event, email }
  }
  const webhooks = makeMemoryWebhooks(findEvent)
  const subscriptions = makeMemorySubscriptions(findEvent)

  const write = (email: EmailRecord, { error_message, event, report_key, smtp_response, status, suppress: reason }: FeedbackChange): void => {
    emails[emails.indexOf(email)] = { ...email, status, smtp_response, error_message, ...(status === email.status ? {} : { next_attempt_at: null }) }
    if (reason !== null) suppress(email, reason, event.created_at)
    events.set(event.id, { ...event, report_key })
    webhooks.oweEvent(event)
    subscriptions.oweEvent(event)
  }

  const layer = Layer.mergeAll(
    NewEvents.layerInProcess,
    webhooks.layer,
    subscriptions.layer,
    Layer.succeed(EventStore, {
      ofEmail: (tenantId, emailId) =>
        Effect.sync(() => {
          const told = [...events.values()].filter((event) => event.tenant_id === tenantId && event.email_id === emailId).sort(byId)
          const some = new Set(told.filter(isFollowed).slice(0, 1000))
          return told.filter((event) => some.has(event) || !isFollowed(event))
        }),
      find: (tenantId, id) =>
        Effect.sync(() => {
          const event = events.get(id)
          return event?.tenant_id === tenantId ? event : undefined
        }),
      list: (tenantId, { after, limit = 1000, since, types, until }) =>
        Effect.sync(() => {
          const looked = [...events.values()].filter(({ id, tenant_id }) =>
            tenant_id === tenantId && id > after && instantOfId(id) >= since && instantOfId(id) < until)
            .sort(byId).slice(0, limit)
          return { events: looked.filter(({ type }) => types.includes(type)), next: looked.length < limit ? undefined : looked.at(-1)?.id }
        })
    }),
    Layer.succeed(FeedbackStore, {
      record: (tenantId, emailId, decide) =>
        Effect.sync(() => {
          const email = findEmail(tenantId, emailId)
          if (email === undefined) return { _tag: "NotFound" as const }
          const decision = decide(email)
          if (decision._tag === "Leave") {
            const { suppress: reason = null } = decision
            if (reason !== null) suppress(email, reason, Date.now())
            return { _tag: "Left" as const, reason: decision.reason }
          }
          const { change } = decision
          const isRepeated = change.report_key !== null && [...events.values()].some((event) =>
            event.email_id === emailId && event.type === change.event.type && event.report_key === change.report_key)
          if (isRepeated) return { _tag: "Repeated" as const }
          write(email, change)
          return { _tag: "Recorded" as const }
        })
    })
  )

  return { layer, write }
}
