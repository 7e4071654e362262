// Long because the work of every port stands here: each statement that it makes is explained.
import { describe, expect, it } from "@effect/vitest"
import { removeEndpoint, updateEndpoint } from "@telemark-tools/conformance"
import {
  aConfig,
  aContent,
  aDomain,
  anEndpoint,
  aSend,
  aSubscription,
  aWebhookSettlement,
  recordOne,
  writeNextVersion,
  writeTemplate
} from "@telemark-tools/storages"
import {
  analyticsQueries,
  apiKeyQueries,
  attachmentQueries,
  Brands,
  Database,
  decideSettlement,
  defaultRetryPolicy,
  DeliveryOutcome,
  domainChanges,
  domainQueries,
  type EmailFilter,
  emailQueries,
  eventQueries,
  feedbackSourceQueries,
  makeRecordReports,
  makeSelectSuppressions,
  MailQueue,
  makeSaveSmtpConfig,
  makeTakeDueDomains,
  migrate,
  Preferences,
  type PreparedSend,
  makeConsumeTokens,
  recountMessages,
  pausedTenants,
  reputationQueries,
  makeRetention,
  sealedSecretQueries,
  indexMessages,
  smtpConfigQueries,
  subscriptionQueries,
  tenantQueries,
  incidentQueries,
  suppressionQueries,
  templateQueries,
  topicQueries,
  webhookAttemptQueries,
  webhookEndpointQueries,
  WebhookQueue,
  webhookQueueQueries,
  webhookSecretReference
} from "@telemark/core"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { recorded, recordingStorage as storage } from "./recorded.js"
import { workWithStoredReports } from "./workWithStoredReports.js"

const workWithTemplates = Effect.gen(function* () {
  const templates = yield* templateQueries
  const brands = yield* Brands
  const key = { tenant_id: "tn_a", id: "welcome" }
  yield* writeTemplate(key, aContent, 1e12)
  yield* writeNextVersion(key, aContent, 1e12)
  yield* templates.find(key)
  yield* templates.findAll([key])
  yield* templates.findVersion(key, 2)
  yield* templates.list("tn_a")
  yield* templates.listVersions(key)
  yield* templates.deactivate(key, 1e12)
  yield* brands.update("tn_a", { name: "Acme" })
  yield* brands.get("tn_a")
}).pipe(Effect.provide(Brands.layer))

const workWithDomains = Effect.gen(function* () {
  const domains = yield* domainQueries
  const { change, insert } = yield* domainChanges
  const takeDue = yield* makeTakeDueDomains
  const configs = yield* smtpConfigQueries
  const saveConfig = yield* makeSaveSmtpConfig
  const { replace } = yield* sealedSecretQueries
  yield* insert(aDomain)
  yield* change(aDomain, (current) => ({ ...current, keys: [...current.keys] }))
  yield* domains.find(aDomain)
  yield* domains.findOwned(aDomain.domain)
  yield* domains.list("tn_a")
  yield* takeDue(1.9e12, 2e12, 10)
  yield* saveConfig(aConfig)
  yield* configs.find("tn_a")
  yield* configs.setVerified("tn_a", aConfig.id, false)
  yield* replace(
    { table: "smtp_configs", tenant_id: "tn_a", row: "", column: "password" },
    "sealed",
    "anew"
  )
  yield* replace(
    { table: "dkim_keys", tenant_id: "tn_a", row: "example.com tm1", column: "private_key" },
    "sealed",
    "anew"
  )
})

