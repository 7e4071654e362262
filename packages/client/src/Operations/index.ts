export type { BatchEntry, BatchResult } from "./batch.js"
export { makeOperations } from "./makeOperations.js"
export type {
  AnalyticsApi, ApiKeysApi, BrandApi, Client, DomainsApi, EmailsApi, SmtpConfigApi, SuppressionsApi, TemplatesApi, TopicsApi, WebhookEndpointsApi
} from "./methods.js"
export type { CallOptions, Many, One, Promises, Runner, Style } from "./Style.js"
