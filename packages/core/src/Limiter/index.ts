export {
  type Limiter,
  type LimiterClaim,
  type LimiterOptions,
  type LimiterRefusal,
  makeLimiter
} from "./Limiter.js"
export type { Job } from "./Key.js"
export { type LimiterBounds, LimiterState } from "./LimiterState.js"
