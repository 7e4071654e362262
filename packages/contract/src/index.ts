/**
 * Telemark's interface: what each operation accepts and returns, with all bounds, and its errors.
 * Server, clients and documents derive from it.
 */
export * from "./Addresses/index.js"
export * from "./Analytics/index.js"
export * from "./ApiKeys/index.js"
export * from "./Brands/index.js"
export * from "./Csv/index.js"
export * from "./Diagnosis/index.js"
export * from "./Domains/index.js"
export * from "./Emails/index.js"
export * from "./Errors/index.js"
export * from "./Events/index.js"
export { type Success, success } from "./members.js"
export * from "./Feedback/index.js"
export * from "./FeedbackSources/index.js"
export * from "./Inbox/index.js"
export {
  type Definitions,
  type JsonSchema,
  makeJsonSchema,
  type WireMember,
  wireMembersOf
} from "./JsonSchema/index.js"
export * from "./Operations/index.js"
export * from "./Paging/index.js"
export * from "./Reputation/index.js"
export * from "./SmtpConfigs/index.js"
export * from "./Suppressions/index.js"
export * from "./Templates/index.js"
export * from "./Tenants/index.js"
export * from "./Time/index.js"
export * from "./Topics/index.js"
export * from "./Tracking/index.js"
export * from "./Validation/index.js"
export * from "./WebhookEndpoints/index.js"
