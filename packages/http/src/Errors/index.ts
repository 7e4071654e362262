export { InternalError, LargeBodiesBusy, MethodNotAllowed, PayloadTooLarge } from "./errors.js"
export { errors, isWireError, problemOf, rateLimitHeaders, respondTo } from "./table.js"
