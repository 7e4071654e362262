export type { BatchEntry, BatchResult } from "./batch.js"
export { makeOperations } from "./makeOperations.js"
export type {
  AnalyticsApi,
  ApiKeysApi,
  BrandApi,
  Client,
  DomainsApi,
  EmailsApi,
  FeedbackApi,
  FeedbackSourcesApi,
  ReputationApi,
  SmtpConfigApi,
  SuppressionsApi,
  TemplatesApi,
  TopicsApi,
  TrackingApi,
  WebhookEndpointsApi
} from "./methods.js"
export type { CallOptions, Many, One, Promises, Runner, Style } from "./Style.js"