const workWithWebhooks = Effect.gen(function* () {
  const endpoints = yield* webhookEndpointQueries
  const queue = yield* WebhookQueue
  const { replace } = yield* sealedSecretQueries
  const kept = { ...anEndpoint, id: yield* endpoints.nextId }
  yield* endpoints.insert(kept)
  yield* endpoints.list("tn_a")
  yield* endpoints.find("tn_a", kept.id)
  yield* updateEndpoint("tn_a", kept.id, { url: "https://example.org/", active: true }, 1e12)
  yield* endpoints.rotateSecret("tn_a", kept.id, "new", 2e12, 1e12)
  yield* replace(webhookSecretReference("tn_a", kept.id), "new", "anew")
  yield* (yield* webhookQueueQueries).enqueue(kept, ["evt_0", "evt_1", "evt_gone"], 1.9e12)
  const claim = queue.claim(
    { owner: "w", until: 2e12 },
    { limit: 10, perEndpoint: 10, ofEndpoints: new Map([[7, 0]]) },
    1.9e12
  )
  const keys = (yield* claim).map(({ endpoint, event }) => ({
    endpoint_id: endpoint.id,
    event_id: event.id
  }))
  yield* queue.renew({ owner: "w", until: 2e12 }, keys)
  yield* queue.release("w", keys, 1.9e12)
  const claimed = yield* claim
  expect(claimed).toHaveLength(2)
  yield* queue.record(
    "w",
    claimed.map((one, index) => aWebhookSettlement(one, index === 0 ? null : 2e12))
  )
  yield* (yield* webhookAttemptQueries).list("tn_a", kept.id, { limit: 10, offset: 0 })
  for (const active of [false, true, false])
    yield* updateEndpoint("tn_a", kept.id, { active }, 1e12)
  yield* removeEndpoint("tn_a", kept.id)
})

const workWithSources = Effect.gen(function* () {
  const sources = yield* feedbackSourceQueries
  const { replace } = yield* sealedSecretQueries
  for (const tenant_id of ["tn_a", null]) {
    const id = `fsrc_${String(tenant_id)}`
    yield* sources.countLocked(tenant_id, 20)
    yield* sources.insert({
      id,
      tenant_id,
      provider: "ses",
      secret_digest: id,
      credential: null,
      created_at: 1e12,
      called_at: null,
      refused_at: null,
      refused_reason: null
    })
    yield* sources.list(tenant_id)
    yield* sources.find(tenant_id, id)
    yield* sources.findByDigest(id)
    yield* sources.setCredential(tenant_id, id, "sealed")
    yield* replace(
      { table: "feedback_sources", tenant_id: tenant_id ?? "", row: id, column: "credential" },
      "sealed",
      "anew"
    )
    yield* sources.noteCall(id, 1e12, 1e12)
    yield* sources.noteRefusal(id, "malformed", 1e12, 1e12)
    const call = { token_digest: "token", body_digest: "body", expires_at: 1e12 }
    expect(yield* sources.rememberCall(id, call)).toBe("open")
    yield* sources.noteHandled(id, call)
    expect(yield* sources.rememberCall(id, call)).toBe("handled")
    yield* sources.remove(tenant_id, id)
  }
})

const workWithReputation = Effect.gen(function* () {
  const reputation = yield* reputationQueries
  const { pause, resume } = yield* pausedTenants
  const event = {
    id: `oev_${"0".repeat(32)}`,
    type: "tenant.paused",
    tenant_id: "tn_a",
    created_at: 1e12,
    data: { tenant: "a" }
  } as const
  yield* reputation.troubled(0)
  yield* reputation.sumUp("tn_a", { hour: 0, day: 0, week: 0 }, 100)
  yield* reputation.insertEvent(event, "key")
  yield* reputation.events(100)
  yield* pause("tn_a", { at: 1e12, reason: "operator", note: null }, 1e12, {
    ...event,
    id: `oev_${"1".repeat(32)}`
  })
  yield* pause("tn_a", { at: 1e12, reason: "operator", note: null, links_stopped: true }, 1e12, {
    ...event,
    id: `oev_${"3".repeat(32)}`
  })
  yield* Effect.flatMap(tenantQueries, ({ hasStoppedLinks }) => hasStoppedLinks("0".repeat(12)))
  yield* resume("tn_a", 1e12, { ...event, id: `oev_${"2".repeat(32)}` })
  const { removeOperatorEvents, removeReputationHours } = yield* makeRetention
  yield* removeReputationHours(1e12)
  yield* removeOperatorEvents(1e12)
})

