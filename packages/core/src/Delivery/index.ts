export { classify } from "./classify.js"
export { decideSettlement, type DecisionContext, decideUnsent } from "./decideSettlement.js"
export { type CancelledChange, type CancelledEmail, decideCancelled } from "./decideCancelled.js"
export { type Attempted, Delivery, type DeliveryOptions, type DeliveryService } from "./Delivery.js"
export {
  type BrokenReason,
  type ForeseenReport,
  DeliveryOutcome,
  type MissingLogin,
  type UnsendableReason
} from "./DeliveryOutcome.js"
export { explainOutcome, responseOf } from "./explainOutcome.js"
export type { JudgedOutcome } from "./judgeOutcome.js"
export type { ClosedRoutes } from "./routeLimiters.js"
export {
  type ClaimedMessage,
  datedAt,
  type OutgoingMessage,
  type ReturnPath,
  type SealedSigningKey,
  type SigningKey
} from "./Message.js"
export {
  type ClickLinks,
  Links,
  type LinksService,
  type LinkSubject,
  type MessageLinks,
  type UnsubscribeLinks
} from "./MessageLinks.js"
export {
  type ClaimedKinds,
  type LocalWorker,
  MailQueue,
  type Recorded,
  Transport
} from "./ports.js"
export {
  defaultRetryPolicy,
  nextRetry,
  parseDuration,
  parseRetrySchedule,
  type RetryInput,
  type RetryPolicy
} from "./retry.js"
export { toXtext } from "./toXtext.js"
export type { Relay, RelayEnvelope } from "./Relay.js"
export type { Settlement, SettledStatus } from "./Settlement.js"
export { type RouteSignal, signalOf } from "./RouteSignal.js"
export {
  afterOutcome,
  freshThrottle,
  type RouteLimits,
  type RouteState,
  type Throttle
} from "./throttle.js"
export { type Cause, inFlight, statusAtFirst, transition, transitions } from "./transition.js"
export {
  returnPathOf,
  ReturnPaths,
  type ReturnPathsService,
  type ReturnPathSubject
} from "./ReturnPaths.js"
