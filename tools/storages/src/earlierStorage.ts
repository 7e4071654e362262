// One run through everything that earlier versions have stored, in the order of a mail's life.
import {
  recountMessages,
  analyticsQueries,
  attachmentQueries,
  Brands,
  domainChanges,
  domainQueries,
  type EmailEvent,
  type EmailFilter,
  emailQueries,
  eventQueries,
  MailQueue,
  makeSaveSmtpConfig,
  smtpConfigQueries,
  makeSelectSuppressions,
  subscriptionQueries,
  suppressionCause,
  incidentQueries,
  suppressionQueries,
  webhookAttemptQueries,
  webhookEndpointQueries,
  WebhookQueue,
  webhookQueueQueries
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { aContent, writeTemplate } from "./aContent.js"
import { aConfig, aDomain } from "./aDomain.js"
import { aSubscription } from "./anEvent.js"
import { aSend } from "./aSend.js"
import { anEndpoint, aWebhookSettlement } from "./aWebhook.js"

/**
 * Migrations after which storage is known as it was then, with a message that was sent and one that
 * is queued.
 */
export const earlierMigrations = [
  "0002",
  "0003",
  "0004",
  "0005",
  "0006",
  "0007",
  "0008",
  "0014"
] as const

/**
 * The statements that make storage as that migration left it. They were written then, and aren't made
 * of the migrations, so that an upgrade shows if one of these was edited since.
 */
export const earlierStorage = (
  database: "sqlite" | "postgres",
  migration: (typeof earlierMigrations)[number]
): ReadonlyArray<string> => {
  const schemas = new URL(`../../../packages/core/schema/after-${migration}/`, import.meta.url)
  return [`${database}.sql`, "contents.sql"].flatMap((name) =>
    readFileSync(new URL(name, schemas), "utf8").trim().split(/;\n+/)
  )
}

const now = 1.8e12 + 1000

/** What a send has that earlier versions didn't know. */
const withEverything = {
  tags: { campaign: "spring" },
  scheduled_at: now + 1000,
  attachments: [
    {
      filename: "a.txt",
      content_type: null,
      content_id: null,
      size: 2,
      content: Uint8Array.from([1, 2])
    }
  ]
}

/**
 * What was suppressed before there were topics is of the whole address, and an incident's is undone
 * as before.
 */
const worksWithEarlierSuppressions = Effect.gen(function* () {
  const { find, insert } = yield* suppressionQueries
  const list = yield* makeSelectSuppressions
  const eve = yield* find("tn_a", "eve@example.com")
  assert.deepEqual(
    eve.map(({ email_address, reason, topic }) => [email_address, reason, topic]),
    eve.length === 0 ? [] : [["Eve@example.com", "bounce", null]]
  )
  assert.ok(
    yield* insert({
      tenant_id: "tn_a",
      folded: "eve@example.com",
      email_address: "eve@example.com",
      reason: "unsubscribe",
      added_at: now,
      topic: "news"
    })
  )
  assert.equal((yield* find("tn_a", "eve@example.com")).length, eve.length + 1)
  assert.deepEqual(
    (yield* list("tn_a", { limit: 10, offset: 0 }, { topic: "news" })).map(({ folded }) => folded),
    ["eve@example.com"]
  )

  const incidents = yield* incidentQueries
  const earlier = yield* incidents.find("inc_0")
  if (earlier === undefined) return
  assert.equal(yield* incidents.undo(earlier, 10, now), 1)
  assert.deepEqual(yield* find("tn_a", "gone@example.com"), [])
})

/**
 * Reads what was in such storage, delivers what is queued, and writes what only later versions have.
 */
export const worksWithEarlierStorage = Effect.gen(function* () {
  const emails = yield* emailQueries
  const queue = yield* MailQueue
  const sent = yield* emails.find("tn_a", "em_1")
  assert.deepEqual(
    [sent?.status, sent?.template_version, sent?.metadata],
    ["sent", null, { order: 7 }]
  )
  assert.equal((yield* emails.findReplay("tn_a", "order-7", now))?.body_digest, "digest")

  const [pending, ...others] = yield* queue.claim({ owner: "w", until: now + 1 }, 10, now)
  assert.ok(pending !== undefined && others.length === 0)
  assert.deepEqual(
    [pending.id, pending.body?.html, pending.body?.headers],
    ["em_2", "<p>Hello</p>", [["X-Order", "1"]]]
  )
  yield* queue.record("w", [
    {
      id: pending.id,
      tenant_id: pending.tenant_id,
      recipient: pending.recipient,
      created_at: pending.created_at,
      attempts: pending.attempts,
      status: "sent",
      smtp_provider: "smtp",
      smtp_response: "250 taken",
      error_message: null,
      failure_code: null,
      at: now,
      next_attempt_at: null,
      refused_since: null,
      suppress: null,
      event: { id: "evt_1", type: "email.sent", data: {} }
    }
  ])
  assert.equal((yield* emails.find("tn_a", "em_2"))?.status, "sent")

  const endpoints = yield* webhookEndpointQueries
  const webhooks = yield* WebhookQueue
  const endpoint = { ...anEndpoint, id: yield* endpoints.nextId }
  yield* endpoints.insert(endpoint)
  const earlier = yield* (yield* eventQueries).ofEmail("tn_a", "em_1")
  yield* (yield* webhookQueueQueries).enqueue(
    endpoint,
    ["evt_1", ...earlier.map(({ id }) => id)],
    now
  )
  const delivered = yield* webhooks.claim(
    { owner: "w", until: now + 1 },
    { limit: 10, perEndpoint: 10, ofEndpoints: new Map() },
    now
  )
  assert.deepEqual(
    delivered
      .map(({ posted }) => (JSON.parse(posted().body) as EmailEvent).data)
      .map(({ email_id, recipient }) => [email_id, recipient])
      .sort(),
    [...earlier.map(() => ["em_1", "ada@example.com"]), ["em_2", "bob@example.com"]]
  )
  yield* webhooks.record(
    "w",
    delivered.map((one) => aWebhookSettlement(one, null))
  )
  assert.equal(
    (yield* (yield* webhookAttemptQueries).list("tn_a", endpoint.id, { limit: 10, offset: 0 }))
      .length,
    earlier.length + 1
  )

  const subscriptions = yield* subscriptionQueries
  const { id } = yield* subscriptions.open({ ...aSubscription, id: "sub_2" })
  const followed = yield* subscriptions.claim(id, { owner: "o", until: now + 1 }, 10, now)
  assert.deepEqual(
    followed.map(({ event }) => event.id),
    id === "sub_1" ? ["evt_0", "evt_1"] : []
  )

  // What earlier versions suppressed has no cause, and is never undone.
  const suppressions = yield* Effect.map(
    (yield* makeSelectSuppressions)("tn_a", { limit: 10, offset: 0 }),
    (found) => found.map(({ folded }) => folded)
  )
  const incidents = yield* incidentQueries
  const incident = {
    id: "inc_1",
    route: "platform",
    tenant_id: null,
    wording: "550 user unknown",
    since: 0,
    engaged_at: now,
    ends_at: 2 * now,
    suppressed: 20
  }
  yield* incidents.save(incident)
  const refused = { ...aSend(3), created_at: now }
  yield* emails.accept(refused)
  const dead = (yield* queue.claim({ owner: "w", until: now + 2 }, 10, now + 1)).filter(
    ({ id }) => id === refused.recipients[0]?.id
  )
  yield* queue.record(
    "w",
    dead.map(({ attempts, created_at, id, recipient, tenant_id }) => ({
      id,
      tenant_id,
      recipient,
      created_at,
      attempts,
      status: "bounced",
      smtp_provider: "smtp",
      smtp_response: "550 user unknown",
      error_message: null,
      failure_code: null,
      at: now,
      next_attempt_at: null,
      refused_since: null,
      suppress: "bounce",
      suppression_cause: suppressionCause(incident),
      event: { id: "evt_3", type: "email.bounced", data: {} }
    }))
  )
  assert.equal(yield* incidents.undo(incident, 10, now), 1)
  assert.deepEqual(
    (yield* (yield* makeSelectSuppressions)("tn_a", { limit: 10, offset: 0 })).map(
      ({ folded }) => folded
    ),
    suppressions
  )

  yield* worksWithEarlierSuppressions

  yield* writeTemplate({ tenant_id: "tn_a", id: "welcome" }, aContent, now)
  yield* Effect.flatMap(Brands, ({ update }) => update("tn_a", { name: "Acme" })).pipe(
    Effect.provide(Brands.layer)
  )
  const send = { ...aSend(1), template_id: "welcome", template_version: 1 }
  yield* emails.accept(send)
  assert.equal((yield* emails.find("tn_a", send.recipients[0]?.id ?? ""))?.template_version, 1)

  const configs = yield* smtpConfigQueries
  yield* Effect.flatMap(domainChanges, ({ insert }) => insert(aDomain))
  assert.deepEqual(
    yield* Effect.flatMap(domainQueries, ({ find }) =>
      find({ tenant_id: "tn_a", domain: "example.com" })
    ),
    aDomain
  )
  yield* Effect.flatMap(makeSaveSmtpConfig, (save) => save(aConfig))
  assert.deepEqual(yield* configs.find("tn_a"), aConfig)
  // One that was saved before there were names for EHLO.
  assert.equal((yield* configs.find("tn_b"))?.ehlo_name ?? null, null)

  // Of earlier versions' messages, by what they had; of this one's, by what it has.
  const found = (filter: EmailFilter) =>
    Effect.map(emails.list("tn_a", { limit: 10, offset: 0 }, filter), (found) =>
      found?.emails.map(({ id }) => id).sort()
    )
  const later = { ...aSend(2), ...withEverything }
  const laterId = later.recipients[0]?.id ?? ""
  assert.deepEqual(
    [
      sent?.tags,
      sent?.scheduled_at,
      pending.scheduled_at,
      pending.body?.shown,
      pending.body?.attachments
    ],
    [{}, null, null, null, []]
  )
  assert.deepEqual(yield* found({ recipient: "BOB@example.com" }), ["em_2"])
  assert.deepEqual(
    yield* found({ template_id: "welcome" }),
    send.recipients.map(({ id }) => id)
  )
  yield* emails.accept(later)
  assert.deepEqual(yield* found({ tag: { name: "campaign", value: "spring" } }), [laterId])
  assert.deepEqual(
    (yield* (yield* attachmentQueries).read(later.body.id)).map(({ content }) => [...content]),
    [[1, 2]]
  )
  assert.equal(
    yield* emails.cancel({ tenant_id: "tn_a", id: laterId, now, event_id: "evt_2" }),
    "cancelled"
  )

  const { countByStatus } = yield* analyticsQueries
  const counts = yield* countByStatus("tn_a", 0)
  assert.deepEqual([counts.get("sent"), counts.get("queued"), counts.get("failed")], [2, 1, 1])
  assert.equal(yield* recountMessages("tn_a"), 0)

  // What was accepted with a list of those that all are shown, before there were names of
  // recipients or after.
  if ((yield* emails.find("tn_c", "em_3")) === undefined) return
  const copy = (yield* queue.claim({ owner: "w", until: 1.9e12 + 1 }, 10, 1.9e12)).find(
    ({ id }) => id === "em_3"
  )
  const name = copy?.recipient_name ?? null
  assert.ok(name === null || name === "Ada")
  assert.deepEqual(
    [copy?.recipient, copy?.body?.shown],
    [
      "ada@example.com",
      {
        to: [{ name, address: "ada@example.com" }],
        cc: [{ name: null, address: "eve@example.com" }]
      }
    ]
  )
})
