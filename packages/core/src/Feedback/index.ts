export { decideFeedback } from "./decideFeedback.js"
export { bodyIdIn, emailIdIn } from "./emailIdIn.js"
export { Feedback, type FeedbackService, type Retried } from "./Feedback.js"
export {
  type FeedbackChange,
  type FeedbackContext,
  type FeedbackDecision,
  type FeedbackEntry,
  type FeedbackFact,
  type FeedbackRecorded,
  FeedbackStore,
  type FoundMessage,
  type MessageQuery,
  type ReportedEmail,
  type ReportsToRetry,
  type StoredReportsPage
} from "./FeedbackStore.js"
export type { FoundReport, MessageReference, ReportOrigin } from "./FoundReport.js"
export type { Report, ReportKind } from "./report.js"
export { suppressedTopic } from "./suppressedTopic.js"
export {
  feedbackKeptMillis,
  identityOf,
  type KeptReport,
  maxKeptPerDay,
  pauseBefore,
  type StoredReason,
  type StoredReport,
  type UnreadFeedback
} from "./StoredReport.js"