const workWithEvents = Effect.gen(function* () {
  const { find, list } = yield* eventQueries
  const reports = yield* makeRecordReports
  const subscriptions = yield* subscriptionQueries
  const [email_id = ""] =
    (yield* Effect.flatMap(emailQueries, (store) =>
      store.list("tn_a", { limit: 1, offset: 0 }, {})
    ))?.emails.map(({ id }) => id) ?? []
  const types = [...aSubscription.types, "email.bounced" as const]
  const kept = yield* subscriptions.open({ ...aSubscription, types, expires_at: 2e12 })
  const { sql } = yield* Database
  yield* sql`UPDATE emails SET status = 'sent' WHERE id = ${email_id}`
  for (const kind of ["delivered", "bounced"] as const) {
    const report = { kind, key: kind, verdict: "invalid_recipient" } as const
    const recorded = yield* recordOne(reports, "tn_a", email_id, report)
    expect(recorded?.outcome).toBe("recorded")
    yield* find("tn_a", recorded?.event_id ?? "")
  }
  yield* list("tn_a", { since: 0, until: 2e12, types, after: "", limit: 10 })
  yield* subscriptions.enqueue(kept.id, ["evt_0", "evt_gone"])
  expect(yield* subscriptions.claim(kept.id, { owner: "o", until: 2e12 }, 10, 1.9e12)).toHaveLength(
    3
  )
  yield* subscriptions.renew(kept.id, { owner: "o", until: 2e12 })
  yield* subscriptions.acknowledge(kept.id, "o", ["evt_0"])
  yield* subscriptions.release(kept.id, "o")
  yield* subscriptions.extend(kept.id, 1e12)
  expect(yield* subscriptions.removeExpired(1e12)).toBe(1)
  yield* subscriptions.open(kept)
  expect(yield* subscriptions.remove("tn_a", kept.name)).toBe(true)
})

const tag = { name: "campaign", value: "spring" }

/** Every filter of the log, and some together. */
const filters: ReadonlyArray<EmailFilter> = [
  {},
  { status: "sent" },
  { recipient: "ada@example.com" },
  { template_id: "welcome" },
  { tag },
  { since: 1e12 },
  { until: 2e12 },
  { status: "sent", tag, since: 1e12, until: 2e12 },
  { status: "failed", tag, template_id: "welcome" },
  { recipient: "ada@example.com", tag, status: "sent" },
  { recipient_domain: "example.com" },
  { sender_domain: "example.com" },
  { subject: "hello" },
  { q: "hello ada" },
  { q: "em_00000000", tag },
  {
    status: "sent",
    subject: "hello",
    recipient_domain: "example.com",
    sender_domain: "example.com",
    tag
  }
]

const workWithExtras = Effect.gen(function* () {
  const { accept, cancel } = yield* emailQueries
  const file = { filename: "a.txt", content_type: null, content_id: null, size: 1 }
  const complete = (one: PreparedSend): PreparedSend => ({
    ...one,
    recipients: one.recipients.map(({ id }) => ({
      id,
      address: "b@example.com",
      name: "Bob",
      folded: "b@example.com"
    })),
    body: {
      ...one.body,
      attachments: [file],
      shown: { to: [{ name: "Ada", address: "ada@example.com" }], cc: [] }
    },
    attachments: [{ ...file, content: Uint8Array.from([1]) }],
    tags: { [tag.name]: tag.value },
    scheduled_at: 1.95e12
  })
  const send = complete(aSend(1))
  yield* accept(send)
  expect(
    yield* Effect.flatMap(attachmentQueries, (store) => store.read(send.body.id))
  ).toHaveLength(1)
  const id = send.recipients[0]?.id ?? ""
  expect(yield* cancel({ tenant_id: "tn_a", id, now: 1.9e12, event_id: send.body.id })).toBe(
    "cancelled"
  )
})

