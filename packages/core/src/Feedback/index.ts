export { decideFeedback, type FeedbackContext } from "./decideFeedback.js"
export { Feedback, type FeedbackService } from "./Feedback.js"
export { type FeedbackChange, type FeedbackDecision, FeedbackStore, type ReportedEmail } from "./FeedbackStore.js"
export type { Report, ReportKind } from "./report.js"
