export {
  type BackOff,
  type BackOffCause,
  backOffId,
  type BackOffKey,
  isRefusal,
  platformRoute
} from "./BackOff.js"
export type { ConnectionLimit } from "./ConnectionLimit.js"
export { backOffMemory, BackOffStore } from "./BackOffStore.js"
export { afterBackOff, type FindBackOff, makeFindBackOff, nextAttemptAt } from "./findBackOff.js"
