import { TestClock } from "@telemark-tools/clock"
import { foldAddress, keptOf, type StorageError } from "@telemark/contract"
import {
  emailQueries,
  eventQueries,
  Feedback,
  MailQueue,
  newId,
  type Settlement,
  type StoragePorts,
  storedReportQueries,
  tenantQueries
} from "@telemark/core"
import type { PublicPagesService } from "@telemark/http"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Clock, Effect, Layer, Logger } from "effect"
import { linkToken } from "../../../src/links/linkToken.js"
import { makeHostOwners } from "../../../src/tracking/hostOwners.js"
import { makeTrackingPages, type StoppedLinks } from "../../../src/tracking/makeTrackingPages.js"
import { clickBy } from "./requests.js"

export const noon = Date.UTC(2026, 5, 15, 12)
export const key = Buffer.alloc(32, 1)
export const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
const tenant_id = `tn_${"0".repeat(32)}`

/** Real storage, and what tells the tests what was logged. */
export const layerTracking: Layer.Layer<StoragePorts | Feedback, StorageError> = Layer.provideMerge(
  Feedback.layer,
  layerSqlite({ filename: ":memory:" })
)

export const logged = (into: Array<string>): Layer.Layer<never> =>
  Logger.layer([
    Logger.make(({ message }) => {
      into.push(JSON.stringify(message))
    })
  ])

/** Links of no tenant are stopped. */
export const noneStopped: StoppedLinks = {
  known: () => false,
  renewal: () => undefined,
  find: () => Effect.succeed(false)
}

/** Lets the storage answer, which takes turns of the event loop but no virtual time. */
export const turns = (count = 20): Effect.Effect<void> =>
  Effect.forEach(
    Array.from({ length: count }),
    () =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            setImmediate(resolve)
          })
      ),
    { discard: true }
  )

/** Virtual time passes, and the storage answers. */
export const pass = (time: Parameters<typeof TestClock.adjust>[0]): Effect.Effect<void> =>
  Effect.andThen(TestClock.adjust(time), turns())

/** Accepts a message, which stays queued. */
export const queuedMessage = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const id = yield* newId("em")
  yield* Effect.flatMap(tenantQueries, (store) =>
    store.insert({
      id: tenant_id,
      name: "shop",
      default_from: null,
      monthly_limit: null,
      track_opens: false,
      track_clicks: false,
      missing: "warn",
      created_at: now
    })
  )
  yield* Effect.flatMap(emailQueries, (store) =>
    Effect.flatMap(newId("body"), (body_id) =>
      store.accept({
        tenant_id,
        created_at: now,
        sender: { name: null, address: "shop@example.com" },
        sender_policy: "any",
        subject: "Hello",
        template_id: null,
        template_version: null,
        body: {
          id: body_id,
          html: "<p>Hello</p>",
          text: null,
          headers: [],
          shown: null,
          attachments: []
        },
        attachments: [],
        scheduled_at: null,
        ...keptOf({}),
        recipients: [
          { id, address: "ada@example.com", name: null, folded: foldAddress("ada@example.com") }
        ],
        warnings: [],
        unsigned_warning: null,
        idempotency: null,
        monthly_limit: null
      })
    )
  )
  return id
})

/** Records that the next hop has taken what is queued. */
export const sendQueued = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const queue = yield* MailQueue
  const claimed = yield* queue.claim({ owner: "w", until: now + 60_000 }, 100, now)
  const settlements = yield* Effect.forEach(claimed, (message) =>
    Effect.map(newId("evt"), (eventId): Settlement => ({
      id: message.id,
      tenant_id,
      recipient: message.recipient,
      created_at: message.created_at,
      attempts: 1,
      status: "sent",
      smtp_provider: "smtp",
      smtp_response: "250 2.0.0 taken",
      error_message: null,
      failure_code: null,
      at: now,
      next_attempt_at: null,
      refused_since: null,
      suppress: null,
      event: { id: eventId, type: "email.sent", data: { attempts: 1 } }
    }))
  )
  yield* queue.record("w", settlements)
})

/** A message that was sent at noon, a minute ago. */
export const sentMessage = Effect.gen(function* () {
  yield* TestClock.setTime(noon)
  const id = yield* queuedMessage
  yield* sendQueued
  yield* TestClock.adjust("1 minute")
  return id
})

/** Its opens and clicks, as the timeline shows them: type, link and whether a program. */
export const hitsOf = (id: string) =>
  Effect.gen(function* () {
    const events = yield* (yield* eventQueries).ofEmail(tenant_id, id)
    return events.flatMap(({ data: { link, machine }, type }) =>
      type === "email.sent"
        ? []
        : [[type.slice("email.".length), link ?? "", machine === true ? "machine" : "person"]]
    )
  })

export const countUnmatched = Effect.map(
  Effect.flatMap(storedReportQueries, ({ list }) => list(null, { limit: 100, offset: 0 })),
  (found) => found?.length
)

type Head = Parameters<PublicPagesService["atOnce"]>[0]

export const headOf = (url: string, agent: string | undefined = browser, method = "GET"): Head => ({
  method,
  url,
  header: (name) => (name === "user-agent" ? agent : undefined)
})

/** The pages of one process, and readers who follow addresses of them. */
export const tracking = Effect.gen(function* () {
  const pages = yield* makeTrackingPages(Effect.succeed([key]), yield* makeHostOwners, noneStopped)
  return {
    pages,
    click: (
      email_id: string,
      destination = "https://shop.example/",
      agent: string | undefined = browser,
      method = "GET"
    ) => pages.atOnce(headOf(`/t/c/${clickBy(key, destination, email_id)}`, agent, method))?.status,
    open: (email_id: string, agent: string | undefined = browser, method = "GET") =>
      pages.atOnce(headOf(`/t/o/${linkToken(key, "open", email_id)}`, agent, method))?.status
  }
})
