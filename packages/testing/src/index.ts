export * from "./conformance/index.js"
export * from "./dns/index.js"
export * from "./smtp/index.js"
export * from "./webhooks/index.js"
