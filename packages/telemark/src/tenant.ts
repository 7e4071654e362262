import {
  Analytics,
  type AnalyticsSummary,
  ApiKeys,
  type ApiKeyView,
  type AddSuppression,
  allScopes,
  type CreateApiKey,
  type CreatedApiKey,
  type Paged,
  type PageRequest,
  type Period,
  type Services,
  type Suppression,
  type SuppressionCheck,
  Suppressions,
  Tenants
} from "@telemark/core"
import { Effect } from "effect"
import { type DomainsApi, makeDomainsApi } from "./domains.js"
import { type EmailsApi, makeEmailsApi } from "./emails.js"
import { type EventsApi, makeEventsApi } from "./events.js"
import { type FeedbackApi, makeFeedbackApi } from "./feedback.js"
import type { Followers } from "./followers.js"
import { makeSmtpConfigApi, type SmtpConfigApi } from "./smtpConfig.js"
import { type BrandApi, makeBrandApi, makeTemplatesApi, type RunAs, type RunNow, type TemplatesApi } from "./templates.js"
import { inHostTransaction } from "./transaction.js"
import { makeWebhookEndpointsApi, type WebhookEndpointsApi } from "./webhookEndpoints.js"

/** The operations of one tenant. Arguments and results have the shapes of the HTTP interface. */
export interface TenantApi extends EventsApi {
  readonly emails: EmailsApi
  readonly templates: TemplatesApi
  readonly brand: BrandApi
  readonly domains: DomainsApi
  readonly smtpConfig: SmtpConfigApi
  readonly webhookEndpoints: WebhookEndpointsApi
  readonly feedback: FeedbackApi
  readonly suppressions: {
    readonly add: (request: AddSuppression) => Promise<{ readonly status: "suppressed" }>
    readonly list: (request?: PageRequest) => Promise<Paged<Suppression>>
    readonly check: (address: string) => Promise<SuppressionCheck>
    readonly remove: (address: string) => Promise<{ readonly success: true }>
  }
  readonly analytics: {
    /** What became of the messages of the last 24h, 7d, 30d (default) or 90d. */
    readonly summary: (period?: Period) => Promise<AnalyticsSummary>
  }
  readonly apiKeys: {
    /** Makes a key for HTTP callers. The host is trusted: it may grant every scope. */
    readonly create: (request: CreateApiKey) => Promise<CreatedApiKey>
    readonly list: () => Promise<{ readonly data: ReadonlyArray<ApiKeyView> }>
    /** Revokes the key of that id or prefix. */
    readonly revoke: (idOrPrefix: string) => Promise<{ readonly success: true }>
  }
}

type Run = <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>

const everyScope = new Set(allScopes)
const success = { success: true } as const

/** The services as promises, for the tenant of that name. Its row is read each time: its settings may change. */
export const makeTenantApi = (run: Run, runNow: RunNow, name: string, followers: Followers): TenantApi => {
  const as: RunAs = (use, transaction) =>
    run(inHostTransaction(transaction, Effect.flatMap(Effect.flatMap(Tenants, (tenants) => tenants.get(name)), use)))
  return {
    emails: makeEmailsApi(as, runNow),
    templates: makeTemplatesApi(as),
    brand: makeBrandApi(as),
    domains: makeDomainsApi(as),
    smtpConfig: makeSmtpConfigApi(as),
    webhookEndpoints: makeWebhookEndpointsApi(as),
    feedback: makeFeedbackApi(as),
    ...makeEventsApi(as, name, followers),
    suppressions: {
      add: (request) =>
        as((tenant) => Effect.flatMap(Suppressions, (all) => Effect.as(all.add(tenant.id, request), { status: "suppressed" } as const))),
      list: (request) => as((tenant) => Effect.flatMap(Suppressions, (all) => all.list(tenant.id, request))),
      check: (address) => as((tenant) => Effect.flatMap(Suppressions, (all) => all.check(tenant.id, address))),
      remove: (address) =>
        as((tenant) => Effect.flatMap(Suppressions, (all) => Effect.as(all.remove(tenant.id, address), success)))
    },
    analytics: {
      summary: (period) => as((tenant) => Effect.flatMap(Analytics, (analytics) => analytics.summary(tenant, period)))
    },
    apiKeys: {
      create: (request) =>
        as((tenant) => Effect.flatMap(ApiKeys, (keys) => keys.create({ tenant_id: tenant.id, scopes: everyScope }, request))),
      list: () => as((tenant) => Effect.flatMap(ApiKeys, (keys) => Effect.map(keys.list(tenant.id), (data) => ({ data })))),
      revoke: (idOrPrefix) =>
        as((tenant) => Effect.flatMap(ApiKeys, (keys) => Effect.as(keys.revoke(tenant.id, idOrPrefix), success)))
    }
  }
}
