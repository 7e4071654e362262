export { type Limiter, type LimiterClaim, type LimiterOptions, type LimiterRefusal, makeLimiter } from "./Limiter.js"
export { type Job, type LimiterBounds, LimiterState } from "./LimiterState.js"
