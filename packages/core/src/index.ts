/**
 * The operations of Telemark as Effect services, the ports that they need, and the decisions that they
 * make as pure functions. Knows nothing of HTTP, SQL, SMTP or Node.
 */
export * from "./Addresses/index.js"
export * from "./Analytics/index.js"
export * from "./ApiKeys/index.js"
export * from "./Batching/index.js"
export * from "./Brands/index.js"
export * from "./Delivery/index.js"
export * from "./Emails/index.js"
export * from "./Errors/index.js"
export * from "./Events/index.js"
export * from "./Ids/index.js"
export * from "./Inbox/index.js"
export * from "./Paging/index.js"
export * from "./Retention/index.js"
export * from "./Services/index.js"
export * from "./Storage/index.js"
export * from "./Suppressions/index.js"
export * from "./Templates/index.js"
export * from "./Tenants/index.js"
export * from "./Time/index.js"
export * from "./Validation/index.js"
