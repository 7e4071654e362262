export {
  type BackOff,
  type BackOffCause,
  backOffId,
  type BackOffKey,
  isRefusal,
  platformRoute
} from "./BackOff.js"
export { backOffMemory, BackOffStore } from "./BackOffStore.js"
export { afterBackOff, type FindBackOff, makeFindBackOff, nextAttemptAt } from "./findBackOff.js"
