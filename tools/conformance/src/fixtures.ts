import {
  foldAddress,
  keptOf,
  parseMailbox,
  type SendResult,
  splitAddress
} from "@telemark/contract"
import {
  type AcceptOutcome,
  type Cancellation,
  type ClaimedKinds,
  type ClaimedMessage,
  type EmailFilter,
  type EmailPage,
  emailQueries,
  MailQueue,
  type PreparedSend,
  type Settlement,
  suppressionQueries,
  type Tenant,
  tenantQueries
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"

/** 2026-06-15T12:00:00Z, in the middle of a month. */
export const noon = Date.UTC(2026, 5, 15, 12)
export const minute = 60_000
export const hour = 60 * minute

let made = 0
const freshId = (prefix: string): string => `${prefix}_${String(++made).padStart(32, "0")}`

/** Begins with the time, as ids of messages do; ids of one instant ascend. */
const freshEmailId = (millis: number): string =>
  `em_${millis.toString(16).padStart(12, "0")}7${String(++made).padStart(19, "0")}`

export interface SendOverrides extends Partial<Omit<PreparedSend, "recipients" | "idempotency">> {
  readonly to?: ReadonlyArray<string>
  readonly key?: string
  readonly digest?: string
}

/** A send of `tn_a` at noon to `ada@example.com`. */
export const aSend = ({
  created_at = noon,
  digest = "digest",
  key,
  to = ["ada@example.com"],
  ...rest
}: SendOverrides = {}): PreparedSend => ({
  tenant_id: "tn_a",
  created_at,
  sender: { name: "Shop", address: "shop@example.com" },
  sender_policy: "any",
  subject: "Hello",
  template_id: null,
  template_version: null,
  body: {
    id: freshId("body"),
    html: "<p>Hello</p>",
    text: null,
    headers: [["X-Order", "1"]],
    shown: null,
    attachments: []
  },
  attachments: [],
  scheduled_at: null,
  ...keptOf({}),
  recipients: to.map((text) => {
    const { address, name } = parseMailbox(text) ?? { address: text, name: null }
    return { id: freshEmailId(created_at), address, name, folded: foldAddress(address) }
  }),
  warnings: [],
  unsigned_warning: null,
  idempotency: key === undefined ? null : { key, body_digest: digest },
  monthly_limit: null,
  ...rest
})

export const accept = (overrides: SendOverrides = {}) =>
  Effect.flatMap(emailQueries, (store) => store.accept(aSend(overrides)))

export const resultOf = (outcome: AcceptOutcome): SendResult => {
  assert.equal(outcome._tag, "Accepted")
  return outcome.result
}

/** Accepts a send and returns the ids of its messages. */
export const queued = (overrides: SendOverrides = {}) =>
  Effect.map(accept(overrides), (outcome) => resultOf(outcome).queued.map(({ id }) => id))

export const claim = (
  owner: string,
  limit: number,
  now: number,
  until = now + minute,
  which?: ClaimedKinds
) => Effect.flatMap(MailQueue, (queue) => queue.claim({ owner, until }, limit, now, which))

export const claimOne = (owner: string, now: number, until = now + minute) =>
  Effect.map(claim(owner, 1, now, until), ([message]) => {
    assert.ok(message !== undefined, "there should have been a message to claim")
    return message
  })

/** The outcome `sent` at `at`. */
export const settlement = (
  message: ClaimedMessage,
  at: number,
  overrides: Partial<Settlement> = {}
): Settlement => ({
  id: message.id,
  tenant_id: message.tenant_id,
  recipient: message.recipient,
  sender_domain: splitAddress(message.sender.address)?.domain ?? "",
  created_at: message.created_at,
  attempts: message.attempts,
  status: "sent",
  smtp_provider: "smtp",
  smtp_response: "250 2.0.0 taken",
  error_message: null,
  failure_code: null,
  at,
  next_attempt_at: null,
  refused_since: null,
  suppress: null,
  event: { id: freshId("evt"), type: "email.sent", data: { attempts: message.attempts } },
  ...overrides
})

export const deferral = (
  message: ClaimedMessage,
  at: number,
  next: number,
  overrides: Partial<Settlement> = {}
): Settlement =>
  settlement(message, at, {
    status: "deferred",
    smtp_response: "451 4.3.0 later",
    error_message: "The mail server refused the message for now.",
    failure_code: "transient",
    next_attempt_at: next,
    event: { id: freshId("evt"), type: "email.deferred", data: {} },
    ...overrides
  })

/** Records outcomes and returns the ids of the messages that the owner had leased. */
export const record = (owner: string, settlements: ReadonlyArray<Settlement>) =>
  Effect.map(
    Effect.flatMap(MailQueue, (queue) => queue.record(owner, settlements)),
    ({ ids }) => ids
  )

export const cancelled = (id: string, overrides: Partial<Cancellation> = {}) =>
  Effect.flatMap(emailQueries, (store) =>
    store.cancel({ tenant_id: "tn_a", id, now: noon, event_id: freshId("evt"), ...overrides })
  )

/** The log row of a message, which must exist. */
export const logged = (id: string, tenantId = "tn_a") =>
  Effect.map(
    Effect.flatMap(emailQueries, (store) => store.find(tenantId, id)),
    (found) => {
      assert.ok(found !== undefined, "the message should be in the log")
      return found
    }
  )

/** Lists a tenant's log, by default all of `tn_a`; a message in `page.after` must exist. */
export const listed = (
  filter: EmailFilter = {},
  page: Partial<EmailPage> = {},
  tenantId = "tn_a"
) =>
  Effect.map(
    Effect.flatMap(emailQueries, (store) =>
      store.list(tenantId, { limit: 100_000, offset: 0, ...page }, filter)
    ),
    (found) => {
      assert.ok(found !== undefined, "the message to begin behind should be in the log")
      return found.emails
    }
  )

export const ids = (messages: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> =>
  messages.map(({ id }) => id)

export const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

export const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

/** A reproducible sequence of random integers from 0 to below a limit (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export const aTenant = (id: string, overrides: Partial<Tenant> = {}): Tenant => ({
  id,
  name: id.slice(3),
  default_from: null,
  monthly_limit: null,
  track_opens: false,
  track_clicks: false,
  missing: "warn",
  created_at: noon,
  ...overrides
})

export const addTenant = (...tenant: Parameters<typeof aTenant>) =>
  Effect.flatMap(tenantQueries, (store) => store.insert(aTenant(...tenant)))

export const suppress = (email_address: string, topic: string | null = null) =>
  Effect.flatMap(suppressionQueries, (store) =>
    store.insert({
      tenant_id: "tn_a",
      folded: foldAddress(email_address),
      email_address,
      reason: "manual",
      added_at: noon,
      topic
    })
  )
