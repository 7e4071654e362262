export { InternalError, MethodNotAllowed, PayloadTooLarge } from "./errors.js"
export { errors, isWireError, rateLimitHeaders, respondTo } from "./table.js"
