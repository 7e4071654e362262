export { type Answer, emptyAnswer, jsonAnswer, withHeaders } from "./Answer.js"
export { batchEntryOf, errorAnswer, isOperationError } from "./errorAnswer.js"
export { pickMembers } from "./pickMembers.js"
