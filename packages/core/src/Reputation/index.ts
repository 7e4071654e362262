export { countAttempt, countReport } from "./counted.js"
export {
  type MailCounts,
  hourOf,
  perWindow,
  reputationKeptMillis,
  type ReputationWindow,
  type WindowCounts,
  windowNames,
  windowStarts
} from "./MailCounts.js"
export { describeExcess, percent } from "./describeExcess.js"
export type { GuardMode } from "./guard.js"
export { type Excess, judgeReputation, levelIn, rateOf } from "./judge.js"
export {
  type OperatorEvent,
  type OperatorEventData,
  operatorEventsKeptMillis,
  type OperatorEventType
} from "./OperatorEvent.js"
export { operatorEventView } from "./operatorEventView.js"
export { Reputation, type ReputationOptions, type ReputationService } from "./Reputation.js"
export { ReputationStore, type TenantCounts, type Troubled } from "./ReputationStore.js"
export { summarizeReputation } from "./summarize.js"
