/** What can be asked of the service, in the style of whichever client asks. */
import { makeDomains, type DomainsApi } from "./domains.js"
import { makeEmails, type EmailsApi } from "./emails.js"
import {
  makeAnalytics, makeApiKeys, makeSmtpConfig, makeSuppressions, type AnalyticsApi, type ApiKeysApi, type SmtpConfigApi, type SuppressionsApi
} from "./settings.js"
import type { Promises, Runner, Style } from "./Style.js"
import { makeBrand, makeTemplates, type BrandApi, type TemplatesApi } from "./templates.js"
import { makeWebhookEndpoints, type WebhookEndpointsApi } from "./webhookEndpoints.js"

export type { BatchEntry, BatchResult } from "./batch.js"
export type { CallOptions, Many, One, Promises, Runner, Style } from "./Style.js"
export type { AnalyticsApi, ApiKeysApi, BrandApi, DomainsApi, EmailsApi, SmtpConfigApi, SuppressionsApi, TemplatesApi, WebhookEndpointsApi }

/** The operations of the service, grouped as those of `telemark` in process. */
export interface Client<S extends Style = Promises> {
  readonly emails: EmailsApi<S>
  readonly templates: TemplatesApi<S>
  readonly brand: BrandApi<S>
  readonly domains: DomainsApi<S>
  readonly smtpConfig: SmtpConfigApi<S>
  readonly suppressions: SuppressionsApi<S>
  readonly analytics: AnalyticsApi<S>
  readonly webhookEndpoints: WebhookEndpointsApi<S>
  readonly apiKeys: ApiKeysApi<S>
}

/** The operations, carried out by that runner. */
export const makeOperations = <S extends Style>(runner: Runner<S>): Client<S> => ({
  emails: makeEmails(runner),
  templates: makeTemplates(runner),
  brand: makeBrand(runner),
  domains: makeDomains(runner),
  smtpConfig: makeSmtpConfig(runner),
  suppressions: makeSuppressions(runner),
  analytics: makeAnalytics(runner),
  webhookEndpoints: makeWebhookEndpoints(runner),
  apiKeys: makeApiKeys(runner)
})
