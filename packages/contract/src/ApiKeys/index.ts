export * from "./ApiKey.js"
export * from "./RateLimitStatus.js"
export * from "./errors.js"
export * from "./scopes.js"
