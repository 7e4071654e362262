export {
  type Answer,
  type BodyStream,
  emptyAnswer,
  isStream,
  jsonAnswer,
  withHeaders
} from "./Answer.js"
export { batchEntryOf, errorAnswer, isOperationError } from "./errorAnswer.js"
export { pickMembers } from "./pickMembers.js"
export { headersOfWarnings, warningsHeader, withWarnings } from "./warnings.js"
