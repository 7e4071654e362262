/**
 * The interface of Telemark, stated once: what each operation takes and answers, with every bound, and its errors.
 * Whatever offers the interface is derived from it.
 */
export * from "./Addresses/index.js"
export * from "./Analytics/index.js"
export * from "./ApiKeys/index.js"
export * from "./Brands/index.js"
export * from "./Domains/index.js"
export * from "./Emails/index.js"
export * from "./Errors/index.js"
export * from "./Events/index.js"
export { type Success, success } from "./members.js"
export * from "./Operations/index.js"
export * from "./Paging/index.js"
export * from "./SmtpConfigs/index.js"
export * from "./Suppressions/index.js"
export * from "./Templates/index.js"
export * from "./Time/index.js"
export * from "./Validation/index.js"
export * from "./WebhookEndpoints/index.js"
