export * from "./errors.js"
export {
  minSentToJudge,
  type ReputationLimit,
  reputationLimits,
  type ReputationMeasure
} from "./limits.js"
export * from "./responses.js"
