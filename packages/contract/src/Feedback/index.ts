export * from "./FeedbackReport.js"
export * from "./UnmatchedFeedback.js"
