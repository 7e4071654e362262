import { foldAddress, keptOf } from "@telemark/contract"
import {
  type ClaimedMessage,
  emailQueries,
  MailQueue,
  newId,
  newIds,
  type PreparedSend,
  type Settlement,
  tenantQueries
} from "@telemark/core"
import { Effect, ManagedRuntime } from "effect"
import { atEnd } from "./lifetime.js"
import { storageOf } from "./storage.js"

const make = (url: string) => {
  const runtime = ManagedRuntime.make(storageOf(url))
  atEnd(() => runtime.dispose())
  return runtime
}

/** The storage ports on a database, until the benchmark ends. */
export type Ports = ReturnType<typeof make>
export type PortsOf = ManagedRuntime.ManagedRuntime.Services<Ports>
export const openPorts: (url: string) => Ports = make

/** A prepared send of one recipient, as `Emails.send` hands it to the store. */
export const prepared = (
  tenant_id: string,
  address: string,
  html: string
): Effect.Effect<PreparedSend> =>
  Effect.gen(function* () {
    const created_at = Date.now()
    const [id = ""] = yield* newIds("em", 1)
    return {
      tenant_id,
      created_at,
      sender: { name: "Shop", address: "shop@example.com" },
      sender_policy: "any",
      subject: "Your order",
      template_id: null,
      template_version: null,
      body: {
        id: yield* newId("body"),
        html,
        text: null,
        headers: [],
        shown: null,
        attachments: []
      },
      attachments: [],
      scheduled_at: null,
      ...keptOf({}),
      recipients: [{ id, address, name: null, folded: foldAddress(address) }],
      warnings: [],
      unsigned_warning: null,
      idempotency: null,
      monthly_limit: null
    }
  })

/** Accepts that many sends at once, each of its own. */
export const acceptTogether = (tenantId: string, count: number, html: string) =>
  Effect.flatMap(emailQueries, (store) =>
    Effect.forEach(
      Array.from({ length: count }, (_, index) => `customer-${index}@example.com`),
      (address) => Effect.flatMap(prepared(tenantId, address, html), store.accept),
      { concurrency: "unbounded", discard: true }
    )
  )

export const owner = "worker_benchmark"

/** Claims for an hour: longer than any measurement. */
export const claim = (limit: number) =>
  Effect.flatMap(MailQueue, (queue) => {
    const now = Date.now()
    return queue.claim({ owner, until: now + 3_600_000 }, limit, now)
  })

/** That the message was handed over just now. */
export const settlementOf = (message: ClaimedMessage): Effect.Effect<Settlement> =>
  Effect.map(newId("evt"), (id) => ({
    id: message.id,
    tenant_id: message.tenant_id,
    recipient: message.recipient,
    created_at: message.created_at,
    attempts: message.attempts,
    status: "sent",
    smtp_provider: "smtp.example.com",
    smtp_response: "250 2.0.0 Ok: queued as 4XkZ2c3Jq7z1",
    error_message: null,
    failure_code: null,
    at: Date.now(),
    next_attempt_at: null,
    refused_since: null,
    suppress: null,
    event: {
      id,
      type: "email.sent",
      data: { attempts: message.attempts, smtp_provider: "smtp.example.com" }
    }
  }))

/** Answers with the messages that were recorded. */
export const record = (settlements: ReadonlyArray<Settlement>) =>
  Effect.map(
    Effect.flatMap(MailQueue, (queue) => queue.record(owner, settlements)),
    ({ ids }) => ids
  )

/** Makes a tenant of that name unless there is one. */
export const addTenant = (id: string, name: string) =>
  Effect.flatMap(tenantQueries, (tenants) =>
    tenants.insert({
      id,
      name,
      default_from: null,
      monthly_limit: null,
      track_opens: false,
      track_clicks: false,
      missing: "warn",
      created_at: Date.now()
    })
  )
