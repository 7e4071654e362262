import {
  type ApiKey, ApiKeyStore, AnalyticsStore, BackOffStore, type Bucket, type EmailRecord, type EmailStatus, foldAddress, Inbox, MailQueue, MessageStore,
  RateLimitStore, RetentionStore, StorageHealth, SuppressionIncidentStore, type SuppressionRecord, SuppressionStore, takeToken, type Tenant,
  TenantStore, WakeUp
} from "@telemark/core"
import { Effect, Layer } from "effect"
import { makeMemoryDomains } from "./memoryDomains.js"
import { makeMemoryEmails, newestFirst } from "./memoryEmails.js"
import { makeMemoryEvents } from "./memoryEvents.js"
import { layerMemoryTemplates } from "./memoryTemplates.js"

/** What those ask who send mail and clean up: nothing is ever due. */
const layerIdle = Layer.mergeAll(
  BackOffStore.layerInProcess,
  Layer.succeed(MailQueue, {
    claim: () => Effect.succeed([]), renew: () => Effect.void, release: () => Effect.void, record: () => Effect.succeed({ ids: [], owesEvents: false }),
    nextDue: Effect.succeed(undefined)
  }),
  Layer.succeed(MessageStore, {
    offer: () => Effect.succeed([]), begin: () => Effect.succeed([]), withdraw: () => Effect.void, renew: () => Effect.void,
    release: () => Effect.void, settle: () => Effect.succeed({ ids: [], owesEvents: false }), nextDue: Effect.succeed(undefined)
  }),
  Layer.succeed(RetentionStore, {
    removeBodies: () => Effect.succeed(0), removeEmails: () => Effect.succeed(0), removeWebhookAttempts: () => Effect.succeed(0),
    removeEvents: () => Effect.succeed(0), removeIdempotency: () => Effect.succeed(0)
  }),
  Layer.succeed(SuppressionIncidentStore, {
    save: () => Effect.void, find: () => Effect.succeed(undefined), active: () => Effect.succeed([]), list: () => Effect.succeed([]),
    undo: () => Effect.succeed(0)
  }),
  Layer.succeed(Inbox, { put: () => Effect.void, clear: Effect.void, list: () => Effect.succeed([]), find: () => Effect.succeed(undefined), findMail: () => Effect.succeed(undefined) })
)

/** What the services need of a storage, in memory: for measuring, and for tests that need no database. */
export const layerMemoryStorage = Layer.suspend(() => {
  const tenants = new Map<string, Tenant>()
  const keys = new Map<string, ApiKey>()
  const buckets = new Map<string, Bucket>()
  const emails: Array<EmailRecord> = []
  const suppressions = new Map<string, SuppressionRecord>()
  const { layer: layerMemoryDomains, ownerOf } = makeMemoryDomains()
  const keyOf = (tenantId: string, key: string) => `${tenantId} ${key}`
  const suppress = (row: SuppressionRecord): boolean => {
    const key = keyOf(row.tenant_id, row.folded)
    return !suppressions.has(key) && suppressions.set(key, row) === suppressions
  }
  const { layer: layerMemoryEvents, write } = makeMemoryEvents(emails, ({ recipient_email, tenant_id }, reason, added_at) =>
    suppress({ tenant_id, folded: foldAddress(recipient_email), email_address: recipient_email, reason, added_at }))
  const layerMemoryEmails = makeMemoryEmails(emails, { isSuppressed: (tenantId, folded) => suppressions.has(keyOf(tenantId, folded)), ownerOf, write })

  return Layer.mergeAll(
    WakeUp.layerInProcess,
    layerIdle,
    layerMemoryTemplates,
    layerMemoryDomains,
    layerMemoryEvents,
    layerMemoryEmails,
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
      countActive: (tenantId) =>
        Effect.sync(() => [...keys.values()].filter((key) => key.tenant_id === tenantId && key.revoked_at === null).length),
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
      consume: (keyId, limit, now, count) =>
        Effect.sync(() => {
          const { bucket, status } = takeToken(buckets.get(keyId), limit, now, count)
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
    })
  )
})