const workWithTopics = Effect.gen(function* () {
  const topics = yield* topicQueries
  const { accept } = yield* emailQueries
  const listSuppressions = yield* makeSelectSuppressions
  const { setPreferences } = yield* Preferences
  const topic = {
    tenant_id: "tn_a",
    id: "news",
    name: "News",
    description: null,
    translations: {},
    created_at: 1e12
  }
  yield* topics.listIdsLocked("tn_a")
  yield* topics.insert(topic)
  yield* topics.findLocked("tn_a", "news")
  yield* topics.update(topic)
  yield* topics.list("tn_a")
  const id = `em_${"0".repeat(31)}1`
  const recipient = { id, address: "eve@example.com", name: null, folded: "eve@example.com" }
  yield* accept({ ...aSend(71), topic: "news", recipients: [recipient] })
  for (const wanted of [false, true])
    yield* setPreferences(id, { topics: { news: wanted }, all: wanted })
  yield* listSuppressions("tn_a", { limit: 10, offset: 0 }, { topic: "news" })
  yield* listSuppressions(
    "tn_a",
    { limit: 10, offset: 0, after: { added_at: 1, folded: "a", topic: null } },
    { reason: "bounce", prefix: "a" }
  )
  yield* topics.remove("tn_a", "news")
}).pipe(Effect.provide(Preferences.layer))

const workWithIncidents = Effect.gen(function* () {
  const { active, find, list, save, undo } = yield* incidentQueries
  const incident = {
    id: "inc_1",
    route: "platform",
    tenant_id: null,
    wording: "550 user unknown",
    since: 1e12,
    engaged_at: 1.1e12,
    ends_at: 2e12,
    suppressed: 20
  }
  yield* save(incident)
  yield* find(incident.id)
  yield* active(1.2e12)
  yield* list(100)
  for (const tenant_id of [null, "tn_a"]) yield* undo({ ...incident, tenant_id }, 200, 1.2e12)
})

/** Does what a day's work is made of, and leaves nothing out. */
const work = Effect.gen(function* () {
  const emails = yield* emailQueries
  const queue = yield* MailQueue
  yield* workWithDomains
  const consume = yield* makeConsumeTokens
  for (const tenant_id of ["tn_a", "tn_b", "tn_c"]) {
    for (const index of [1, 2, 3, 4]) {
      yield* consume("key_1", 10, 1e12)
      yield* emails.accept({
        ...aSend(index),
        tenant_id,
        monthly_limit: 100,
        idempotency: { key: String(index), body_digest: "" }
      })
    }
  }
  // Fewer than are due, so that tenants take turns; then all that is left.
  const some = yield* queue.claim({ owner: "w", until: 2e12 }, 2, 1.9e12, { except: ["tn_b"] })
  const kinds = [
    { ownServersOnly: true },
    { begunBefore: 3e14 },
    { begunBefore: 3e14, ownServersOnly: true, except: ["tn_b"] }
  ]
  for (const kind of kinds) yield* queue.claim({ owner: "w", until: 2e12 }, 1, 1.9e12, kind)
  const others = yield* queue.claim({ owner: "w", until: 2e12 }, 100, 1.9e12)
  yield* queue.renew(
    { owner: "w", until: 2e12 + 1 },
    others.map(({ id }) => id)
  )
  yield* queue.release(
    "w",
    others.slice(5).map(({ id }) => id),
    1.9e12
  )
  const outcomes = [
    DeliveryOutcome.Accepted({ provider: "smtp", response: "250 taken" }),
    DeliveryOutcome.Broken({
      provider: "smtp",
      stage: "connect",
      reason: "timeout",
      ambiguous: false
    }),
    DeliveryOutcome.Refused({
      provider: "smtp",
      stage: "rcpt",
      reply: { code: 550, enhanced: "5.1.1", text: "no such user" }
    })
  ]
  const context = { policy: defaultRetryPolicy, now: 1.9e12, random: 0.5 }
  yield* queue.record(
    "w",
    [...some, ...others]
      .slice(0, 3)
      .map((message, index) =>
        decideSettlement(message, outcomes[index]!, { ...context, eventId: `evt_${String(index)}` })
      )
  )

  yield* workWithWebhooks
  yield* workWithSources
  yield* workWithReputation
  yield* workWithEvents
  yield* workWithStoredReports
  yield* workWithExtras
  yield* workWithTopics
  yield* workWithIncidents

  const page = { limit: 10, offset: 0 }
  expect(yield* indexMessages).toBeGreaterThan(1)
  yield* emails.find("tn_a", "em_1")
  yield* emails.findReplay("tn_a", "1", 1.8e12)
  for (const filter of filters) {
    yield* emails.list("tn_a", page, filter)
    yield* emails.list("tn_a", { limit: 10, offset: 1001 }, filter)
    yield* emails.list("tn_a", { ...page, after: some[0]?.id }, filter)
  }
  const {
    removeBodies,
    removeEmails,
    removeEvents,
    removeFeedbackReports,
    removeFeedbackCalls,
    removeIdempotency,
    removeWebhookAttempts
  } = yield* makeRetention
  for (const remove of [
    removeBodies,
    removeFeedbackReports,
    removeFeedbackCalls,
    removeEmails,
    removeEvents,
    removeIdempotency,
    removeWebhookAttempts
  ])
    yield* remove(2e12)
  yield* Effect.flatMap(apiKeyQueries, ({ findByPrefixes }) => findByPrefixes(["tmk_a"]))
  yield* Effect.flatMap(eventQueries, (store) => store.ofEmail("tn_a", "em_1"))
  yield* Effect.flatMap(analyticsQueries, (store) => store.countByStatus("tn_a", 0))
  yield* Effect.flatMap(analyticsQueries, (store) => store.series("tn_a", "hour", 0))
  yield* Effect.flatMap(analyticsQueries, (store) => store.deliveryTimes("tn_a", 0))
  yield* Effect.flatMap(analyticsQueries, (store) => store.waiting("tn_a", 1.9e12, 100))
  yield* recountMessages("tn_a")
  yield* Effect.flatMap(analyticsQueries, (store) => store.monthlyUsage("tn_a", 12))
  yield* Effect.flatMap(analyticsQueries, (store) => store.ownServer("tn_a"))
  yield* workWithTemplates
  yield* Effect.flatMap(domainQueries, ({ remove }) => remove(aDomain))
  yield* Effect.flatMap(smtpConfigQueries, ({ remove }) => remove("tn_a"))
  yield* Effect.flatMap(makeSelectSuppressions, (list) => list("tn_a", page))
  yield* Effect.flatMap(suppressionQueries, (store) => store.find("tn_a", "a@example.com"))
})

