export * from "./FeedbackReport.js"
