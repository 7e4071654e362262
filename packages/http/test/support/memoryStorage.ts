import {
  type ApiKey, ApiKeyStore, AnalyticsStore, type Bucket, type EmailRecord, EmailStore, type EmailStatus, foldAddress, idempotencyMillis, Inbox, MailQueue,
  RateLimitStore, type Replay, RetentionStore, type SendResult, splitAddress, StorageHealth, type SuppressionRecord, SuppressionStore, takeToken, type Tenant,
  TenantStore, WakeUp
} from "@telemark/core"
import { Effect, Layer } from "effect"
import { makeMemoryDomains } from "./memoryDomains.js"
import { makeMemoryEvents } from "./memoryEvents.js"
import { layerMemoryTemplates } from "./memoryTemplates.js"

/** What those ask who send mail and clean up: nothing is ever due. */
const layerIdle = Layer.mergeAll(
  Layer.succeed(MailQueue, {
    claim: () => Effect.succeed([]), renew: () => Effect.void, release: () => Effect.void, record: () => Effect.succeed([])
  }),
  Layer.succeed(RetentionStore, {
    removeBodies: () => Effect.succeed(0), removeEmails: () => Effect.succeed(0), removeWebhookAttempts: () => Effect.succeed(0),
    removeEvents: () => Effect.succeed(0), removeIdempotency: () => Effect.succeed(0)
  }),
  Layer.succeed(Inbox, { put: () => Effect.void, list: () => Effect.succeed([]), find: () => Effect.succeed(undefined) })
)