/**
 * What a plan may go through from end to end: rows from the program, and results of the statement
 * itself.
 */
const harmless =
  /^SCAN (?:json_each|walked|turn|due|given|counted|days?|hours|found|owed|CONSTANT ROW|\d+ CONSTANT ROWS|\d+-ROW VALUES CLAUSE|\(subquery)/

/**
 * Another order than the index's, of few rows: those that the program asked for one by one, hours
 * and days, what one tenant has that is due, a tenant's topics or sending domains, one page,
 * addresses with a rare prefix.
 */
const mayBeSorted =
  /json_each|\) AS given\b|FROM \(\s*SELECT \* FROM suppressions |FROM topics|FROM email_counts|FROM reputation_hours WHERE tenant_id = |ORDER BY (?:event_)?id \|\| ''|PARTITION BY tenant_id|id IN \(\s*SELECT id FROM webhook_attempts/

describe("the statements of the daily work", () => {
  it.effect(
    "find their rows by an index, so that they cost the same however large the log and the queue are",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        recorded.clear()
        yield* work
        const statements = [...recorded].filter(([text]) =>
          /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/.test(text)
        )
        expect(statements.length).toBeGreaterThan(60)
        const scans: Array<string> = []
        for (const [text, parameters] of statements) {
          const plan = yield* sql.unsafe<{ readonly detail: string }>(
            `EXPLAIN QUERY PLAN ${text}`,
            [...parameters]
          )
          for (const { detail } of plan) {
            const isSorted = detail.includes("TEMP B-TREE FOR ORDER BY") && !mayBeSorted.test(text)
            if (isSorted || (detail.includes("SCAN") && !harmless.test(detail)))
              scans.push(`${detail}: ${text}`)
          }
        }
        expect(scans).toEqual([])
      }).pipe(Effect.provide(storage))
  )

  it.effect("read at a start only the suppressions whose keys aren't ASCII", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      recorded.clear()
      yield* migrate
      const read = [...recorded].filter(([text]) => /^SELECT .* FROM suppressions/s.test(text))
      const plans = yield* Effect.forEach(read, ([text, parameters]) =>
        sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, [...parameters])
      )
      expect(plans.flat().map(({ detail }) => detail)).toEqual([
        expect.stringContaining(
          "SEARCH suppressions USING COVERING INDEX suppressions_beyond_ascii"
        )
      ])
    }).pipe(Effect.provide(storage))
  )

  it.effect(
    "reach the mail of tenants with servers of their own without going past 50,000 messages of others",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { claim } = yield* MailQueue
        yield* Effect.flatMap(makeSaveSmtpConfig, (save) => save({ ...aConfig, tenant_id: "tn_b" }))
        yield* sql.unsafe(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 50000)
        INSERT INTO queue (id, tenant_id, due_at) SELECT printf('em_%032d', n), 'tn_a', n FROM numbers`)
        yield* sql.unsafe("ANALYZE")
        yield* Effect.flatMap(emailQueries, (store) =>
          store.accept({ ...aSend(1), tenant_id: "tn_b" })
        )
        recorded.clear()
        for (const kind of [
          { ownServersOnly: true },
          { ownServersOnly: true, begunBefore: 3e14 }
        ]) {
          expect(
            yield* claim({ owner: "w", until: 1.8e12 + 2 }, 20, 1.8e12 + 1, kind)
          ).toHaveLength(1)
          yield* (yield* MailQueue).release(
            "w",
            (yield* sql<{
              readonly id: string
            }>`SELECT id FROM queue WHERE tenant_id = 'tn_b'`).map(({ id }) => id),
            1.8e12
          )
        }
        const choosing = [...recorded].filter(([text]) =>
          /^\s*(?:WITH|SELECT)\b.*\bqueue\b.*\bdue_at <=/s.test(text)
        )
        expect(choosing.length).toBeGreaterThan(3)
        for (const [text, parameters] of choosing) {
          const plan = yield* sql.unsafe<{ readonly detail: string }>(
            `EXPLAIN QUERY PLAN ${text}`,
            [...parameters]
          )
          const steps = plan
            .map(({ detail }) => detail)
            .filter((detail) => /\bqueue\b/.test(detail))
          // The first look whether anything at all is due stops at the first row.
          const seek =
            /LIMIT 1$/.test(text) && !text.includes("smtp_configs")
              ? /queue_by_due/
              : /queue_by_tenant \(tenant_id[=>]\?/
          expect(
            steps.filter((detail) => !seek.test(detail)),
            text
          ).toEqual([])
        }
      }).pipe(Effect.provide(storage))
  )

  it.effect("serve webhook endpoints without going past 100,000 events that wait for another", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* WebhookQueue
      const { enqueue } = yield* webhookQueueQueries
      const { insert } = yield* webhookEndpointQueries
      const events = ["evt_a", "evt_b", "evt_c"]
      for (const id of [1, 2, 3]) yield* insert({ ...anEndpoint, id })
      yield* sql.unsafe(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
        INSERT INTO webhook_queue (endpoint_id, event_id, tenant_id, attempts, due_at) SELECT 2, printf('evt_%032d', n), 'tn_a', 0, n FROM numbers`)
      yield* sql.unsafe("ANALYZE")
      yield* Effect.flatMap(emailQueries, (store) => store.accept(aSend(1)))
      yield* sql.unsafe(`INSERT INTO events (id, tenant_id, email_id, type, data, created_at)
        SELECT value, 'tn_a', (SELECT id FROM emails), 'email.sent', '{}', 0 FROM json_each('${JSON.stringify(events)}')`)
      recorded.clear()
      const now = 1.9e12
      for (const id of [1, 3]) yield* enqueue({ id, tenant_id: "tn_a" }, events, now)
      const claimed = yield* queue.claim(
        { owner: "w", until: now + 1 },
        { limit: 4, perEndpoint: 2, ofEndpoints: new Map([[2, 0]]) },
        now
      )
      expect(claimed.map(({ endpoint }) => endpoint.id)).toEqual([1, 3, 1, 3])
      const keys = claimed.map(({ endpoint, event }) => ({
        endpoint_id: endpoint.id,
        event_id: event.id
      }))
      yield* queue.renew({ owner: "w", until: now + 2 }, keys)
      yield* queue.release("w", keys.slice(0, 1), now)
      yield* queue.record(
        "w",
        claimed.slice(1).map((one, index) => aWebhookSettlement(one, index === 0 ? null : now))
      )
      for (const active of [false, true]) yield* updateEndpoint("tn_a", 3, { active }, now)
      yield* enqueue({ id: 3, tenant_id: "tn_a" }, events, now)
      // What was taken and given back is due again, beside the endpoint with so many.
      expect(
        yield* queue.claim(
          { owner: "w", until: now + 1 },
          { limit: 100, perEndpoint: 2, ofEndpoints: new Map() },
          now
        )
      ).toHaveLength(4)
      const statements = [...recorded].filter(([text]) => /\bwebhook_queue\b/.test(text))
      expect(statements.length).toBeGreaterThan(9)
      for (const [text, parameters] of statements) {
        const plan = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, [
          ...parameters
        ])
        const steps = plan
          .map(({ detail }) => detail)
          .filter((detail) => /\bwebhook_queue\b/.test(detail))
        const seek =
          /PRIMARY KEY \(event_id=\?|webhook_queue_by_due \(endpoint_id(?:=\? AND due_at)?[<>=]/
        expect(
          steps.filter((detail) => !seek.test(detail)),
          text
        ).toEqual([])
      }
    }).pipe(Effect.provide(storage))
  )

  it.effect(
    "serve subscriptions without reading past 50,000 events that are for another, or happened to another tenant",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const {
          acknowledge,
          claim,
          open: subscribe,
          release,
          remove,
          renew
        } = yield* subscriptionQueries
        const lease = { owner: "o", until: 2e12 }
        for (const id of ["sub_1", "sub_2", "sub_3"])
          yield* subscribe({ ...aSubscription, id, name: id, expires_at: 2e12 })
        yield* sql.unsafe(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 50000)
        INSERT INTO events (id, tenant_id, email_id, type, data, created_at) SELECT printf('evt_%032d', n), 'tn_b', 'em_1', 'email.sent', '{}', n FROM numbers`)
        yield* sql.unsafe(
          "INSERT INTO subscription_queue (subscription_id, event_id, leased_until) SELECT 'sub_2', id, 0 FROM events"
        )
        yield* sql.unsafe("ANALYZE")
        recorded.clear()
        expect(yield* claim("sub_1", lease, 10, 1.9e12)).toEqual([])
        yield* (yield* subscriptionQueries).enqueue("sub_3", ["evt_gone"])
        expect(yield* claim("sub_3", lease, 10, 1.9e12)).toEqual([])
        yield* Effect.all([
          renew("sub_1", lease),
          acknowledge("sub_1", "o", ["evt_1"]),
          release("sub_1", "o"),
          remove("tn_a", "sub_1")
        ])
        yield* (yield* eventQueries).list("tn_a", {
          since: 0,
          until: 2e12,
          types: aSubscription.types,
          after: "",
          limit: 10
        })
        const seek =
          /PRIMARY KEY \(subscription_id=\?|events_by_tenant \(tenant_id=\? AND id>\? AND id<\?\)|sqlite_autoindex_events_1 \(id=\?\)/
        const statements = [...recorded].filter(
          ([text]) => /\b(?:subscription_queue|events)\b/.test(text) && !text.includes("INSERT")
        )
        expect(statements.length).toBeGreaterThan(7)
        for (const [text, parameters] of statements) {
          const plan = yield* sql.unsafe<{ readonly detail: string }>(
            `EXPLAIN QUERY PLAN ${text}`,
            [...parameters]
          )
          const steps = plan
            .map(({ detail }) => detail)
            .filter((detail) => /\b(?:subscription_queue|events?|e)\b/.test(detail))
          expect(
            steps.filter((detail) => !seek.test(detail)),
            text
          ).toEqual([])
        }
      }).pipe(Effect.provide(storage))
  )
})