/** What the services need of a storage, in memory: for measuring, and for tests that need no database. */
export const layerMemoryStorage = Layer.suspend(() => {
  const tenants = new Map<string, Tenant>()
  const keys = new Map<string, ApiKey>()
  const buckets = new Map<string, Bucket>()
  const emails: Array<EmailRecord> = []
  const replays = new Map<string, Replay & { readonly created_at: number }>()
  const suppressions = new Map<string, SuppressionRecord>()
  const { layer: layerMemoryDomains, ownerOf } = makeMemoryDomains()
  const keyOf = (tenantId: string, key: string) => `${tenantId} ${key}`
  const suppress = (row: SuppressionRecord): boolean => {
    const key = keyOf(row.tenant_id, row.folded)
    return !suppressions.has(key) && suppressions.set(key, row) === suppressions
  }
  const layerMemoryEvents = makeMemoryEvents(emails, ({ recipient_email, tenant_id }, reason, added_at) =>
    suppress({ tenant_id, folded: foldAddress(recipient_email), email_address: recipient_email, reason, added_at }))
  const replayOf = (tenantId: string, key: string, now: number): Replay | undefined => {
    const first = replays.get(keyOf(tenantId, key))
    if (first === undefined || now - first.created_at >= idempotencyMillis) return undefined
    return { result: first.result, body_digest: first.body_digest }
  }
  const newestFirst = <A extends { readonly created_at: number; readonly id: string }>(rows: Iterable<A>) =>
    [...rows].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))

  return Layer.mergeAll(
    WakeUp.layerInProcess,
    layerIdle,
    layerMemoryTemplates,
    layerMemoryDomains,
    layerMemoryEvents,
    Layer.succeed(StorageHealth, { check: Effect.void }),
    Layer.succeed(TenantStore, {
      insert: (tenant) => Effect.sync(() => !tenants.has(tenant.name) && tenants.set(tenant.name, tenant) === tenants),
      findByName: (name) => Effect.sync(() => tenants.get(name)),
      list: Effect.sync(() => newestFirst(tenants.values()))
    }),
    Layer.succeed(ApiKeyStore, {
      insert: (key) => Effect.sync(() => void keys.set(key.prefix, key)),
      findByPrefix: (prefix) =>
        Effect.sync(() => {
          const key = keys.get(prefix)
          const tenant = [...tenants.values()].find(({ id }) => id === key?.tenant_id)
          return key === undefined || tenant === undefined ? undefined : { key, tenant }
        }),
      list: (tenantId) => Effect.sync(() => newestFirst(keys.values()).filter((key) => key.tenant_id === tenantId)),
      revoke: (tenantId, idOrPrefix, now) =>
        Effect.sync(() => {
          const key = [...keys.values()].find(({ id, prefix }) => id === idOrPrefix || prefix === idOrPrefix)
          if (key === undefined || key.tenant_id !== tenantId || key.revoked_at !== null) return false
          keys.set(key.prefix, { ...key, revoked_at: now })
          return true
        }),
      touch: (id, now) =>
        Effect.sync(() => {
          for (const key of keys.values()) if (key.id === id) keys.set(key.prefix, { ...key, last_used_at: now })
        })
    }),
    Layer.succeed(RateLimitStore, {
      consume: (keyId, limit, now) =>
        Effect.sync(() => {
          const { bucket, status } = takeToken(buckets.get(keyId), limit, now)
          buckets.set(keyId, bucket)
          return status
        })
    }),
    Layer.succeed(SuppressionStore, {
      insert: (row) => Effect.sync(() => suppress(row)),
      find: (tenantId, folded) => Effect.sync(() => suppressions.get(keyOf(tenantId, folded))),
      list: (tenantId, page) =>
        Effect.sync(() =>
          [...suppressions.values()].filter((row) => row.tenant_id === tenantId)
            .sort((a, b) => b.added_at - a.added_at || (a.folded < b.folded ? 1 : -1))
            .slice(page.offset, page.offset + page.limit)),
      remove: (tenantId, folded) => Effect.sync(() => suppressions.delete(keyOf(tenantId, folded)))
    }),
    Layer.succeed(AnalyticsStore, {
      countByStatus: (tenantId) =>
        Effect.sync(() => {
          const counts = new Map<EmailStatus, number>()
          for (const { status, tenant_id } of emails) {
            if (tenant_id === tenantId) counts.set(status, (counts.get(status) ?? 0) + 1)
          }
          return counts
        }),
      monthlyUsage: () => Effect.succeed([]),
      recount: () => Effect.succeed(0)
    }),
    Layer.succeed(EmailStore, {
      accept: (send) =>
        Effect.sync(() => {
          const { created_at, idempotency, tenant_id } = send
          const replay = idempotency === null ? undefined : replayOf(tenant_id, idempotency.key, created_at)
          if (replay !== undefined) return { _tag: "Replayed" as const, ...replay }
          const owner = send.sender_policy === "trusted" ? tenant_id : ownerOf(splitAddress(send.sender.address)?.domain ?? "")
          if (owner !== tenant_id && (owner !== undefined || send.sender_policy === "verified")) {
            return { _tag: "SenderRefused" as const, reason: owner === undefined ? "not_verified" as const : "owned_by_another" as const }
          }
          const isSuppressed = ({ folded }: { readonly folded: string }) => suppressions.has(keyOf(send.tenant_id, folded))
          const kept = send.recipients.filter((recipient) => !isSuppressed(recipient))
          if (send.monthly_limit !== null && emails.length + kept.length > send.monthly_limit) {
            return { _tag: "QuotaExceeded" as const }
          }
          const result: SendResult = {
            queued: kept.map(({ address, id }) => ({ id, recipient: address, status: "queued" })),
            suppressed: send.recipients.filter(isSuppressed).map(({ address }) => address),
            idempotent_replay: false,
            ...(send.warnings.length === 0 ? {} : { warnings: send.warnings })
          }
          for (const { address, id } of kept) {
            emails.push({
              id, tenant_id: send.tenant_id, recipient_email: address, sender_email: send.sender.address,
              template_id: send.template_id, template_version: send.template_version, subject: send.subject,
              status: "queued", smtp_provider: "", smtp_response: null, error_message: null, attempts: 0,
              metadata: send.metadata, sent_at: null,
              next_attempt_at: send.created_at, created_at: send.created_at
            })
          }
          if (idempotency !== null) {
            replays.set(keyOf(tenant_id, idempotency.key), { result, body_digest: idempotency.body_digest, created_at })
          }
          return { _tag: "Accepted" as const, result }
        }),
      findReplay: (tenantId, key, now) => Effect.sync(() => replayOf(tenantId, key, now)),
      find: (tenantId, id) => Effect.sync(() => emails.find((row) => row.id === id && row.tenant_id === tenantId)),
      list: (tenantId, page, status) =>
        Effect.sync(() =>
          newestFirst(emails)
            .filter((row) => row.tenant_id === tenantId && (status === undefined || row.status === status))
            .slice(page.offset, page.offset + page.limit))
    })
  )
})
